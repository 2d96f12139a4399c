//! That a reason of a step is needed: a state in which all the others are so and the value that follows
//! is another one, read by the plain reader.

use crate::budget::Budget;
use crate::logic::sheet::{SentenceId, Sheet, SheetSentence, SheetState, SheetVariable};
use crate::problem::Failure;
use crate::problem::sheet::{CellLiteral, RuleInstance};
use crate::reader::StateReader;
use crate::verify::checked::Checked;

/// What follows from reasons.
#[derive(Clone, Copy, Debug)]
pub enum StepConclusion<'w> {
    /// That something has a value, or has not.
    Cell(CellLiteral),
    /// A sentence is true, or false, when its free variables have these values.
    Sentence(SentenceId, &'w [(SheetVariable, i64)], bool),
    /// A sentence is false for each of these lists.
    NoneOf(SentenceId, &'w [Vec<(SheetVariable, i64)>]),
    /// The state is this one.
    Only(&'w SheetState),
}

/// A conclusion, less one of its reasons.
#[derive(Clone, Copy, Debug)]
pub struct Without<'w> {
    /// What does not follow.
    pub conclusion: StepConclusion<'w>,
    /// The instances of rules.
    pub rules: &'w [RuleInstance],
    /// What values are, or are not.
    pub facts: &'w [CellLiteral],
}

/// That some reasons are so in a state, and what would follow from them is not.
///
/// # Errors
/// What is otherwise, or the limit that was reached.
pub fn holds_without(
    reader: &mut StateReader<'_>,
    sheet: &Sheet,
    state: SheetState,
    without: Without<'_>,
    budget: &mut Budget,
) -> Result<Checked<SheetState>, Failure> {
    let wrong = |what: &str| Err(Failure::Unverified(what.to_owned()));
    let has = |CellLiteral { value: it, is_so }: &CellLiteral| {
        let table = state.tables.get(it.symbol.0 as usize);
        table.and_then(|table| table.get(it.place)).map(|value| *value == it.value) == Some(*is_so)
    };
    reader.turn_to(state.clone());
    if !reader.fits() {
        return wrong("a state does not fit its sheet");
    }
    let is_so = match without.conclusion {
        StepConclusion::Cell(it) => has(&it),
        StepConclusion::Sentence(id, values, value) => reader.is_true(id, values, budget)? == value,
        StepConclusion::NoneOf(id, lists) => {
            let mut is_none = true;
            for values in lists {
                is_none &= !reader.is_true(id, values, budget)?;
            }
            is_none
        }
        StepConclusion::Only(only) => state == *only,
    };
    if is_so || !without.facts.iter().all(has) {
        return wrong("a reason that is said to be needed is not");
    }
    for instance in without.rules {
        if !is_true(reader, sheet, instance, budget)? {
            return wrong("a rule is false where a reason is left out");
        }
    }
    Ok(Checked::new(state))
}

/// Whether an instance of a rule is true in the state that is read.
fn is_true(
    reader: &mut StateReader<'_>,
    sheet: &Sheet,
    instance: &RuleInstance,
    budget: &mut Budget,
) -> Result<bool, Failure> {
    let is_bound = |it| instance.values.iter().any(|one| one.0 == it);
    let Some(mut body) = sheet.rules.get(instance.rule).copied() else { return Ok(false) };
    let mut value = true;
    loop {
        match (sheet.get(body), value) {
            (SheetSentence::Not(part), _) => (body, value) = (*part, !value),
            (SheetSentence::All(variables, part), true)
            | (SheetSentence::Some(variables, part), false)
                if variables.iter().all(|it| is_bound(*it)) =>
            {
                body = *part;
            }
            _ => return Ok(reader.is_true(body, &instance.values, budget)? == value),
        }
    }
}
