//! The canonical text of a file. Works by lines as the parser does: a line with a diagnostic is
//! copied as it stands and every other one is written anew from its tokens, so a file need not be
//! right to be formatted. Between lines and tokens stand only blanks and comments; comments are
//! carried over in their order.

mod drawing;

use super::Parsed;
use super::ast::{Item, ItemKind};
use super::lines::{self, LinePiece};
use super::parse::parse;
use super::symbol::Terminal;
use super::terminal::{self, Mode};
use super::token::{Lexeme, Token, lex_span, text_value};
use crate::diagnostic::Edit;
use crate::diagnostic::fix::apply;
use crate::text::Span;

/// Columns per level of indentation.
pub const LEVEL: usize = 4;
/// The most blanks that align a line with its neighbours. What would need more is left out of
/// the alignment, so that one long line does not push all others away.
const MAX_PADDING: usize = 40;

/// A text without what its queries expect.
pub fn without_answers(text: &str) -> String {
    let tree = parse(text).tree;
    let expected = tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Query(query) => query.expectation.map(|it| it.arrow.to(it.span)),
        _ => None,
    });
    let edits: Vec<_> = expected.map(|it| Edit::delete_word(text, it)).collect();
    apply(text, &edits)
}

/// The canonical text of a `.puzzle` file. Formatting twice equals once.
///
/// - One fact a line, indented by four columns in a block. A block written on one line stays
///   there, an empty one is `{}`.
/// - `when` and `then` of an action are indented by one more level.
/// - One blank between words and behind commas, else none in formulas, bindings (`x=1`), negative literals (`-2`) and
///   hyphenated names. In expectations and in settings other than `formula`, whose words belong
///   to the puzzle's kind, blanks are joined but neither added nor removed between words.
/// - Line breaks in a formula stay; what follows them is indented by one more level, as are the
///   closing quotes of a text block, whose lines keep their place relative to them.
/// - The columns of a drawing stand below each other, where its signs have one character each or bars stand between them;
///   nothing stands at the ends of its lines.
/// - The values of a game, the three columns of a maze (node, treasures and tolls, `->`) and the
///   `=>` of adjacent queries are aligned, each by at most 40 blanks.
/// - At most one blank line in a row, none at the start or end of a file or block.
/// - `∧ ∨ ¬ → ↔` become `* + - -> <->`, in sentences `∧ ∨ ¬ ∀ ∃ ≠` become `and or not all some !=`. A byte-order mark goes. Line endings are those of the
///   first line.
///
/// A line with a syntax error, and any line of a block whose head has no meaning, is kept but for
/// blanks at line ends.
pub fn format(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    let line_ending = match text.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let mut formatter =
        Formatter { text, line_ending, rows: Vec::new(), is_query_last: false, out: String::new() };
    formatter.file();
    formatter.out
}

/// A line to be written. With the line breaks of a formula or a text block in it, it takes
/// several lines of the file.
#[derive(Default)]
struct Row {
    text: String,
    indentation: usize,
    is_behind_blank_line: bool,
    /// Where its columns end. What is behind the last one is never padded.
    columns: Vec<Column>,
}

/// A column of a row.
struct Column {
    /// Where it ends in the row's text.
    end: usize,
    /// Its width in characters; `None` when it holds a line break and so is not aligned.
    width: Option<usize>,
}

impl Row {
    fn end_column(&mut self) {
        let start = self.columns.last().map_or(0, |column| column.end);
        let cell = &self.text[start..];
        let width = (!cell.contains('\n')).then(|| cell.chars().count());
        self.columns.push(Column { end: self.text.len(), width });
    }
}

struct Formatter<'a> {
    text: &'a str,
    line_ending: &'static str,
    /// The rows written last, which are aligned with each other.
    rows: Vec<Row>,
    /// Whether the last row is a query, with which another one is aligned.
    is_query_last: bool,
    out: String,
}

