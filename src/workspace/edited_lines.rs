//! A text as lines, for many changes one after the other: each costs the lines that it touches and those between it and
//! the change before it, however long the text is.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use super::buffer::EditorPosition;
use crate::text::ColumnUnit;

/// The lines of a text, each with what ends it: a gap buffer, whose gap lies where the last change was made.
pub(super) struct EditedLines<'t> {
    before: Vec<Cow<'t, str>>,
    /// The last line first.
    behind: Vec<Cow<'t, str>>,
}

impl<'t> EditedLines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { before: split(text).map(Cow::Borrowed).collect(), behind: Vec::new() }
    }

    /// The whole text.
    pub(super) fn text(&self) -> String {
        self.before.iter().chain(self.behind.iter().rev()).map(|it| &**it).collect()
    }

    /// Replaces what stands between two positions; those behind the end of a line or of the text mean that end.
    pub(super) fn edit(&mut self, range: Range<EditorPosition>, encoding: ColumnUnit, text: &str) {
        let (first, start) = self.place(range.start, encoding);
        let (last, end) = self.place(range.end.max(range.start), encoding);
        // A carriage return and a newline that come together end one line, so those beside are looked at, too.
        let from = first.saturating_sub(1);
        let ahead = if from < first { self.line(from) } else { "" };
        let edited =
            [ahead, &self.line(first)[..start], text, &self.line(last)[end..], self.line(last + 1)];
        let edited = edited.concat();
        self.move_gap(from);
        let touched = (last + 2 - from).min(self.behind.len());
        self.behind.truncate(self.behind.len() - touched);
        self.before.extend(split(&edited).map(|line| Cow::Owned(line.to_owned())));
    }

    /// Moves the gap before a line.
    fn move_gap(&mut self, line: usize) {
        while self.before.len() > line {
            self.behind.extend(self.before.pop());
        }
        while self.before.len() < line {
            self.before.extend(self.behind.pop());
        }
    }

    /// The line that holds a position, and the offset in it.
    fn place(&self, position: EditorPosition, encoding: ColumnUnit) -> (usize, usize) {
        let line = (position.line as usize).min(self.before.len() + self.behind.len());
        let body = self.line(line).trim_end_matches(['\r', '\n']);
        (line, encoding.bytes_before(body, position.column) as usize)
    }

    /// A line; behind the last one nothing.
    fn line(&self, line: usize) -> &str {
        let behind = || self.behind.iter().rev().nth(line - self.before.len());
        self.before.get(line).or_else(behind).map_or("", |it| it)
    }
}

/// The lines of a text, none of them empty. As editors have it, a line ends with a newline, a carriage return, or both.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    iter::from_fn(move || {
        let end = match rest.find(['\n', '\r']) {
            Some(at) if rest[at..].starts_with("\r\n") => at + 2,
            Some(at) => at + 1,
            None => rest.len(),
        };
        let (line, behind) = rest.split_at(end);
        rest = behind;
        (!line.is_empty()).then_some(line)
    })
}
