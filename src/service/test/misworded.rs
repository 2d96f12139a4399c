//! Expectations that are no answers: whether what was surely meant is right.

use super::holds;
use crate::diagnostic::{Edit, Fix};
use crate::kinds::{Answer, Others};
use crate::service::check::spans_of_words;
use crate::service::solve::AskedPuzzle;
use crate::text::Span;
use puzzle_engine::budget::Budget;

/// The fix that writes what was meant.
pub(super) fn written_as_meant(edit: Edit) -> (Fix, Edit) {
    (Fix::maybe(format!("write `{}`", edit.text), vec![edit.clone()]), edit)
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
