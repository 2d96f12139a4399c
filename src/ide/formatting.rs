//! The canonical form of a file, of a stretch of it, or of the line that was just typed, as small
//! edits: what is already canonical stays untouched, and so does the cursor in it.

mod difference;

use std::borrow::Cow;

use self::difference::edits;
use super::{EditorPlace, FileRange};
use crate::diagnostic::Edit;
use crate::kinds::{Scope, ScopeFile};
use crate::service::check::Analysis;
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::format::{LEVEL, format};
use crate::syntax::lines::{self, LinePiece};
use crate::syntax::terminal::is_reserved;
use crate::syntax::token::{Token, lex_from};
use crate::text::Span;

/// Other text for a stretch of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextChange {
    /// What is replaced.
    pub range: FileRange,
    /// What stands there afterwards.
    pub text: String,
}

/// What makes a file, by its index, canonical.
pub fn in_file(analysis: Analysis<'_>, file: usize) -> Vec<TextChange> {
    let passage = Passage::new(analysis.scope, &analysis.scope.program.files[file].parts);
    passage.edits().into_iter().map(|it| passage.change(it)).collect()
}

/// What makes the items that touch a stretch of a file canonical.
pub fn in_range(analysis: Analysis<'_>, FileRange { from, to }: FileRange) -> Vec<TextChange> {
    let scope = analysis.scope;
    let passage = Passage::around(scope, from, to);
    let asked = Span::new(passage.offset(from), passage.offset(to));
    let touched = passage.items().filter(|it| it.start <= asked.end && asked.start <= it.end);
    let mut span = touched.fold(asked, Span::to);
    span.start = passage.line_start(span.start);
    let edits = passage.edits().into_iter().filter(|it| span.contains(it.span));
    edits.map(|it| passage.change(it)).collect()
}

/// What makes canonical what was just completed by typing a character before a place: a block by
/// `}`, a formula by `)`, a line by a line break, which also indents the next one.
pub fn typed(analysis: Analysis<'_>, place: EditorPlace, character: char) -> Vec<TextChange> {
    let from = if character == '\n' { line_above(analysis.scope, place) } else { place };
    let passage = Passage::around(analysis.scope, from, place);
    let offset = passage.offset(place);
    let line = passage.line_start(offset);
    // A line break was typed before its line; what begins on it stands behind the break.
    let before = if character == '\n' { line } else { offset };
    let item = passage.items().filter(|it| it.start < before).last();
    let Some(item) = item.filter(|it| !is_in_text(&passage.text, it.start, offset)) else {
        return Vec::new();
    };
    let (span, indentation) = match character {
        '}' if item.end == offset => (Span::new(passage.line_start(item.start), offset), None),
        ')' => (Span::new(line, offset), None),
        '\n' if line > 0 => {
            let left = passage.line_start(line - 1);
            let left = Span::new(left, line - 1);
            (left, Some(passage.indent(item.start, line)))
        }
        _ => return Vec::new(),
    };
    // The cursor stays where the next character is typed: nothing is put there.
    let is_before = |it: &Edit| span.contains(it.span) && it.span.start < span.end;
    let edits = passage.edits().into_iter().filter(is_before);
    edits.chain(indentation.flatten()).map(|it| passage.change(it)).collect()
}

/// A place on the line above a place, which may be in another text of the file, or in that text the
/// place itself.
fn line_above(scope: Scope<'_>, place: EditorPlace) -> EditorPlace {
    let text = scope.text(place.document);
    let parts = &scope.program.files[scope.program.file_of(place.document)].parts;
    let above = parts.iter().take_while(|it| **it != place.document).last();
    match above {
        Some(&document) if !text[..place.offset as usize].contains('\n') => {
            EditorPlace { document, offset: scope.text(document).len() as u32 }
        }
        _ => place,
    }
}

/// Whether an offset is within a text over several lines, or behind one that has no end yet, of
/// an item that starts before it.
fn is_in_text(text: &str, item: u32, offset: u32) -> bool {
    let mut before = lex_from(text, item).take_while(|it| it.span.start < offset);
    before.any(|it| match it.token {
        Token::Text(true) => offset < it.span.end,
        Token::Text(false) => text[it.span.range()].starts_with("\"\"\""),
        _ => false,
    })
}

