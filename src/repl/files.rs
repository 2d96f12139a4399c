//! `:load` and `:reload`: a file becomes an entry that imports it, and its queries are answered.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::command::Call;
use super::entries::SessionEntry;
use super::event::SessionEvent;
use super::it::It;
use super::memory::LastQuery;
use super::session::{Session, TellEvent, in_session, quoted, replacement};
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::diagnostic::Diagnostic;
use crate::kinds::Document;
use crate::service::import::{FileFormat, document, document_within};
use crate::service::report::is_said;
use crate::service::shelf;
use crate::service::test::{self, TestPurpose};
use crate::syntax::ast::ItemKind;
use crate::text::Source;
use puzzle_engine::budget::Stop;

/// `:load FILE`
pub(super) fn load(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    let file = call.argument().trim_matches('"').to_owned();
    open(session, &file, tell);
}

/// Takes a file into the session.
pub(super) fn open(session: &mut Session<'_>, file: &str, tell: TellEvent<'_>) {
    if let Some(format) = FileFormat::of(file) {
        return declare(session, file, format, tell);
    }
    let path = shelf::located(file).unwrap_or_else(|| session.known.entries.locate(file));
    if session.known.imports(&path) {
        session.forget_files();
        return take_again(session, file, &path, tell);
    }
    let before = session.known.errors();
    take(session, file, &path, &before, tell);
}

/// Declares what a file in the format of another program holds, under the name of the file.
fn declare(session: &mut Session<'_>, file: &str, format: FileFormat, tell: TellEvent<'_>) {
    session.forget_files();
    let (_, text) = format.declaration(file);
    tell(SessionEvent::Note(text.clone()));
    session.read(Arc::new(Source::new(file, text)), tell);
}

/// `:reload`
pub(super) fn reload(session: &mut Session<'_>, tell: TellEvent<'_>) {
    let loaded = session.known.entries.list.iter();
    let loaded = loaded.filter_map(|it| Some((it.loaded.clone()?, it.document.clone())));
    let loaded: Vec<_> = loaded.collect();
    if loaded.is_empty() {
        return tell(SessionEvent::usage("nothing is loaded; write `:load FILE`"));
    }
    session.forget_files();
    for (path, import) in loaded {
        if session.signal.is_cancelled() {
            return;
        }
        take_again(session, import.source.name(), &path, tell);
    }
}

/// Takes a located file that was loaded before, and looks at all others anew. What cannot be taken stays as it was.
fn take_again(session: &mut Session<'_>, file: &str, path: &Path, tell: TellEvent<'_>) {
    let errors = session.known.errors();
    let before = session.known.entries.list.clone();
    let old = session.known.entries.list.iter_mut();
    old.filter(|it| it.loaded.as_deref() == Some(path)).for_each(SessionEntry::take_back);
    session.known.rebuild();
    if !take(session, file, path, &errors, tell) {
        session.known.entries.list = before;
        session.known.rebuild();
    }
}

/// Takes a located file, whose declarations go before all others, and answers its queries. Returns whether it was
/// taken. `before` are the errors that were there.
fn take(
    session: &mut Session<'_>,
    file: &str,
    path: &Path,
    before: &[(Diagnostic, Arc<Source>)],
    tell: TellEvent<'_>,
) -> bool {
    let mut budget = session.limits.budget(&session.signal);
    let opened = match shelf::holds(path) {
        true => shelf::read(path).map(Arc::new).map_err(|it| CommandFailure::unusable(file, it)),
        false => session.world.open(path, &mut budget),
    };
    let opened = opened
        .and_then(|source| document_within(source, &mut budget).map_err(|stop| unread(file, stop)));
    let loaded = match opened {
        Ok(loaded) => loaded,
        Err(failure) => {
            refuse(file, failure, tell);
            return false;
        }
    };
    let declared: Vec<_> = names(&loaded).collect();
    let import = document(Arc::new(Source::new(file, format!("import \"{file}\""))));
    session.known.entries.give(path, &loaded);
    let put = match session.known.put(Arc::clone(&import), &mut budget) {
        Ok(put) => put,
        Err(stop) => {
            refuse(file, unread(file, stop), tell);
            return false;
        }
    };
    let is_known = |name: &&str| put.replaced.contains(*name);
    let replaced: Vec<_> = declared.iter().copied().filter(is_known).collect();
    let kept = vec![true; import.tree.items.len()];
    let (answers, loaded) = (FxHashMap::default(), Some(path.to_owned()));
    let entry = SessionEntry { document: import, kept, answers, loaded, continues: false };
    session.known.keep(&put, entry);
    if !declared.is_empty() {
        tell(SessionEvent::Note(format!("loaded {}", listed(&declared))));
    }
    if !replaced.is_empty() {
        tell(replacement(&replaced));
    }
    let told = session.tell_files(tell);
    session.tell_new_errors(before, &told, tell);
    answer(session, path, tell);
    true
}

/// What is said of a file when a limit is reached before it is understood.
fn unread(file: &str, stop: Stop) -> CommandFailure {
    let message = format!("it was not read to its end: {stop}");
    CommandFailure { name: file.to_owned(), message, exit: Exit::Unknown }
}

fn refuse(file: &str, CommandFailure { message, exit, .. }: CommandFailure, tell: TellEvent<'_>) {
    tell(SessionEvent::Failure(format!("{file}: {message}"), exit));
}

/// The names that a document declares.
fn names(document: &Document) -> impl Iterator<Item = &str> {
    let declared = document.tree.items.iter().filter_map(|item| item.kind.declared());
    declared.map(|name| document.source.slice(name))
}

/// Names in a sentence, of many the first.
fn listed(names: &[&str]) -> String {
    const MOST: usize = 8;
    match names.len().checked_sub(MOST) {
        Some(more @ 1..) => format!("{} and {more} more", quoted(&names[..MOST])),
        _ => quoted(names),
    }
}

/// Answers the queries of a loaded file.
fn answer(session: &mut Session<'_>, path: &Path, tell: TellEvent<'_>) {
    let analysis = session.known.analysis();
    let program = session.known.program();
    let Some(loaded) = program.files.iter().rfind(|it| it.path == path) else { return };
    for (definition, _) in program.items(loaded) {
        let name = program.name(definition);
        if !name.is_empty() {
            session.memory.name(name);
        }
    }
    let (signal, limits) = (session.signal.clone(), session.limits);
    let (items, budget) = (program.items(loaded), || limits.budget(&signal));
    for mut report in test::run_items(&analysis, items, TestPurpose::Showing, budget) {
        let source = analysis.scope.source(report.query.document);
        if let ItemKind::Query(query) = &analysis.scope.item(report.query).kind {
            if let Some(it) = It::of(&report, query, source.text()) {
                session.memory.it = Some(it);
                let text = report.name.clone();
                session.memory.query = Some(LastQuery { text, lines_before: None });
            }
            session.memory.name(source.slice(query.target.span));
        }
        let mut found = std::mem::take(&mut report.diagnostics);
        found.retain(|it| !is_said(it, &analysis.findings[report.query.document as usize]));
        let is_typed = false;
        tell(SessionEvent::Answer {
            report: Box::new(report),
            source: Arc::clone(source),
            is_typed,
        });
        if signal.is_cancelled() {
            tell(SessionEvent::Note("interrupted".to_owned()));
            break;
        }
        for found in found.into_iter().map(in_session) {
            session.memory.code = Some(found.code);
            tell(SessionEvent::Diagnostic(found, Arc::clone(source)));
        }
    }
}
