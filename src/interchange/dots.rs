//! The file format of Dots and Boxes: a number a line. Rows and columns of boxes; for each
//! horizontal edge, row by row, 1 when it is drawn and 0 when not; the vertical ones likewise; the
//! points of the first player and of the second. The answer is the points of both at the end.

use super::numbered::{shown, start_of, tokens};
use crate::diagnostic::code::{EXTRA_NUMBERS, MALFORMED_BOARD};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::dots::{BoardEdge, DotsGame, DotsGrid, Edges};

const FORMAT: &str = "a board is the numbers of its rows and columns, a 0 or 1 for each horizontal edge, \
     then for each vertical one, and the points of both players";

/// Reads a board; `None` when there are errors. Numbers that share a line are accepted, and
/// what follows the last one is warned about. Each faulty number brings one diagnostic.
pub fn parse(text: &[u8]) -> (Option<DotsGame>, Vec<Diagnostic>) {
    parse_within(text, &mut Budget::unlimited()).expect("there are no limits")
}

/// As [`parse`], within limits.
///
/// # Errors
/// The limit that was reached.
pub fn parse_within(
    text: &[u8],
    budget: &mut Budget,
) -> Result<(Option<DotsGame>, Vec<Diagnostic>), Stop> {
    let mut diagnostics = Vec::new();
    let words = tokens(text, start_of(text)..text.len());
    let words = words.map(|it| budget.check().map(|()| it)).collect::<Result<_, _>>()?;
    let mut reader = Reader { text, words, next: 0 };
    let board = reader.board(&mut diagnostics);
    if let (Some(_), Some(first), Some(last)) =
        (&board, reader.words.get(reader.next), reader.words.last())
    {
        diagnostics.push(extra(reader.words[reader.next - 1], first.to(*last), reader.next));
    }
    let is_sound = diagnostics.iter().all(|it| it.code == EXTRA_NUMBERS);
    Ok((board.filter(|_| is_sound), diagnostics))
}

/// Writes a board as [`parse`] reads it.
pub fn write(game: &DotsGame) -> String {
    let DotsGame { grid, start, points, .. } = game;
    let edges = (0..grid.edges() as BoardEdge).map(|edge| u32::from(start.has(edge)));
    let numbers = [grid.rows, grid.columns].map(u32::from).into_iter().chain(edges).chain(*points);
    numbers.map(|number| format!("{number}\n")).collect()
}

struct Reader<'t> {
    text: &'t [u8],
    words: Vec<Span>,
    /// The index of the word to be read next.
    next: usize,
}

impl Reader<'_> {
    /// The next number, which is `what`; `is_fit` says whether it may be that.
    fn number(
        &mut self,
        what: impl Fn() -> String,
        expected: &str,
        is_fit: impl Fn(u32) -> bool,
    ) -> Result<u32, Box<Diagnostic>> {
        let Some(&span) = self.words.get(self.next) else {
            let end = self.words.last().map_or(start_of(self.text) as u32, |last| last.end);
            let label = match self.next {
                0 => "there is nothing in this file".to_owned(),
                1 => "the file ends after 1 number".to_owned(),
                count => format!("the file ends after {count} numbers"),
            };
            return Err(Box::new(malformed(
                Span::at(end),
                format!("{} is missing", what()),
                label,
            )));
        };
        self.next += 1;
        let word = &self.text[span.range()];
        let number = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        number.filter(|it| is_fit(*it)).ok_or_else(|| {
            let message = format!("`{}` is not {}", shown(word), what());
            Box::new(malformed(span, message, format!("expected {expected}")))
        })
    }

    /// The board, if there is one but for faults in its numbers.
    fn board(&mut self, diagnostics: &mut Vec<Diagnostic>) -> Option<DotsGame> {
        let mut size = |what: &str| {
            let is_size = |number| (1..=u32::from(u16::MAX)).contains(&number);
            let number = self.number(|| what.to_owned(), "a whole number, 1 at least", is_size);
            number.map_err(|fault| diagnostics.push(*fault)).ok()
        };
        let (rows, columns) = (size("the number of rows")?, size("the number of columns")?);
        let Some(grid) = DotsGrid::checked(rows as usize, columns as usize) else {
            let span = self.words[0].to(self.words[1]);
            let message = format!("a board of {rows} by {columns} boxes is too large");
            let label = format!("more than {} edges", BoardEdge::MAX);
            diagnostics.push(malformed(span, message, label));
            return None;
        };
        let mut start = Edges::none(grid);
        let horizontals = grid.horizontals();
        for edge in 0..grid.edges() {
            let what = || match edge.checked_sub(horizontals) {
                None => format!("horizontal edge {} of {horizontals}", edge + 1),
                Some(edge) => {
                    format!("vertical edge {} of {}", edge + 1, grid.edges() - horizontals)
                }
            };
            let expected = "`1` for an edge that is drawn, `0` for one that is not";
            match self.number(what, expected, |number| number <= 1) {
                Ok(1) => start.insert(edge as BoardEdge),
                Ok(_) => {}
                Err(fault) => {
                    diagnostics.push(*fault);
                    // Nothing follows what is missing.
                    self.words.get(edge + 2)?;
                }
            }
        }
        let mut points = [0, 0];
        for (player, points) in ["first", "second"].into_iter().zip(&mut points) {
            let what = || format!("the score of the {player} player");
            match self.number(what, "a whole number, 0 or more", |_| true) {
                Ok(number) => *points = number,
                Err(fault) => {
                    diagnostics.push(*fault);
                    if self.next == self.words.len() {
                        break;
                    }
                }
            }
        }
        Some(DotsGame::new(grid, start, points))
    }
}

