//! When a text that is typed line by line is whole.

use std::io::{self, BufRead};

use super::command;
use crate::syntax::unfinished::Unfinished;

/// What a text without its last line end still lacks. An empty line ends what only might go on.
pub(super) fn missing(text: &str) -> Option<Unfinished> {
    if command::split(text).is_some() {
        return None;
    }
    let missing = Unfinished::of(text)?;
    let may_end = matches!(missing, Unfinished::Parentheses | Unfinished::Documentation);
    let is_ended = text.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty());
    (!(may_end && is_ended)).then_some(missing)
}

/// Reads lines until they are a whole text. Whether the input has ended.
///
/// # Errors
/// Those of the input.
pub(super) fn read(input: &mut impl BufRead, text: &mut Vec<u8>) -> io::Result<bool> {
    let mut state = None;
    loop {
        let start = text.len();
        if input.read_until(b'\n', text)? == 0 {
            return Ok(true);
        }
        let line = &text[start..];
        let may_end = match state {
            // Long blocks are not looked at again with each of their lines.
            Some(Unfinished::Block) => line.contains(&b'}') || !line[0].is_ascii_whitespace(),
            Some(Unfinished::Text) => line.contains(&b'"'),
            _ => true,
        };
        if may_end {
            let text = String::from_utf8_lossy(text);
            state = missing(text.strip_suffix('\n').unwrap_or(&text));
            if state.is_none() {
                return Ok(false);
            }
        }
    }
}
