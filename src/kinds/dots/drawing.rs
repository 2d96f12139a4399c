//! A board as people draw it: rows of dots, `---` between those that an edge joins, and lines of `|`
//! between the rows. The dots of all rows stand below each other; how far apart they are is free.
//!
//! ```text
//! .---.   .
//!     |
//! .   .---.
//! ```

use super::edges::{across, down};
use crate::diagnostic::code::BAD_SETTING;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;
use puzzle_engine::logic::dots::{BoardEdge, DotsGrid, Edges};

const DRAWN: &str = "dots are `.` or `+`, edges are `---` and `|`, and boxes are blank";

/// A line of a drawing: its characters with their places.
struct Line(Vec<(char, Span)>);

impl Line {
    fn new(line: &str, start: u32) -> Self {
        let place = |(offset, sign): (usize, char)| {
            let at = start + offset as u32;
            (sign, Span::new(at, at + sign.len_utf8() as u32))
        };
        Self(line.trim_end().char_indices().map(place).collect())
    }

    /// What is not blank: its column, the sign and its place.
    fn signs(&self) -> impl DoubleEndedIterator<Item = (usize, char, Span)> + '_ {
        let all = self.0.iter().enumerate().map(|(column, (sign, span))| (column, *sign, *span));
        all.filter(|it| !it.1.is_whitespace())
    }

    fn is_blank(&self) -> bool {
        self.0.is_empty()
    }

    fn has(&self, column: usize) -> bool {
        self.0.get(column).is_some_and(|it| !it.0.is_whitespace())
    }

    /// The columns of its dots.
    fn dots(&self) -> Vec<usize> {
        self.signs().filter(|it| is_dot(it.1)).map(|it| it.0).collect()
    }

    /// The place from its first sign to its last.
    fn span(&self) -> Span {
        let ends = (self.signs().next(), self.0.last());
        ends.0.zip(ends.1).map(|(first, last)| first.2.to(last.1)).unwrap_or_default()
    }

    /// The place of a column, or of the end of the line before it.
    fn place(&self, column: usize) -> Span {
        let end = self.0.last().map_or_else(Span::default, |it| Span::at(it.1.end));
        self.0.get(column).map_or(end, |it| it.1)
    }
}

const fn is_dot(sign: char) -> bool {
    matches!(sign, '.' | '+')
}

fn fault(span: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(BAD_SETTING, span, message, label).help(DRAWN)
}

fn wrong_sign((_, sign, span): (usize, char, Span)) -> Diagnostic {
    fault(span, format!("`{sign}` is no part of a board"), "neither a dot nor an edge")
}

/// Reads the text of a drawing with its quotes, which stands at a place. Each faulty line brings
/// one diagnostic.
pub(super) fn read(text: &str, place: Span) -> Result<(DotsGrid, Edges), Vec<Diagnostic>> {
    let quotes = text.len() - text.trim_start_matches('"').len();
    let body = text[quotes..].trim_end_matches('"');
    let mut at = place.start + quotes as u32;
    let mut lines: Vec<Line> = Vec::new();
    for line in body.split('\n') {
        lines.push(Line::new(line, at));
        at += line.len() as u32 + 1;
    }
    // A row of dots that lacks them all still has its edges.
    let has_dots = |line: &Line| line.signs().any(|it| is_dot(it.1) || it.1 == '-');
    let dots: Vec<usize> = (0..lines.len()).filter(|it| has_dots(&lines[*it])).collect();
    // The row with the most dots is the one that surely lacks none.
    let most = dots.iter().rev().max_by_key(|it| lines[**it].dots().len());
    let columns = most.map(|it| lines[*it].dots()).unwrap_or_default();
    let first = lines.iter().flat_map(Line::signs).next();
    if let Some(sign) = first.filter(|_| dots.is_empty()) {
        return Err(vec![wrong_sign(sign)]);
    }
    if dots.len() < 2 || columns.len() < 2 {
        let message = "a board has two rows of two dots at least";
        return Err(vec![fault(place, message, "no board")]);
    }
    let Some(grid) = DotsGrid::checked(dots.len() - 1, columns.len() - 1) else {
        let label = format!("more than {} edges", BoardEdge::MAX);
        return Err(vec![fault(place, "the board is too large", label)]);
    };
    let reference = &lines[most.copied().unwrap_or_default()];
    let mut drawn = Edges::none(grid);
    let mut faults = Vec::new();
    for (row, &index) in dots.iter().enumerate() {
        match joined(&lines[index], &columns, reference) {
            Ok(found) => found.into_iter().for_each(|it| drawn.insert(across(grid, (row, it)))),
            Err(fault) => faults.push(*fault),
        }
    }
    for (row, pair) in dots.windows(2).enumerate() {
        match crossed(&lines[pair[0] + 1..pair[1]], &columns) {
            Ok(found) => found.into_iter().for_each(|it| drawn.insert(down(grid, (row, it)))),
            Err(fault) => faults.push(*fault),
        }
    }
    let outside = lines[..dots[0]].iter().chain(&lines[dots[dots.len() - 1] + 1..]);
    for line in outside.filter(|it| !it.is_blank()) {
        let label = "no row of dots on one of its sides";
        faults.push(match line.signs().find(|it| it.1 != '|') {
            Some(sign) => wrong_sign(sign),
            None => fault(line.span(), "an edge ends at a dot on either side", label),
        });
    }
    if faults.is_empty() {
        return Ok((grid, drawn));
    }
    faults.sort_by_key(|it| it.span.start);
    Err(faults)
}

