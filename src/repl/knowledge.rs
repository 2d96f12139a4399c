//! What is known of all that a session holds: its texts as a program, checked and kept up to date.
//! The line that is being looked at stands behind them.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::about;
use super::entries::{Entries, Entry, hide};
use crate::diagnostic::code::UNUSED_FORMULA;
use crate::diagnostic::{Diagnostic, Level, Severity};
use crate::kinds::{Document, Program};
use crate::service::check::{Analysis, Checked, Levels, check, check_within};
use crate::service::import::{Files, document};
use crate::syntax::ast::{Item, ItemKind};
use crate::text::Source;
use puzzle_engine::budget::{Budget, Stop};

/// The texts of a session and what is known of them.
pub struct Knowledge<'w> {
    /// The texts.
    pub entries: Entries<'w>,
    /// The texts as a program; its last file has a part for each.
    checked: Checked,
}

/// A text that was put behind the others.
pub struct Put {
    /// The text.
    pub document: Arc<Document>,
    /// Whether the program was checked anew and not only followed.
    is_rebuilt: bool,
    /// Names that were declared before.
    pub replaced: FxHashSet<String>,
    /// Texts that declared them, by their place, as they were before these were hidden.
    hidden: Vec<(usize, Arc<Document>)>,
    /// The errors before, when names are replaced.
    pub errors_before: Vec<(Diagnostic, Arc<Source>)>,
}

/// What nothing mentions yet may be asked about next.
fn levels() -> Levels {
    let mut levels = Levels::default();
    levels.set(UNUSED_FORMULA, Level::Allow);
    levels
}

impl<'w> Knowledge<'w> {
    /// Nothing yet.
    pub fn new(disk: &'w dyn Files) -> Self {
        let entries = Entries::new(disk);
        Self { checked: check(entries.program(), &levels()), entries }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        self.checked.program()
    }

