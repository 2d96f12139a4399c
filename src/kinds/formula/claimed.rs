//! What an expectation claims: the values of variables, of which each has to get one, and no other word; and a formula.

use std::collections::BTreeSet;

use super::VariableWords;
use super::unfold::symbol_of;
use crate::kinds::{Claim, NotAnAnswer, Refusal};
use crate::syntax::ast::Op;
use crate::syntax::parse_formula;
use crate::text::Span;
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};

/// Reads `x = 1 y = 0`, token by token, about these formulas.
///
/// # Errors
/// Which variable has no value or several, or which word is none; nothing where these are no values at all.
pub(super) fn values<'f>(
    words: &[&str],
    called: &VariableWords,
    formulas: impl Iterator<Item = &'f Formula>,
) -> Result<Vec<(FormulaVariable, bool)>, Option<String>> {
    let not_in_formula = |name: &str| format!("leave `{name}` out: it is not in the formula");
    let mut values = Vec::new();
    for binding in words.chunks(3) {
        let &[name, "=", value] = binding else { return Err(None) };
        let value = match value {
            "0" => false,
            "1" => true,
            _ => return Err(None),
        };
        values.push((called.find(name).ok_or_else(|| Some(not_in_formula(name)))?, value));
    }
    if values.is_empty() {
        return Err(None);
    }
    let variables: BTreeSet<_> = formulas.flat_map(Formula::variables).collect();
    let mut given = BTreeSet::new();
    let repeated = values.iter().map(|it| it.0).find(|it| !given.insert(*it));
    let all: BTreeSet<_> = values.iter().map(|it| it.0).collect();
    if let Some(missing) = variables.difference(&all).next() {
        return Err(Some(format!("give `{}` a value, too", called.name(*missing))));
    }
    if let Some(other) = all.difference(&variables).next() {
        return Err(Some(not_in_formula(&called.name(*other))));
    }
    match repeated {
        Some(variable) => Err(Some(format!("give `{}` one value", called.name(variable)))),
        None => Ok(values),
    }
}

/// What an answer to `simplify` claims.
pub(super) fn simplified(
    words: &[&str],
    called: Result<VariableWords, Refusal>,
) -> Result<Claim, NotAnAnswer> {
    let usage = || NotAnAnswer::from("write a formula, as in `(x+y)`".to_owned());
    let text = words.concat();
    let (tree, written) = parse_formula(&text).map_err(|_| usage())?;
    let called = called.map_err(|_| usage())?;
    let named = |span: Span| called.find(&text[span.range()]);
    let nodes = tree.formula(&written).iter().map(|node| match node.op {
        Op::Name => named(node.span).map(FormulaSymbol::Variable),
        op => symbol_of(op),
    });
    let nodes = nodes.collect::<Option<Vec<_>>>().ok_or_else(usage)?;
    let formula = Formula::from_post_order(nodes);
    Ok(Claim::says(formula.text(|it| called.name(it))))
}
