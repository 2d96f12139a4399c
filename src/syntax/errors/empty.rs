//! Parentheses with nothing between them, where a word has no arguments.

use crate::diagnostic::code::UNEXPECTED;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// Parentheses behind a word that have nothing in them.
pub(super) fn empty_list(tokens: &[Lexeme]) -> Option<Span> {
    tokens.windows(3).find_map(|it| {
        let is_one = it[0].token == Token::Word
            && it[1].token == Token::OpenParenthesis
            && it[2].token == Token::CloseParenthesis;
        is_one.then(|| it[1].span.to(it[2].span))
    })
}

/// Parentheses with nothing between them.
pub(super) fn without_arguments(list: Span) -> Diagnostic {
    let label = "what has no arguments has no parentheses";
    Diagnostic::new(UNEXPECTED, list, "unexpected `()`", label)
        .help("leave them out, or write what this is said of between them")
        .fix(Fix::maybe("leave them out", vec![Edit::delete(list)]))
}
