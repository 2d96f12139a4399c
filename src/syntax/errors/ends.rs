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
