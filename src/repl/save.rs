//! `:save`: the session as a file. Declarations that are in force, and the queries with their
//! answers as expectations, in canonical form.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::about;
use super::command::Call;
use super::entries::{Entries, Imports, TYPED};
use super::event::SessionEvent;
use super::session::{Session, TellEvent};
use crate::diagnostic::Edit;
use crate::diagnostic::fix::apply;
use crate::kinds::{Document, ScopeFile};
use crate::service::check::{Analysis, Levels, check};
use crate::service::import::Files;
use crate::service::shelf;
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::format::format;
use crate::syntax::token::text_value;
use crate::text::Span;

/// `:save FILE` and `:save! FILE`
pub(super) fn save(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    let file = call.argument().trim_matches('"').to_owned();
    let path = PathBuf::from(&file);
    let (program, imports) = session.known.entries.program_with_imports();
    let checked = check(program, &Levels::default());
    let directory = path.parent().unwrap_or(Path::new("")).join(".");
    let writer = Writer {
        analysis: checked.analysis(),
        entries: &session.known.entries,
        imports,
        files: session.world,
        directory: session.known.entries.locate(&directory.to_string_lossy()),
    };
    let text = writer.text();
    if text.is_empty() {
        return tell(SessionEvent::usage("there is nothing to save yet"));
    }
    match session.write(("save", call.is_forced()), &file, &text) {
        Ok(()) => tell(SessionEvent::Note(format!("saved {file}"))),
        Err(reason) => tell(SessionEvent::usage(format!("{file}: {reason}"))),
    }
}

struct Writer<'a> {
    analysis: Analysis<'a>,
    entries: &'a Entries<'a>,
    imports: Imports,
    files: &'a dyn Files,
    /// The directory that is written to.
    directory: PathBuf,
}

/// Lines that are collected for the file.
#[derive(Default)]
struct SavedLines {
    text: String,
    was_block: bool,
    /// Queries that stand there.
    queries: FxHashSet<String>,
}

impl SavedLines {
    /// Adds an item; one of several lines has a blank line around it. A query stands there once.
    fn push(&mut self, item: &str, is_query: bool) {
        if is_query && !self.queries.insert(item.to_owned()) {
            return;
        }
        let is_block = item.contains('\n');
        if !self.text.is_empty() && (is_block || self.was_block) {
            self.text.push('\n');
        }
        self.text.push_str(item);
        self.text.push('\n');
        self.was_block = is_block;
    }
}

impl Writer<'_> {
    fn text(&self) -> String {
        let program = self.analysis.scope.program;
        let mut lines = SavedLines::default();
        let imported = program.files.iter().filter(|file| file.path != Path::new(TYPED));
        let is_whole = |file: &ScopeFile| {
            let document = &program.documents[file.parts[0] as usize];
            Arc::ptr_eq(&self.imports[&file.path].document, document)
        };
        // An import would bring back what was replaced.
        let imports_stand = imported.clone().all(is_whole);
        for file in imported.filter(|_| !imports_stand) {
            for (definition, item) in program.items(file) {
                if item.kind.declared().is_some() {
                    let document = &program.documents[definition.document as usize];
                    lines.push(&self.item(document, item, None, &file.path), false);
                }
            }
        }
        for are_imports in [true, false] {
            for (index, entry) in self.entries.list.iter().enumerate() {
                for (item, it) in entry.document.tree.items.iter().enumerate() {
                    let is_left = match it.kind {
                        _ if !entry.kept[item] => false,
                        ItemKind::Import { .. } => are_imports && imports_stand,
                        _ if are_imports => false,
                        ItemKind::Query(_) => !self.is_stale(index, it),
                        _ => self.is_in_force(index, item),
                    };
                    if is_left {
                        let answer = entry.answers.get(&item).map(String::as_str);
                        let line = self.item(&entry.document, it, answer, Path::new(TYPED));
                        lines.push(&line, matches!(it.kind, ItemKind::Query(_)));
                    }
                }
            }
        }
        format(&lines.text)
    }

    /// Whether no later declaration has the same name.
    fn is_in_force(&self, entry: usize, item: usize) -> bool {
        let program = self.analysis.scope.program;
        let document = &program.documents[program.root().parts[entry] as usize];
        !matches!(document.tree.items[item].kind, ItemKind::Broken { .. })
    }

    /// Whether a query was answered before something that it is about was declared anew.
    fn is_stale(&self, entry: usize, query: &Item) -> bool {
        let document = &self.entries.list[entry].document;
        about::texts(self.analysis, &self.imports, document, query)
            .is_none_or(|texts| texts.into_iter().any(|it| it > entry))
    }

    /// An item as it is written: a query with its answer, a path as seen from the file that is
    /// written. `from` is the file that the item stands in.
    fn item(&self, document: &Document, item: &Item, answer: Option<&str>, from: &Path) -> String {
        let above = item.documentation.unwrap_or(item.span);
        let mut edits = Vec::new();
        match &item.kind {
            ItemKind::Import { path }
                if shelf::located(&text_value(document.source.slice(*path))).is_some() => {}
            ItemKind::Import { path } | ItemKind::File { path, .. } => {
                let located = self.files.locate(from, &text_value(document.source.slice(*path)));
                let seen = located.strip_prefix(&self.directory).unwrap_or(&located);
                let seen = seen.to_string_lossy().replace('\\', "/");
                edits.push(Edit::replace(*path, format!("\"{seen}\"")));
            }
            ItemKind::Query(query) => {
                edits.extend(answer.map(|answer| match query.expectation {
                    Some(expectation) => Edit::replace(expectation.span, answer),
                    None => Edit::insert(item.span.end, format!(" => {answer}")),
                }));
            }
            _ => {}
        }
        let text = document.source.text();
        let start = above.start.min(item.span.start);
        let moved = |Edit { span, text }: Edit| {
            Edit::replace(Span::new(span.start - start, span.end - start), text)
        };
        let edits: Vec<_> = edits.into_iter().map(moved).collect();
        apply(&text[start as usize..item.span.end as usize], &edits)
    }
}
