//! Characters that belong to nothing and texts without an end: what they leave of a line, and how
//! far a text without an end reaches. No further fault of such a line is reported, since it may be
//! a consequence.

use super::{ParsedLine, Parser, read};
use crate::diagnostic::fix::apply;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::{ItemKind, SyntaxTree};
use crate::syntax::elsewhere::minizinc;
use crate::syntax::errors;
use crate::syntax::lines::{self, LinePiece};
use crate::syntax::terminal::{self, Mode};
use crate::syntax::token::{Lexeme, Token, lex_span};
use crate::text::Span;

/// The most runs of unknown characters in a line that are repaired together.
const MAX_REPAIRED: usize = 20;

/// A text over several lines without an end.
pub(super) struct OpenText {
    /// Index of the diagnostic that says so.
    diagnostic: usize,
    /// Blanks before the first line behind it.
    indentation: Option<String>,
    /// The line that it begins on, and what kind of line that is.
    line: Option<(Span, Mode)>,
    /// The end of the last token that can only be part of it.
    end: Option<u32>,
}

impl<'a> Parser<'a> {
    /// Whether a line can only be part of the text above, which has no end: it starts nothing.
    pub(super) fn is_in_open_text(&mut self, tokens: &[Lexeme]) -> bool {
        let Some(open) = &mut self.open_text else { return false };
        let Some((first, last)) = tokens.first().zip(tokens.last()) else { return true };
        if terminal::is_reserved(&self.text[first.span.range()]) {
            self.leave_open_text();
            return false;
        }
        open.indentation.get_or_insert_with(|| {
            let before = &self.text[..first.span.start as usize];
            before[before.rfind('\n').map_or(0, |at| at + 1)..].to_owned()
        });
        open.end = Some(last.span.end);
        true
    }

    /// Behind all that can only be part of a text without an end: its repair ends it there.
    pub(super) fn leave_open_text(&mut self) {
        let Some(open) = self.open_text.take() else { return };
        let Some((end, indentation)) = open.end.zip(open.indentation) else { return };
        let start = self.parsed.diagnostics[open.diagnostic].span.end;
        self.parsed.unread.push(Span::new(start, end));
        let rest = &self.text[end as usize..];
        let end = end as usize + rest.find(['\r', '\n']).unwrap_or(rest.len());
        let end = errors::close_text(end as u32, &format!("\n{indentation}\"\"\""));
        let is_mended = closes(self.text, open.line, &end);
        let fixes = if is_mended { vec![end] } else { Vec::new() };
        self.parsed.diagnostics[open.diagnostic].fixes = fixes;
    }

