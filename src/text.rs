//! Source text and positions in it. Positions are byte offsets (`u32`) and stay so until a front
//! end shows them; lines and columns are computed here and nowhere else.

use std::ops::Range;
use std::sync::OnceLock;

/// The longest text that is shown within a line of something else.
pub const LONGEST_SHOWN: usize = 60;

/// A half-open range of byte offsets in one source text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The empty span at `offset`.
    pub const fn at(offset: u32) -> Self {
        Self::new(offset, offset)
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Its bytes as a range of `usize`, for slicing.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Number of bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether it covers no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `other` lies within this span.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A place for a person: line and column, both from 1, the column counted in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
}

/// The units in which an editor counts columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColumnUnit {
    /// Bytes.
    Utf8,
    /// Code units of UTF-16.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl ColumnUnit {
    /// The length of a text in these units.
    pub fn length(self, text: &str) -> u32 {
        let length = match self {
            Self::Utf8 => text.len(),
            Self::Utf16 if text.is_ascii() => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
            Self::Utf32 => text.chars().count(),
        };
        length as u32
    }

    /// The bytes before a column of a line; a column behind its end is its end, one within a
    /// character is its start.
    pub fn bytes_before(self, line: &str, column: u32) -> u32 {
        if line.is_ascii() {
            return column.min(line.len() as u32);
        }
        let mut before = 0;
        for (at, character) in line.char_indices() {
            before += match self {
                Self::Utf8 => character.len_utf8(),
                Self::Utf16 => character.len_utf16(),
                Self::Utf32 => 1,
            } as u32;
            if before > column {
                return at as u32;
            }
        }
        line.len() as u32
    }
}

/// The largest text that positions can address.
pub const MAX_BYTES: usize = u32::MAX as usize - 1;

/// One text with the name it is shown under.
///
/// Bytes that are not UTF-8 are kept out of the text (each is replaced by one U+001A, so that
/// offsets stay those of the file) and remembered in [`Source::invalid_bytes`].
#[derive(Clone, Debug, Default)]
pub struct Source {
    name: String,
    text: String,
    lines_before: u32,
    /// Of each part that was taken from another text where it begins, and the line that people are told.
    parts: Vec<(u32, u32)>,
    invalid_bytes: Vec<Span>,
    line_starts: OnceLock<Vec<u32>>,
    chars_before_blocks: OnceLock<Vec<u32>>,
    is_ascii: OnceLock<bool>,
}

/// Two sources are equal when name and bytes are; what was indexed so far does not matter.
impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.text == other.text
            && self.invalid_bytes == other.invalid_bytes
    }
}

impl Eq for Source {}

/// Bytes between two entries of the character index.
const BLOCK: usize = 4096;

impl Source {
    /// A source from text that is known to be UTF-8.
    ///
    /// # Panics
    /// When the text is longer than [`MAX_BYTES`]; front ends refuse such files before.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        assert!(text.len() <= MAX_BYTES, "a source is at most 4 GiB");
        Self { name: name.into(), text, ..Self::default() }
    }

    /// A source from the bytes of a file.
    ///
    /// # Panics
    /// As [`Source::new`].
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => return Self::new(name, text),
            Err(error) => error.into_bytes(),
        };
        let mut text = String::with_capacity(bytes.len());
        let mut invalid_bytes = Vec::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                let start = text.len() as u32;
                text.extend(chunk.invalid().iter().map(|_| '\u{1a}'));
                invalid_bytes.push(Span::new(start, text.len() as u32));
            }
        }
        Self { invalid_bytes, ..Self::new(name, text) }
    }

    /// The same text, of which people are told that `lines` others stand before it: what is typed
    /// line by line is shown with the numbers of the whole.
    #[must_use]
    pub fn behind(self, lines: u32) -> Self {
        Self { lines_before: lines, ..self }
    }

    /// The same text, put together of parts of another one: where each begins, in order, and on which line, from 1, it
    /// stands there, which people are told.
    #[must_use]
    pub fn taken_from(self, parts: Vec<(u32, u32)>) -> Self {
        Self { parts, ..self }
    }

    /// Number of lines before the text, which only people are told of.
    pub fn lines_before(&self) -> u32 {
        self.lines_before
    }

    /// The name the source is shown under, usually its path.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Runs of bytes that were not UTF-8, in order.
    pub fn invalid_bytes(&self) -> &[Span] {
        &self.invalid_bytes
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// Offsets at which lines start; the first is 0. As editors have it, a line ends with a newline, a carriage return,
    /// or both.
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let is_end = |at: usize| match bytes[at] {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            let ends = (0..bytes.len()).filter(|&at| is_end(at));
            std::iter::once(0).chain(ends.map(|at| at as u32 + 1)).collect()
        })
    }

    /// Number of the line (from 0) that holds `offset`.
    pub fn line_of(&self, offset: u32) -> u32 {
        self.line_starts().partition_point(|&start| start <= offset) as u32 - 1
    }

    /// Number of lines; a text without the end of one has one.
    pub fn line_count(&self) -> u32 {
        self.line_starts().len() as u32
    }

    /// The span of a line (from 0) without its line ending.
    pub fn line_span(&self, line: u32) -> Span {
        let starts = self.line_starts();
        let start = starts[line as usize];
        let end = starts.get(line as usize + 1).map_or(self.text.len(), |&next| next as usize);
        let body = self.text[start as usize..end].trim_end_matches(['\r', '\n']);
        Span::new(start, start + body.len() as u32)
    }

    fn is_ascii(&self) -> bool {
        *self.is_ascii.get_or_init(|| self.text.is_ascii())
    }

    /// Number of characters before `offset`, a character boundary. Takes the same time in a line
    /// of ten bytes and in one of ten million.
    fn chars_before(&self, offset: u32) -> u32 {
        if self.is_ascii() {
            return offset;
        }
        let bytes = self.text.as_bytes();
        let count = |bytes: &[u8]| bytes.iter().filter(|&&byte| !is_continuation(byte)).count();
        let before_blocks = self.chars_before_blocks.get_or_init(|| {
            let counts = bytes.chunks(BLOCK).scan(0, |before, block| {
                *before += count(block) as u32;
                Some(*before)
            });
            std::iter::once(0).chain(counts).collect()
        });
        let offset = offset as usize;
        let block = offset / BLOCK;
        before_blocks[block] + count(&bytes[block * BLOCK..offset]) as u32
    }

    /// Line and column of an offset; a byte-order mark takes no column.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let mark = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() as u32 } else { 0 };
        let offset = self.floor_boundary(offset).max(mark);
        let line = self.line_of(offset);
        let start = self.line_starts()[line as usize].max(mark);
        let column = self.chars_before(offset) - self.chars_before(start) + 1;
        let part = self.parts.partition_point(|it| it.0 <= offset).checked_sub(1);
        let told = match part.map(|it| self.parts[it]) {
            Some((start, first)) => first + line - self.line_of(start),
            None => self.lines_before + line + 1,
        };
        LineColumn { line: told, column }
    }

    /// Line and column of an offset, both from 0, in the units of an editor. In a text of ASCII
    /// alone it takes the same time in a line of any length.
    pub fn line_and_units(&self, offset: u32, encoding: ColumnUnit) -> (u32, u32) {
        let offset = self.floor_boundary(offset);
        let line = self.line_of(offset);
        let before = Span::new(self.line_starts()[line as usize], offset);
        let units = match self.is_ascii() {
            true => before.len(),
            false => encoding.length(self.slice(before)),
        };
        (line, units)
    }

    /// The nearest character boundary at or before `offset`.
    pub fn floor_boundary(&self, offset: u32) -> u32 {
        self.text.floor_char_boundary(offset as usize) as u32
    }
}

