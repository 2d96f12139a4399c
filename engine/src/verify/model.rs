//! A model is checked by looking at every clause.

use crate::logic::cnf::{Cnf, Literal};

/// Whether the values, by atom index, satisfy every clause.
///
/// # Errors
/// The index of the first clause without a true literal. An atom without a value makes neither of
/// its literals true.
pub fn check_model(cnf: &Cnf, values: &[bool]) -> Result<(), usize> {
    let holds =
        |it: &Literal| values.get(it.atom().0 as usize).is_some_and(|&is| is == it.is_positive());
    match cnf.clauses().position(|clause| !clause.iter().any(holds)) {
        Some(violated) => Err(violated),
        None => Ok(()),
    }
}
