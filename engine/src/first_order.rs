//! Procedures for first-order theories beside resolution: clauses over listed sorts, instances of clauses,
//! finite models, and the smallest set that contradicts itself.

pub(crate) mod ground;
pub(crate) mod instances;
pub(crate) mod models;
mod places;
pub(crate) mod smallest;
