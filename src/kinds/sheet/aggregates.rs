//! How the words are written that add up and count, for those who leave out over what, as in `sum(weight(i))` and
//! `count(lamp)`.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::UNEXPECTED;
use crate::text::Span;

/// How a word that adds up or counts is written, and what it means.
pub(super) fn usage(word: &str) -> Option<(&'static str, &'static str)> {
    Some(match word {
        "count" => ("count(x where SENTENCE)", "for how many values of `x` the sentence is true"),
        "sum" => ("sum(TERM for x where SENTENCE)", "all these numbers together"),
        "min" => ("min(TERM for x where SENTENCE)", "the smallest of these numbers"),
        "max" => ("max(TERM for x where SENTENCE)", "the greatest of these numbers"),
        _ => return None,
    })
}

/// Says of a word that adds up or counts how it is written, if it is one.
pub(super) fn without_variables(word: &str, place: Span) -> Option<Diagnostic> {
    let (usage, meaning) = usage(word)?;
    let message = format!("`{word}` does not say over what");
    let label = "its variables are missing";
    let help = format!("write `{usage}`: {meaning}");
    Some(Diagnostic::new(UNEXPECTED, place, message, label).help(help))
}
