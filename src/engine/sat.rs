//! Satisfiability of clause sets: the textbook procedure, its proofs, and counting.
//!
//! Every solver here is one function from a [`Cnf`](crate::logic::cnf::Cnf) and a
//! [`Budget`](crate::budget::Budget) to a [`Verdict`]; one that learns clauses stands beside
//! [`dpll`] as `cdcl` with the same input and the same verdict, and a caller chooses by name.

pub mod count;
pub mod dpll;
pub mod proof;
mod residual;

pub use proof::Proof;

/// What a solver found out about a clause set, with the evidence for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A model: the value of every atom by its index.
    Satisfiable(Vec<bool>),
    /// A refutation, which ends with the empty clause.
    Unsatisfiable(Proof),
}
