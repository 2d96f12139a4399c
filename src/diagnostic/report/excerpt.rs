//! The few lines of a source that a report shows, as a small text of their own: the marked lines
//! and their neighbours, with parts far from any mark left out of long lines, and every character
//! that would disturb a terminal replaced by a visible one. Marks are moved along.

use std::borrow::Cow;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceSpan, SpanContents};

use super::Style;
use crate::text::{LineColumn, Source, Span};

/// A marked span that covers more lines is shown by its first and its last line.
const MAX_TALL: u32 = 8;

/// Columns that the line number and the frame take.
const FRAME: usize = 12;

/// Fewer hidden bytes than this are shown: the sign for hidden text would not be shorter.
const MIN_HIDDEN: u32 = 4;

/// A place to be underlined with what is said about it.
#[derive(Debug)]
pub(super) struct ExcerptMark {
    span: Span,
    label: String,
    is_primary: bool,
}

impl ExcerptMark {
    /// The place that is wrong.
    pub(super) fn primary(span: Span, label: Cow<'_, str>) -> Self {
        Self { span, label: label.into_owned(), is_primary: true }
    }

    /// A further place.
    pub(super) fn new(span: Span, label: Cow<'_, str>) -> Self {
        Self { span, label: label.into_owned(), is_primary: false }
    }
}

/// The lines shown and the marks in them.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// Name of the source.
    name: String,
    /// The lines, each with a line feed.
    text: String,
    lines: Vec<Line>,
    marks: Vec<ExcerptMark>,
    /// Offsets at which marks start and end: in the source, and in `text`.
    edges: Vec<(u32, usize)>,
    /// Line and column in the source of each mark's start.
    places: Vec<LineColumn>,
}

#[derive(Debug)]
struct Line {
    /// The number that is told, from 0.
    number: u32,
    /// Offset in the excerpt's text.
    start: usize,
}

impl Excerpt {
    pub(super) fn new(source: &Source, marks: Vec<ExcerptMark>, style: &Style) -> Self {
        let marks: Vec<ExcerptMark> =
            marks.into_iter().flat_map(|mark| fit(mark, source)).collect();
        let last = last_line(source);
        let mut numbers: Vec<u32> = Vec::new();
        for ExcerptMark { span, .. } in &marks {
            let (first, end) = (source.line_of(span.start), source.line_of(span.end));
            numbers.extend(first.saturating_sub(1)..=end.max((end + 1).min(last)));
        }
        numbers.sort_unstable();
        numbers.dedup();
        let edges = marks.iter().flat_map(|mark| [mark.span.start, mark.span.end]);
        let mut edges: Vec<(u32, usize)> = edges.map(|edge| (edge, 0)).collect();
        edges.sort_unstable();
        edges.dedup();

        let mut writer = Writer { source, style, text: String::new(), edges, next_edge: 0 };
        let mut lines = Vec::with_capacity(numbers.len());
        for number in numbers {
            let told = source.lines_before() + number;
            lines.push(Line { number: told, start: writer.text.len() });
            writer.line(source.line_span(number));
        }
        Self {
            name: source.name().chars().map(|c| visible(c, style.unicode)).collect(),
            lines,
            places: marks.iter().map(|mark| source.line_column(mark.span.start)).collect(),
            marks,
            text: writer.text,
            edges: writer.edges,
        }
    }

    /// The marks, at their places in this excerpt.
    pub(super) fn labels(&self) -> impl Iterator<Item = LabeledSpan> {
        self.marks.iter().map(|mark| {
            let label = (!mark.label.is_empty()).then(|| mark.label.clone());
            let span = self.offset(mark.span.start)..self.offset(mark.span.end);
            match mark.is_primary {
                true => LabeledSpan::new_primary_with_span(label, span),
                false => LabeledSpan::new_with_span(label, span),
            }
        })
    }

    /// Where an edge of a mark lies in this excerpt.
    fn offset(&self, edge: u32) -> usize {
        let found = self.edges.binary_search_by_key(&edge, |&(source, _)| source);
        found.map_or(0, |index| self.edges[index].1)
    }

    /// Index of the shown line that holds an offset of this excerpt.
    fn line_at(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.start <= offset).saturating_sub(1)
    }
}

impl miette::SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let follows = |index: usize| self.lines[index].number == self.lines[index - 1].number + 1;
        let mut first = self.line_at(span.offset());
        let mut last = self.line_at(span.offset() + span.len());
        for _ in 0..lines_before {
            first -= usize::from(first > 0 && follows(first));
        }
        for _ in 0..lines_after {
            last += usize::from(last + 1 < self.lines.len() && follows(last + 1));
        }
        let start = self.lines[first].start;
        let end = self.lines.get(last + 1).map_or(self.text.len(), |line| line.start);
        // Without context the question is where a mark starts.
        let mark = self.marks.iter().position(|mark| self.offset(mark.span.start) == span.offset());
        let (line, column) = match mark.filter(|_| lines_before == 0) {
            Some(mark) => (self.places[mark].line - 1, self.places[mark].column - 1),
            None => (self.lines[first].number, 0),
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            &self.text.as_bytes()[start..end],
            (start..end).into(),
            line as usize,
            column as usize,
            last - first + 1,
        )))
    }
}

