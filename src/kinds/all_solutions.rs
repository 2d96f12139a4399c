//! What is said of all solutions, `solve … all`, and what an expectation of it claims.

use super::{AnswerVerdict, Claim, NotAnAnswer};

/// How many solutions were found.
pub(super) fn so_many(count: usize, are_all: bool) -> String {
    let plural = if count == 1 { "" } else { "s" };
    let more = if are_all { "" } else { " and more" };
    format!("{count} solution{plural}{more}")
}

/// How many solutions there are, told as in the answer that lists them; `none` is the answer where there is none.
///
/// # Errors
/// How to write it.
pub(super) fn claimed(words: &[&str], none: AnswerVerdict) -> Result<Claim, NotAnAnswer> {
    let usage = || "write how many, as in `2 solutions` or `10 solutions and more`";
    if words.join(" ") == none.word() {
        return Ok(Claim::says(none));
    }
    let (digits, are_all) = match words {
        ["unique"] => return Ok(Claim::says(so_many(1, true))),
        [digits, "solution" | "solutions"] => (digits, true),
        [digits, "solution" | "solutions", "and", "more"] => (digits, false),
        _ => return Err(usage().to_owned().into()),
    };
    match digits.parse() {
        Ok(0) if are_all => Ok(Claim::says(none)),
        Ok(count) => Ok(Claim::says(so_many(count, are_all))),
        Err(_) => Err(usage().to_owned().into()),
    }
}