impl Formatter<'_> {
    fn file(&mut self) {
        let parsed = super::parse(self.text);
        let mut places = Places::new(self.text, &parsed);
        let mut lines = lines::split(self.text, terminal::is_reserved);
        let mut before = None;
        let mut end = 0;
        while let Some(piece) = lines.advance() {
            let tokens = lines.tokens();
            let (span, brace) = match piece {
                // A comment like any other.
                LinePiece::Documentation(_) => continue,
                LinePiece::Close(brace) => (brace, Some(brace)),
                LinePiece::Line(open) => (line_span(tokens, open), open),
            };
            let place = places.at(span, brace);
            let gap = Span::new(end, span.start);
            let ends_block = place.block.is_some() && matches!(piece, LinePiece::Close(_));
            let indentation = if place.block.is_some() { LEVEL } else { 0 };
            let has_blank_line = self.comments(gap, indentation, before);
            let is_kept = !ends_block && (place.is_faulty || place.mode.is_none());
            let mut row = match place.mode {
                _ if ends_block => Row { text: "}".to_owned(), ..Row::default() },
                Some(mode) if !is_kept => self.line(mode, tokens, brace, indentation),
                _ => self.verbatim(gap, tokens, brace),
            };
            let gap_text = &self.text[gap.range()];
            let is_empty = ends_block && starts_block(before) && !gap_text.contains('/');
            let stays = is_kept && before.is_some() && !gap_text.contains('\n');
            if is_empty || stays || place.block.is_some_and(|block| block.is_inline) {
                self.append(&row.text);
            } else {
                row.is_behind_blank_line = has_blank_line && !ends_block;
                self.push(row, place.block.is_some(), place.is_query);
            }
            before = Some(piece);
            end = span.end;
        }
        self.comments(Span::new(end, self.text.len() as u32), 0, before);
        self.flush();
    }

    /// Writes the comments between two pieces; whether a blank line is behind them.
    fn comments(&mut self, gap: Span, indentation: usize, before: Option<LinePiece>) -> bool {
        let text = self.text;
        let mut is_start = starts_block(before);
        // Behind a token a `///` is no documentation, on a line of its own it would be.
        let is_documentation = is_start || matches!(before, Some(LinePiece::Close(_)));
        let mut newlines = if before.is_none() { 1 } else { 0 };
        for lexeme in lex_span(text, gap) {
            if lexeme.token == Token::Newline {
                newlines += 1;
                continue;
            }
            let comment = text[lexeme.span.range()].trim_end();
            if newlines == 0 && !(is_documentation && lexeme.token == Token::DocComment) {
                self.append(comment);
            } else {
                let row = Row {
                    text: comment.to_owned(),
                    indentation,
                    is_behind_blank_line: newlines > 1 && !is_start,
                    ..Row::default()
                };
                self.push(row, indentation > 0, false);
                is_start = false;
            }
            newlines = 0;
        }
        newlines > 1 && !is_start
    }

    /// A sound line, written anew.
    fn line(&self, mode: Mode, tokens: &[Lexeme], open: Option<Span>, indentation: usize) -> Row {
        let mut row = Row { indentation, ..Row::default() };
        let mut terminals = terminal::terminals(self.text, mode, tokens, open).skip(1).peekable();
        let Some(&(mut end, first, _)) = terminals.peek() else { return row };
        // They belong to the action above.
        if mode == Mode::Puzzle && matches!(first, Terminal::When | Terminal::Then) {
            row.indentation += LEVEL;
        }
        let indentation = row.indentation;
        let mut spacing = Spacing::behind(mode, first);
        // A value or name that is no formula: with other signs the lines of the game might be read in another way.
        let is_as_written =
            mode == Mode::Setting && first != Terminal::Formula || spacing.is_hyphenated;
        for (index, (start, terminal, next_end)) in terminals.enumerate() {
            let gap = Span::new(end, start);
            if index > 0 {
                let ended_columns = match mode {
                    Mode::Item => usize::from(terminal == Terminal::Expect),
                    Mode::Setting => 1,
                    Mode::Clause | Mode::Formula => 0,
                    Mode::Maze if first == Terminal::Steps => 0,
                    Mode::Maze if terminal == Terminal::Arrow => 2,
                    Mode::Maze => 1,
                    Mode::Theory | Mode::Puzzle => 0,
                };
                while row.columns.len() < ended_columns {
                    row.end_column();
                }
                let is_spaced = spacing.before(terminal, !gap.is_empty());
                if self.text[gap.range()].contains('\n') {
                    self.line_breaks(gap, indentation + LEVEL, &mut row.text);
                } else if is_spaced {
                    row.text.push(' ');
                }
            }
            let word = &self.text[start as usize..next_end as usize];
            if word.contains('\n') {
                let is_drawing = matches!(mode, Mode::Theory | Mode::Puzzle);
                self.text_block(word, is_drawing, indentation + LEVEL, &mut row.text);
            } else if is_as_written {
                row.text.push_str(word);
            } else {
                row.text.push_str(canonical(terminal, word));
            }
            end = next_end;
        }
        row
    }

    /// The line breaks and comments between two tokens of a formula.
    fn line_breaks(&self, gap: Span, indentation: usize, out: &mut String) {
        let mut newlines = 0;
        for lexeme in lex_span(self.text, gap) {
            if lexeme.token == Token::Newline {
                newlines += 1;
                continue;
            }
            match newlines {
                0 => out.push(' '),
                _ => self.line_break(newlines, indentation, out),
            }
            out.push_str(self.text[lexeme.span.range()].trim_end());
            newlines = 0;
        }
        self.line_break(newlines, indentation, out);
    }

    fn line_break(&self, newlines: usize, indentation: usize, out: &mut String) {
        for _ in 0..newlines.min(2) {
            out.push_str(self.line_ending);
        }
        out.extend(std::iter::repeat_n(' ', indentation));
    }

    /// A text block with another indentation and the same meaning.
    fn text_block(&self, token: &str, is_drawing: bool, indentation: usize, out: &mut String) {
        let value = text_value(token);
        out.push_str(token.lines().next().unwrap_or_default().trim_end());
        let lines = match is_drawing {
            true => drawing::aligned(&value),
            false => value.split('\n').map(str::to_owned).collect(),
        };
        // A line of nothing else would be none when it is read again.
        for line in lines.iter().filter(|_| lines != [""]) {
            let indentation = if line.is_empty() { 0 } else { indentation };
            self.line_break(1, indentation, out);
            out.push_str(line);
        }
        self.line_break(1, indentation, out);
        out.push_str("\"\"\"");
    }

    /// A line as it stands, but for blanks at line ends; with the blanks before it if it is the
    /// first on its line of the file.
    fn verbatim(&self, gap: Span, tokens: &[Lexeme], brace: Option<Span>) -> Row {
        let mut row = Row::default();
        let gap_text = &self.text[gap.range()];
        let blanks = match gap_text.rsplit_once('\n') {
            Some((_, blanks)) => blanks,
            None if gap.start == 0 => gap_text,
            None => "",
        };
        row.text.extend(blanks.chars().map(as_blank));
        let mut end = None;
        for span in tokens.iter().map(|it| it.span).chain(brace) {
            let blanks = &self.text[end.unwrap_or(span.start) as usize..span.start as usize];
            let mut blanks = blanks.split('\n').peekable();
            while let Some(line) = blanks.next() {
                if blanks.peek().is_some() {
                    row.text.push_str(line.trim_end());
                    row.text.push_str(self.line_ending);
                } else {
                    row.text.push_str(line);
                }
            }
            let mut separator = "";
            for line in self.text[span.range()].split('\n') {
                row.text.push_str(separator);
                row.text.push_str(line.trim_end_matches('\r'));
                separator = self.line_ending;
            }
            end = Some(span.end);
        }
        row
    }

    /// Adds to the last row.
    fn append(&mut self, text: &str) {
        if let Some(row) = self.rows.last_mut() {
            if !(text == "}" && row.text.ends_with('{')) {
                row.text.push(' ');
            }
            row.text.push_str(text);
        }
    }

    fn push(&mut self, row: Row, is_in_block: bool, is_query: bool) {
        let joins = is_query && self.is_query_last && !row.is_behind_blank_line;
        if !is_in_block && !joins {
            self.flush();
        }
        self.rows.push(row);
        self.is_query_last = is_query;
    }

    /// Aligns the columns of the last rows and writes them out.
    fn flush(&mut self) {
        let column_width = |index: usize| {
            let widths = || self.rows.iter().filter_map(|row| row.columns.get(index)?.width);
            let least = widths().min().unwrap_or(0);
            widths().filter(|width| *width <= least + MAX_PADDING).max().unwrap_or(0)
        };
        let widths = [column_width(0), column_width(1)];
        for row in std::mem::take(&mut self.rows) {
            if row.is_behind_blank_line {
                self.out.push_str(self.line_ending);
            }
            self.out.extend(std::iter::repeat_n(' ', row.indentation));
            let mut done = 0;
            for (column, aligned) in row.columns.iter().zip(widths) {
                self.out.push_str(&row.text[done..column.end]);
                let padding = column.width.map_or(0, |width| aligned.saturating_sub(width));
                self.out.extend(std::iter::repeat_n(' ', padding));
                done = column.end;
            }
            self.out.push_str(&row.text[done..]);
            self.out.push_str(self.line_ending);
        }
    }
}

