//! That parts of a formula are to blame for its value: with their values it has its own where every other variable is open,
//! and it depends on each of them.

use super::checked::Checked;
use crate::budget::Budget;
use crate::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use crate::problem::Failure;

/// The parts of a formula to blame, by their places among its nodes, ascending.
///
/// # Errors
/// What is wrong with them, or the limit that was reached.
pub(crate) fn blamed(
    formula: &Formula,
    values: &[(FormulaVariable, bool)],
    parts: Vec<usize>,
    budget: &mut Budget,
) -> Result<Checked<Vec<usize>>, Failure> {
    let wrong = |what: &str| Err(Failure::Unverified(what.to_owned()));
    let values: rustc_hash::FxHashMap<_, _> = values.iter().copied().collect();
    // What each node is worth, and what is known of that by the parts alone.
    let mut nodes: Vec<(bool, Option<bool>)> = Vec::new();
    let mut operands: Vec<Vec<usize>> = Vec::new();
    let mut open = Vec::new();
    for (at, node) in formula.nodes().iter().enumerate() {
        budget.work(1)?;
        let own = open.split_off(open.len() - node.operands() as usize);
        let worth = |it: &usize| nodes[*it];
        let (value, known) = match node {
            FormulaSymbol::Variable(it) => (values.get(it).copied().unwrap_or_default(), None),
            FormulaSymbol::Not => (!worth(&own[0]).0, worth(&own[0]).1.map(|it| !it)),
            FormulaSymbol::And(_) | FormulaSymbol::Or(_) => {
                let decides = matches!(node, FormulaSymbol::Or(_));
                let is_decided = own.iter().any(|it| worth(it).1 == Some(decides));
                let is_known = own.iter().all(|it| worth(it).1 == Some(!decides));
                let value = own.iter().any(|it| worth(it).0 == decides) == decides;
                (value, is_decided.then_some(decides).or(is_known.then_some(!decides)))
            }
        };
        let is_part = parts.binary_search(&at).is_ok();
        nodes.push((value, if is_part { Some(value) } else { known }));
        operands.push(own);
        open.push(at);
    }
    if open.iter().any(|it| nodes[*it].1.is_none()) {
        return wrong("the parts to blame leave the value of a formula open");
    }
    let mut needed = Vec::new();
    while let Some(at) = open.pop() {
        budget.work(1)?;
        if parts.binary_search(&at).is_ok() {
            needed.push(at);
            continue;
        }
        let known: Vec<_> =
            operands[at].iter().copied().filter(|it| nodes[*it].1.is_some()).collect();
        // Where one operand decides, another one with a value would make it needless.
        let is_decided = match &formula.nodes()[at] {
            FormulaSymbol::And(_) => !nodes[at].0,
            FormulaSymbol::Or(_) => nodes[at].0,
            FormulaSymbol::Not | FormulaSymbol::Variable(_) => false,
        };
        if is_decided && known.len() > 1 {
            return wrong("a part to blame for the value of a formula is not needed");
        }
        open.extend(known);
    }
    needed.sort_unstable();
    match needed == parts {
        true => Ok(Checked::new(parts)),
        false => wrong("a part to blame for the value of a formula is not needed"),
    }
}
