//! A circuit in QCIR: where a name gets its value, and how often it is used.

use super::ForeignPart;
use super::words::{ForeignWord, Lexis, is_name, times, word_at, words};
use crate::ide::symbols::EntrySort;
use crate::kinds::editor::code;
use crate::text::Span;

const LEXIS: Lexis = Lexis { comment: '#', has_quotes: false, signs: &[] };

/// A line `name = word(…)` or `word(…)`.
struct CircuitLine<'t> {
    /// The gate that it defines.
    gate: Option<ForeignWord<'t>>,
    word: ForeignWord<'t>,
    arguments: Vec<ForeignWord<'t>>,
    span: Span,
}

fn read<'t>(words: &[ForeignWord<'t>]) -> Vec<CircuitLine<'t>> {
    let pieces = words.split_inclusive(|it| it.text == ")");
    let line = |piece: &[ForeignWord<'t>]| {
        let open = piece.iter().position(|it| it.text == "(")?;
        let word = *piece.get(open.checked_sub(1)?)?;
        let gate = (open >= 3 && piece[open - 2].text == "=").then(|| piece[open - 3]);
        let arguments = piece[open + 1..].iter().filter(|it| is_name(it.text)).copied().collect();
        let first = gate.map_or(word.span, |it| it.span);
        Some(CircuitLine { gate, word, arguments, span: first.to(piece.last()?.span) })
    };
    pieces.filter_map(line).collect()
}

/// What the word at a place is.
pub(super) fn told(text: &str, offset: u32) -> Option<(String, Span)> {
    let words = words(text, LEXIS);
    let word = words[word_at(&words, offset)?];
    let lines = read(&words);
    if let Some(said) =
        lines.iter().find(|it| it.word.span == word.span).and_then(|_| keyword(word.text))
    {
        return Some((format!("`{}`: {said}", word.text), word.span));
    }
    let uses = lines.iter().flat_map(|it| &it.arguments).filter(|it| it.text == word.text).count();
    let is_chosen = |it: &CircuitLine<'_>| matches!(it.word.text, "forall" | "exists" | "free");
    if let Some(line) = lines.iter().find(|it| it.gate.is_some_and(|it| it.text == word.text)) {
        let written = code("qcir", &text[line.span.range()]);
        return Some((format!("{written}\n\na gate; it is used {}", times(uses)), word.span));
    }
    let chosen = lines.iter().filter(|it| is_chosen(it));
    let (level, line) =
        (1..).zip(chosen).find(|(_, it)| it.arguments.iter().any(|it| it.text == word.text))?;
    let who = if line.word.text == "forall" {
        "A, who wants the output false"
    } else {
        "E, who wants the output true"
    };
    let uses = times(uses - 1);
    let said = format!(
        "`{}`: its value is chosen by {who}, at level {level}; it is used {uses}",
        word.text
    );
    Some((said, word.span))
}

fn keyword(word: &str) -> Option<&'static str> {
    Some(match word {
        "forall" => "A chooses the values of these, to make the output false",
        "exists" | "free" => "E chooses the values of these, to make the output true",
        "output" => "what has to be true",
        "and" => "true if all of these are",
        "or" => "true if one of these is",
        "xor" => "true if one of the two is, and not both",
        "ite" => "the second if the first is true, or else the third",
        _ => return None,
    })
}

/// The lines of the prefix, the output and the gates.
pub(super) fn lines(text: &str) -> Vec<ForeignPart> {
    let words = words(text, LEXIS);
    let part = |line: CircuitLine<'_>| {
        let named = line.gate.unwrap_or(line.word);
        let rest = &text[named.span.end as usize..line.span.end as usize];
        ForeignPart {
            name: named.text.to_owned(),
            detail: rest.trim_start_matches([' ', '=']).to_owned(),
            sort: EntrySort::Symbol,
            span: line.span,
            name_span: named.span,
        }
    };
    read(&words).into_iter().map(part).collect()
}
