//! What may be typed at a place: keywords, names of the right sort, settings, nodes, moves and
//! answers, the likeliest first. Follows from the grammar's view of the line and from what the
//! kinds say about themselves.

mod block;
mod moves;
mod names;
mod query;
mod templates;

use std::path::Path;

use self::templates::template;
use super::EditorPlace;
use super::cursor::LineCursor;
use super::slot::{self, QueryPlace, QuerySlot};
use crate::diagnostic::Edit;
use crate::diagnostic::code::Code;
use crate::service::check::Analysis;
use crate::service::shelf::SHEETS;
use crate::syntax::keyword::{KEYWORDS, Keyword};
use crate::syntax::symbol::Terminal;
use crate::text::Span;

/// What may be typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Completions {
    /// The likeliest first.
    pub items: Vec<Completion>,
    /// There is more, which comes when more is typed.
    pub is_incomplete: bool,
}

/// Something that may be typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// What a list shows, and what is typed of it, behind the blanks that the edit begins with,
    /// narrows the list.
    pub label: String,
    /// What it is.
    pub sort: CompletionSort,
    /// What it is, in a few words.
    pub detail: String,
    /// What it means, as Markdown; empty when there is nothing to say.
    pub documentation: String,
    /// What writes it.
    pub edit: Edit,
    /// What is written instead where an editor knows snippets: in their syntax, with tab stops.
    pub snippet: Option<String>,
}

/// What a completion is, for its icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompletionSort {
    /// A word or sign of the language.
    Keyword,
    /// A declared puzzle.
    Puzzle,
    /// A formula.
    Formula,
    /// A variable of a formula.
    Variable,
    /// A kind of game.
    Kind,
    /// A setting of a game.
    Setting,
    /// A value of a setting, a move, an answer.
    Value,
    /// A place in a puzzle.
    Node,
    /// A thing in a puzzle.
    Treasure,
    /// An atom of a clause set.
    Atom,
    /// An engine.
    Engine,
    /// A lint.
    Lint,
    /// A file or folder.
    File,
}

/// Lists a folder: its path, as an import in the file at the first path would name it. Names of
/// folders end in `/`.
pub type ListFolder<'a> = &'a dyn Fn(&Path, &str) -> Vec<String>;

/// The most that is offered at once.
const MAX_ITEMS: usize = 200;

/// Whether a list is of use behind a blank that is typed: behind a verb, where a name belongs, and behind `=>`, where
/// one is open already.
pub fn opens_behind_blank(analysis: Analysis<'_>, place: EditorPlace) -> bool {
    let Some(cursor) = LineCursor::in_word(&analysis.scope, place) else { return false };
    let Some(QuerySlot::Query(query)) = slot::at(&analysis.scope, &cursor) else { return false };
    match query.place {
        QueryPlace::Answer(first) => first == cursor.before.len(),
        _ => cursor.before.len() == 1 && !cursor.is_in_block,
    }
}

/// What may be typed at a place.
pub fn completion(analysis: Analysis<'_>, place: EditorPlace, list: ListFolder<'_>) -> Completions {
    let Some(cursor) = LineCursor::in_word(&analysis.scope, place) else {
        return Completions::default();
    };
    let Some(slot) = slot::at(&analysis.scope, &cursor) else { return Completions::default() };
    let (span, typed, found) = (cursor.word, cursor.typed(), Completions::default());
    let mut offers = Offers { analysis, place, cursor: &cursor, span, typed, found };
    match slot {
        QuerySlot::Item => offers.items(),
        QuerySlot::NewName | QuerySlot::Sign => {}
        QuerySlot::Body => offers.body(),
        QuerySlot::Kind(span) => offers.within(span).kinds(),
        QuerySlot::Lint(span) => offers.within(span).lints(),
        QuerySlot::Path => offers.paths(list),
        QuerySlot::Setting(game) => offers.settings(game),
        QuerySlot::Value(game) => offers.values(game),
        QuerySlot::Block(block) => offers.block(block),
        QuerySlot::Sentence(theory) => offers.sentence(theory),
        QuerySlot::Operand => offers.operands(),
        QuerySlot::Query(ref query) => offers.query(query),
    }
    offers.set_apart(&slot);
    // The `}` of the block above may be missing.
    if cursor.is_in_block && cursor.before.is_empty() && cursor.is_at_margin() {
        offers.items();
    }
    offers.found
}

/// What is offered so far, for a word.
struct Offers<'a> {
    analysis: Analysis<'a>,
    place: EditorPlace,
    cursor: &'a LineCursor<'a>,
    /// What is replaced.
    span: Span,
    typed: &'a str,
    found: Completions,
}

impl<'a> Offers<'a> {
    /// These, for another stretch than the word; it ends at the cursor or behind it.
    fn within(&mut self, span: Span) -> &mut Self {
        self.span = span;
        self.typed = &self.cursor.text[span.start as usize..self.cursor.offset as usize];
        self
    }

    /// Offers what fits what is typed; returns it for more to be said of it.
    fn offer(
        &mut self,
        sort: CompletionSort,
        label: &str,
        detail: &str,
    ) -> Option<&mut Completion> {
        if !fits(self.typed, label) {
            return None;
        }
        if self.found.items.len() == MAX_ITEMS {
            self.found.is_incomplete = true;
            return None;
        }
        self.found.items.push(Completion {
            label: label.to_owned(),
            sort,
            detail: detail.to_owned(),
            documentation: String::new(),
            edit: Edit::replace(self.span, label),
            snippet: None,
        });
        self.found.items.last_mut()
    }