/// Number of the last line worth showing: the empty one behind a final line feed is not.
fn last_line(source: &Source) -> u32 {
    let last = source.line_count() - 1;
    if source.line_span(last).is_empty() { last.saturating_sub(1) } else { last }
}

/// The mark within the text and without line endings; a tall one as two.
fn fit(mark: ExcerptMark, source: &Source) -> Vec<ExcerptMark> {
    let length = source.text().len() as u32;
    let start = source.floor_boundary(mark.span.start.min(length));
    let end = source.text().ceil_char_boundary(mark.span.end.clamp(start, length) as usize) as u32;
    let first = source.line_of(start);
    // A span that ends where a line starts belongs to the line before.
    let last = source.line_of(if end > start { end - 1 } else { end });
    let start = start.min(source.line_span(first).end);
    let end = end.clamp(start, source.line_span(last).end.max(start));
    if last - first < MAX_TALL {
        return vec![ExcerptMark { span: Span::new(start, end), ..mark }];
    }
    let line_start = source.line_span(last).start;
    let indent = source.slice(Span::new(line_start, end));
    let indent = indent.len() - indent.trim_start().len();
    vec![
        ExcerptMark { span: Span::new(start, source.line_span(first).end), ..mark },
        ExcerptMark::new(Span::new(line_start + indent as u32, end), Cow::Borrowed("up to here")),
    ]
}

/// A character as it is shown: control characters, invisible ones and those that change the
/// direction of writing are replaced by one that says so; tabs stay. U+001A stands for a byte
/// that is not UTF-8.
pub(super) fn visible(c: char, unicode: bool) -> char {
    let replacement = match c {
        '\t' => return c,
        '\u{1a}' | '\u{80}'..='\u{9f}' => '\u{fffd}',
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => '\u{fffd}',
        '\u{2060}'..='\u{206f}' | '\u{feff}' => '\u{fffd}',
        _ => return c,
    };
    if unicode { replacement } else { '?' }
}

/// Writes lines of the source into the excerpt and notes where marks come to lie.
struct Writer<'a> {
    source: &'a Source,
    style: &'a Style,
    text: String,
    /// Offsets in the source, and in `text` as far as written.
    edges: Vec<(u32, usize)>,
    next_edge: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: Span) {
        let hidden = if self.style.unicode { "…" } else { "..." };
        // Edges in lines that are not shown do not exist: each shown line starts with its own.
        let mut shown_to = line.start;
        for part in self.parts(line) {
            if part.start > shown_to {
                self.text.push_str(hidden);
            }
            for (at, c) in self.source.slice(part).char_indices() {
                let offset = part.start + at as u32;
                self.reach(offset);
                // A byte-order mark is none of the text.
                if (offset, c) != (0, '\u{feff}') {
                    self.text.push(visible(c, self.style.unicode));
                }
            }
            self.reach(part.end);
            shown_to = part.end;
        }
        if shown_to < line.end {
            self.text.push_str(hidden);
        }
        self.text.push('\n');
    }

    /// Notes that the text written so far ends at `offset` of the source.
    fn reach(&mut self, offset: u32) {
        while let Some(edge) = self.edges.get_mut(self.next_edge)
            && edge.0 <= offset
        {
            edge.1 = self.text.len();
            self.next_edge += 1;
        }
    }

    /// The parts of a line that are shown: all of it, or the surroundings of its edges.
    fn parts(&self, line: Span) -> Vec<Span> {
        let text = self.source.slice(line);
        let limit = self.style.width.saturating_sub(FRAME).max(2 * FRAME);
        if text.chars().nth(limit).is_none() {
            return vec![line];
        }
        let edges = self.edges[self.next_edge..].iter().map(|&(edge, _)| edge);
        let edges: Vec<u32> = edges.take_while(|&edge| edge <= line.end).collect();
        if edges.is_empty() {
            return vec![Span::new(line.start, line.start + after(text, limit))];
        }
        // Edges close to each other share their surroundings.
        let gaps = edges.windows(2).filter(|pair| pair[1] - pair[0] > limit as u32 / 4).count();
        let reach = (limit * 3 / 8 / (gaps + 1)).max(4);
        let mut parts: Vec<Span> = Vec::new();
        let mut shown_to = line.start;
        for edge in edges {
            let (before, behind) = text.split_at((edge - line.start) as usize);
            let start = edge - back(before, reach);
            let end = edge + after(behind, reach);
            let end = if line.end - end < MIN_HIDDEN { line.end } else { end };
            match parts.last_mut() {
                Some(part) if start < shown_to + MIN_HIDDEN => part.end = end,
                None if start < shown_to + MIN_HIDDEN => parts.push(Span::new(line.start, end)),
                _ => parts.push(Span::new(start, end)),
            }
            shown_to = end;
        }
        parts
    }
}

/// Bytes of the first `count` characters.
fn after(text: &str, count: usize) -> u32 {
    text.char_indices().nth(count).map_or(text.len(), |(at, _)| at) as u32
}

/// Bytes of the last `count` characters.
fn back(text: &str, count: usize) -> u32 {
    let start = text.char_indices().rev().nth(count.max(1) - 1).map_or(0, |(at, _)| at);
    (text.len() - start) as u32
}
