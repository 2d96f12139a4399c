//! Independent checkers of what the engines claim. They share no code with the solvers, only the
//! data types of claims: a mistake in a solver cannot hide in its checker.

pub(crate) mod accept;
mod apart;
pub mod argument;
pub(crate) mod barred;
pub(crate) mod blame;
mod book;
pub(crate) mod cases;
pub(crate) mod checked;
pub mod clause_form;
pub(crate) mod count;
pub mod cubes;
pub mod deduction;
pub mod dots;
pub mod drat;
pub mod encoding;
pub mod formula_game;
pub mod grounding;
pub(crate) mod heap;
pub mod induction;
pub mod lrat;
mod marks;
pub mod model;
pub(crate) mod parts;
pub mod path;
pub mod plan;
pub mod play;
pub mod qbf;
pub mod refutation;
mod rule_step;
pub mod sheet;
pub(crate) mod stated;
pub mod structure;
pub(crate) mod structures;
pub mod tableau;
mod trial;
pub mod unreachable;
