//! Where formulas stand in an item that the grammar rejected: what follows them is told from what
//! belongs to them even if it is wrong, as in `solve (x+y) = satisfiable`.

use std::ops::Range;

use super::is_assignment;
use crate::syntax::token::{Lexeme, Token};
use crate::syntax::{applied, terminal};

/// Which tokens of a broken item stand where formulas are written.
pub(super) fn formula_segment(text: &str, tokens: &[Lexeme]) -> Option<Range<usize>> {
    let start = match &text[tokens[0].span.range()] {
        "formula" if is_assignment(tokens) => 3,
        "formula" if applied::parameter_list(tokens).is_some() => {
            applied::parameter_list(tokens)? + 2
        }
        // Without an equals sign the fault is not in the formula.
        "formula" | "variables" | "game" | "clauses" | "maze" | "theory" | "import" | "allow"
        | "warn" | "deny" => return None,
        _ => 1,
    };
    let mut depth = 0_i64;
    for index in start..tokens.len() {
        if let Some(end) = end_at(text, tokens, start, index, depth) {
            return Some(start..end);
        }
        depth += nesting(tokens[index]);
    }
    Some(start..tokens.len())
}

/// Where the formulas that begin at `start` end, if the token at `index` shows that they do.
fn end_at(text: &str, tokens: &[Lexeme], start: usize, index: usize, depth: i64) -> Option<usize> {
    let word = |index: usize| &text[tokens[index].span.range()];
    let keyword = word(0);
    let is_query = keyword != "formula";
    let lexeme = tokens[index];
    if is_query
        && (lexeme.token == Token::Expect
            || matches!(word(index), "by" | "after")
            || terminal::is_all_of(text, tokens, index))
    {
        return Some(index);
    }
    if depth > 0 || index == start || !ends_operand(text, tokens[index - 1]) {
        return None;
    }
    let is_end = match lexeme.token {
        Token::Word if terminal::is_reserved(word(index)) => true,
        _ if !is_query => false,
        // `x=1` begins one token before its sign.
        Token::Equals if keyword == "eval" => return Some(index - 1),
        Token::Equals | Token::Colon | Token::Comma => true,
        // With others for its parameters.
        Token::OpenParenthesis if terminal::is_before_parenthesis(tokens, index - 1) => false,
        Token::Word if keyword == "equivalent" => word(index) == "and",
        // The word of an answer.
        Token::Word if keyword != "eval" && tokens[index - 1].token == Token::CloseParenthesis => {
            lexeme.span.len() > 1 && !terminal::is_foreign_connective(word(index))
        }
        Token::Number | Token::Word | Token::OpenParenthesis if keyword == "eval" => {
            !terminal::is_foreign_connective(word(index))
        }
        Token::DoubleArrow if keyword == "equivalent" => true,
        // What an arrow leads to is an answer unless it can be a formula.
        Token::Arrow | Token::ForeignArrow | Token::DoubleArrow => {
            tokens.get(index + 1).is_some_and(|it| {
                let is_word = it.token == Token::Word && it.span.len() > 1;
                it.token == Token::Number
                    || is_word && !terminal::is_foreign_connective(&text[it.span.range()])
            })
        }
        _ => false,
    };
    is_end.then_some(index)
}

/// Where the formula of a broken setting ends: before another setting on the same line.
pub(super) fn setting_end(text: &str, tokens: &[Lexeme]) -> usize {
    let mut depth = 0;
    let is_next = |index: &usize| {
        depth += nesting(tokens[index - 1]);
        let is_word = |index: usize| tokens.get(index).is_some_and(|it| it.token == Token::Word);
        let is_named = is_operand(text, tokens[*index]) && tokens[*index].span.len() > 1;
        depth <= 0 && ends_operand(text, tokens[index - 1]) && is_named && is_word(index + 1)
    };
    (2..tokens.len()).find(is_next).unwrap_or(tokens.len())
}

/// Whether a parenthesis stands around all of the tokens, or one at the start at least.
pub(super) fn is_grouped(tokens: &[Lexeme]) -> bool {
    tokens
        .iter()
        .find(|it| it.token != Token::Minus)
        .is_none_or(|it| it.token == Token::OpenParenthesis)
}

const fn nesting(lexeme: Lexeme) -> i64 {
    match lexeme.token {
        Token::OpenParenthesis => 1,
        Token::CloseParenthesis => -1,
        _ => 0,
    }
}

fn is_operand(text: &str, lexeme: Lexeme) -> bool {
    lexeme.token == Token::Word && !terminal::is_foreign_connective(&text[lexeme.span.range()])
}

fn ends_operand(text: &str, lexeme: Lexeme) -> bool {
    is_operand(text, lexeme) || lexeme.token == Token::CloseParenthesis
}

/// The formulas in such tokens: two where `equivalent` asks for two, which nothing separates but
/// that one ends and the next begins.
pub(super) fn formulas<'a>(
    text: &str,
    keyword: &str,
    tokens: &'a [Lexeme],
) -> impl Iterator<Item = &'a [Lexeme]> {
    let mut depth = 0;
    let is_seam = |pair: &[Lexeme]| {
        depth += nesting(pair[0]);
        let is_applied = terminal::is_before_parenthesis(pair, 0)
            && terminal::can_be_applied(&text[pair[0].span.range()]);
        let starts = is_operand(text, pair[1])
            || !is_applied
                && matches!(
                    pair[1].token,
                    Token::OpenParenthesis | Token::Minus | Token::ForeignNot
                );
        depth <= 0 && ends_operand(text, pair[0]) && starts
    };
    let seam = if keyword == "equivalent" { tokens.windows(2).position(is_seam) } else { None };
    let (first, second) = tokens.split_at(seam.map_or(tokens.len(), |index| index + 1));
    std::iter::once(first).chain(seam.map(|_| second))
}
