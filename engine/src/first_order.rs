//! Procedures for first-order theories beside resolution: clauses over listed sorts, instances of clauses,
//! finite models, and the smallest set that contradicts itself.

pub mod ground;
pub mod instances;
pub mod models;
mod places;
pub mod smallest;
