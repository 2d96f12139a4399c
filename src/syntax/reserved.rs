//! Words that name nothing: keywords, connectives of other notations, and single letters, which are variables.

use super::keyword::Keyword;
use super::symbol::Terminal;

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

/// The letter of a formula variable.
pub fn variable(word: &str) -> Option<u8> {
    match word.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(*letter),
        _ => None,
    }
}
