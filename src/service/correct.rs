//! Which changes of a puzzle's text turn a no into a yes, and which of a query give `eval` another value: each is made in a
//! copy of the program, and the same question is asked there.

use std::sync::Arc;

use super::check::{Analysis, Levels, check_within};
use super::import::document;
use super::solve::{AskedPuzzle, NoAnswer, answer_to, asked};
use crate::diagnostic::fix::apply;
use crate::diagnostic::{Edit, Fix};
use crate::kinds::{Answer, AnswerVerdict, Correction, Definition, Document, Flip};
use crate::syntax::ast::{ItemKind, Verb};
use crate::text::{Source, Span};
use puzzle_engine::budget::{Budget, Stop};

/// How long a change is tried. `Budget::part` counts it.
const EFFORT: u64 = 1 << 24;

/// What became of a change.
enum Tried {
    /// There is a solution now.
    Mended,
    /// There is still none.
    InVain,
    /// That is not known.
    Open,
}

/// The answer to a query with the changes that would make a yes of its no: those that were found before a limit
/// was reached.
pub fn corrected(
    analysis: &Analysis<'_>,
    query: Definition,
    question: &AskedPuzzle<'_>,
    mut answer: Answer,
    budget: &mut Budget,
) -> Answer {
    let proposed = match &answer.flip {
        Some(flip) => Ok(flipped(analysis, query, flip).into_iter().collect()),
        None if is_no(question.question.verb, &answer) => {
            question.puzzle.corrections(&answer, budget)
        }
        None => return answer,
    };
    let Ok(proposed) = proposed else { return answer };
    let mut are_all_in_vain = !proposed.is_empty();
    for correction in proposed {
        match tried(analysis, query, (&answer, &correction), budget) {
            Ok(Tried::Mended) => answer.corrections.push(correction),
            Ok(Tried::InVain) => {}
            Ok(Tried::Open) => are_all_in_vain = false,
            Err(_) => return answer.note("a limit was reached before all changes were tried"),
        }
    }
    for alternatives in question.puzzle.loosened(&answer) {
        are_all_in_vain &= alternatives.is_empty();
        match smallest(alternatives, |it| tried(analysis, query, (&answer, it), budget)) {
            Ok(found) => answer.corrections.extend(found),
            Err(_) => return answer.note("a limit was reached before all changes were tried"),
        }
    }
    match answer.corrections.is_empty() && are_all_in_vain {
        true => answer.note("no single one of the reasons can be taken back to mend it"),
        false => answer,
    }
}

/// So many changes are tried one by one before larger steps are taken.
const ONE_BY_ONE: usize = 8;

/// The first of some changes that mends: further ones are tried in steps of growing size, and those between the last
/// one in vain and the first that mends by halves.
fn smallest(
    mut changes: Vec<Correction>,
    mut tried: impl FnMut(&Correction) -> Result<Tried, Stop>,
) -> Result<Option<Correction>, Stop> {
    let mut is_mended = |it: &Correction| Ok(matches!(tried(it)?, Tried::Mended));
    let (mut low, mut high) = (0, 0);
    while high < changes.len() && !is_mended(&changes[high])? {
        low = high + 1;
        high += if high < ONE_BY_ONE { 1 } else { high };
    }
    if high >= changes.len() {
        return Ok(None);
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if is_mended(&changes[middle])? { high = middle } else { low = middle + 1 }
    }
    Ok(Some(changes.swap_remove(high)))
}

/// Other values for `eval`, where they lead to what is expected, or to 1 where nothing is.
fn flipped(analysis: &Analysis<'_>, query: Definition, flip: &Flip) -> Option<Correction> {
    let ItemKind::Query(written) = &analysis.scope.item(query).kind else { return None };
    let source = analysis.scope.source(query.document);
    let value = if flip.value { "1" } else { "0" };
    let is_wanted = written.expectation.map_or(flip.value, |it| source.slice(it.span) == value);
    let place = |it: &usize| match (written.digits, written.bindings.get(*it)) {
        (Some(digits), _) => {
            let at = digits.start + *it as u32;
            Some((Span::new(at, at + 1), digits))
        }
        (None, Some(binding)) => Some((binding.value, binding.variable.to(binding.value))),
        (None, None) => None,
    };
    let places: Vec<_> = flip.bindings.iter().map(place).collect::<Option<_>>()?;
    let edit = |(place, _): &(Span, Span)| {
        Edit::replace(*place, if source.slice(*place) == "0" { "1" } else { "0" })
    };
    let edits: Vec<_> = places.iter().map(edit).collect();
    let mut shown: Vec<_> = places.iter().map(|it| it.1).collect();
    shown.dedup();
    let before: Vec<_> = shown.iter().map(|it| source.slice(*it)).collect();
    let behind = |it: &Span| {
        let own = edits.iter().filter(|edit| it.contains(edit.span));
        let moved = |edit: &Edit| {
            let span = Span::new(edit.span.start - it.start, edit.span.end - it.start);
            Edit::replace(span, edit.text.as_str())
        };
        apply(source.slice(*it), &own.map(moved).collect::<Vec<_>>())
    };
    let behind: Vec<_> = shown.iter().map(behind).collect();
    let title = format!("write `{}` for `{}`", behind.join(" "), before.join(" "));
    let source = Arc::clone(source);
    is_wanted.then(|| Correction { source, fix: Fix::maybe(title, edits) })
}

/// Whether there is no solution.
fn is_no(verb: Verb, answer: &Answer) -> bool {
    use AnswerVerdict::{Contradictory, NoSolution, Unsatisfiable};
    let is_none = verb == Verb::Count && answer.text == "0";
    is_none || [Contradictory, NoSolution, Unsatisfiable].into_iter().any(|it| answer.is(it))
}

fn tried(
    analysis: &Analysis<'_>,
    query: Definition,
    (before, correction): (&Answer, &Correction),
    budget: &mut Budget,
) -> Result<Tried, Stop> {
    let mut program = analysis.scope.program.clone();
    let is_changed = |it: &Arc<Document>| Arc::ptr_eq(&it.source, &correction.source);
    let Some(changed) = program.documents.iter().position(is_changed) else {
        return Ok(Tried::Open);
    };
    let text = apply(correction.source.text(), &correction.fix.edits);
    program.documents[changed] = document(Arc::new(Source::new(correction.source.name(), text)));
    let checked = check_within(program, &Levels::default(), budget)?;
    let analysis = checked.analysis();
    let ItemKind::Query(written) = &analysis.scope.item(query).kind else { return Ok(Tried::Open) };
    let Some(mut question) = asked(&analysis, query.document, written) else {
        return Ok(Tried::Open);
    };
    question.question.is_why = false;
    let (answered, _) = budget.turn(EFFORT, |part| {
        answer_to(question.puzzle.as_ref(), &question.question, part).map(|it| it.answer)
    });
    Ok(match answered {
        Ok(answer) if is_no(question.question.verb, &answer) || answer.head == before.head => {
            Tried::InVain
        }
        Ok(_) => Tried::Mended,
        Err(NoAnswer::Stopped(Stop::Steps) | NoAnswer::Refused(_) | NoAnswer::Unverified(_)) => {
            Tried::Open
        }
        Err(NoAnswer::Stopped(stop)) => return Err(stop),
    })
}