/// The columns of the dots that a row joins with the next one.
fn joined(line: &Line, columns: &[usize], reference: &Line) -> Result<Vec<usize>, Box<Diagnostic>> {
    for (column, sign, span) in line.signs() {
        let is_column = columns.binary_search(&column).is_ok();
        let is_within = columns[0] < column && column < columns[columns.len() - 1];
        return Err(Box::new(match sign {
            '.' | '+' if is_column => continue,
            '-' if is_within && !is_column => continue,
            '.' | '+' => fault(
                span,
                "the dots of the rows do not stand below each other",
                "no dot of other rows is above or below",
            )
            .related(reference.span(), "the dots of this row"),
            '-' if is_column => fault(span, "a dot is missing", "a dot belongs here")
                .related(reference.span(), "the dots of this row")
                .fix(Fix::maybe("write a dot", vec![Edit::replace(span, ".")])),
            '-' => fault(span, "an edge ends at a dot on either side", "no dot at its other end"),
            _ => wrong_sign((column, sign, span)),
        }));
    }
    let missing: Vec<usize> = columns.iter().copied().filter(|it| !line.has(*it)).collect();
    if let Some(&first) = missing.first() {
        let (has, most) = (columns.len() - missing.len(), columns.len());
        let message = format!("this row has {has} of {most} dots");
        return Err(Box::new(
            fault(line.place(first), message, "a dot is missing here")
                .related(reference.span(), format!("a row of {most} dots")),
        ));
    }
    let mut found = Vec::new();
    for (index, pair) in columns.windows(2).enumerate() {
        let gap = pair[0] + 1..pair[1];
        let dashes = gap.clone().filter(|it| line.has(*it)).count();
        if dashes == 0 {
            continue;
        }
        if dashes < gap.len() {
            let span = Span::new(line.place(pair[0]).end, line.place(pair[1]).start);
            let edge = "-".repeat(gap.len());
            return Err(Box::new(
                fault(span, "the edge has a gap", "neither an edge nor blank")
                    .fix(Fix::maybe(format!("write `{edge}`"), vec![Edit::replace(span, edge)])),
            ));
        }
        found.push(index);
    }
    Ok(found)
}

/// The columns of the dots from which the lines below a row lead down.
fn crossed(lines: &[Line], columns: &[usize]) -> Result<Vec<usize>, Box<Diagnostic>> {
    for (column, sign, span) in lines.iter().flat_map(Line::signs) {
        if sign != '|' {
            return Err(Box::new(wrong_sign((column, sign, span))));
        }
        if columns.binary_search(&column).is_err() {
            return Err(Box::new(fault(
                span,
                "the edge does not stand below a dot",
                "no dot above",
            )));
        }
    }
    let mut found = Vec::new();
    for (index, &column) in columns.iter().enumerate() {
        let (with, without): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.has(column));
        match (with.first(), without.first()) {
            (Some(_), None) => found.push(index),
            (Some(_), Some(line)) => {
                return Err(Box::new(fault(
                    line.place(column),
                    "the edge has a gap",
                    "blank here",
                )));
            }
            (None, _) => {}
        }
    }
    Ok(found)
}

