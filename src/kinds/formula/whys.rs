//! Why formulas have the values that they have, in words: the parts that leave one assignment, the values that settle
//! a formula, the cases in each of which it is settled, and what varies.

use super::{VariableWords, conjuncts};
use crate::diagnostic::Related;
use crate::kinds::argument::list;
use crate::kinds::freedom::{FreeValue, freedom_told};
use crate::kinds::scope::Scope;
use crate::kinds::{Listing, Note, Posed, Reasons, fewest, not_smallest};
use crate::syntax::ast::WrittenFormula;
use puzzle_engine::logic::cnf::{Atom, Literal};
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::logic::tseitin::FormulaEncoding;
use puzzle_engine::problem::{
    ClauseFreedom, FewestMembers, FindCases, FindModelFreedom, FindWhyOnlyAssignment, FindWhyValue,
    ValueCase, WhyOnly,
};
use rustc_hash::FxHashSet;

/// Values of variables.
pub(super) type FormulaValues = Vec<(FormulaVariable, bool)>;

/// Why an assignment is the only one, or another one, and what would leave it alone.
pub(super) fn only<'a>(
    (scope, document, body): (Scope<'a>, u32, &'a WrittenFormula),
    formula: Formula,
    first: FormulaValues,
    words: VariableWords,
) -> Posed<'a, Reasons> {
    let problem = FindWhyOnlyAssignment(formula, first);
    Posed::new(problem, move |FindWhyOnlyAssignment(_, first), why| match why {
        WhyOnly::Only(found) => {
            let conjuncts = conjuncts(&scope, document, body);
            let line = |it: &usize| {
                let (document, span) = conjuncts[*it];
                let source = scope.source(document);
                let message = format!("`{}`", source.slice(span));
                Related { source: Some(source.clone()), span, message }
            };
            let heading = Some("no other values are left by:".to_owned());
            let because = found.members.iter().map(line).collect();
            let notes = not_smallest(found.is_smallest);
            Reasons { notes, heading, because, ..Reasons::default() }
        }
        WhyOnly::Another { other, clues, is_smallest } => {
            let first: FxHashSet<_> = first.into_iter().collect();
            let new: FormulaValues = other.into_iter().filter(|it| !first.contains(it)).collect();
            let another = format!("other values are right as well: {}", words.assignment(&new));
            let clues = clues.iter().map(|it| format!("`{}`", words.assignment(&[*it])));
            let clues = list(&clues.collect::<Vec<_>>());
            let fewest = fewest(is_smallest);
            let told = format!("with {clues} told, these are the only ones{fewest}");
            let notes = vec![Note::Summary(another), Note::Summary(told)];
            Reasons { notes, ..Reasons::default() }
        }
    })
}

/// What is not the same in all assignments that make a formula true.
pub(super) fn freedom<'a>(formula: Formula, words: VariableWords) -> Posed<'a, Reasons> {
    Posed::prepared(move |budget| {
        let FormulaEncoding { cnf, variables } = FormulaEncoding::of(&formula, true, budget)?;
        Ok(Posed::new(FindModelFreedom(cnf), move |_, found| told_free(found, &variables, &words)))
    })
}

/// What varies, and what does not.
fn told_free(
    found: Option<ClauseFreedom>,
    variables: &[FormulaVariable],
    words: &VariableWords,
) -> Reasons {
    let Some(ClauseFreedom { fixed, parts, .. }) = found else { return Reasons::default() };
    let mut values = Vec::new();
    let mut told = Vec::new();
    for (atoms, number) in parts {
        let first = values.len();
        let named = atoms.iter().filter_map(|it| variables.get(it.0 as usize));
        values.extend(named.map(|it| FreeValue { term: words.name(*it), values: Vec::new() }));
        // What only connectives are about follows from the variables.
        if values.len() > first {
            told.push(((first..values.len()).collect(), number));
        }
    }
    let mut reasons = freedom_told(&values, &told);
    let fixed = fixed
        .iter()
        .filter_map(|it| Some((*variables.get(it.atom().0 as usize)?, it.is_positive())));
    let fixed: FormulaValues = fixed.collect();
    if !fixed.is_empty() {
        let told = format!("the same in all: {}", words.assignment(&fixed));
        reasons.notes.push(Note::Summary(told));
    }
    reasons
}

/// The fewest values that settle formulas.
pub(super) fn settling<'a>(
    formulas: Vec<Formula>,
    values: FormulaValues,
    words: VariableWords,
) -> Posed<'a, Reasons> {
    Posed::new(FindWhyValue(formulas, values), move |FindWhyValue(_, values), found| {
        let FewestMembers { members, is_smallest } = found;
        let needed: FormulaValues = members.iter().map(|it| values[*it]).collect();
        let fewest = fewest(is_smallest);
        let told = match needed.len() {
            0 => "whatever the values are".to_owned(),
            all if all == values.len() => format!("it takes all of these values{fewest}"),
            _ => {
                let needed = words.assignment(&needed);
                format!("{needed} is enough, whatever the others are{fewest}")
            }
        };
        Reasons { notes: vec![Note::Summary(told)], ..Reasons::default() }
    })
}

/// All cases of one formula, or of two that have the same values.
pub(super) fn cases<'a>(formulas: Vec<Formula>, words: VariableWords) -> Posed<'a, Reasons> {
    let is_one = formulas.len() == 1;
    Posed::new(FindCases(formulas), move |_, mut cases| {
        cases.sort_by_cached_key(|it| it.0.clone());
        let line = |(values, told): &ValueCase| {
            let where_so = match values.is_empty() {
                true => "whatever the values are".to_owned(),
                false => words.assignment(values),
            };
            let value = u8::from(told.first() == Some(&true));
            match is_one {
                true => format!("{where_so}: {value}"),
                false => format!("{where_so}: both are {value}"),
            }
        };
        let heading = Some("in every case, whatever else there is:".to_owned());
        let lines = cases.iter().map(line).collect();
        Reasons { proofs: vec![Listing { heading, lines }], ..Reasons::default() }
    })
}

/// The literals of a formula that is a disjunction of such, once negations stand before variables.
pub(super) fn clause(formula: &Formula) -> Option<Vec<Literal>> {
    // The clause of each operand, and that of its negation.
    let mut operands: Vec<[Option<Vec<Literal>>; 2]> = Vec::new();
    for symbol in formula.nodes() {
        let (side, count) = match symbol {
            FormulaSymbol::Variable(it) => {
                let literal = Literal::new(Atom(it.0), true);
                operands.push([Some(vec![literal]), Some(vec![!literal])]);
                continue;
            }
            FormulaSymbol::Not => {
                operands.last_mut()?.reverse();
                continue;
            }
            FormulaSymbol::Or(count) => (0, count),
            FormulaSymbol::And(count) => (1, count),
        };
        let joined = operands.split_off(operands.len().checked_sub(*count as usize)?);
        let literals: Option<Vec<_>> = joined.into_iter().map(|mut it| it[side].take()).collect();
        let mut both = [None, None];
        both[side] = literals.map(|it| it.concat());
        operands.push(both);
    }
    operands.pop()?[0].take()
}
