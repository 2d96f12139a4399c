//! Worlds of rule sheets, by the plain reader.

use super::checked::Checked;
use crate::budget::Budget;
use crate::logic::sheet::{SentenceId, State, Variable};
use crate::problem::Failure;
use crate::reader::Reader;

/// A sentence, what its free variables are, and whether it is to be true.
pub type Demand<'a> = (SentenceId, &'a [(Variable, i64)], bool);

/// A state in which every rule is true and some sentences are what they shall be.
///
/// # Errors
/// What is wrong with it, or the limit that was reached.
pub fn world(
    reader: &mut Reader<'_>,
    state: State,
    demands: &[Demand<'_>],
    budget: &mut Budget,
) -> Result<Checked<State>, Failure> {
    let wrong = |what: &str| Err(Failure::Unverified(what.to_owned()));
    reader.turn_to(state.clone());
    if !reader.fits() {
        return wrong("a state does not fit its sheet");
    }
    if !reader.is_world(budget)? {
        return wrong("a state breaks a rule");
    }
    for (sentence, values, value) in demands {
        if reader.is_true(*sentence, values, budget)? != *value {
            return wrong("a sentence has another value in a state");
        }
    }
    Ok(Checked::new(state))
}