/// Draws a board, with a line feed behind each line.
pub(super) fn write(grid: DotsGrid, drawn: &Edges) -> String {
    let mut out = String::new();
    let (rows, columns) = (usize::from(grid.rows), usize::from(grid.columns));
    for row in 0..=rows {
        for column in 0..columns {
            let is_drawn = drawn.has(across(grid, (row, column)));
            out.push_str(if is_drawn { ".---" } else { ".   " });
        }
        out.push_str(".\n");
        if row == rows {
            break;
        }
        let signs = (0..=columns).map(|column| drawn.has(down(grid, (row, column))));
        let line: String = signs.map(|it| if it { "|   " } else { "    " }).collect();
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn quoted(drawing: &str) -> String {
        format!("\"\"\"\n{drawing}\"\"\"")
    }

    fn board(drawing: &str) -> Result<(DotsGrid, Edges), Vec<Diagnostic>> {
        let text = quoted(drawing);
        read(&text, Span::new(0, text.len() as u32))
    }

    proptest! {
        #[test]
        fn what_is_drawn_is_read_back(rows in 1_u16..6, columns in 1_u16..30, seed: [bool; 400], indent in 0_usize..5) {
            let grid = DotsGrid { rows, columns };
            let mut edges = Edges::none(grid);
            (0..grid.edges() as BoardEdge).filter(|it| seed[usize::from(*it)]).for_each(|it| edges.insert(it));
            let blanks = " ".repeat(indent);
            let drawing: String =
                write(grid, &edges).lines().map(|line| format!("{blanks}{line}  \r\n")).collect();
            prop_assert_eq!(board(&drawing), Ok((grid, edges)));
        }

        #[test]
        fn any_text_is_a_board_or_has_faults_within(text in "[ .+|\\-xé\\n\\t]{0,80}") {
            let text = quoted(&text);
            if let Err(faults) = read(&text, Span::new(0, text.len() as u32)) {
                prop_assert!(!faults.is_empty());
                prop_assert!(faults.iter().all(|it| text.get(it.span.range()).is_some()));
            }
        }
    }

    #[test]
    fn widths_and_heights_are_free() {
        let small = board(".-. .\n  |\n. .-.\n").unwrap();
        for same in [
            "+-----+     +\n      |\n+     +-----+\n",
            ".-.   .\n  |\n  |\n. .---.\n",
            "\n\n   .--.  .   \n      |\n   .  .--.\n\n",
        ] {
            assert_eq!(board(same).as_ref(), Ok(&small), "{same}");
        }
        let empty = DotsGrid { rows: 2, columns: 1 };
        assert_eq!(board(". .\n. .\n. .\n"), Ok((empty, Edges::none(empty))));
    }

    #[test]
    fn each_faulty_line_brings_one_diagnostic_at_its_place() {
        for (drawing, expected) in [
            ("", &["\"\"\"\n\"\"\""][..]),
            (". . .\n", &["\"\"\"\n. . .\n\"\"\""]),
            ("hello\n", &["h"]),
            (".-x-.\n. . .\n", &["x"]),
            (". . .\n. .\n", &[""]),
            (".---.\n. . .\n", &["-"]),
            (". . .\n.  ..\n", &["."]),
            (".   .\n | \n.   .\n", &["|"]),
            (".   .\n| X |\n.   .\n", &["X"]),
            (".- -.\n.   .\n", &["- -"]),
            (".   .\n|\n\n.   .\n", &[""]),
            (".   .--\n.   .\n", &["-"]),
            ("|   |\n.   .\n.   .\n|\n", &["|   |", "|"]),
            (".-=-.\n| é\n.x  .\n", &["=", "é", "x"]),
        ] {
            let text = quoted(drawing);
            let faults = board(drawing).unwrap_err();
            let found: Vec<_> = faults.iter().map(|it| &text[it.span.range()]).collect();
            assert_eq!(found, expected, "{drawing}");
        }
    }
}