fn line_span(tokens: &[Lexeme], open: Option<Span>) -> Span {
    let ends = [tokens.first().map(|it| it.span), tokens.last().map(|it| it.span), open];
    ends.into_iter().flatten().reduce(Span::to).unwrap_or_default()
}

/// Whether what comes next is the start of the file or of a block.
fn starts_block(before: Option<LinePiece>) -> bool {
    matches!(before, None | Some(LinePiece::Line(Some(_))))
}

/// Any blank of the lexer as one that editors show.
fn as_blank(character: char) -> char {
    if character == '\t' { '\t' } else { ' ' }
}

/// A word or sign as it is written, which in sentences is a word for most.
fn canonical(terminal: Terminal, word: &str) -> &str {
    match terminal {
        Terminal::And => return "and",
        Terminal::Or => return "or",
        Terminal::Not => return "not",
        Terminal::All => return "all",
        Terminal::Some => return "some",
        Terminal::Unequal => return "!=",
        _ => {}
    }
    match word {
        "∧" => "*",
        "∨" => "+",
        "¬" => "-",
        "→" => "->",
        "↔" => "<->",
        _ => word,
    }
}

/// Where a line stands.
struct Place {
    block: Option<FormattedBlock>,
    /// How it is read; `None` in a block whose head has no meaning.
    mode: Option<Mode>,
    is_query: bool,
    /// A diagnostic points at it.
    is_faulty: bool,
}

