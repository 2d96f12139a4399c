//! The words for what may be wrong with sentences, in theories and in puzzles by rules of their own alike.

use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::Head;
use crate::syntax::elsewhere;
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

/// Whether a finding is that a theory or a puzzle does not have a word, which is like none that it has.
pub fn is_unknown_symbol(finding: &Diagnostic) -> bool {
    let is_of_block = finding.label.ends_with("does not have it");
    finding.code == UNKNOWN_NAME && is_of_block && finding.fixes.is_empty()
}

/// Something of one sort stands where another one belongs.
#[derive(Clone, Copy)]
pub(super) struct SortMismatch<Sort> {
    /// Where.
    pub place: Span,
    pub found: Sort,
    pub wanted: Sort,
}

impl<Sort: PartialEq> SortMismatch<Sort> {
    /// The one fault of this and of the argument beside it, if each is of the sort that belongs at the place of the
    /// other.
    pub(super) fn swapped_with(&self, text: &str, other: &Self) -> Option<Diagnostic> {
        let mut places = [self.place, other.place];
        places.sort();
        let between = text.get(places[0].end as usize..places[1].start as usize)?;
        if between.trim() != "," || self.found != other.wanted || self.wanted != other.found {
            return None;
        }
        let [first, second] = places.map(|it| &text[it.range()]);
        let message = format!("`{first}` and `{second}` are swapped");
        let label = "each is of the sort that belongs at the place of the other";
        let edits = vec![Edit::replace(places[0], second), Edit::replace(places[1], first)];
        let place = places[0].to(places[1]);
        let fault = Diagnostic::new(ILL_SORTED, place, message, label);
        Some(fault.fix(Fix::maybe("swap them", edits)))
    }
}

/// `=` or `!=` between what is true or false, as in `cat(Tom) = cat(Rex)`.
pub(super) fn statements_compared(
    text: &str,
    [left, right]: [Span; 2],
    is_equal: bool,
    is_whole: bool,
) -> Diagnostic {
    let between = &text[left.end as usize..right.start as usize];
    let start = left.end + (between.len() - between.trim_start().len()) as u32;
    let sign = Span::new(start, left.end + between.trim_end().len() as u32);
    let message = format!("`{}` stands between things, not between sentences", &text[sign.range()]);
    let (open, close, meant) = match (is_equal, is_whole) {
        (true, true) => ("", "", "A <-> B"),
        (true, false) => ("(", ")", "(A <-> B)"),
        (false, _) => ("not (", ")", "not (A <-> B)"),
    };
    let mut edits = vec![Edit::replace(sign, "<->")];
    if !open.is_empty() {
        edits.insert(0, Edit::insert(left.start, open));
        edits.push(Edit::insert(right.end, close));
    }
    let same = if is_equal {
        "that both are true or both false"
    } else {
        "that one is true and one false"
    };
    Diagnostic::new(WRONG_ROLE, sign, message, "both sides are true or false")
        .help(format!("{same} is `{meant}`"))
        .fix(Fix::maybe(format!("write `{meant}`"), edits))
}

/// A sort that is made by `range(1, 6)`, as in other languages.
pub(super) fn range_as_constructor(text: &str, constructors: &[Head]) -> Option<Diagnostic> {
    let [Head { name, arguments }] = constructors else { return None };
    let [least, most] = arguments[..] else { return None };
    let is_number = |it: Span| text[it.range()].bytes().all(|it| it.is_ascii_digit());
    let is_range = &text[name.range()] == "range" && is_number(least) && is_number(most);
    let end = most.end as usize + text[most.end as usize..].find(')')? + 1;
    let place = Span::new(name.start, end as u32);
    is_range.then(|| elsewhere::range(text, (*name, place, ""), [least, most]))
}

const ASKED_OUTSIDE: &str = "`?` asks for a thing, in `ask` only";

/// Offers to ask where `prove` has a `?`.
pub(super) fn ask_instead(found: &mut [Diagnostic], verb: Span) {
    if let Some(first) = found.iter_mut().find(|it| it.message == ASKED_OUTSIDE) {
        first.help = Some("`ask` tells of which things it is true".to_owned());
        first.fixes.push(Fix::maybe("write `ask`", vec![Edit::replace(verb, "ask")]));
    }
}

pub(super) fn asked_outside(place: Span) -> Diagnostic {
    Diagnostic::new(UNEXPECTED, place, ASKED_OUTSIDE, "nothing is asked here")
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
