//! Another assignment than one, which tells whether that is the only one.

use rustc_hash::FxHashSet;

use super::words::VariableWords;
use crate::kinds::Posed;
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::problem::MakeTrue;

/// Another assignment that makes a formula true.
pub(super) fn another(
    MakeTrue(formula, engine): &MakeTrue,
    first: Vec<(FormulaVariable, bool)>,
    words: VariableWords,
) -> Posed<'static, Option<Vec<String>>> {
    // One of the variables has another value.
    let mut nodes = formula.nodes().to_vec();
    for (variable, value) in &first {
        nodes.push(FormulaSymbol::Variable(*variable));
        nodes.extend(value.then_some(FormulaSymbol::Not));
    }
    if first.len() > 1 {
        nodes.push(FormulaSymbol::Or(first.len() as u32));
    }
    nodes.push(FormulaSymbol::And(2));
    let other = MakeTrue(Formula::from_post_order(nodes), *engine);
    Posed::new(other, move |_, other| {
        let other = other?;
        let first: FxHashSet<_> = first.into_iter().collect();
        let new: Vec<_> = other.iter().filter(|it| !first.contains(it)).copied().collect();
        Some(words.assignment(&new).split_whitespace().map(str::to_owned).collect())
    })
}
