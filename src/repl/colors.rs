//! The colours of a text that is being typed: those of its tokens, as an editor would have them.

use super::command;
use super::session::Session;
use crate::ide::tokens::{TokenSort, in_text};

const PLAIN: &str = "\u{1b}[0m";
const DIM: &str = "\u{1b}[2m";
const COMMAND: &str = "\u{1b}[35m";

/// A hint, which was not typed.
pub(super) fn dim(hint: &str) -> String {
    format!("{DIM}{hint}{PLAIN}")
}

/// A typed text with its colours.
pub(super) fn paint(session: &Session<'_>, text: &str) -> String {
    let mut painted = String::with_capacity(text.len() * 2);
    let mut end = 0;
    let mut language = text.to_owned();
    if let Some((word, _)) = command::split(text) {
        end = word.end as usize;
        painted.extend([COMMAND, &text[..end], PLAIN]);
        // What follows a command is coloured as if it stood alone.
        language.replace_range(..end, &" ".repeat(end));
    }
    for token in in_text(session.known.analysis(), &language) {
        let range = token.span.range();
        let color = match token.sort {
            TokenSort::Comment => DIM,
            TokenSort::Keyword => "\u{1b}[1;34m",
            TokenSort::Function | TokenSort::Class => "\u{1b}[36m",
            TokenSort::Type | TokenSort::Property => "\u{1b}[34m",
            TokenSort::EnumMember | TokenSort::Number => "\u{1b}[35m",
            TokenSort::String => "\u{1b}[32m",
            TokenSort::Operator => "\u{1b}[33m",
            TokenSort::Variable => continue,
        };
        painted.extend([&text[end..range.start], color, &text[range.clone()], PLAIN]);
        end = range.end;
    }
    painted.push_str(&text[end..]);
    painted
}