    /// Reports what cannot be read in a line; the tokens without it and whether they say all that
    /// the line was meant to, or `None` when all can be read.
    pub(super) fn report_unreadable(
        &mut self,
        tokens: &[Lexeme],
        open: Option<Span>,
    ) -> Option<(Vec<Lexeme>, bool)> {
        let is_unknown = self.unknown_in(tokens);
        let is_unreadable = |it: &Lexeme| it.token == Token::Text(false) || is_unknown(it);
        let is_unreadable_line = tokens.iter().any(is_unreadable);
        let is_dot = |it: &Lexeme| matches!(it.token, Token::Dot | Token::Range | Token::Slash);
        let has_dot = tokens.iter().any(is_dot);
        let path = self.bare_path(tokens).filter(|_| is_unreadable_line || has_dot);
        if !is_unreadable_line && path.is_none() {
            return None;
        }
        if let Some(path) = path {
            self.report(errors::bare_path(self.text, path));
            return Some((tokens[..1].to_vec(), false));
        }
        if let Some(fault) =
            minizinc(self.text, tokens).filter(|_| self.mode() == Some(Mode::Puzzle))
        {
            self.report_line(fault, Mode::Puzzle, super::whole(tokens, open));
            let readable = tokens.iter().filter(|it| !is_unreadable(it)).copied().collect();
            return Some((readable, false));
        }
        if let Some(fault) =
            errors::misplaced(self.text, tokens).filter(|_| self.mode() == Some(Mode::Item))
        {
            self.report_line(fault, Mode::Item, super::whole(tokens, open));
            let readable = tokens.iter().filter(|it| !is_unreadable(it)).copied().collect();
            return Some((readable, false));
        }
        let has_numbers = matches!(self.mode(), Some(Mode::Theory | Mode::Puzzle));
        let starts_comment = |it: &&Lexeme| {
            let text = &self.text[it.span.start as usize..];
            let calculates = has_numbers && text.starts_with('%');
            is_unknown(it)
                && !calculates
                && errors::COMMENTS.iter().any(|sign| text.starts_with(sign))
        };
        let comment = tokens.iter().find(starts_comment).map_or(u32::MAX, |it| it.span.start);
        let is_sound =
            tokens.iter().find(|it| is_unreadable(it)).is_some_and(|it| it.span.start == comment);
        let mut readable = Vec::with_capacity(tokens.len());
        let mut runs: Vec<Span> = Vec::new();
        for &lexeme in tokens {
            match lexeme.token {
                // A comment of another language: all behind it is part of it.
                _ if lexeme.span.start > comment => {}
                _ if is_unknown(&lexeme) => match runs.last_mut() {
                    Some(run) if run.end == lexeme.span.start => *run = run.to(lexeme.span),
                    _ => runs.push(lexeme.span),
                },
                Token::Text(false) => {
                    let line = self.mode().map(|mode| (super::whole(tokens, open), mode));
                    self.report_open_text(lexeme.span, line);
                    readable.push(lexeme);
                }
                _ => readable.push(lexeme),
            }
        }
        self.report_unknown(&runs, super::whole(tokens, open));
        Some((readable, is_sound))
    }

