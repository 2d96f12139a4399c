//! How to search and prove. Numbers in, numbers out; names and source positions stay with the puzzle that
//! asked.
//!
//! A question is a value of a type that is a [`Problem`], and its [`Problem::Solution`] is the type
//! of what answers it. [`Problem::answer`] is the one way in: a procedure finds a solution, and a
//! checker that shares no code with it passes what it found. So a [`ProblemAnswer`] is [`Checked`], or it
//! has [`Doubt`]s, which say what is the word of a procedure.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`problem`] | the problems: of [formulas and clauses](problem::FindModel), of [mazes](problem::FindPath), of [games](problem::game), [theories](problem::theory) and [rule sheets](problem::sheet) |
//! | [`logic`] | what they are about: [formulas](logic::formula), [clauses](logic::cnf), [mazes](logic::maze), the rules of any [game](logic::game), … |
//! | [`evidence`] | what shows that an answer is right: proofs, certificates, claims about plays |
//! | [`verify`] | a checker each |
//! | [`budget`] | limits of time, memory and steps, and how a search is cancelled |
//! | [`solve`] | the doors: which procedure, and which checker behind it |
//! | [`sat`], [`qbf`], [`quantified`], [`search`], [`grounding`], [`planning`], [`resolution`], [`first_order`] | the procedures. What they say is a claim until a door has had it checked |
//! | [`reader`] | the plain reading of rule sheets, by which what is found about them is checked |
//!
//! ```
//! use puzzle_engine::budget::Budget;
//! use puzzle_engine::logic::cnf::{Cnf, Literal};
//! use puzzle_engine::problem::{FindModel, Refutable};
//! use puzzle_engine::{ProblemAnswer, Problem, SatEngine};
//!
//! // x or y, not x or y: so y.
//! let mut cnf = Cnf::new(2);
//! for clause in [[1, 2], [-1, 2]] {
//!     cnf.add(clause.into_iter().filter_map(Literal::from_dimacs));
//! }
//! let answer = FindModel(cnf.clone(), SatEngine::Cdcl).answer(&mut Budget::unlimited()).unwrap();
//! assert!(matches!(answer, ProblemAnswer::Checked(_)));
//! assert!(answer.as_ref().is_some_and(|model| model[1]));
//!
//! // And not y: the three clauses leave no model, none of them too many.
//! cnf.add([Literal::from_dimacs(-2).unwrap()]);
//! let problem = FindModel(cnf, SatEngine::Cdcl);
//! assert!(problem.answer(&mut Budget::unlimited()).unwrap().is_none());
//! assert_eq!(problem.core(&Budget::unlimited()), Some(vec![0, 1, 2]));
//! ```
//!
//! A solution cannot be taken for that of another problem:
//!
//! ```compile_fail
//! # use puzzle_engine::Problem;
//! # use puzzle_engine::budget::Budget;
//! # use puzzle_engine::logic::cnf::Cnf;
//! # use puzzle_engine::problem::CountModels;
//! let counted = CountModels(Cnf::default()).answer(&mut Budget::unlimited()).unwrap();
//! let model: Option<Vec<bool>> = counted.into_inner();
//! ```

#![warn(clippy::disallowed_macros, clippy::disallowed_methods)]

pub mod budget;
pub mod evidence;
pub mod first_order;
pub mod grounding;
pub mod logic;
pub mod planning;
pub(crate) mod portfolio;
pub mod problem;
pub mod qbf;
pub mod quantified;
pub mod reader;
pub mod resolution;
pub mod sat;
pub mod search;
pub mod solve;
pub mod verify;

pub use problem::{Doubt, Failure, MazeEngine, Problem, ProblemAnswer, SatEngine, Violation, Win};
pub use verify::checked::Checked;
