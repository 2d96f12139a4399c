//! Where lines and operands end.

use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// The place behind the last token of a line.
pub(super) fn end_of(tokens: &[Lexeme]) -> Span {
    Span::at(tokens.last().map_or(0, |it| it.span.end))
}

/// Whether a term or a sentence may end with a token, so that a connective may follow.
pub(super) fn ends_operand(text: &str, lexeme: &Lexeme) -> bool {
    let is_part = || {
        matches!(
            &text[lexeme.span.range()],
            "and" | "or" | "not" | "all" | "some" | "no" | "exactly"
        )
    };
    match lexeme.token {
        Token::Word => !is_part(),
        Token::Number | Token::CloseParenthesis => true,
        _ => false,
    }
}

/// The first token of the name, the application or the parentheses that end with the token `last`.
pub(super) fn start_of_term(tokens: &[Lexeme], last: usize) -> Option<usize> {
    if tokens[last].token != Token::CloseParenthesis {
        return Some(last);
    }
    let mut depth = 0;
    let open = (0..=last).rev().find(|it| {
        match tokens[*it].token {
            Token::CloseParenthesis => depth += 1,
            Token::OpenParenthesis => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let is_applied = |it: &usize| {
        tokens[*it].token == Token::Word && tokens[*it].span.end == tokens[open].span.start
    };
    Some(open.checked_sub(1).filter(is_applied).unwrap_or(open))
}
