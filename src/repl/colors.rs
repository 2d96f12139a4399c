//! The colours of a text that is being typed.

use crate::syntax::terminal::is_reserved;
use crate::syntax::token::{Token, lex};

const PLAIN: &str = "\u{1b}[0m";
const DIM: &str = "\u{1b}[2m";
const KEYWORD: &str = "\u{1b}[1;34m";
const COMMAND: &str = "\u{1b}[35m";
const NUMBER: &str = "\u{1b}[36m";
const TEXT: &str = "\u{1b}[32m";
const SIGN: &str = "\u{1b}[33m";

/// A hint, which was not typed.
pub fn dim(hint: &str) -> String {
    format!("{DIM}{hint}{PLAIN}")
}

/// A typed text with its colours.
pub fn paint(text: &str) -> String {
    let mut painted = String::with_capacity(text.len() * 2);
    let mut end = 0;
    if let Some((word, _)) = super::command::split(text) {
        let word = &text[..word.end as usize];
        painted.extend([COMMAND, word, PLAIN]);
        end = word.len();
    }
    let mut is_first = end == 0;
    for lexeme in lex(text) {
        let range = lexeme.span.range();
        if range.start < end {
            continue;
        }
        let word = &text[range.clone()];
        let color = match lexeme.token {
            Token::Word if is_first && is_reserved(word) => KEYWORD,
            Token::Comment | Token::DocComment => DIM,
            Token::Number => NUMBER,
            Token::Text(_) => TEXT,
            Token::Star | Token::Plus | Token::Minus | Token::Arrow | Token::Expect => SIGN,
            _ => "",
        };
        is_first = matches!(lexeme.token, Token::Newline | Token::OpenBrace);
        painted.push_str(&text[end..range.start]);
        end = range.end;
        match color {
            "" => painted.push_str(word),
            color => painted.extend([color, word, PLAIN]),
        }
    }
    painted.push_str(&text[end..]);
    painted
}
