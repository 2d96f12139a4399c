//! Words that name nothing: keywords, connectives of other notations, and single letters, which are variables.

use super::keyword::Keyword;
use super::symbol::Terminal;
use super::token::{Lexeme, Token};

/// The terminal of a keyword.
pub(super) fn keyword(word: &str) -> Option<Terminal> {
    Keyword::find(word).map(|it| it.terminal)
}

/// Whether a word starts an item of a file and so names nothing.
pub fn is_reserved(word: &str) -> bool {
    keyword(word).is_some()
}

/// Why a word cannot be the name of a declared formula, if it cannot.
pub fn reserved_name(word: &str) -> Option<&'static str> {
    match variable(word) {
        Some(_) => Some("a single lower-case letter is a variable"),
        None => reserved_in_formulas(word),
    }
}

/// Why a word cannot be the name of anything that stands in formulas, if it cannot.
pub fn reserved_in_formulas(word: &str) -> Option<&'static str> {
    let is_of_queries = matches!(word, "by" | "after");
    reserved_word(word).or(is_of_queries.then_some("this word has a meaning in queries"))
}

/// Why a word cannot be the name of any other declaration, if it cannot.
pub fn reserved_word(word: &str) -> Option<&'static str> {
    if is_reserved(word) {
        Some("this word starts a line of its own")
    } else {
        is_foreign_connective(word).then_some("this word is a connective of other notations")
    }
}

/// The connectives of other notations, with which nobody may confuse a formula.
pub const FOREIGN_CONNECTIVES: [&str; 6] = ["and", "or", "not", "implies", "iff", "xor"];

/// Whether a word is a connective of another notation.
pub fn is_foreign_connective(word: &str) -> bool {
    FOREIGN_CONNECTIVES.contains(&word)
}

/// The connective that a word is which may also be a name, as `OR` and `nand`: between two formulas, or before one.
pub(super) fn connective_in_place(text: &str, tokens: &[Lexeme], index: usize) -> Option<String> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let lexeme = tokens[index];
    let meant = connective_in_any_case(word(&lexeme)).filter(|_| lexeme.token == Token::Word)?;
    let next = tokens.get(index + 1).filter(|_| !is_foreign_connective(word(&lexeme)))?;
    let starts = matches!(
        next.token,
        Token::Word | Token::OpenParenthesis | Token::Minus | Token::ForeignNot
    );
    let ends = |it: &Lexeme| match it.token {
        Token::Word => connective_in_any_case(word(it)).is_none(),
        it => it == Token::CloseParenthesis,
    };
    let is_behind = index > 0 && ends(&tokens[index - 1]);
    let is_apart = next.token == Token::Word || next.span.start > lexeme.span.end;
    let fits = if meant == "not" { !is_behind && is_apart } else { is_behind };
    (starts && fits).then_some(meant)
}

fn connective_in_any_case(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    (is_foreign_connective(&word) || matches!(&*word, "nand" | "nor")).then_some(word)
}

/// The letter of a formula variable.
pub fn variable(word: &str) -> Option<u8> {
    match word.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(*letter),
        _ => None,
    }
}
