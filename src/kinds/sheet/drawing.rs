//! Drawings as rows of places. Places stand apart by blanks; where all signs are single characters
//! and no blanks lie between, every character is a place. Bars, dashes and crosses that are no signs
//! only separate. Also the way back: rows of signs as lines, with bars around boxes.

use crate::syntax::token::text_lines;
use crate::text::Span;

/// What says nothing of its place.
pub(super) const NOTHING: &str = ".";

/// The same where that is a sign of the puzzle.
pub(super) const BLANK: &str = " ";

/// A drawing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadDrawing {
    pub rows: Vec<DrawnRow>,
    /// Places at the ends of its rows may be left out.
    pub is_ragged: bool,
}

/// A row of a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnRow {
    /// What stands before a `:`.
    pub label: Option<Span>,
    /// All of it.
    pub span: Span,
    /// Its places; a blank one is empty.
    pub places: Vec<Span>,
}

/// What tells how a drawing is to be read.
pub(super) struct DrawingReader<'r> {
    /// Whether a word is a sign.
    pub is_sign: &'r dyn Fn(&str) -> bool,
    /// Whether any word may be one, since a sort is open.
    pub takes_words: bool,
    /// Whether a row may begin with a name and `:`.
    pub has_labels: bool,
}

impl ReadDrawing {
    /// The places of the widest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|it| it.places.len()).max().unwrap_or_default()
    }
}

impl DrawingReader<'_> {
    /// Reads the quoted text at `span`.
    pub(super) fn read(&self, text: &str, span: Span) -> ReadDrawing {
        let lines: Vec<(u32, &str)> = text_lines(&text[span.range()])
            .into_iter()
            .map(|(offset, line)| (span.start + offset as u32, line))
            .collect();
        let rows: Vec<_> = lines.iter().filter_map(|it| self.spaced(text, *it)).collect();
        if !self.is_compact(text, &rows) {
            return ReadDrawing { rows, is_ragged: false };
        }
        let has_bars = rows.iter().any(|it| it.places.len() > 1)
            && lines.iter().any(|(_, line)| line.contains(is_bar));
        let rows: Vec<_> = lines.iter().filter_map(|it| self.compact(*it, has_bars)).collect();
        let is_ragged = rows.iter().any(|row| row.places.iter().any(|it| it.is_empty()));
        ReadDrawing { rows, is_ragged }
    }

    fn is_separator(&self, word: &str) -> bool {
        word.chars().all(|it| is_bar(it) || matches!(it, '-' | '+' | '=' | '─' | '┼' | '═'))
            && !(self.is_sign)(word)
    }

    /// The words of a line, of which bars are no part.
    fn spaced(&self, text: &str, (start, line): (u32, &str)) -> Option<DrawnRow> {
        let bars_separate = !(self.is_sign)("|");
        let is_end = |it: char| it.is_whitespace() || bars_separate && is_bar(it);
        let mut places = Vec::new();
        let mut label = None;
        let mut rest = 0;
        while let Some(from) = line[rest..].find(|it| !is_end(it)).map(|it| rest + it) {
            let to = line[from..].find(is_end).map_or(line.len(), |it| from + it);
            rest = to;
            let word = &line[from..to];
            let span = Span::new(start + from as u32, start + to as u32);
            if self.has_labels && label.is_none() && places.is_empty() && word.ends_with(':') {
                label = Some(Span::new(span.start, span.end - 1));
            } else if !self.is_separator(word) {
                places.push(span);
            }
        }
        if places.is_empty() && label.is_none() {
            return None;
        }
        let first = label.or(places.first().copied())?;
        let span = first.to(places.last().copied().unwrap_or(first));
        debug_assert!(text.len() >= span.end as usize);
        Some(DrawnRow { label, span, places })
    }

    fn is_compact(&self, text: &str, rows: &[DrawnRow]) -> bool {
        let words = || rows.iter().flat_map(|it| &it.places).map(|it| &text[it.range()]);
        if rows.iter().any(|it| it.label.is_some()) || words().all(|it| it.chars().count() == 1) {
            return false;
        }
        let is_known = words().all(|it| (self.is_sign)(it));
        let are_blocks = rows.iter().all(|it| it.places.len() == 1);
        if is_known && !(self.takes_words && are_blocks) {
            return false;
        }
        let mut buffer = [0; 4];
        words().flat_map(str::chars).all(|it| (self.is_sign)(it.encode_utf8(&mut buffer)))
    }

    /// The characters of a line, each a place.
    fn compact(&self, (start, line): (u32, &str), has_bars: bool) -> Option<DrawnRow> {
        let line = line.trim_end();
        let mut buffer = [0; 4];
        let mut places = Vec::new();
        if line.split_whitespace().all(|it| self.is_separator(it)) {
            return None;
        }
        for (offset, character) in line.char_indices() {
            let from = start + offset as u32;
            let is_sign = (self.is_sign)(character.encode_utf8(&mut buffer));
            if character.is_whitespace() && !has_bars {
                places.push(Span::at(from));
            } else if is_sign || !character.is_whitespace() && !is_bar(character) {
                places.push(Span::new(from, from + character.len_utf8() as u32));
            }
        }
        let span = Span::new(start, start + line.len() as u32);
        Some(DrawnRow { label: None, span, places })
    }
}

