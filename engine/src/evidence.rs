//! What shows that an answer is right: plain data that procedures make and checkers read. What it says is a
//! claim until a checker has been through it.

pub mod argument;
pub mod clauses;
pub mod deduction;
pub mod dots;
pub mod expansion;
pub mod formula_game;
pub mod induction;
pub mod maze;
pub mod patterns;
pub mod plan;
pub mod play;
pub mod qbf;
pub mod refutation;
pub mod sheet;
pub mod tableau;
pub mod walk;
