//! Expectations that are no answers: whether what was surely meant is right.

use super::holds;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::{Answer, AnswerVerdict, NotAnAnswer, Others};
use crate::service::check::{not_an_answer, spans_of_words};
use crate::service::solve::AskedPuzzle;
use crate::syntax::ast::{Expectation, Query, Verb};
use crate::text::Span;
use puzzle_engine::budget::Budget;

/// Tells of an expectation that no answer can be, with the edit of what was meant where that is right, and else of what was
/// found.
pub(super) fn no_answer_at_all(
    text: &str,
    query: &Query,
    (spans, expectation, wrong): (&[Span], Expectation, NotAnAnswer),
    is_right: impl FnOnce(&Edit) -> bool,
    found: (Fix, Edit),
) -> (Diagnostic, Edit) {
    let to_prove = to_prove(text, query, expectation, &wrong);
    let (diagnostic, meant) = not_an_answer(text, query.verb, spans, wrong);
    let written = |it: Edit| (Fix::maybe(format!("write `{}`", it.text), vec![it.clone()]), it);
    let (fix, update) = meant.filter(is_right).map_or(found, written);
    (asking(to_prove, diagnostic, fix), update)
}

/// Whether what is expected would be right with an edit of its words.
pub(super) fn is_right(
    text: &str,
    words: &[Span],
    edit: &Edit,
    asked: &AskedPuzzle<'_>,
    found: (Others<'_>, &Answer),
    budget: &mut Budget,
) -> bool {
    let whole = words[0].to(words[words.len() - 1]);
    let (before, behind) = (whole.start..edit.span.start, edit.span.end..whole.end);
    let [before, behind] = [before, behind].map(|it| &text[it.start as usize..it.end as usize]);
    let edited = format!("{before}{}{behind}", edit.text);
    let spans = spans_of_words(&edited, Span::new(0, edited.len() as u32));
    let words: Vec<_> = spans.iter().map(|it| &edited[it.range()]).collect();
    let puzzle = asked.puzzle.as_ref();
    puzzle.claim(&asked.question, &words).is_ok_and(|claim| {
        holds(puzzle, &asked.question, &claim, found, &mut Vec::new(), budget) == Ok(Ok(()))
    })
}

/// What asks whether a sentence follows, where one stands as the answer of `solve` about a theory: what helps, and
/// the fix.
fn to_prove(
    text: &str,
    query: &Query,
    expectation: Expectation,
    wrong: &NotAnAnswer,
) -> Option<(String, Fix)> {
    let said = text[expectation.span.range()].trim();
    let is_theory = wrong.usage.contains(AnswerVerdict::Contradictory.word());
    let is_said = said.ends_with(')') && said.contains('(') && !said.contains('\n');
    if query.verb != Verb::Solve || query.all.is_some() || !is_theory || !is_said {
        return None;
    }
    let meant = format!("prove {}: {said}", &text[query.target.span.range()]);
    let edit = Edit::replace(query.verb_span.to(expectation.span), &*meant);
    let help = format!("`{meant}` asks whether it follows");
    Some((help, Fix::maybe(format!("write `{meant}`"), vec![edit])))
}

/// The fault with the fix that asks, if there is one, and with the other one else.
fn asking(asked: Option<(String, Fix)>, diagnostic: Diagnostic, otherwise: Fix) -> Diagnostic {
    match asked {
        Some((help, fix)) => diagnostic.help(help).fix(fix),
        None => diagnostic.fix(otherwise),
    }
}
