//! The doors: each finds an answer by a procedure and has it checked. They are the only place that sees both.

mod apart;
mod barred;
mod blame;
mod cases;
pub mod clauses;
mod flip;
mod formula;
mod formula_argument;
mod freedom;
pub mod functions;
pub(crate) mod game;
mod listed;
mod maze;
mod maze_whys;
mod plan;
mod quantified;
mod replies;
mod sheet;
pub mod theory;
mod unsat_core;
mod why_only;

pub use clauses::{decide, decide_by_textbook};

use crate::problem::Failure;

fn unverified(what: &str) -> Failure {
    Failure::Unverified(what.to_owned())
}