    /// Which tokens of a line belong to nothing; the signs of numbers do only in some lines.
    fn unknown_in(&self, tokens: &[Lexeme]) -> impl Fn(&Lexeme) -> bool + Copy + use<'a> {
        let numeric = match self.mode() {
            Some(Mode::Theory | Mode::Puzzle) | None => Span::new(0, u32::MAX),
            Some(Mode::Item) => {
                let places = terminal::sentence(self.text, Mode::Item, tokens);
                tokens[places].iter().map(|it| it.span).reduce(Span::to).unwrap_or_default()
            }
            Some(_) => Span::default(),
        };
        let text = self.text;
        move |it| {
            let is_inside = || numeric.start <= it.span.start && it.span.end <= numeric.end;
            // `= >` and `- >` are other signs with a blank in them.
            let before = || text[..it.span.start as usize].trim_end_matches(' ');
            let is_half = || it.token == Token::Greater && before().ends_with(['=', '-']);
            it.token == Token::Unknown || it.token.is_numeric() && (!is_inside() || is_half())
        }
    }

    /// What stands behind `import` when that has no quotes, or other ones.
    fn bare_path(&self, tokens: &[Lexeme]) -> Option<Span> {
        let is_import = &self.text[tokens[0].span.range()] == "import";
        let path = tokens.get(1)?.span.to(tokens[tokens.len() - 1].span);
        let has_quotes = tokens.iter().any(|it| matches!(it.token, Token::Text(_)));
        (is_import && !has_quotes).then_some(path)
    }

    /// The kind of line that stands here; `None` in a block that is none.
    pub(super) fn mode(&self) -> Option<Mode> {
        match self.block.as_ref().map(|block| &block.item.kind) {
            None => Some(Mode::Item),
            Some(ItemKind::Game(_)) => Some(Mode::Setting),
            Some(ItemKind::Clauses { .. }) => Some(Mode::Clause),
            Some(ItemKind::Maze { .. }) => Some(Mode::Maze),
            Some(ItemKind::Theory { .. }) => Some(Mode::Theory),
            Some(ItemKind::Puzzle { .. }) => Some(Mode::Puzzle),
            Some(_) => None,
        }
    }

    fn report_open_text(&mut self, span: Span, line: Option<(Span, Mode)>) {
        if self.text[span.range()].contains('\n') {
            self.report(errors::lines_in_one_quote(self.text, span));
            return;
        }
        let diagnostic = errors::unterminated_text(self.text, span);
        let is_block = self.text[span.range()].starts_with("\"\"\"");
        if is_block {
            let index = self.parsed.diagnostics.len();
            self.leave_open_text();
            let open = OpenText { diagnostic: index, indentation: None, line, end: None };
            self.open_text = Some(open);
        }
        let end = errors::close_text(span.end, if is_block { "\n\"\"\"" } else { "\"" });
        // A value of one line is no text.
        let is_value = !is_block && line.is_some_and(|(_, mode)| mode == Mode::Setting);
        let is_mended = !is_value && closes(self.text, line, &end);
        self.report(if is_mended { diagnostic.fix(end) } else { diagnostic });
    }

    /// Reports each run of unknown characters. One repair is for all of them, and is offered when it
    /// makes a line or leaves none.
    fn report_unknown(&mut self, runs: &[Span], line: Span) {
        let mode = self.mode();
        let first = lex_span(self.text, line).next();
        let word = first.map_or("", |it| &self.text[it.span.range()]);
        let is_question = mode == Some(Mode::Item) && matches!(word, "prove" | "ask");
        let calculates = matches!(mode, Some(Mode::Theory | Mode::Puzzle));
        let fault = |&run: &Span| match &self.text[run.range()] {
            "%" if calculates => errors::percent(self.text, run),
            _ => errors::unknown_characters(self.text, run, is_question),
        };
        let is_sentence = calculates || is_question;
        let mut found = Vec::with_capacity(runs.len());
        // What is part of the sign before it is told with that.
        let mut told = 0;
        for run in runs {
            if run.start < told {
                continue;
            }
            found.push(match errors::foreign_sign(self.text, *run).filter(|_| is_sentence) {
                Some((diagnostic, edit)) => {
                    told = edit.span.end;
                    (diagnostic, Some(edit))
                }
                None => fault(run),
            });
        }
        let (mut diagnostics, edits): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        // Who writes brackets writes them in pairs, which is one fault.
        let is_bracket = |it: &Diagnostic| matches!(&self.text[it.span.range()], "[" | "]" | "][");
        let mut brackets = diagnostics.iter().filter(|it| is_bracket(it)).map(|it| it.span);
        let first = brackets.next();
        diagnostics.retain(|it| Some(it.span) == first || !is_bracket(it));
        let has_repairs = edits.iter().all(Option::is_some);
        let mut edits: Vec<_> = edits.into_iter().flatten().collect();
        // Two that are deleted with the blank between them share it.
        let mut end = 0;
        for edit in &mut edits {
            edit.span.start = edit.span.start.max(end);
            end = edit.span.end;
        }
        // Which kind of game is meant cannot be told, nor which value.
        let is_told = word != "game" && (mode != Some(Mode::Setting) || word == "formula");
        let is_line = || is_told && mode.is_some_and(|mode| is_line(self.text, mode, line, &edits));
        let is_repaired = has_repairs && edits.len() <= MAX_REPAIRED && is_line();
        for diagnostic in diagnostics {
            if !is_repaired {
                self.report(diagnostic);
                continue;
            }
            let title = match &edits[..] {
                [Edit { text, .. }] if text.is_empty() => "delete it".to_owned(),
                [Edit { text, .. }] if text.starts_with('\n') => "write two lines".to_owned(),
                [Edit { text, .. }] => format!("write `{text}`"),
                _ => "repair the line".to_owned(),
            };
            self.report(diagnostic.fix(Fix::maybe(title, edits.clone())));
        }
    }
}

