//! Changes of a puzzle's text that may turn a no into a yes: those that each take back one member of the reason.
//! A kind proposes them, and [`correct`](crate::service::correct) tries each.

use std::sync::Arc;

use super::Answer;
use crate::diagnostic::{Edit, Fix, Related};
use crate::text::{LONGEST_SHOWN, Source, Span};

/// A change of a puzzle's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correction {
    /// The text.
    pub source: Arc<Source>,
    /// What changes.
    pub fix: Fix,
}

impl Correction {
    /// A change at one place.
    pub fn new(source: &Arc<Source>, title: impl Into<String>, edit: Edit) -> Self {
        Self { source: Arc::clone(source), fix: Fix::maybe(title, vec![edit]) }
    }

    /// Where it changes something.
    pub fn place(&self) -> Span {
        self.fix.edits.first().map_or(Span::default(), |it| it.span)
    }

    /// That the lines of a block with a rule at `place` are left out; `None` when they hold more than the rule.
    pub fn without_rule(source: &Arc<Source>, place: Span) -> Option<Self> {
        let text = source.text();
        let start = text[..place.start as usize].rfind('\n').map_or(0, |it| it + 1);
        let before = text[start..place.start as usize].trim();
        let behind = text[place.end as usize..].lines().next().unwrap_or_default().trim();
        let is_label = |it: &str| it.strip_prefix("rule").is_some_and(|it| it.ends_with(':'));
        let is_rule = matches!(before, "" | "distinct" | "when" | "start") || is_label(before);
        if !is_rule || !(behind.is_empty() || behind.starts_with("//")) {
            return None;
        }
        let end = place.end as usize + text[place.end as usize..].find('\n').unwrap_or(0);
        let line = Span::new(
            (start + text[start..].len() - text[start..].trim_start().len()) as u32,
            end as u32,
        );
        let says = source.slice(Span::new(line.start, place.end));
        Some(Self::new(source, without(says), Edit::delete_line(text, line)))
    }
}

/// The title of a correction that leaves something out.
pub(super) fn without(words: &str) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("leave out `{}…`", &line[..end]),
        None => format!("leave out `{line}`"),
    }
}

impl Answer {
    /// The places it follows from in a text of its puzzle.
    pub fn places_in<'a>(&'a self, own: &'a Arc<Source>) -> impl Iterator<Item = &'a Related> {
        let is_own = |it: &&Related| it.source.as_ref().is_some_and(|it| Arc::ptr_eq(it, own));
        self.because.iter().filter(is_own)
    }
}
