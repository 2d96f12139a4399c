//! How to search and prove. Numbers in, numbers out; names and source positions stay with the puzzle that
//! asked. [`Problem::answer`] is the one way in, and what it returns has been checked by [`verify`].

#![cfg_attr(not(test), warn(clippy::disallowed_macros, clippy::disallowed_methods))]

pub mod budget;
pub mod evidence;
pub(crate) mod first_order;
pub mod grounding;
pub mod logic;
pub mod portfolio;
pub mod problem;
pub mod qbf;
pub mod quantified;
pub mod reader;
pub mod resolution;
pub mod sat;
pub mod search;
pub mod solve;
pub mod verify;

pub use problem::{Answer, Doubt, Failure, MazeEngine, Problem, SatEngine, Violation, Win};
pub use verify::checked::Checked;
