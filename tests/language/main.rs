//! The language and what answers it, in process: files against snapshots, properties against brute force, and the
//! borders of the source.

#[path = "../../tests/common/diagnose.rs"]
mod diagnose;
#[path = "../../tests/common/mazes.rs"]
mod mazes;
#[path = "../../tests/common/program.rs"]
mod program;
#[path = "../../tests/common/programs.rs"]
mod programs;
#[path = "../../tests/common/small_worlds.rs"]
mod small_worlds;
#[path = "../../tests/common/syntax_files.rs"]
mod syntax_files;
#[path = "../../tests/common/syntax_meaning.rs"]
mod syntax_meaning;
#[path = "../../tests/common/trees.rs"]
mod trees;

mod adding_a_kind;
mod answers;
mod architecture;
mod dimacs;
mod docs;
mod engines;
mod errors;
mod examples;
mod expectations;
mod fixes;
mod formula_game;
mod fuzz_corpus;
mod games;
mod maze;
mod maze_diagnostics;
mod picture;
mod play;
mod qbf;
mod random_questions;
mod random_theories;
mod refactorings;
mod report;
mod sat;
mod service;
mod syntax;
mod ui;