/// Whether a text that has no end is part of a line once this ends it.
fn closes(text: &str, line: Option<(Span, Mode)>, end: &Fix) -> bool {
    line.is_some_and(|(line, mode)| is_line(text, mode, line, &end.edits))
}

/// Whether the line at `span` is one of this mode, or several, after `edits`.
pub(super) fn is_line(text: &str, mode: Mode, span: Span, edits: &[Edit]) -> bool {
    if edits.is_empty() {
        return true;
    }
    // Other lines that a repair touches may be wrong for themselves.
    let (before, behind) = (&text[..span.start as usize], &text[span.end as usize..]);
    let start = before.rfind('\n').unwrap_or(0) as u32;
    let end = span.end + behind.find('\n').unwrap_or(behind.len()) as u32;
    let own: Vec<_> =
        edits.iter().filter(|it| it.span.start >= start && it.span.end <= end).cloned().collect();
    let edits = if own.is_empty() { edits } else { &own };
    // A repair may take the blanks before the line with it.
    let line = edits.iter().fold(span, |line, edit| line.to(edit.span));
    let shift = |offset: u32| offset - line.start;
    let edits: Vec<_> = edits
        .iter()
        .map(|edit| {
            let place = Span::new(shift(edit.span.start), shift(edit.span.end));
            Edit::replace(place, edit.text.as_str())
        })
        .collect();
    let before = &text[line.range()];
    if joins_words(before, &edits) {
        return false;
    }
    let text = apply(before, &edits);
    lines_of(&text, mode, &mut SyntaxTree::default()).is_some()
}

/// Whether edits make one word of two.
fn joins_words(text: &str, edits: &[Edit]) -> bool {
    let mut whole: Vec<Edit> = Vec::new();
    for edit in edits {
        match whole.last_mut().filter(|it| it.span.end == edit.span.start) {
            Some(last) => {
                last.span.end = edit.span.end;
                last.text.push_str(&edit.text);
            }
            None => whole.push(edit.clone()),
        }
    }
    whole.iter().any(|edit| joins_two(text, edit))
}

fn joins_two(text: &str, edit: &Edit) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    let (left, right) = (&text[..edit.span.start as usize], &text[edit.span.end as usize..]);
    let ends = |text: &str| text.ends_with(is_part);
    let starts = |text: &str| text.starts_with(is_part);
    let removed = &text[edit.span.range()];
    match edit.text.as_str() {
        "" => ends(left) && starts(right) && !starts(removed) && !ends(removed),
        new => {
            ends(left) && starts(new) && !starts(removed)
                || ends(new) && starts(right) && !ends(removed)
        }
    }
}

/// The lines of a text that has lines of one mode only; none when it is nothing but comments.
pub(super) fn lines_of(text: &str, mode: Mode, tree: &mut SyntaxTree) -> Option<Vec<ParsedLine>> {
    let mut found = Vec::new();
    let mut lines = lines::split(text, terminal::is_reserved);
    while let Some(piece) = lines.advance() {
        let LinePiece::Line(open) = piece else { return None };
        let line = read(text, mode, lines.tokens(), open, tree).ok()?;
        if let ParsedLine::Item(item) = &line
            && let ItemKind::Query(query) = &**item
            && query
                .expectation
                .is_some_and(|it| errors::unbalanced_answer(text, it.span).is_some())
        {
            return None;
        }
        found.push(line);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use crate::syntax::parse;

    #[test]
    fn a_repair_may_start_before_its_line() {
        assert_eq!(parse("} \0").diagnostics.len(), 2);
    }

    #[test]
    fn a_sentence_may_begin_at_the_margin_like_a_question() {
        let block = "puzzle p {\nsort D = 1..3\ncount(d where f(d) = 2) = 1\nline(1)\n}\ncount p\n";
        assert!(parse(block).diagnostics.is_empty());
    }
}
