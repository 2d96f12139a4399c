//! That cases are all there are, and what formulas are in each: any two differ in a variable, and their shares of all
//! assignments make up the whole; in a case a formula is read with what it may be where a variable is open.

use num_bigint::BigUint;

use super::checked::Checked;
use crate::budget::Budget;
use crate::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use crate::problem::{Failure, ValueCase};

/// Cases of some formulas.
///
/// # Errors
/// What is wrong with them, or the limit that was reached.
pub(crate) fn all_cases(
    formulas: &[Formula],
    cases: Vec<ValueCase>,
    budget: &mut Budget,
) -> Result<Checked<Vec<ValueCase>>, Failure> {
    let wrong = |what: &str| Err(Failure::Unverified(what.to_owned()));
    let most = cases.iter().map(|it| it.0.len()).max().unwrap_or_default();
    let share = |it: &ValueCase| BigUint::from(1u32) << (most - it.0.len());
    if cases.iter().map(share).sum::<BigUint>() != BigUint::from(1u32) << most {
        return wrong("cases are not all there are");
    }
    for (at, (values, told)) in cases.iter().enumerate() {
        let differs = |other: &ValueCase| values.iter().any(|it| other.0.contains(&(it.0, !it.1)));
        if !cases[..at].iter().all(differs) {
            return wrong("two cases are one");
        }
        let is_twice = |it: &(FormulaVariable, bool)| values.contains(&(it.0, !it.1));
        if values.iter().any(is_twice) || told.len() != formulas.len() {
            return wrong("a case is none");
        }
        for (formula, told) in formulas.iter().zip(told) {
            budget.work(formula.nodes().len())?;
            if may_be(formula, values) != (*told, !*told) {
                return wrong("a formula has another value in a case");
            }
        }
    }
    Ok(Checked::new(cases))
}

/// Whether a formula may be true and may be false where some variables have values.
fn may_be(formula: &Formula, values: &[(FormulaVariable, bool)]) -> (bool, bool) {
    let mut stack: Vec<(bool, bool)> = Vec::new();
    for node in formula.nodes() {
        let may = match node {
            FormulaSymbol::Variable(it) => match values.iter().find(|one| one.0 == *it) {
                Some((_, value)) => (*value, !*value),
                None => (true, true),
            },
            FormulaSymbol::Not => stack.pop().map_or((true, true), |(yes, no)| (no, yes)),
            FormulaSymbol::And(count) | FormulaSymbol::Or(count) => {
                let operands = stack.split_off(stack.len().saturating_sub(*count as usize));
                let all = |side: fn(&(bool, bool)) -> bool| operands.iter().all(side);
                let some = |side: fn(&(bool, bool)) -> bool| operands.iter().any(side);
                match node {
                    FormulaSymbol::And(_) => (all(|it| it.0), some(|it| it.1)),
                    _ => (some(|it| it.0), all(|it| it.1)),
                }
            }
        };
        stack.push(may);
    }
    stack.pop().unwrap_or((true, true))
}
