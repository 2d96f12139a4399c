//! Procedures for first-order theories beside resolution: clauses over listed sorts, instances of clauses,
//! finite models, proofs by natural deduction and by tableaux, and the smallest set that contradicts itself.

pub(crate) mod deduction;
pub mod ground;
pub(crate) mod herbrand;
pub(crate) mod instances;
pub(crate) mod models;
mod places;
mod propagated;
pub(crate) mod single_cases;
pub(crate) mod smallest;
pub(crate) mod tableau;