fn is_bar(it: char) -> bool {
    matches!(it, '|' | '│' | '║')
}

/// Rows of signs as lines: columns aligned, bars between boxes of so many rows and columns. Where
/// blanks are places, nothing lies between.
pub(super) fn lines(rows: &[Vec<String>], boxes: Option<(usize, usize)>) -> Vec<String> {
    let length = |it: &String| it.chars().count();
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widths: Vec<usize> = (0..width)
        .map(|at| rows.iter().filter_map(|row| row.get(at)).map(length).max().unwrap_or(1))
        .collect();
    if rows.iter().flatten().any(|it| it == BLANK) {
        return rows.iter().map(|row| row.concat()).collect();
    }
    let boxes = boxes.filter(|(height, wide)| *height < rows.len() || *wide < width);
    let ends_box =
        |at: usize, size: usize, of: usize| size < of && at > 0 && at.is_multiple_of(size);
    let mut lines = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let mut line = String::new();
        let mut rule = String::new();
        for (column, (sign, width)) in row.iter().zip(&widths).enumerate() {
            let is_end = boxes.is_some_and(|(_, wide)| ends_box(column, wide, row.len()));
            if is_end {
                line.push_str(" |");
                rule.push_str("-+");
            }
            if column > 0 {
                line.push(' ');
                rule.push('-');
            }
            line.push_str(sign);
            line.extend(std::iter::repeat_n(' ', width - length(sign)));
            rule.extend(std::iter::repeat_n('-', *width));
        }
        if boxes.is_some_and(|(height, _)| ends_box(at, height, rows.len())) {
            lines.push(rule);
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::format::format;
    use crate::syntax::token::text_value;
    use proptest::prelude::*;

    fn read(drawing: &str, signs: &[&str]) -> Vec<Vec<String>> {
        let text = format!("\"\"\"\n{drawing}\n\"\"\"");
        let is_sign = |it: &str| it == NOTHING || signs.contains(&it);
        let reader = DrawingReader { is_sign: &is_sign, takes_words: false, has_labels: false };
        let drawn = reader.read(&text, Span::new(0, text.len() as u32));
        let row = |it: &DrawnRow| it.places.iter().map(|it| text[it.range()].to_owned()).collect();
        drawn.rows.iter().map(row).collect()
    }

    #[test]
    fn lines_are_read_back() {
        let signs = ["1", "12", "#", "a"];
        for size in 1..7 {
            for boxes in [None, Some((1, 2)), Some((2, 3)), Some((2, 2))] {
                let place = |at: usize| [".", "1", "12", "#", "a"][(at * 7 + size) % 5].to_owned();
                let rows: Vec<Vec<String>> = (0..size)
                    .map(|row| (0..size + 1).map(|column| place(row * 3 + column)).collect())
                    .collect();
                let drawing = lines(&rows, boxes).join("\n");
                assert_eq!(read(&drawing, &signs), rows, "{drawing}");
            }
        }
    }

    #[test]
    fn characters_are_places_where_nothing_stands_between() {
        let rows = |rows: &[&str]| -> Vec<Vec<String>> {
            rows.iter().map(|it| it.chars().map(String::from).collect()).collect()
        };
        let digits = ["1", "2", "3"];
        assert_eq!(read("12.\n.31", &digits), rows(&["12.", ".31"]));
        assert_eq!(read("12|3\n--+-\n..|1", &digits), rows(&["123", "..1"]));
        assert_eq!(read("##\n# #", &["#"]), [vec!["#", "#"], vec!["#", "", "#"]]);
        assert_eq!(read("| 1 | 2 |\n|---+---|\n| 3 | . |", &digits), rows(&["12", "3."]));
    }

    /// The drawing as it stands in a formatted file.
    fn formatted(drawing: &str) -> String {
        let file = format(&format!("theory zoo {{\n    town \"\"\"\n{drawing}\n\"\"\"\n}}\n"));
        let quoted = file.split_once("town ").and_then(|it| it.1.rsplit_once('\n'));
        text_value(quoted.map_or("", |it| it.0).trim_end_matches(['}', '\n']))
    }

    proptest! {
        #[test]
        fn a_formatted_drawing_is_read_as_it_was(
            rows in proptest::collection::vec("([ab.#|12 +-]|12| \\| |---){0,6}", 1..5),
            leads in proptest::collection::vec(0..3_usize, 5),
        ) {
            let lines = rows.iter().zip(&leads).map(|(row, lead)| format!("{:lead$}{row}", ""));
            let drawing = lines.collect::<Vec<_>>().join("\n");
            let once = formatted(&drawing);
            for signs in [&["a", "b", "1", "2"][..], &["#", "12", "1"], &["|", "-", "+", "a"]] {
                prop_assert_eq!(read(&once, signs), read(&drawing, signs), "{}\nfrom\n{}", once, drawing);
            }
        }
    }
}
