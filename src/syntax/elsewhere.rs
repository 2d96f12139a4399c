//! What other languages have and this one writes another way: the words of declarations, functions and predicates that
//! come along there, ranges in parentheses, and lines of MiniZinc.

use super::token::{Lexeme, Token};
use crate::diagnostic::code::UNEXPECTED;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;

/// Words with which declarations begin in other languages, and those of this one.
const DECLARATIONS: [(&str, &str); 36] = [
    ("var", "function"),
    ("variable", "function"),
    ("int", "function"),
    ("integer", "function"),
    ("number", "function"),
    ("value", "function"),
    ("func", "function"),
    ("fn", "function"),
    ("bool", "predicate"),
    ("boolean", "predicate"),
    ("relation", "predicate"),
    ("pred", "predicate"),
    ("const", "constant"),
    ("object", "constant"),
    ("type", "sort"),
    ("enum", "sort"),
    ("domain", "sort"),
    ("set", "sort"),
    ("constraint", "rule"),
    ("axiom", "rule"),
    ("board", "grid"),
    ("param", "given"),
    ("let", "define"),
    ("def", "define"),
    ("macro", "define"),
    ("alldifferent", "distinct"),
    ("all_different", "distinct"),
    ("initial", "start"),
    ("initially", "start"),
    ("init", "start"),
    ("final", "goal"),
    ("finally", "goal"),
    ("target", "goal"),
    ("precondition", "when"),
    ("requires", "when"),
    ("effect", "then"),
];

/// The word of this language for one with which declarations begin in others.
pub(super) fn declaration(word: &str) -> Option<&'static str> {
    DECLARATIONS.iter().find(|it| it.0 == word).map(|it| it.1)
}

/// What a function or a predicate of other languages is here.
#[derive(Clone, Copy, Debug)]
pub struct MeantName {
    words: &'static [&'static str],
    /// How the same is said.
    pub help: &'static str,
    /// A name of a board that takes the same arguments.
    pub here: Option<&'static str>,
}

const NAMES: [MeantName; 7] = [
    MeantName {
        words: &[
            "adjacent",
            "adj",
            "neighbour",
            "neighbours",
            "neighbor",
            "neighbors",
            "next_to",
            "nextto",
        ],
        help: "cells with a common side are `beside(c, d)`, with a common corner as well `touches(c, d)`; \
               of numbers it is `abs(x - y) = 1`",
        here: Some("beside"),
    },
    MeantName {
        words: &["len", "length", "size", "card", "cardinality", "countif", "bool2int"],
        help: "for how many values something is true is `count(x where SENTENCE)`",
        here: None,
    },
    MeantName {
        words: &["alldifferent", "all_different", "alldiff", "all_diff"],
        help: "that the values of a function are all different is a line `distinct NAME`",
        here: None,
    },
    MeantName {
        words: &["pow", "power", "sqr", "square", "sqrt"],
        help: "powers are products, as in `x*x`",
        here: None,
    },
    MeantName {
        words: &["even", "odd", "is_even", "is_odd", "modulo", "divides", "divisible"],
        help: "what a division leaves over is `x mod 2`, which is 0 of even numbers",
        here: None,
    },
    MeantName {
        words: &["if_then_else", "ite", "iif", "ifelse"],
        help: "a case is a sentence of its own: `A -> x = 1` and `not A -> x = 2`",
        here: None,
    },
    MeantName { words: &["col"], help: "it is called `column`", here: Some("column") },
];

/// What a name of other languages is here.
pub fn name(word: &str) -> Option<MeantName> {
    NAMES.into_iter().find(|it| it.words.contains(&word))
}

