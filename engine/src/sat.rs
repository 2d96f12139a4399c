//! Satisfiability of clause sets: the textbook procedure [`dpll`], the solver that learns clauses
//! ([`cdcl`]), their proofs, counting, and splitting into parts ([`cubes`]).

pub(crate) mod argument;
pub mod cdcl;
pub mod count;
pub mod cubes;
pub mod dpll;
pub mod hitting;
pub mod parts;
mod residual;
pub mod smallest;
pub mod steps;

use crate::evidence::clauses::ClauseProof;

/// What a solver found out about a clause set, with the evidence for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SatVerdict {
    /// A model: the value of every atom by its index.
    Satisfiable(Vec<bool>),
    /// A refutation, which ends with the empty clause.
    Unsatisfiable(ClauseProof),
}
