//! What a file declares, as an outline, and the declarations of many files by name.

use rustc_hash::FxHashSet;

use crate::kinds::editor::WordRole;
use crate::kinds::{Definition, Program};
use crate::service::check::Analysis;
use crate::syntax::ast::{GameBlock, Item, ItemKind};
use crate::text::{LONGEST_SHOWN, Source, Span};

/// A line of an outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineEntry {
    /// The name.
    pub name: String,
    /// What has it.
    pub sort: EntrySort,
    /// What it says, in short.
    pub detail: String,
    /// Index of the text that it is in.
    pub document: u32,
    /// All of it, documentation included.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
    /// What it consists of.
    pub parts: Vec<OutlineEntry>,
}

/// What an entry of an outline is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EntrySort {
    /// A formula.
    Formula,
    /// A puzzle with a block, or in a file of a foreign format.
    Block,
    /// A sort of a theory.
    Sort,
    /// A symbol of a theory.
    Symbol,
    /// A rule of a theory that has a label.
    Rule,
    /// A setting of a game.
    Setting,
    /// A part of a block, as its kind names it.
    Node,
    /// A declaration that could not be read.
    Broken,
}

/// The most declarations that a search finds.
const MOST: usize = 500;

/// The declarations of a file, by its index, in order.
pub fn in_file(analysis: Analysis<'_>, file: usize) -> Vec<OutlineEntry> {
    let program = analysis.scope.program;
    program.items(&program.files[file]).filter_map(|(it, item)| entry(program, it, item)).collect()
}

/// What a search finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundSymbol {
    /// What it is, without its parts.
    pub entry: OutlineEntry,
    /// The name of the declaration that it is a part of, if it is one.
    pub within: Option<String>,
    /// Index of its program.
    pub program: usize,
}

/// The declarations of programs, and what they consist of but for settings, whose names have the letters of `query` in
/// their order, the likeliest first. A file in several of the programs counts once.
pub fn search(analyses: &[Analysis<'_>], query: &str) -> Vec<FoundSymbol> {
    let query: Vec<char> = query.chars().flat_map(char::to_lowercase).collect();
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for (index, analysis) in analyses.iter().enumerate() {
        let program = analysis.scope.program;
        let mut add = |entry: OutlineEntry, within: Option<&str>| {
            if let Some(distance) = distance(&entry.name, &query).filter(|_| !entry.name.is_empty())
            {
                let within = within.map(str::to_owned);
                found.push((distance, FoundSymbol { entry, within, program: index }));
            }
        };
        for file in program.files.iter().filter(|it| seen.insert(&it.path)) {
            let items = program.items(file);
            for mut whole in items.filter_map(|(it, item)| entry(program, it, item)) {
                let parts = std::mem::take(&mut whole.parts).into_iter();
                let name = whole.name.clone();
                add(whole, None);
                let parts = parts.filter(|it| it.sort != EntrySort::Setting);
                parts.for_each(|it| add(it, Some(&name)));
            }
        }
    }
    found.sort_by_key(|(distance, it)| (*distance, it.within.is_some(), it.entry.name.len()));
    found.truncate(MOST);
    found.into_iter().map(|(_, it)| it).collect()
}

/// How far a name is from having the letters of a query, in lower case, at its start and side by
/// side: the letters skipped. `None` when it lacks one.
fn distance(name: &str, query: &[char]) -> Option<usize> {
    let mut left = query.iter();
    let mut skipped = 0;
    for letter in name.chars().flat_map(char::to_lowercase) {
        match left.as_slice().first() {
            None => break,
            Some(sought) if *sought == letter => drop(left.next()),
            Some(_) => skipped += 1,
        }
    }
    left.as_slice().is_empty().then_some(skipped)
}

/// What a declaration consists of.
pub fn parts(program: &Program, declaration: Definition) -> Vec<OutlineEntry> {
    entry(program, declaration, program.item(declaration)).map_or_else(Vec::new, |it| it.parts)
}

/// The entry of a declaration.
fn entry(program: &Program, definition: Definition, item: &Item) -> Option<OutlineEntry> {
    let Definition { document, .. } = definition;
    let source = &*program.documents[document as usize].source;
    let name_span = item.kind.declared()?;
    let part = |name_span: Span, sort, rest: Span| OutlineEntry {
        name: source.slice(name_span).to_owned(),
        sort,
        detail: short(source.slice(rest)),
        document,
        span: name_span.to(rest),
        name_span,
        parts: Vec::new(),
    };
    let (sort, detail, parts) = match &item.kind {
        ItemKind::Formula { body, .. } => {
            (EntrySort::Formula, short(source.slice(body.span)), Vec::new())
        }
        ItemKind::Game(game) => {
            let settings = game.settings.iter();
            let settings = settings
                .map(|it| part(it.name, EntrySort::Setting, behind(it.name, it.value.span())));
            (EntrySort::Block, kind(source, game), settings.collect())
        }
        ItemKind::File { path, .. } => {
            (EntrySort::Block, source.slice(*path).to_owned(), Vec::new())
        }
        ItemKind::Broken { .. } => (EntrySort::Broken, String::new(), Vec::new()),
        _ => {
            let editor = program.kinds.of(item, source.text())?.editor()?;
            let outline = editor.outline(item, source.text());
            let parts = outline.parts.into_iter().map(|it| {
                let (part, is_told) =
                    (part(it.name, sort_of(it.role), it.rest), !it.rest.is_empty());
                let role =
                    if is_told || it.role == WordRole::Node { "" } else { it.role.with_article() };
                OutlineEntry { detail: part.detail.clone() + role, ..part }
            });
            (EntrySort::Block, outline.detail, parts.collect())
        }
    };
    let span = item.documentation.map_or(item.span, |it| it.to(item.span));
    let name = source.slice(name_span).to_owned();
    Some(OutlineEntry { name, sort, detail, document, span, name_span, parts })
}

fn sort_of(role: WordRole) -> EntrySort {
    match role {
        WordRole::Sort => EntrySort::Sort,
        WordRole::Rule => EntrySort::Rule,
        WordRole::Constant
        | WordRole::Function
        | WordRole::Predicate
        | WordRole::Action
        | WordRole::Symbol
        | WordRole::Part => EntrySort::Symbol,
        WordRole::Node | WordRole::Treasure | WordRole::Atom => EntrySort::Node,
    }
}

fn kind(source: &Source, game: &GameBlock) -> String {
    game.kind.map_or(String::new(), |it| source.slice(it).to_owned())
}

/// A value, or where it would be behind its name.
fn behind(name: Span, value: Span) -> Span {
    if value.is_empty() { Span::at(name.end) } else { value }
}

/// A text on one line and not too long.
fn short(text: &str) -> String {
    let mut words = String::new();
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        if let Some((end, _)) = words.char_indices().nth(LONGEST_SHOWN) {
            words.truncate(end);
            words.push('…');
            break;
        }
    }
    words
}