    /// What is known of it.
    pub fn analysis(&self) -> Analysis<'_> {
        self.checked.analysis()
    }

    /// Whether a name is declared.
    pub fn declares(&self, name: &str) -> bool {
        self.analysis().scope.find(name).is_some()
    }

    /// Puts a text behind all others, within limits; beyond them what is known stays.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn put(&mut self, document: Arc<Document>, budget: &mut Budget) -> Result<Put, Stop> {
        let scope = self.checked.analysis().scope;
        let items = &document.tree.items;
        let replaced: FxHashSet<_> = items
            .iter()
            .filter_map(|item| Some(document.source.slice(item.kind.declared()?)))
            .filter(|name| scope.find(name).is_some())
            .map(str::to_owned)
            .collect();
        let concerns_files = items.iter().any(|item| {
            let kind = &item.kind;
            matches!(kind, ItemKind::Import { .. } | ItemKind::Level { .. } | ItemKind::File { .. })
        });
        let errors_before = if replaced.is_empty() { Vec::new() } else { self.errors() };
        let older = if concerns_files { None } else { self.older(&replaced) };
        let mut hidden = Vec::new();
        let is_rebuilt = older.is_none();
        if let Some(older) = older {
            for (part, older) in older {
                let replaces = |item: &Item| {
                    let name = item.kind.declared().map(|it| older.source.slice(it));
                    name.is_some_and(|name| replaced.contains(name))
                };
                let items = &older.tree.items;
                self.replace_part(part, hide(&older, |index| replaces(&items[index])));
                hidden.push((part, older));
            }
            self.replace_last(0, vec![Arc::clone(&document)]);
        } else {
            let (program, _) = self.entries.program_within(Some(&document), budget)?;
            self.checked = check_within(program, &levels(), budget)?;
        }
        Ok(Put { document, is_rebuilt, replaced, hidden, errors_before })
    }

    /// The typed texts that declare one of the names, by their place; none if a file does.
    fn older(&self, names: &FxHashSet<String>) -> Option<BTreeMap<usize, Arc<Document>>> {
        let (scope, program) = (self.checked.analysis().scope, self.checked.program());
        let older = names.iter().map(|name| {
            let document = scope.find(name)?.document;
            let (file, part) = self.checked.place(document);
            let is_typed = file + 1 == program.files.len();
            is_typed.then(|| (part, Arc::clone(&program.documents[document as usize])))
        });
        older.collect()
    }

    /// Looks as if all ended with a text that is being typed.
    pub fn peek<R>(&mut self, text: &str, look: impl FnOnce(Analysis<'_>, u32) -> R) -> R {
        // What it imports is not looked at.
        self.replace_last(0, vec![document(Arc::new(Source::new("", text)))]);
        let seen = look(self.checked.analysis(), self.line());
        self.replace_last(1, Vec::new());
        seen
    }

    /// Replaces one text.
    fn replace_part(&mut self, part: usize, document: Arc<Document>) {
        let file = self.checked.program().files.len() - 1;
        self.checked.replace(file, part..part + 1, vec![document]);
    }

    /// Replaces that many texts at the end.
    fn replace_last(&mut self, count: usize, documents: Vec<Arc<Document>>) {
        let end = self.checked.program().root().parts.len();
        let file = self.checked.program().files.len() - 1;
        self.checked.replace(file, end - count..end, documents);
    }

    /// The index, in the program, of the text that was put last.
    pub fn line(&self) -> u32 {
        self.checked.program().root().parts.last().copied().unwrap_or_default()
    }

    /// Takes a text away that was put last.
    pub fn drop_line(&mut self, put: &Put) {
        if put.is_rebuilt {
            return self.rebuild();
        }
        self.replace_last(1, Vec::new());
        for (part, older) in &put.hidden {
            self.replace_part(*part, Arc::clone(older));
        }
    }

    /// Makes the text that was put last an entry.
    pub fn keep(&mut self, put: &Put, entry: Entry) {
        let meaning = entry.meaning();
        self.entries.list.push(entry);
        let declared = meaning.tree.items.iter().filter_map(|it| it.kind.declared());
        let declared: FxHashSet<_> = declared.map(|it| meaning.source.slice(it)).collect();
        let is_same = Arc::ptr_eq(&meaning, &put.document);
        if put.is_rebuilt && !is_same
            || !put.replaced.iter().all(|it| declared.contains(it.as_str()))
        {
            return self.rebuild();
        }
        if !is_same {
            self.replace_last(1, vec![meaning]);
        }
    }

    /// Forgets queries that were answered about a text, which is to be taken back.
    pub fn forget_queries_about(&mut self, text: usize) {
        let (_, owners) = self.entries.program_with_owners();
        let analysis = self.checked.analysis();
        for entry in &mut self.entries.list[text + 1..] {
            for (item, kept) in entry.document.tree.items.iter().zip(&mut entry.kept) {
                if matches!(item.kind, ItemKind::Query(_)) {
                    let texts = about::texts(analysis, &owners, &entry.document, item);
                    *kept &= texts.is_none_or(|it| !it.contains(&text));
                }
            }
        }
    }

    /// Checks the entries anew.
    pub fn rebuild(&mut self) {
        self.checked = check(self.entries.program(), &levels());
    }

    /// As [`Self::rebuild`], within limits; beyond them what is known stays.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn rebuild_within(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let (program, _) = self.entries.program_within(None, budget)?;
        self.checked = check_within(program, &levels(), budget)?;
        Ok(())
    }

    /// The errors in declarations.
    pub fn errors(&self) -> Vec<(Diagnostic, Arc<Source>)> {
        let analysis = self.checked.analysis();
        let of = |document: u32| {
            let source = analysis.scope.source(document);
            let found = analysis.findings[document as usize].iter();
            let errors = found.filter(|it| it.severity == Severity::Error);
            errors.map(|it| (it.clone(), Arc::clone(source)))
        };
        self.checked.with_errors().into_iter().flat_map(of).collect()
    }
}
