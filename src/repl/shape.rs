//! What a typed text is at first sight: what a file may hold, or a bare formula or name.

use crate::diagnostic::spelling::did_you_mean;
use crate::syntax::keyword::KEYWORDS;
use crate::syntax::lines::{self, LinePiece};
use crate::syntax::terminal::{is_reserved, variable};
use crate::syntax::token::{Lexeme, Token, lex};

/// What a text is at first sight.
pub(super) enum EntryShape {
    /// Items, as in a file.
    Items,
    /// A formula and nothing else.
    Formula,
    /// The name of a declaration and nothing else.
    Name(String),
    /// Values of variables and nothing else, or a formula in place of one.
    Values,
    /// The last answer.
    It,
}

impl EntryShape {
    /// What `text` is.
    pub(super) fn of(text: &str, is_declared: &dyn Fn(&str) -> bool) -> Self {
        let mut lines = lines::split(text, is_reserved);
        let first = lines.advance();
        let tokens = lines.tokens().to_vec();
        let is_alone = first == Some(LinePiece::Line(None)) && lines.advance().is_none();
        let (true, Some(first)) = (is_alone, tokens.first()) else { return Self::Items };
        let word = &text[first.span.range()];
        let is_misspelt = || did_you_mean(word, KEYWORDS.iter().map(|it| it.word)).is_some();
        match first.token {
            Token::OpenParenthesis | Token::Minus | Token::ForeignNot => Self::Formula,
            Token::Word if is_declared(word) && is_given(&tokens) => Self::Formula,
            Token::Word if is_reserved(word) => Self::Items,
            Token::Word if is_value(&tokens) => Self::Values,
            Token::Word if tokens.len() == 1 && is_declared(word) => Self::Name(word.to_owned()),
            Token::Word if variable(word).is_some() => Self::Formula,
            Token::Word if tokens.len() == 1 => match word {
                "it" => Self::It,
                _ if is_misspelt() => Self::Items,
                _ => Self::Formula,
            },
            Token::Word => match tokens[1].token {
                Token::Star
                | Token::Plus
                | Token::ForeignAnd
                | Token::ForeignOr
                | Token::ForeignXor
                | Token::ForeignArrow
                | Token::DoubleArrow => Self::Formula,
                _ => Self::Items,
            },
            _ => Self::Items,
        }
    }
}

/// Whether the name at the start of a line is given formulas: their parenthesis stands directly behind it.
fn is_given(tokens: &[Lexeme]) -> bool {
    let [name, next, ..] = tokens else { return false };
    next.token == Token::OpenParenthesis && next.span.start == name.span.end
}

/// Whether a line begins as `x=1` does, or as a formula that is declared without its word.
fn is_value(tokens: &[Lexeme]) -> bool {
    let [_, equals, value, ..] = tokens else { return false };
    equals.token == Token::Equals && matches!(value.token, Token::Number | Token::OpenParenthesis)
}

/// Whether a text is a name and not a formula.
pub(super) fn is_name(text: &str) -> bool {
    let mut tokens = lex(text);
    let is_word = tokens.next().is_some_and(|it| it.token == Token::Word);
    is_word && tokens.next().is_none() && variable(text).is_none()
}