/// Some texts of a file that follow each other, as one.
struct Passage<'a> {
    scope: Scope<'a>,
    text: Cow<'a, str>,
    /// Where each text starts, and its index.
    starts: Vec<(u32, u32)>,
}

impl<'a> Passage<'a> {
    fn new(scope: Scope<'a>, parts: &[u32]) -> Self {
        let mut text: Cow<'a, str> = Cow::default();
        let mut starts = Vec::new();
        for &document in parts {
            starts.push((text.len() as u32, document));
            text += scope.text(document);
        }
        Self { scope, text, starts }
    }

    /// The texts of a stretch, with those that are aligned with them.
    fn around(scope: Scope<'a>, from: EditorPlace, to: EditorPlace) -> Self {
        let ScopeFile { parts, .. } = &scope.program.files[scope.program.file_of(from.document)];
        let index =
            |place: EditorPlace| parts.iter().position(|it| *it == place.document).unwrap_or(0);
        let (mut first, mut last) = (index(from), index(to));
        let is_query =
            |item: Option<&Item>| item.is_some_and(|it| matches!(it.kind, ItemKind::Query(_)));
        let items = |part: usize| &scope.tree(parts[part]).items;
        let are_joined =
            |part: usize| is_query(items(part).last()) && is_query(items(part + 1).first());
        while first > 0 && are_joined(first - 1) {
            first -= 1;
        }
        while last + 1 < parts.len() && are_joined(last) {
            last += 1;
        }
        Self::new(scope, &parts[first..=last.max(first)])
    }

    fn offset(&self, place: EditorPlace) -> u32 {
        let start = self.starts.iter().find(|(_, document)| *document == place.document);
        start.map_or(0, |(start, _)| start + place.offset)
    }

    fn place(&self, offset: u32) -> EditorPlace {
        let part = self.starts.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        let (start, document) = self.starts[part];
        EditorPlace { document, offset: offset - start }
    }

    fn change(&self, edit: Edit) -> TextChange {
        let range = FileRange { from: self.place(edit.span.start), to: self.place(edit.span.end) };
        TextChange { range, text: edit.text }
    }

    /// The items in order, each with its documentation.
    fn items(&self) -> impl Iterator<Item = Span> + '_ {
        self.starts.iter().flat_map(|&(start, document)| {
            self.scope.tree(document).items.iter().map(move |it| {
                let span = it.documentation.map_or(it.span, |above| above.to(it.span));
                Span::new(start + span.start, start + span.end)
            })
        })
    }

    /// What makes it canonical. A text that is not UTF-8 stays as it is.
    fn edits(&self) -> Vec<Edit> {
        let is_valid =
            |&(_, document): &(u32, u32)| self.scope.source(document).invalid_bytes().is_empty();
        if !self.starts.iter().all(is_valid) {
            return Vec::new();
        }
        edits(&self.text, &format(&self.text))
    }

    /// Where the line of an offset starts.
    fn line_start(&self, offset: u32) -> u32 {
        self.text[..offset as usize].rfind('\n').map_or(0, |at| at as u32 + 1)
    }

    /// Indents a line as far as the item above it, which starts at an offset, asks for.
    fn indent(&self, item: u32, line: u32) -> Option<Edit> {
        let mut pieces = lines::split(&self.text[item as usize..line as usize], is_reserved);
        let (mut is_in_block, mut is_open) = (false, false);
        while let Some(piece) = pieces.advance() {
            is_in_block = match piece {
                LinePiece::Line(None) | LinePiece::Documentation(_) => is_in_block,
                LinePiece::Line(Some(_)) => true,
                LinePiece::Close(_) => false,
            };
            let count = |token| pieces.tokens().iter().filter(|it| it.token == token).count();
            is_open = count(Token::OpenParenthesis) > count(Token::CloseParenthesis);
        }
        let rest = &self.text[line as usize..];
        let behind = rest.trim_start_matches([' ', '\t']);
        let levels = usize::from(is_in_block && !behind.starts_with('}')) + usize::from(is_open);
        let (blanks, wanted) = (&rest[..rest.len() - behind.len()], " ".repeat(LEVEL * levels));
        let span = Span::new(line, line + blanks.len() as u32);
        (blanks != wanted).then(|| Edit::replace(span, wanted))
    }
}