#[derive(Clone, Copy)]
struct FormattedBlock {
    mode: Option<Mode>,
    /// It is on one line, its braces included.
    is_inline: bool,
}

impl FormattedBlock {
    fn of(text: &str, item: &Item) -> Self {
        let mode = match item.kind {
            ItemKind::Game(_) => Some(Mode::Setting),
            ItemKind::Clauses { .. } => Some(Mode::Clause),
            ItemKind::Maze { .. } => Some(Mode::Maze),
            ItemKind::Theory { .. } | ItemKind::Puzzle { .. } => Some(Mode::Puzzle),
            _ => None,
        };
        // An unclosed block ends with a token of its last line.
        let text = &text[item.span.range()];
        Self { mode, is_inline: text.ends_with('}') && !text.contains('\n') }
    }
}

/// Finds what the parser made of a line; asked in source order.
struct Places<'a> {
    text: &'a str,
    items: std::slice::Iter<'a, Item>,
    /// What the diagnostics point at.
    faults: std::iter::Peekable<std::vec::IntoIter<Span>>,
    /// Lines that another diagnostic is about.
    unread: std::iter::Peekable<std::slice::Iter<'a, Span>>,
    /// The block that the item at hand is, if it is one.
    block: Option<FormattedBlock>,
}

impl<'a> Places<'a> {
    fn new(text: &'a str, parsed: &'a Parsed) -> Self {
        let mut faults: Vec<_> = parsed.diagnostics.iter().map(|it| it.span).collect();
        faults.sort_unstable();
        let faults = faults.into_iter().peekable();
        let unread = parsed.unread.iter().peekable();
        Self { text, items: parsed.tree.items.iter(), faults, unread, block: None }
    }

