//! Which changes of a puzzle's text turn a no into a yes: each that its kind proposes is made in a copy of the
//! program, and the same question is asked there.

use std::sync::Arc;

use super::check::{Analysis, Levels, check_within};
use super::import::document;
use super::solve::{AskedPuzzle, NoAnswer, answer_to, asked};
use crate::diagnostic::fix::apply;
use crate::kinds::{Answer, AnswerVerdict, Correction, Definition, Document};
use crate::syntax::ast::ItemKind;
use crate::text::Source;
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
    if !is_no(&answer) {
        return answer;
    }
    let Ok(proposed) = question.puzzle.corrections(&answer, budget) else { return answer };
    let mut are_all_in_vain = !proposed.is_empty();
    for correction in proposed {
        match tried(analysis, query, &correction, budget) {
            Ok(Tried::Mended) => answer.corrections.push(correction),
            Ok(Tried::InVain) => {}
            Ok(Tried::Open) => are_all_in_vain = false,
            Err(_) => return answer.note("a limit was reached before all changes were tried"),
        }
    }
    for alternatives in question.puzzle.loosened(&answer) {
        are_all_in_vain &= alternatives.is_empty();
        match smallest(alternatives, |it| tried(analysis, query, it, budget)) {
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

/// Whether there is no solution.
fn is_no(answer: &Answer) -> bool {
    use AnswerVerdict::{Contradictory, NoSolution, Unsatisfiable};
    [Contradictory, NoSolution, Unsatisfiable].into_iter().any(|it| answer.is(it))
}

fn tried(
    analysis: &Analysis<'_>,
    query: Definition,
    correction: &Correction,
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
        Ok(answer) if is_no(&answer) => Tried::InVain,
        Ok(_) => Tried::Mended,
        Err(NoAnswer::Stopped(Stop::Steps) | NoAnswer::Refused(_) | NoAnswer::Unverified(_)) => {
            Tried::Open
        }
        Err(NoAnswer::Stopped(stop)) => return Err(stop),
    })
}