fn malformed(span: Span, message: String, label: String) -> Diagnostic {
    Diagnostic::new(MALFORMED_BOARD, span, message, label).help(FORMAT)
}

fn extra(last: Span, rest: Span, count: usize) -> Diagnostic {
    let message = format!("the board ends after {count} numbers");
    Diagnostic::new(EXTRA_NUMBERS, rest, message, "nothing belongs here; it is not read")
        .help("delete what follows the score of the second player, and count the edges")
        .fix(Fix::maybe("delete it", vec![Edit::delete(Span::new(last.end, rest.end))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::fix::apply;
    use proptest::prelude::*;

    const EXAMPLE: &str = "1\n2\n0\n0\n1\n0\n0\n1\n1\n0\n0\n";

    fn faults(text: &str) -> Vec<(&str, String)> {
        let (_, diagnostics) = parse(text.as_bytes());
        diagnostics.iter().map(|it| (&text[it.span.range()], it.message.clone())).collect()
    }

    proptest! {
        #[test]
        fn boards_come_back(rows in 1_u16..7, columns in 1_u16..7, seed: [bool; 100], points: [u32; 2]) {
            let grid = DotsGrid { rows, columns };
            let mut start = Edges::none(grid);
            (0..grid.edges() as BoardEdge).filter(|it| seed[usize::from(*it)]).for_each(|it| start.insert(it));
            let written = write(&DotsGame::new(grid, start.clone(), points));
            let (read, diagnostics) = parse(written.as_bytes());
            prop_assert_eq!(diagnostics, []);
            let read = read.unwrap();
            prop_assert_eq!((read.grid, read.start, read.points), (grid, start, points));
        }
    }

    #[test]
    fn blanks_and_line_ends_are_free() {
        let (read, diagnostics) = parse(b"\xef\xbb\xbf 1\t2\r\n\r\n0 0\n1 0\n0 1 1\n0 0");
        assert_eq!(diagnostics, []);
        assert_eq!(write(&read.unwrap()), EXAMPLE);
    }

    #[test]
    fn what_follows_is_warned_about() {
        let text = EXAMPLE.to_owned() + "0\n7\n";
        let (read, diagnostics) = parse(text.as_bytes());
        assert_eq!(write(&read.unwrap()), EXAMPLE);
        let [warning] = &diagnostics[..] else { panic!("{diagnostics:?}") };
        assert_eq!((warning.code, &text[warning.span.range()]), (EXTRA_NUMBERS, "0\n7"));
        assert_eq!(apply(&text, &warning.fixes[0].edits), EXAMPLE);
    }

    #[test]
    fn each_faulty_number_is_told() {
        let fault = |word: &'static str, message: &str| (word, message.to_owned());
        for (text, expected) in [
            ("", &[fault("", "the number of rows is missing")][..]),
            ("x\n2\n", &[fault("x", "`x` is not the number of rows")]),
            ("1\n0\n", &[fault("0", "`0` is not the number of columns")]),
            ("1", &[fault("", "the number of columns is missing")]),
            (
                "9999\n9999\n1\n",
                &[fault("9999\n9999", "a board of 9999 by 9999 boxes is too large")],
            ),
            (
                "1\n1\n0\n2\n1\nx\n0\n0\n",
                &[
                    fault("2", "`2` is not horizontal edge 2 of 2"),
                    fault("x", "`x` is not vertical edge 2 of 2"),
                ],
            ),
            ("1\n1\n0\n0\n1\n", &[fault("", "vertical edge 2 of 2 is missing")]),
            ("1\n1\n0\n0\n1\n1\n", &[fault("", "the score of the first player is missing")]),
            ("1\n1\n0\n0\n1\n1\n-2\n", &[fault("-2", "`-2` is not the score of the first player")]),
            (
                "1\n1\n0\n0\n1\n1\n0\n99999999999\n",
                &[fault("99999999999", "`99999999999` is not the score of the second player")],
            ),
        ] {
            assert_eq!(faults(text), expected, "{text:?}");
            assert!(parse(text.as_bytes()).0.is_none());
        }
    }
}
