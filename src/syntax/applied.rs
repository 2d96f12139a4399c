//! Names that are applied: a parenthesis directly behind the name of a formula begins what it is given for its
//! parameters. With a blank between them they are two formulas.

use super::reserved::{is_foreign_connective, reserved_name};
use super::token::{Lexeme, Token};

/// Whether the word at `index` is the name of a formula with others for its parameters: no blank stands between
/// it and the parenthesis behind it. `first` is where formulas begin.
pub(super) fn is_applied(text: &str, tokens: &[Lexeme], index: usize, first: usize) -> bool {
    let word = &text[tokens[index].span.range()];
    // In its declaration a blank makes no difference.
    let is_declared = index == 1
        && &text[tokens[0].span.range()] == "formula"
        && parameter_list(tokens).is_some();
    if !(is_declared || is_before_parenthesis(tokens, index)) || !can_be_applied(word) {
        return false;
    }
    // Between formulas such a word is a connective of other notations.
    let compares = || &text[tokens[first - 1].span.range()] == "equivalent";
    !is_foreign_connective(word)
        || index == first
        || !matches!(tokens[index - 1].token, Token::Word | Token::CloseParenthesis)
        || first > 0 && compares()
}

/// Of a line that begins with `formula NAME(`, where its list of parameters ends: at its `)`, if `=` stands behind it.
pub(super) fn parameter_list(tokens: &[Lexeme]) -> Option<usize> {
    if tokens.get(2)?.token != Token::OpenParenthesis {
        return None;
    }
    let is_listed = |it: &&Lexeme| matches!(it.token, Token::Word | Token::Comma);
    let end = 3 + tokens[3..].iter().take_while(is_listed).count();
    let is_closed = tokens.get(end)?.token == Token::CloseParenthesis;
    (is_closed && tokens.get(end + 1)?.token == Token::Equals).then_some(end)
}

/// Whether a parenthesis opens directly behind a token.
pub fn is_before_parenthesis(tokens: &[Lexeme], index: usize) -> bool {
    let next = tokens.get(index + 1);
    tokens[index].token == Token::Word
        && next.is_some_and(|it| {
            it.token == Token::OpenParenthesis && it.span.start == tokens[index].span.end
        })
}

/// Whether a formula with parameters may be called so: as formulas are, and like those connectives of other
/// notations that have no sign here.
pub fn can_be_applied(word: &str) -> bool {
    reserved_name(word).is_none() || matches!(word, "implies" | "iff" | "xor")
}