    fn at(&mut self, line: Span, brace: Option<Span>) -> Place {
        while self.items.as_slice().first().is_some_and(|it| it.span.end <= line.start) {
            self.items.next();
        }
        while self.faults.next_if(|fault| fault.start < line.start).is_some() {}
        while self.unread.next_if(|lines| lines.end <= line.start).is_some() {}
        let is_unread = self.unread.peek().is_some_and(|lines| lines.start <= line.start);
        let item = self.items.as_slice().first().filter(|it| it.span.start < line.end);
        let is_inside = item.is_some_and(|it| it.span.start < line.start);
        if !is_inside {
            self.block = item.map(|it| FormattedBlock::of(self.text, it));
        }
        let block = if is_inside { self.block } else { None };
        Place {
            block,
            mode: block.map_or(Some(Mode::Item), |block| block.mode),
            is_query: !is_inside && item.is_some_and(|it| matches!(it.kind, ItemKind::Query(_))),
            // The empty span at the end of a line is a place in it, but not behind its brace.
            is_faulty: is_unread
                || self.faults.peek().is_some_and(|fault| {
                    let is_end = fault.is_empty() && fault.start == line.end && brace.is_none();
                    fault.start < line.end || is_end
                }),
        }
    }
}

/// Which tokens of a sound line stand apart.
struct Spacing {
    first: Terminal,
    last: Terminal,
    /// The words belong to the puzzle's kind, which may take them for one.
    is_free: bool,
    /// A `-` behind a word is a hyphen.
    is_hyphenated: bool,
    /// It is a line of a theory or a puzzle, or behind the colon of a query.
    is_sentence: bool,
    /// The last terminal is the `-` of a number.
    is_sign_of_number: bool,
}

impl Spacing {
    fn behind(mode: Mode, first: Terminal) -> Self {
        Self {
            first,
            // Whatever its value is, the name of a setting stands apart from it.
            last: if mode == Mode::Setting { Terminal::StartSetting } else { first },
            is_free: mode == Mode::Setting && first != Terminal::Formula,
            is_hyphenated: matches!(
                first,
                Terminal::Game
                    | Terminal::Puzzle
                    | Terminal::Allow
                    | Terminal::Warn
                    | Terminal::Deny
            ),
            is_sentence: matches!(mode, Mode::Theory | Mode::Puzzle),
            is_sign_of_number: false,
        }
    }

    /// Whether a blank stands before `next`; `is_apart` tells whether one did.
    fn before(&mut self, next: Terminal, is_apart: bool) -> bool {
        use Terminal::*;
        let ends_operand = matches!(self.last, Word | Number | CloseParenthesis | None);
        let is_sign_of_number = self.is_sentence && next == Minus && !ends_operand;
        let is_spaced = match (self.last, next) {
            (StartSetting | Expect | Arrow, _) | (_, Expect | Arrow | OpenBrace) => true,
            (Question | Applied, _) | (_, Dot) => false,
            (Word | Sum | Min | Max | CountOf, OpenParenthesis) if self.is_sentence => false,
            (Star | Slash | Range, _) | (_, Star | Slash | Range) if self.is_sentence => false,
            (Minus, _) if self.is_sentence && self.is_sign_of_number => false,
            (OpenParenthesis, _) | (_, CloseParenthesis) if self.is_sentence => false,
            (Plus | Minus, _) | (_, Plus | Minus) if self.is_sentence => true,
            (Equals, _) | (_, Equals) if self.is_sentence => true,
            // Together they would be another sign.
            (Equals | Foreign, Equals) | (Equals, Foreign) => true,
            (Equals, _) | (_, Equals) => matches!(self.first, Formula | Clauses | Maze | Theory),
            (_, Colon | Comma) => false,
            (Colon | Comma, _) => true,
            (OpenParenthesis | Star | Plus | Minus, _) => false,
            (_, CloseParenthesis | Star | Plus) => false,
            _ if self.is_free => is_apart,
            (_, Minus) => !self.is_hyphenated,
            _ => true,
        };
        self.last = next;
        self.is_sign_of_number = is_sign_of_number;
        let asks = matches!(self.first, Prove | Ask | Equivalent | Smallest | Largest | Why)
            && !self.is_free;
        self.is_sentence |= asks && next == Colon;
        self.is_free |= next == Expect;
        self.is_sentence &= !self.is_free;
        self.is_hyphenated |= next == By;
        is_spaced
    }
}

#[cfg(test)]
mod tests;
