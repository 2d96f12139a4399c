//! Where a person types: the word at a place and what stands before it on its line, which may be
//! half typed. Looks at the item at the place and no further.

use super::EditorPlace;
use crate::kinds::{Definition, Scope};
use crate::syntax::ast::Item;
use crate::syntax::lines::{self, LinePiece};
use crate::syntax::terminal;
use crate::syntax::token::{Lexeme, Token, lex_from};
use crate::text::Span;

/// A place in a line.
#[derive(Debug)]
pub(super) struct LineCursor<'a> {
    /// The text the place is in.
    pub text: &'a str,
    /// The word at the place; empty when there is none.
    pub word: Span,
    /// How far the word is typed.
    pub offset: u32,
    /// The tokens of the line before the word.
    pub before: Vec<Lexeme>,
    /// The last item that starts before the word.
    pub item: Option<Definition>,
    /// Whether the line is one of that item's block.
    pub is_in_block: bool,
    /// The word stands between the quotes of a text on one line.
    pub is_text: bool,
}

impl<'a> LineCursor<'a> {
    /// The cursor at the word that a place is in or behind; `None` in comments and in texts over
    /// several lines.
    pub(super) fn in_word(scope: &Scope<'a>, place: EditorPlace) -> Option<Self> {
        let text = scope.text(place.document);
        let offset = scope.source(place.document).floor_boundary(place.offset);
        let (before, behind) = text.split_at(offset as usize);
        let start = before.trim_end_matches(is_part_of_word).len() as u32;
        let end = (text.len() - behind.trim_start_matches(is_part_of_word).len()) as u32;
        Self::at(scope, place.document, Span::new(start, end), offset)
    }

    /// The cursor at the end of the token that a place is in or behind.
    pub(super) fn at_token(scope: &Scope<'a>, place: EditorPlace) -> Option<Self> {
        let text = scope.text(place.document);
        let offset = scope.source(place.document).floor_boundary(place.offset);
        let start = item_before(scope, place.document, offset).1;
        let tokens = lex_from(text, start).take_while(|it| it.span.start <= offset);
        let mut found = tokens.filter(|it| offset <= it.span.end && it.token != Token::Newline);
        let first = found.next()?;
        // Between two tokens the word counts, or else the one behind.
        let is_word = |it: &Lexeme| matches!(it.token, Token::Word | Token::Number);
        let token = found.next().filter(|it| is_word(it) || !is_word(&first)).unwrap_or(first);
        Self::at(scope, place.document, token.span, token.span.end)
    }

    fn at(scope: &Scope<'a>, document: u32, word: Span, offset: u32) -> Option<Self> {
        let text = scope.text(document);
        let (item, start) = item_before(scope, document, word.start);
        if is_in_block_text(text, start, offset) {
            return None;
        }
        // What stands behind the word is not there yet, or is about to be replaced. The sign in
        // its place shows the splitter of lines that something stands here.
        let mut typed = text[start as usize..word.start as usize].to_owned();
        typed.push('_');
        let mut cursor = Self {
            text,
            word,
            offset,
            before: Vec::new(),
            item,
            is_in_block: false,
            is_text: false,
        };
        let mut lines = lines::split(&typed, terminal::is_reserved);
        while let Some(piece) = lines.advance() {
            cursor.before = lines.tokens().to_vec();
            match piece {
                LinePiece::Line(open) => cursor.is_in_block |= open.is_some(),
                LinePiece::Close(_) => cursor.is_in_block = false,
                LinePiece::Documentation(_) => {}
            }
        }
        let sign = cursor.before.pop().filter(|it| it.span.end as usize == typed.len())?;
        match sign.token {
            Token::Word => cursor.is_text = text[word.range()].starts_with('"'),
            Token::Text(_) => {
                cursor.is_text = true;
                cursor.word = quoted(text, start + sign.span.start)?;
            }
            _ => return None,
        }
        // What stands behind `why` is a query as any other.
        let asked = terminal::asked(&typed, &cursor.before).len();
        cursor.before.drain(..cursor.before.len() - asked);
        for lexeme in &mut cursor.before {
            lexeme.span = Span::new(start + lexeme.span.start, start + lexeme.span.end);
        }
        Some(cursor)
    }

    /// What is typed of the word.
    pub(super) fn typed(&self) -> &'a str {
        &self.text[self.word.start as usize..self.offset as usize]
    }

    /// The text of a token before the word; empty when there are fewer.
    pub(super) fn before(&self, index: usize) -> &'a str {
        self.before.get(index).map_or("", |it| &self.text[it.span.range()])
    }

    /// The texts of the tokens before the word, from one on.
    pub(super) fn words(&self, from: usize) -> Vec<&'a str> {
        (from..self.before.len()).map(|it| self.before(it)).collect()
    }

    /// The text of the last token before the word.
    pub(super) fn last(&self) -> &'a str {
        self.before.last().map_or("", |it| &self.text[it.span.range()])
    }

    /// Whether nothing stands on the line behind the word.
    pub(super) fn is_last(&self) -> bool {
        let behind = &self.text[self.word.end as usize..];
        behind.split('\n').next().unwrap_or_default().trim().is_empty()
    }

    /// Whether the word stands at the start of a line of the text, without a blank before it.
    pub(super) fn is_at_margin(&self) -> bool {
        let before = &self.text[..self.word.start as usize];
        before.is_empty() || before.ends_with('\n')
    }

    /// The word with the words that hyphens join to it, the tokens from `first` on being such.
    pub(super) fn hyphenated(&self, first: usize) -> Span {
        let is_joint = |it: char| is_part_of_word(it) || it == '-';
        let start = self.before.get(first).map_or(self.word.start, |it| it.span.start);
        let is_joined = self.text[start as usize..self.word.start as usize].chars().all(is_joint);
        let behind = &self.text[self.word.end as usize..];
        let end = self.text.len() - behind.trim_start_matches(is_joint).len();
        Span::new(if is_joined { start } else { self.word.start }, end as u32)
    }
}

/// The last item that starts at or before an offset, and where its text starts.
fn item_before(scope: &Scope<'_>, document: u32, offset: u32) -> (Option<Definition>, u32) {
    let items = &scope.tree(document).items;
    let above = items.partition_point(|it: &Item| it.span.start <= offset);
    match above.checked_sub(1) {
        Some(item) => (Some(Definition { document, item: item as u32 }), items[item].span.start),
        None => (None, 0),
    }
}

/// Whether an offset is within a text over several lines.
fn is_in_block_text(text: &str, start: u32, offset: u32) -> bool {
    let mut tokens = lex_from(text, start).take_while(|it| it.span.start < offset);
    tokens.any(|it| {
        let is_block = text[it.span.range()].starts_with("\"\"\"");
        matches!(it.token, Token::Text(_)) && is_block && offset < it.span.end
    })
}

/// What stands between the quotes of the text that starts at `start`, on one line.
fn quoted(text: &str, start: u32) -> Option<Span> {
    let line = text[start as usize..].split(['\r', '\n']).next().unwrap_or_default();
    let body = line.strip_prefix('"').filter(|it| !it.starts_with("\"\""))?;
    let length = body.find('"').unwrap_or(body.trim_end().len());
    Some(Span::new(start + 1, start + 1 + length as u32))
}

fn is_part_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}
