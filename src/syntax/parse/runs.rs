//! Lines behind each other whose faults come of one mistake: those of a text whose opening `"""` is missing, and those
//! behind a `}` that ended their block too early. They have one message, at the sign that shows it.

use super::unreadable::is_line;
use super::{Parser, whole};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::errors;
use crate::syntax::terminal;
use crate::syntax::token::{Lexeme, Token, lex_span};
use crate::text::Span;

/// So many lines behind each other outside of blocks have one message at most: an editor reads them anew together.
const MOST: usize = 100;

/// What stands directly before a line.
#[derive(Default)]
pub(super) struct LinesBefore {
    /// The last line of the block without a fault.
    sound: Option<SoundLine>,
    /// The faulty lines behind it.
    faulty: Option<FaultyLines>,
}

struct SoundLine {
    span: Span,
    /// Whether it ends with a text of several lines.
    ends_text: bool,
}

struct FaultyLines {
    /// The first one, and all.
    first: Span,
    all: Span,
    count: usize,
    /// The index of the first of their diagnostics.
    diagnostic: usize,
}

impl LinesBefore {
    /// Whether no line of the block was read.
    pub(super) const fn is_none(&self) -> bool {
        self.sound.is_none() && self.faulty.is_none()
    }

    /// Whether lines outside of blocks may have one message with what follows.
    pub(super) const fn has_faults(&self) -> bool {
        self.faulty.is_some()
    }
}

impl Parser<'_> {
    /// Takes note of a line that was read; what is wrong with it are the diagnostics from `found` on.
    pub(super) fn note_line(&mut self, tokens: &[Lexeme], open: Option<Span>, found: usize) {
        let (Some(first), None, None) = (tokens.first(), open, &self.open_text) else {
            self.before = LinesBefore::default();
            return;
        };
        let span = whole(tokens, None);
        let told = &self.parsed.diagnostics[found..];
        let is_own = told.iter().all(|it| it.span.start >= span.start);
        let word = &self.text[first.span.range()];
        // Behind other lines in no block it is one of them, a setting of a game.
        let is_setting = self.block.is_none() && self.before.has_faults() && word == "variables";
        let is_item = match &self.block {
            Some(block) => block.item.span.start == span.start,
            None => terminal::is_reserved(word) && !is_setting,
        };
        if !is_own || is_item {
            self.before = LinesBefore::default();
        } else if told.is_empty() && !is_setting {
            let last = &tokens[tokens.len() - 1];
            let ends_text = last.token == Token::Text(true) && self.is_block_text(last.span);
            self.before = LinesBefore { sound: Some(SoundLine { span, ends_text }), faulty: None };
        } else if let Some(faulty) = &mut self.before.faulty {
            (faulty.all, faulty.count) = (faulty.all.to(span), faulty.count + 1);
            if self.block.is_none() && faulty.count == MOST {
                self.before = LinesBefore::default();
            }
        } else {
            self.before.faulty =
                Some(FaultyLines { first: span, all: span, count: 1, diagnostic: found });
        }
    }

    fn is_block_text(&self, text: Span) -> bool {
        self.text[text.range()].starts_with("\"\"\"")
    }

    /// Whether a line is a `"""` that ends no text, which is then told in place of what is wrong with the lines before it.
    pub(super) fn ends_no_text(&mut self, tokens: &[Lexeme]) -> bool {
        let [Lexeme { token: Token::Text(false), span }] = *tokens else { return false };
        if self.open_text.is_some() || self.block.is_none() || !self.is_block_text(span) {
            return false;
        }
        let LinesBefore { sound, faulty } = std::mem::take(&mut self.before);
        let told = match (&sound, &faulty) {
            (Some(above), None) if above.ends_text => errors::second_end(self.text, span),
            // The text went on behind its end.
            (Some(above), Some(_)) if above.ends_text => {
                self.drop_line();
                let end = above.span.end;
                errors::second_end(self.text, Span::new(end - 3, end))
            }
            (before, Some(lines)) => {
                let before = before.as_ref().map(|it| it.span);
                self.without_start(lines, before, span)
            }
            (Some(above), None) => return self.starts_apart(above.span, span),
            (None, None) => return false,
        };
        if let Some(lines) = faulty {
            self.parsed.diagnostics.truncate(lines.diagnostic);
            self.parsed.unread.push(lines.all);
        }
        self.report(told);
        true
    }

    /// Whether a `"""` begins a text on a line of its own, which another one ends. It is told, and the text is passed over.
    fn starts_apart(&mut self, above: Span, start: Span) -> bool {
        let rest = Span::new(start.end, self.text.len() as u32);
        let mut block = lex_span(self.text, rest).take_while(|it| it.token != Token::CloseBrace);
        let Some(end) = block.find(|it| it.token == Token::Text(false)).map(|it| it.span) else {
            return false;
        };
        if !self.is_block_text(end) {
            return false;
        }
        let fault = errors::text_apart(start);
        let edit = Edit::replace(Span::new(above.end, start.start), " ");
        let fix = Fix::maybe("write it at the end of the line above", vec![edit]);
        let is_mended = |mode| is_line(self.text, mode, above.to(end), &fix.edits);
        let is_mended = self.mode().is_some_and(is_mended);
        if is_mended {
            self.drop_line();
        }
        self.report(if is_mended { fault.fix(fix) } else { fault });
        self.parsed.unread.push(start.to(end));
        self.passed = end.end;
        true
    }

    /// Takes back the last line of the block, which is a part of what could not be read.
    fn drop_line(&mut self) {
        match self.block.as_mut().map(|it| &mut it.item.kind) {
            Some(ItemKind::Theory { body, .. } | ItemKind::Puzzle { body, .. }) => {
                body.is_broken = true;
                body.lines.pop();
            }
            Some(ItemKind::Game(game)) => {
                game.is_broken = true;
                game.settings.pop();
            }
            _ => {}
        }
    }

    /// That a text lacks its first `"""`, which belongs behind the line before it or its own first one.
    fn without_start(
        &mut self,
        lines: &FaultyLines,
        before: Option<Span>,
        end: Span,
    ) -> Diagnostic {
        let fault = errors::text_without_start(lines.first, end);
        let Some(mode) = self.mode() else { return fault };
        for head in before.into_iter().chain([lines.first]) {
            let quotes = vec![Edit::insert(head.end, " \"\"\"")];
            if is_line(self.text, mode, head.to(end), &quotes) {
                if head != lines.first {
                    self.drop_line();
                }
                return fault.fix(Fix::maybe("insert `\"\"\"`", quotes));
            }
        }
        fault
    }

    /// Whether a `}` that no block has stands behind lines that are in none, which is then told in place of what is
    /// wrong with these.
    pub(super) fn ends_lost_lines(&mut self, brace: Span) -> bool {
        let Some(lines) = std::mem::take(&mut self.before).faulty else { return false };
        self.parsed.diagnostics.truncate(lines.diagnostic);
        self.parsed.unread.push(lines.all);
        self.report(errors::lines_without_block(brace, lines.first));
        // What they declare is in no block.
        if let Some(Item { kind, .. }) = self.parsed.tree.items.last_mut()
            && let ItemKind::Broken { hides_names, .. } = kind
        {
            *hides_names = true;
        }
        true
    }
}
