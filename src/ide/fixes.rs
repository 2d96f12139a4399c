//! Quick fixes: what the messages at a place offer, and all of a text that need no choice.

use std::collections::BTreeMap;

use crate::diagnostic::{Applicability, Diagnostic, Edit, Fix};
use crate::text::Span;

/// A fix that is offered.
#[derive(Clone, Copy, Debug)]
pub struct QuickFix<'a> {
    /// What is wrong.
    pub diagnostic: &'a Diagnostic,
    /// How it is repaired.
    pub fix: &'a Fix,
    /// Whether it is what everybody would type.
    pub is_preferred: bool,
}

/// The fixes of what is wrong at a place, or of what one of them changes there: a name that is wrong in several places has
/// its message at one of them.
pub fn at(diagnostics: &[Diagnostic], place: Span) -> impl Iterator<Item = QuickFix<'_>> {
    let is_there = move |it: Span| it.start <= place.end && place.start <= it.end;
    let concerns = move |it: &&Diagnostic| {
        let mut edits = it.fixes.iter().flat_map(|fix| &fix.edits);
        is_there(it.span) || edits.any(|it| !it.span.is_empty() && is_there(it.span))
    };
    diagnostics.iter().filter(concerns).flat_map(|diagnostic| {
        let certain = diagnostic.fixes.iter().find(|it| is_certain(it));
        diagnostic.fixes.iter().map(move |fix| QuickFix {
            diagnostic,
            fix,
            is_preferred: certain.is_some_and(|it| std::ptr::eq(it, fix)),
        })
    })
}

/// The edits of all fixes that may be applied without asking, in source order. Of two that overlap
/// the first is taken; the other is offered again afterwards if it is still needed.
pub fn all(diagnostics: &[Diagnostic]) -> Vec<Edit> {
    let mut taken: BTreeMap<u32, &Edit> = BTreeMap::new();
    let certain = diagnostics.iter().filter_map(|it| it.fixes.iter().find(|fix| is_certain(fix)));
    for fix in certain {
        if fix.edits.iter().all(|edit| is_free(&taken, edit.span)) {
            taken.extend(fix.edits.iter().map(|edit| (edit.span.start, edit)));
        }
    }
    taken.into_values().cloned().collect()
}

fn is_certain(fix: &Fix) -> bool {
    fix.applicability == Applicability::Certain
}

/// Whether an edit overlaps none of those before it. Two that insert at the same place do.
fn is_free(taken: &BTreeMap<u32, &Edit>, span: Span) -> bool {
    let before = taken.range(..=span.start).next_back();
    let behind = taken.range(span.start..).next();
    before.is_none_or(|(start, it)| it.span.end <= span.start && *start < span.start)
        && behind.is_none_or(|(start, _)| *start >= span.end && *start > span.start)
}