    /// Offers a word or sign of the language, with what goes on behind it where nothing stands
    /// there.
    fn keyword(&mut self, keyword: &Keyword, snippet: &str) {
        let is_last = self.cursor.is_last();
        let (span, typed) = (self.span, self.typed);
        if !keyword.word.starts_with(char::is_alphabetic) {
            // Of a sign a part may stand before the place.
            let before = &self.cursor.text[..self.cursor.word.start as usize];
            let part = keyword.word.get(..1).filter(|it| typed.is_empty() && before.ends_with(it));
            self.span.start -= part.map_or(0, |it| it.len() as u32);
            self.typed = part.unwrap_or(typed);
        }
        if let Some(offer) = self.offer(CompletionSort::Keyword, keyword.word, keyword.usage) {
            offer.documentation = keyword.summary.to_owned();
            offer.snippet = is_last.then(|| snippet.to_owned());
        }
        (self.span, self.typed) = (span, typed);
    }

    /// Puts a blank before what is offered where the sign before it wants one. An editor that shows
    /// the list from the sign on takes the blank that is typed next for the beginning of what is
    /// chosen, and writes this in its place.
    fn set_apart(&mut self, slot: &QuerySlot) {
        let start = self.cursor.word.start;
        let before = &self.cursor.text[..start as usize];
        let is_definition = matches!(
            slot,
            QuerySlot::Operand | QuerySlot::Body | QuerySlot::Block(_) | QuerySlot::Sentence(_)
        );
        let wants_blank = ["=>", "->", ":"].iter().any(|it| before.ends_with(it))
            || (is_definition && before.ends_with('='));
        if !wants_blank || self.cursor.is_text {
            return;
        }
        for offer in self.found.items.iter_mut().filter(|it| it.edit.span.start == start) {
            offer.edit.text.insert(0, ' ');
            offer.snippet.iter_mut().for_each(|it| it.insert(0, ' '));
        }
    }

    /// The words that start an item.
    fn items(&mut self) {
        let is_level = |it: &&Keyword| {
            matches!(it.terminal, Terminal::Allow | Terminal::Warn | Terminal::Deny)
        };
        let (levels, others): (Vec<_>, Vec<_>) = KEYWORDS.iter().partition(is_level);
        for keyword in others.into_iter().chain(levels) {
            self.keyword(keyword, &template(keyword));
        }
    }

    /// What follows the name of a declaration.
    fn body(&mut self) {
        let is_named_file = self.cursor.last() == "=" && self.cursor.before.len() == 3;
        if let Some(file) = Keyword::find_part("file").filter(|_| is_named_file) {
            self.keyword(file, "file \"$0\"");
        }
    }

    fn kinds(&mut self) {
        for kind in self.analysis.scope.program.kinds.games() {
            let facts = kind.facts();
            let is_last = self.cursor.is_last();
            if let Some(offer) = self.offer(CompletionSort::Kind, facts.name, &facts.with_article())
            {
                offer.documentation = facts.summary.to_owned();
                offer.snippet = is_last.then(|| block::template(facts));
            }
        }
    }

    fn lints(&mut self) {
        for lint in Code::ALL.iter().filter(|it| it.is_lint()) {
            if let Some(offer) = self.offer(CompletionSort::Lint, lint.name(), lint.number()) {
                offer.documentation = lint.summary().to_owned();
            }
        }
    }

    /// The sheets of the shelf.
    fn sheets(&mut self, is_open: bool) {
        for sheet in SHEETS {
            if let Some(offer) = self.offer(CompletionSort::File, &sheet.import(), sheet.summary())
            {
                offer.edit.text.push_str(if is_open { "\"" } else { "" });
            }
        }
    }

    /// The files and folders in the folder that is typed so far.
    fn paths(&mut self, list: ListFolder<'_>) {
        let program = self.analysis.scope.program;
        let from = &program.files[program.file_of(self.place.document)].path;
        let folder = self.typed.rfind('/').map_or("", |at| &self.typed[..=at]);
        let start = self.span.start + folder.len() as u32;
        let is_open = !self.cursor.text[self.span.end as usize..].starts_with('"');
        let endings: &[&str] = match self.cursor.before(0) {
            "maze" => &[".maze", "/"],
            "game" => &[".dots", "/"],
            "clauses" => &[".cnf", ".dimacs", ".dp", "/"],
            "theory" => &[".p", ".tptp", "/"],
            _ => &[".puzzle", "/"],
        };
        let (whole, is_import) = (self.span, self.cursor.before(0) == "import");
        let offers = self.within(Span::new(start, self.span.end));
        for name in list(from, folder) {
            if endings.iter().any(|it| name.ends_with(it)) && !name.contains(['"', '\n']) {
                let is_whole = is_open && !name.ends_with('/');
                if let Some(offer) =
                    offers.offer(CompletionSort::File, &name, "").filter(|_| is_whole)
                {
                    offer.edit.text.push('"');
                }
            }
        }
        if is_import {
            self.within(whole).sheets(is_open);
        }
    }
}

/// Whether what is typed can become this: its characters stand there in order, in any case, from
/// the first one on.
fn fits(typed: &str, label: &str) -> bool {
    let is_same = |one: char, other: char| {
        one.eq_ignore_ascii_case(&other)
            || (!one.is_ascii() && one.to_lowercase().eq(other.to_lowercase()))
    };
    let (mut typed, mut rest) = (typed.chars(), label.chars());
    let Some(first) = typed.next() else { return true };
    rest.next().is_some_and(|it| is_same(first, it))
        && typed.all(|it| rest.any(|other| is_same(it, other)))
}
