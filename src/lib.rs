//! Puzzle: a small declarative language for logic puzzles, and what answers them.
//!
//! The program `puzzle` is made of this library, and other programs may use it as well. What it
//! stands on, the procedures and checkers in numbers, is the crate `puzzle-engine`.
//!
//! | module | for |
//! | --- | --- |
//! | [`course`] | formulas, the formula game and chopsticks with strings and values, without the language |
//! | [`service`] | a program in the language: read it with what it imports, check it, test it, draw it, play, build |
//! | [`kinds`] | what a puzzle is; a kind of one's own implements [`Kind`](kinds::Kind) or a game's [`Wording`](kinds::game::Wording) |
//! | [`interchange`] | DIMACS, QDIMACS, QCIR, AIGER, TPTP and other formats |
//! | [`syntax`], [`text`], [`diagnostic`], [`picture`] | the tree of a text, places in it, what is wrong with it, and drawings |
//! | [`ide`], [`workspace`] | what editors ask, and texts that are being edited |
//! | [`page`] | what a page in a browser asks |
//! | [`cli`], [`repl`], [`lsp`], [`mcp`], [`serve`], [`console`], [`disk`] | the front ends, which are not made for others, and but for `lsp` not there in WebAssembly |
//!
//! # A program
//!
//! ```
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! use puzzle_engine::budget::Budget;
//! use puzzle_lang::service::check::{Levels, check};
//! use puzzle_lang::service::import::{NoFiles, load};
//! use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, run};
//! use puzzle_lang::text::Source;
//!
//! let text = "formula either = ((x+y)*-(x*y))\ncount either => 2\nsolve either\n";
//! let source = Arc::new(Source::new("either.puzzle", text));
//! let checked = check(load(source, Path::new("either.puzzle"), &NoFiles), &Levels::default());
//! let analysis = checked.analysis();
//! assert!(!analysis.has_errors());
//!
//! let reports: Vec<_> = run(&analysis, TestPurpose::Reading, Budget::unlimited).collect();
//! assert_eq!(reports[0].verdict, Some(ExpectationVerdict::Holds));
//! let answer = reports[1].answer.as_ref().expect("an answer");
//! assert_eq!(answer.head.words(), "satisfiable");
//! ```
//!
//! # The tree of a formula
//!
//! A [`Formula`](course::Formula) is a tree, kept as the list of its nodes, operands before their
//! connective. The classes of the tree are the variants of
//! [`FormulaSymbol`](puzzle_engine::logic::formula::FormulaSymbol): a leaf is a `Variable`, `Not` has
//! one operand, `And` and `Or` have as many as they say. Trees are equal when their nodes are.
//!
//! ```
//! use puzzle_engine::logic::formula::FormulaSymbol;
//! use puzzle_lang::course::{Formula, FormulaVariable, build_tree};
//!
//! let formula = build_tree("(-x*y)").unwrap();
//! let [x, y] = [23, 24].map(FormulaVariable);
//! assert_eq!(
//!     formula.nodes(),
//!     [FormulaSymbol::Variable(x), FormulaSymbol::Not, FormulaSymbol::Variable(y), FormulaSymbol::And(2)]
//! );
//! assert_eq!(formula, Formula::and([!Formula::variable(x), Formula::variable(y)]));
//! assert_eq!(formula.draw(), "* y\n  - x");
//!
//! // One pass over the nodes with a stack is how the tree is folded, however deep it is.
//! let mut depths: Vec<u32> = Vec::new();
//! for node in formula.nodes() {
//!     let operands = depths.split_off(depths.len() - node.operands() as usize);
//!     depths.push(operands.into_iter().max().map_or(0, |deepest| deepest + 1));
//! }
//! assert_eq!(depths, [2]);
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_macros, clippy::disallowed_methods))]

#[cfg(not(target_family = "wasm"))]
pub mod cli;
#[cfg(not(target_family = "wasm"))]
pub mod console;
pub mod course;
pub mod diagnostic;
#[cfg_attr(target_family = "wasm", path = "disk/host.rs")]
pub mod disk;
pub mod ide;
pub mod interchange;
pub mod kinds;
pub mod lsp;
#[cfg(not(target_family = "wasm"))]
pub mod mcp;
pub mod page;
pub mod picture;
#[cfg(not(target_family = "wasm"))]
pub mod repl;
#[cfg(not(target_family = "wasm"))]
pub mod serve;
pub mod service;
pub mod syntax;
pub mod text;
pub mod workspace;

/// What `docs/library.md` shows.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
