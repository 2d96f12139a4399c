//! The words for what may be wrong with sentences, in theories and in puzzles by rules of their own alike.

use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;

/// With the name that is meant, if one is similar; what to do instead otherwise.
pub(super) fn suggested<'a>(
    diagnostic: Diagnostic,
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> Diagnostic {
    let span = diagnostic.span;
    match did_you_mean(word, known) {
        Some(similar) => diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
        None => diagnostic.help(otherwise),
    }
}

pub(super) fn asked_outside(place: Span) -> Diagnostic {
    let message = "`?` asks for a thing, in `ask` only";
    Diagnostic::new(UNEXPECTED, place, message, "nothing is asked here")
        .help("bind a variable with `all` or `some`")
}

pub(super) fn nothing_asked(sentence: Span, verb: Span) -> Diagnostic {
    let message = "`ask` is told what to ask for by a `?`, as in `?who`";
    Diagnostic::new(UNEXPECTED, sentence, message, "nothing is asked for here")
        .help("write `prove` to ask whether it follows")
        .fix(Fix::maybe("write `prove`", vec![Edit::replace(verb, "prove")]))
}

pub(super) fn shadowed(word: &str, place: Span) -> Diagnostic {
    let message = format!("`{word}` is bound a second time");
    Diagnostic::new(SHADOWED_VARIABLE, place, message, "hides the outer one")
        .help("give one of them another name")
}
