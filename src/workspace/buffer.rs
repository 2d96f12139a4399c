//! A text that is being edited, cut into parts that are parsed alone, so that an edit costs no
//! more than the parts it touches. The parts say what the whole text would say, since they are cut
//! between items.

use std::ops::Range;
use std::sync::Arc;

use crate::kinds::Document;
use crate::service::parts::{PART, cut};
use crate::text::{ColumnUnit, Source};

/// The parts of a text, of which there is at least one.
#[derive(Clone, Debug)]
pub struct Buffer {
    name: String,
    parts: Vec<Arc<Document>>,
}

/// A place as editors say it: the line and the column, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct EditorPosition {
    /// The line.
    pub line: u32,
    /// The column, in units of a [`ColumnUnit`].
    pub column: u32,
}

/// A change of a text: what stands between two positions, or all of it, is replaced.
pub type EditorChange<'a> = (Option<Range<EditorPosition>>, &'a str);

impl Buffer {
    /// A text, shown under a name.
    pub fn new(name: &str, text: &str) -> Self {
        Self { name: name.to_owned(), parts: cut(text, true, |part| Source::new(name, part)).0 }
    }

    /// The name it is shown under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The parts in order.
    pub fn parts(&self) -> &[Arc<Document>] {
        &self.parts
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.source.text()).collect()
    }

    /// Replaces what stands between two positions; those behind the end of a line or of the text
    /// mean that end. Says whether something that names another file, such as an import, stood
    /// in the parts that are touched or does now.
    pub fn edit(&mut self, range: Range<EditorPosition>, encoding: ColumnUnit, text: &str) -> bool {
        let (first, start) = place(self.parts.iter(), range.start, encoding);
        let (last, end) = place(self.parts.iter(), range.end.max(range.start), encoding);
        let head = &self.parts[first].source.text()[..start as usize];
        let tail = &self.parts[last].source.text()[end as usize..];
        let mut edited = [head, text, tail].concat();
        let mut next = last + 1;
        if edited.len() < PART / 4 && next < self.parts.len() {
            edited.push_str(self.parts[next].source.text());
            next += 1;
        }
        let mut added = Vec::new();
        // The last part may need what follows to be complete; each time twice as much is taken.
        let mut more = 1;
        loop {
            let is_end = next == self.parts.len();
            let (mut parts, rest) = cut(&edited, is_end, |part| Source::new(&*self.name, part));
            added.append(&mut parts);
            if rest == edited.len() {
                break;
            }
            edited.drain(..rest);
            let following = next..(next + more).min(self.parts.len());
            edited.extend(self.parts[following.clone()].iter().map(|it| it.source.text()));
            next = following.end;
            more *= 2;
        }
        let removed = first..next;
        let names_file =
            |it: &Arc<Document>| it.tree.items.iter().any(|item| item.kind.names_file());
        let names_file = self.parts[removed.clone()].iter().chain(&added).any(names_file);
        self.parts.splice(removed, added);
        names_file
    }
}

/// The offset of a position in a text; behind the end of a line or of the text it is that end.
pub(super) fn offset(source: &Source, position: EditorPosition, encoding: ColumnUnit) -> u32 {
    if position.line >= source.line_count() {
        return source.text().len() as u32;
    }
    let span = source.line_span(position.line);
    span.start + encoding.bytes_before(source.slice(span), position.column)
}

/// The lines that end within a document.
fn line_ends(document: &Document) -> u32 {
    document.source.line_count() - 1
}

/// The part that holds a position, and the offset in it.
pub(super) fn place<'a>(
    parts: impl Iterator<Item = &'a Arc<Document>>,
    position: EditorPosition,
    encoding: ColumnUnit,
) -> (usize, u32) {
    let mut line = position.line;
    let mut parts = parts.enumerate().peekable();
    while let Some((index, part)) = parts.next() {
        // The line behind the last line break of a part is the first of the next one.
        let ends = line_ends(part);
        let is_last = parts.peek().is_none();
        if line < ends || (is_last && line == ends) {
            let here = EditorPosition { line, column: position.column };
            return (index, offset(&part.source, here, encoding));
        }
        if is_last {
            return (index, part.source.text().len() as u32);
        }
        line -= ends;
    }
    (0, 0)
}
