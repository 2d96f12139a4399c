//! Connectives of prose in a formula: `if x then y`, `x if and only if y`, `either x or y`.

use super::SyntaxFault;
use crate::diagnostic::Edit;
use crate::diagnostic::code::FOREIGN_CONNECTIVE;
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// A formula in prose.
struct Prose<'t> {
    /// The words that join its parts.
    words: Vec<Span>,
    parts: [&'t [Lexeme]; 2],
    /// What they come to, of `F` and `G`.
    meant: &'static str,
}

fn read<'t>(text: &str, tokens: &'t [Lexeme]) -> Option<Prose<'t>> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let mut depth = 0;
    let outside = |it: &&Lexeme| {
        match it.token {
            Token::OpenParenthesis => depth += 1,
            Token::CloseParenthesis => depth -= 1,
            _ => {}
        }
        depth == 0
    };
    let [first, rest @ ..] = tokens else { return None };
    let outside: Vec<_> = tokens.iter().filter(outside).collect();
    let place = |wanted: &str| {
        let found = outside.iter().find(|it| word(it) == wanted)?;
        Some(tokens.partition_point(|it| it.span.start < found.span.start))
    };
    let two = |at: usize| [&tokens[1..at], &tokens[at + 1..]];
    let (words, parts, meant) = match word(first) {
        "if" => {
            let then = place("then")?;
            (vec![first.span, tokens[then].span], two(then), "(-F+G)")
        }
        "either" if rest.first().is_some_and(|it| it.token == Token::Word) => {
            let or = place("or")?;
            (vec![first.span, tokens[or].span], two(or), "(F+G)")
        }
        _ => {
            let phrase = place("if")?;
            let [a, b, c, d, behind @ ..] = &tokens[phrase..] else { return None };
            if [a, b, c, d].map(word) != ["if", "and", "only", "if"] {
                return None;
            }
            let words = [a, b, c, d].map(|it| it.span).to_vec();
            (words, [&tokens[..phrase], behind], "((F*G)+(-F*-G))")
        }
    };
    parts.iter().all(|it| !it.is_empty()).then_some(Prose { words, parts, meant })
}

/// What stands between parentheses around all of these tokens.
fn inside(tokens: &[Lexeme]) -> Option<&[Lexeme]> {
    let [open, inside @ .., close] = tokens else { return None };
    let mut depth = 0;
    let stays_open = inside.iter().all(|it| {
        match it.token {
            Token::OpenParenthesis => depth += 1,
            Token::CloseParenthesis => depth -= 1,
            _ => {}
        }
        depth >= 0
    });
    let parentheses = (open.token, close.token);
    let is_whole = parentheses == (Token::OpenParenthesis, Token::CloseParenthesis);
    (is_whole && stays_open && !inside.is_empty()).then_some(inside)
}

/// The words of a formula that are those of prose, and no names.
pub(in crate::syntax) fn words(text: &str, tokens: &[Lexeme]) -> Vec<Span> {
    let formula = inside(tokens).unwrap_or(tokens);
    read(text, formula).map(|it| it.words).unwrap_or_default()
}

/// What is wrong with a formula in prose; it can be mended where its parts are formulas.
pub(super) fn fault(text: &str, tokens: &[Lexeme]) -> Option<SyntaxFault> {
    let Prose { words, parts, meant } = read(text, inside(tokens).unwrap_or(tokens))?;
    let said: Vec<_> = words.iter().map(|it| &text[it.range()]).collect();
    let (shown, place) = match &said[..] {
        [one, other] => (format!("`{one} F {other} G`"), words[0]),
        _ => (format!("`F {} G`", said.join(" ")), words[0].to(words[words.len() - 1])),
    };
    let label = format!("{shown} is written `{meant}`");
    let message = format!("`{}` belongs to another notation", &text[place.range()]);
    let fault = SyntaxFault::new(FOREIGN_CONNECTIVE, place, message, label)
        .help("the connectives are `*` for and, `+` for or, `-` for not");
    let of = |part: &[Lexeme]| &text[part[0].span.to(part[part.len() - 1].span).range()];
    let whole = tokens[0].span.to(tokens[tokens.len() - 1].span);
    // Other parts would be read with what stands around them.
    let is_one = |it: &&[Lexeme]| it.len() == 1 || inside(it).is_some();
    if !parts.iter().all(is_one) {
        return Some(fault);
    }
    let [left, right] = parts.map(of);
    let text: String = meant
        .chars()
        .map(|it| match it {
            'F' => left.to_owned(),
            'G' => right.to_owned(),
            sign => sign.to_string(),
        })
        .collect();
    Some(fault.repair(vec![Edit::replace(whole, text)]))
}
