//! Why formulas have values that were not expected: the parts to blame, where they stand, and the fewest values whose change
//! gives `eval` the other value.

use super::argued::never;
use super::unfold::places;
use super::whys::{FormulaValues, settling};
use super::{FormulaText, NamedFormula, VariableWords};
use crate::diagnostic::Related;
use crate::kinds::scope::Scope;
use crate::kinds::{Answer, Flip, Note, Posed, Reasons, Solved, fewest};
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::problem::{FewestMembers, FindBlame, FindFlip};
use rustc_hash::FxHashMap;

/// Why a formula has its value with some values of its variables, and which change gives it the other one.
pub(super) fn evaluated(
    scope: Scope<'_>,
    named: NamedFormula,
    values: FormulaValues,
) -> Posed<'_, Reasons> {
    let NamedFormula { formula, words, text } = named;
    let problem = FindFlip(formula, values);
    let flip = Posed::new(problem, |FindFlip(formula, values), found| (formula, values, found));
    flip.and_then(move |(formula, values, found)| {
        let value = formula.is_true_with(&values);
        let Some(FewestMembers { members, is_smallest }) = found else {
            let always = Note::Summary("whatever the values are".to_owned());
            let argued = never(formula, !value, words).unless_refused(Reasons::default());
            return argued.map(|it| Reasons { notes: vec![always], ..it });
        };
        let changed: FormulaValues =
            members.iter().map(|it| (values[*it].0, !values[*it].1)).collect();
        let fewest = fewest(is_smallest);
        let told =
            format!("with {} it is {}{fewest}", words.assignment(&changed), u8::from(!value));
        let heading = format!("what makes it {}:", u8::from(value));
        let formulas = vec![(text, formula)];
        reasoned(scope, formulas, heading, &values, words).map(move |mut reasons| {
            reasons.notes.push(Note::Summary(told));
            reasons.flip = Some(Flip { bindings: members, value: !value });
            reasons
        })
    })
}

/// An answer with values that formulas are told by; with what settles them there, and the parts to blame.
pub(super) fn witnessed<'p>(
    scope: Scope<'p>,
    answer: Answer,
    formulas: Vec<(FormulaText, Formula)>,
    values: FormulaValues,
    words: VariableWords,
) -> Solved<'p> {
    let heading = match formulas.len() {
        1 => "what makes it 0:",
        _ => "what makes them differ:",
    };
    Solved::from(answer)
        .reasoned(move || reasoned(scope, formulas, heading.to_owned(), &values, words))
}

/// The fewest values that settle formulas, and the parts of each to blame for its value. Of each formula is told how it is
/// written and what it is, with its variables numbered as in the values.
fn reasoned<'a>(
    scope: Scope<'a>,
    formulas: Vec<(FormulaText, Formula)>,
    heading: String,
    values: &[(FormulaVariable, bool)],
    words: VariableWords,
) -> Posed<'a, Reasons> {
    let all = formulas.iter().map(|it| it.1.clone()).collect();
    let settled =
        settling(all, values.to_vec(), words).map(|it| Reasons { heading: Some(heading), ..it });
    formulas.into_iter().fold(settled, |posed, (text, formula)| {
        let problem = FindBlame(formula, values.to_vec());
        posed.and_then(move |mut reasons| {
            Posed::new(problem, move |FindBlame(formula, values), parts| {
                for it in to_blame(scope, &text, &formula, &values, &parts) {
                    if !reasons.because.iter().any(|one| one == &it) {
                        reasons.because.push(it);
                    }
                }
                reasons
            })
        })
    })
}

/// Where parts of a formula stand, and what they are. A part of what a name with parameters stands for is told as the whole.
fn to_blame(
    scope: Scope<'_>,
    text: &FormulaText,
    formula: &Formula,
    values: &FormulaValues,
    parts: &[usize],
) -> Vec<Related> {
    let places = places(&scope, text.document, &text.written);
    let worth = worth(formula, values);
    let told = |part: &usize| {
        let same = places[*part..].iter().take_while(|it| **it == places[*part]).count();
        let (document, span) = places[*part];
        let source = scope.source(document);
        let value = u8::from(worth[*part + same - 1]);
        let message = format!("`{}` is {value}", source.slice(span));
        Related { source: Some(source.clone()), span, message }
    };
    parts.iter().map(told).collect()
}

/// What each node of a formula is.
fn worth(formula: &Formula, values: &FormulaValues) -> Vec<bool> {
    let values: FxHashMap<_, _> = values.iter().copied().collect();
    let (mut all, mut open) = (Vec::new(), Vec::new());
    for node in formula.nodes() {
        let operands: Vec<bool> = open.split_off(open.len() - node.operands() as usize);
        let value = match node {
            FormulaSymbol::Variable(it) => values.get(it).copied().unwrap_or_default(),
            FormulaSymbol::Not => !operands[0],
            FormulaSymbol::And(_) => operands.iter().all(|it| *it),
            FormulaSymbol::Or(_) => operands.iter().any(|it| *it),
        };
        all.push(value);
        open.push(value);
    }
    all
}
