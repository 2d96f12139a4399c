//! What is known of all that a session holds: its texts as a program, checked and kept up to date.
//! The line that is being looked at stands behind them.

use std::sync::Arc;

use super::entries::{Entries, Entry};
use crate::diagnostic::{Diagnostic, Severity};
use crate::kinds::{Document, Program};
use crate::service::check::{Analysis, Checked, Levels, check};
use crate::service::import::{Files, document};
use crate::syntax::ast::ItemKind;
use crate::text::Source;

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
    pub replaced: Vec<String>,
}

impl<'w> Knowledge<'w> {
    /// Nothing yet.
    pub fn new(disk: &'w dyn Files) -> Self {
        let entries = Entries::new(disk);
        Self { checked: check(entries.program(None), &Levels::default()), entries }
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

    /// Puts a text behind all others.
    pub fn put(&mut self, document: Arc<Document>) -> Put {
        let scope = self.checked.analysis().scope;
        let items = &document.tree.items;
        let replaced: Vec<_> = items
            .iter()
            .filter_map(|item| Some(document.source.slice(item.kind.declared()?)))
            .filter(|name| scope.find(name).is_some())
            .map(str::to_owned)
            .collect();
        let concerns_files = items.iter().any(|item| {
            let kind = &item.kind;
            matches!(kind, ItemKind::Import { .. } | ItemKind::Level { .. } | ItemKind::File { .. })
        });
        let is_rebuilt = concerns_files || !replaced.is_empty();
        if is_rebuilt {
            let program = self.entries.program(Some(&document));
            self.checked = check(program, &Levels::default());
        } else {
            self.replace_last(0, vec![Arc::clone(&document)]);
        }
        Put { document, is_rebuilt, replaced }
    }

    /// Looks as if all ended with a text that is being typed.
    pub fn peek<R>(&mut self, text: &str, look: impl FnOnce(Analysis<'_>, u32) -> R) -> R {
        // What it imports is not looked at.
        self.replace_last(0, vec![document(Arc::new(Source::new("", text)))]);
        let seen = look(self.checked.analysis(), self.line());
        self.replace_last(1, Vec::new());
        seen
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
    }

    /// Makes the text that was put last an entry.
    pub fn keep(&mut self, put: &Put, entry: Entry) {
        let meaning = entry.meaning();
        self.entries.list.push(entry);
        if put.is_rebuilt {
            return self.rebuild();
        }
        if !Arc::ptr_eq(&meaning, &put.document) {
            self.replace_last(1, vec![meaning]);
        }
    }

    /// Checks the entries anew.
    pub fn rebuild(&mut self) {
        self.checked = check(self.entries.program(None), &Levels::default());
    }

    /// The errors in declarations.
    pub fn errors(&self) -> Vec<(Diagnostic, Arc<Source>)> {
        let analysis = self.checked.analysis();
        let program = self.checked.program();
        let of = |document: u32| {
            let source = analysis.scope.source(document);
            let found = analysis.findings[document as usize].iter();
            let errors = found.filter(|it| it.severity == Severity::Error);
            errors.map(|it| (it.clone(), Arc::clone(source)))
        };
        program.in_order().flat_map(of).collect()
    }
}