/// `range(1, 6)` behind the sign or the word `in` of a line, which is a range here.
pub(super) fn range_in(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let word = |it: &Lexeme| &text[it.span.range()];
    tokens.windows(7).find_map(|it| {
        let [before, name, open, least, comma, most, close] = it else { return None };
        let is_range = word(name) == "range"
            && (matches!(before.token, Token::Colon | Token::Equals) || word(before) == "in")
            && open.token == Token::OpenParenthesis
            && (least.token, comma.token, most.token)
                == (Token::Number, Token::Comma, Token::Number)
            && close.token == Token::CloseParenthesis;
        is_range.then(|| {
            // `x in range(1, 6)` is `x: 1..6`.
            let (start, sign) = match before.token {
                Token::Word => (text[..before.span.start as usize].trim_end().len() as u32, ": "),
                _ => (name.span.start, ""),
            };
            let place = Span::new(start, close.span.end);
            range(text, (name.span, place, sign), [least.span, most.span])
        })
    })
}

/// The words for `range(1, 6)`, of which languages do not agree whether it has its end.
/// `place` is what is replaced by it behind `sign`.
pub fn range(text: &str, (word, place, sign): (Span, Span, &str), ends: [Span; 2]) -> Diagnostic {
    let [least, most] = ends.map(|it| &text[it.range()]);
    let write = |most: &str, what: &str| {
        let written = format!("{least}..{most}");
        let edit = Edit::replace(place, format!("{sign}{written}"));
        Fix::maybe(format!("write `{written}`{what}"), vec![edit])
    };
    let diagnostic = Diagnostic::new(UNEXPECTED, word, "unexpected `range`", "`..` is meant")
        .help(format!("both ends belong to a range: `{least}..{most}`"))
        .fix(write(most, ""));
    match (least.parse::<i64>(), most.parse::<i64>()) {
        (Ok(least), Ok(most)) if least < most => {
            diagnostic.fix(write(&(most - 1).to_string(), ": without its end, as in Python"))
        }
        _ => diagnostic,
    }
}

/// A line of MiniZinc in a puzzle, with the one that says the same.
pub(super) fn minizinc(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let (semicolon, tokens) = match tokens.split_last() {
        Some((last, rest)) if &text[last.span.range()] == ";" => (Some(last.span), rest),
        _ => (None, tokens),
    };
    let (first, rest) = tokens.split_first()?;
    let last = tokens.last()?.span;
    let part =
        |tokens: &[Lexeme]| Some(&text[tokens.first()?.span.to(tokens.last()?.span).range()]);
    // The values and the name of what is declared, which are parted by a colon.
    let parted = |tokens: &[Lexeme]| {
        let [values @ .., colon, name] = tokens else { return None };
        let is_declared = colon.token == Token::Colon && name.token == Token::Word;
        Some((part(values)?, part(std::slice::from_ref(name))?)).filter(|_| is_declared)
    };
    let word = &text[first.span.range()];
    let written = match (word, rest) {
        ("constraint", _) if rest.first()?.token != Token::OpenParenthesis => {
            part(rest)?.to_owned()
        }
        ("var", [_, _, ..]) => match parted(rest)? {
            ("bool", name) => format!("predicate {name}"),
            (values, name) => format!("constant {name}: {values}"),
        },
        ("array", [open, sort, close, of, var, ..])
            if [open, close, of, var].map(|it| &text[it.span.range()])
                == ["[", "]", "of", "var"] =>
        {
            let sort = &text[sort.span.range()];
            match parted(&rest[5..])? {
                ("bool", name) => format!("predicate {name}({sort})"),
                (values, name) => format!("function {name}({sort}): {values}"),
            }
        }
        ("set", [of, int, colon, name, equals, ..])
            if [of, int, colon, equals].map(|it| &text[it.span.range()])
                == ["of", "int", ":", "="] =>
        {
            format!("sort {} = {}", &text[name.span.range()], part(&rest[5..])?)
        }
        _ => return None,
    };
    let whole = first.span.to(semicolon.unwrap_or(last));
    let message = format!("unexpected `{word}`");
    Some(
        Diagnostic::new(UNEXPECTED, first.span, message, "this is MiniZinc")
            .help(format!("write `{written}`"))
            .fix(Fix::maybe(format!("write `{written}`"), vec![Edit::replace(whole, written)])),
    )
}
