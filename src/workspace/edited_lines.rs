//! A text as lines, for many changes one after the other: each costs the lines that it touches, however long the text
//! is.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use super::buffer::EditorPosition;
use crate::text::ColumnUnit;

/// The lines of a text, each with what ends it.
pub(super) struct EditedLines<'t>(Vec<Cow<'t, str>>);

impl<'t> EditedLines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self(split(text).map(Cow::Borrowed).collect())
    }

    /// The whole text.
    pub(super) fn text(&self) -> String {
        self.0.concat()
    }

    /// Replaces what stands between two positions; those behind the end of a line or of the text mean that end.
    pub(super) fn edit(&mut self, range: Range<EditorPosition>, encoding: ColumnUnit, text: &str) {
        let (first, start) = self.place(range.start, encoding);
        let (last, end) = self.place(range.end.max(range.start), encoding);
        // A carriage return and a newline that come together end one line, so those beside are looked at, too.
        let touched = first.saturating_sub(1)..(last + 2).min(self.0.len());
        let behind = (last + 1).min(touched.end)..touched.end;
        let edited = [
            &self.0[touched.start..first].concat(),
            &self.line(first)[..start],
            text,
            &self.line(last)[end..],
            &self.0[behind].concat(),
        ];
        let edited = edited.concat();
        self.0.splice(touched, split(&edited).map(|line| Cow::Owned(line.to_owned())));
    }

    /// The line that holds a position, and the offset in it.
    fn place(&self, position: EditorPosition, encoding: ColumnUnit) -> (usize, usize) {
        let line = (position.line as usize).min(self.0.len());
        let body = self.line(line).trim_end_matches(['\r', '\n']);
        (line, encoding.bytes_before(body, position.column) as usize)
    }

    /// A line; behind the last one nothing.
    fn line(&self, line: usize) -> &str {
        self.0.get(line).map_or("", |it| it)
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
