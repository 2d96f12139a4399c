//! A prover for first-order logic by resolution and superposition: sentences become clauses, and
//! what follows from them is derived until that is a contradiction, or until nothing new follows.

mod clause;
mod clausify;
mod index;
mod infer;
mod order;
pub mod proof;
mod saturate;
mod simplify;
mod term;
pub mod textbook;
mod unify;

use crate::budget::{Budget, Stop};
use crate::logic::first_order::{SentenceId, Theory};

pub use clause::Rule;
use clausify::Clausifier;
use proof::Refutation;

/// The sort of atoms.
const ATOM: term::SortId = u32::MAX;

/// A proof that the axioms of a theory and further sentences, each with the value it shall have,
/// contradict each other; `None` when nothing else follows from them. Sentences count from 0, the
/// axioms first.
///
/// # Errors
/// The limit that was reached.
pub fn refute(
    theory: &Theory,
    demands: &[(SentenceId, bool)],
    budget: &mut Budget,
) -> Result<Option<Refutation>, Stop> {
    let mut clausifier = Clausifier::new(theory);
    for (index, axiom) in (0..).zip(&theory.axioms) {
        clausifier.add(*axiom, true, index, false, budget)?;
    }
    for (index, (sentence, value)) in (theory.axioms.len() as u32..).zip(demands) {
        clausifier.add(*sentence, *value, index, true, budget)?;
    }
    let (mut search, made) = clausifier.finish();
    Ok(search.run(budget)?.map(|empty| search.refutation(empty, made)))
}
