//! Which parts of a formula are to blame for its value: a conjunction is false by one of its operands, of which the one
//! is taken that fewest variables are to blame for; a conjunction that is true needs all of them.

use crate::budget::{Budget, Stop};
use crate::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use crate::problem::{Failure, FindBlame, Problem, ProblemAnswer};
use crate::verify::blame::blamed;
use rustc_hash::FxHashMap;

impl Problem for FindBlame {
    type Solution = Vec<usize>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Vec<usize>>, Failure> {
        let Self(formula, values) = self;
        let parts = fewest_to_blame(formula, values, budget)?;
        Ok(blamed(formula, values, parts, budget)?.into())
    }
}

/// What is known of a part.
struct Blamed {
    value: bool,
    /// How many variables are to blame for that, where they stand.
    count: u64,
    /// Whether these are all that it has.
    is_whole: bool,
    /// The operands that are needed, if it has any.
    needed: Vec<usize>,
}

fn fewest_to_blame(
    formula: &Formula,
    values: &[(FormulaVariable, bool)],
    budget: &mut Budget,
) -> Result<Vec<usize>, Stop> {
    let values: FxHashMap<_, _> = values.iter().copied().collect();
    let mut parts: Vec<Blamed> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, node) in formula.nodes().iter().enumerate() {
        budget.work(1)?;
        let operands = open.split_off(open.len() - node.operands() as usize);
        let part = match node {
            FormulaSymbol::Variable(it) => {
                let value = values.get(it).copied().unwrap_or_default();
                Blamed { value, count: 1, is_whole: true, needed: Vec::new() }
            }
            FormulaSymbol::Not => {
                let Blamed { value, count, is_whole, .. } = parts[operands[0]];
                Blamed { value: !value, count, is_whole, needed: operands }
            }
            FormulaSymbol::And(_) | FormulaSymbol::Or(_) => {
                joined(&parts, operands, matches!(node, FormulaSymbol::Or(_)))
            }
        };
        parts.push(part);
        open.push(at);
    }
    let mut found = Vec::new();
    while let Some(at) = open.pop() {
        match parts[at].is_whole {
            true => found.push(at),
            false => open.extend(&parts[at].needed),
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// A conjunction, or a disjunction, which one operand with this value decides.
fn joined(parts: &[Blamed], operands: Vec<usize>, decides: bool) -> Blamed {
    let deciding = operands.iter().copied().filter(|it| parts[*it].value == decides);
    match deciding.min_by_key(|it| parts[*it].count) {
        Some(it) => {
            let count = parts[it].count;
            Blamed { value: decides, count, is_whole: false, needed: vec![it] }
        }
        None => Blamed {
            value: !decides,
            count: operands.iter().map(|it| parts[*it].count).sum(),
            is_whole: operands.iter().all(|it| parts[*it].is_whole),
            needed: operands,
        },
    }
}