/// Whether a byte of UTF-8 continues a character.
const fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}

/// The blanks at the start of the line that an item begins on.
pub fn indentation(text: &str, item: Span) -> &str {
    let start = text[..item.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let line = &text[start..item.start as usize];
    &line[..line.len() - line.trim_start().len()]
}

/// The beginning of a text, on one line.
pub fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// How the line that an item ends on ends; the last line as the one before.
pub fn newline(text: &str, item: Span) -> &'static str {
    let (before, behind) = text.split_at(item.end as usize);
    let line = behind.split_once('\n').or_else(|| before.rsplit_once('\n'));
    if line.is_some_and(|(line, _)| line.ends_with('\r')) { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters() {
        let source = Source::new("t", "ab\r\né∧x\n");
        assert_eq!(source.line_span(0), Span::new(0, 2));
        let at = source.text().find('x').unwrap() as u32;
        assert_eq!(source.line_column(at), LineColumn { line: 2, column: 3 });
        assert_eq!(source.line_count(), 3);
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        let source = Source::new("t", "a\rb\r\r\nc\r");
        let lines = (0..source.line_count()).map(|it| source.slice(source.line_span(it)));
        assert_eq!(lines.collect::<Vec<_>>(), ["a", "b", "", "c", ""]);
        assert_eq!(source.line_and_units(7, ColumnUnit::Utf16), (3, 1));
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let source = Source::new("t", "\u{feff}ab\ncd");
        assert_eq!(source.line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(source.line_column(4), LineColumn { line: 1, column: 2 });
        assert_eq!(source.line_column(7), LineColumn { line: 2, column: 2 });
    }

    #[test]
    fn parts_of_another_text_have_its_lines() {
        let source = Source::new("t", "q\na\nb\nc").taken_from(vec![(2, 30), (6, 4)]);
        let lines = [0, 2, 4, 6].map(|it| source.line_column(it).line);
        assert_eq!(lines, [1, 30, 31, 4]);
    }

    #[test]
    fn lines_before_the_text_count() {
        let source = Source::new("t", "a\nb").behind(7);
        assert_eq!(source.line_column(2), LineColumn { line: 9, column: 1 });
        assert_eq!((source.line_of(2), source.line_count()), (1, 2));
    }

    #[test]
    fn columns_are_right_across_blocks_of_the_index() {
        let source = Source::new("t", format!("ab\n{}x", "∧".repeat(BLOCK)));
        let length = source.text().len() as u32;
        assert_eq!(source.line_column(length), LineColumn { line: 2, column: BLOCK as u32 + 2 });
        assert_eq!(source.line_column(3 + 3 * 1400), LineColumn { line: 2, column: 1401 });
    }

    #[test]
    fn invalid_bytes_keep_offsets() {
        let source = Source::from_bytes("t", b"a\xff\xfeb".to_vec());
        assert_eq!(source.text().len(), 4);
        assert_eq!(source.invalid_bytes(), [Span::new(1, 2), Span::new(2, 3)]);
        assert_eq!(source.slice(Span::new(3, 4)), "b");
    }
}
