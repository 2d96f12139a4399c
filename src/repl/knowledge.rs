//! What is known of all that a session holds: its texts as a program, checked and kept up to date.
//! The line that is being looked at stands behind them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::about;
use super::entries::{Entries, Entry, Owners, hide};
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
    /// For each imported file the text that it is imported for.
    owners: Owners,
    /// The texts that declare a name, or whose files do, in their order; the last one is in force.
    declared: FxHashMap<String, Vec<usize>>,
    /// Names that imported files declare.
    in_files: FxHashSet<String>,
    /// The texts that declare something.
    declaring: BTreeSet<usize>,
    /// Queries, each as its text and its item there, by the last text that their answers depend on.
    asked: FxHashMap<usize, Vec<(usize, usize)>>,
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
        Self {
            checked: check(entries.program(), &levels()),
            entries,
            owners: Owners::default(),
            declared: FxHashMap::default(),
            in_files: FxHashSet::default(),
            declaring: BTreeSet::new(),
            asked: FxHashMap::default(),
        }
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
        let names_files = items.iter().any(|item| item.kind.names_file());
        let errors_before = if replaced.is_empty() { Vec::new() } else { self.errors() };
        let older = if names_files { None } else { self.older(&replaced) };
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
            let (program, owners) = self.entries.program_within(Some(&document), budget)?;
            self.checked = check_within(program, &levels(), budget)?;
            self.owners = owners;
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
        let first = self.entries.list.len();
        let kept: FxHashSet<_> = entry.names().map(str::to_owned).collect();
        self.entries.list.extend(entry.cut());
        let meanings: Vec<_> = self.entries.list[first..].iter().map(Entry::meaning).collect();
        let is_same = meanings.len() == 1 && Arc::ptr_eq(&meanings[0], &put.document);
        if put.is_rebuilt && !is_same {
            self.rebuild();
        } else {
            if !is_same {
                self.replace_last(1, meanings);
            }
            if put.is_rebuilt {
                self.note_declarations();
            } else {
                (first..self.entries.list.len()).for_each(|it| self.note(it));
            }
            if !put.replaced.is_subset(&kept) {
                let hidden = put.hidden.iter().map(|it| it.0);
                hidden.for_each(|text| self.replace_part(text, self.in_force(text)));
            }
        }
        for text in first..self.entries.list.len() {
            self.note_queries(text);
        }
    }

    /// Takes note of what a text declares.
    fn note(&mut self, text: usize) {
        let entry = &self.entries.list[text];
        if entry.declarations().next().is_some() {
            self.declaring.insert(text);
        }
        for name in entry.names() {
            let texts = self.declared.entry(name.to_owned()).or_default();
            let place = texts.partition_point(|it| *it < text);
            if texts.get(place) != Some(&text) {
                texts.insert(place, text);
            }
        }
    }

    /// Takes note of what all texts and their files declare.
    fn note_declarations(&mut self) {
        self.declared.clear();
        self.in_files.clear();
        self.declaring.clear();
        let program = self.checked.program();
        for file in program.files.iter().filter(|it| self.owners.contains_key(&it.path)) {
            let owner = self.owners[&file.path];
            for name in self.entries.names_in(&file.path) {
                self.declared.entry(name.clone()).or_default().push(owner);
                self.in_files.insert(name);
            }
        }
        for texts in self.declared.values_mut() {
            texts.sort_unstable();
            texts.dedup();
        }
        (0..self.entries.list.len()).for_each(|it| self.note(it));
    }

    /// Takes note of what the answers to the queries of a text depend on.
    fn note_queries(&mut self, text: usize) {
        let entry = &self.entries.list[text];
        for (index, (item, kept)) in entry.document.tree.items.iter().zip(&entry.kept).enumerate() {
            if *kept && matches!(item.kind, ItemKind::Query(_)) {
                let analysis = self.checked.analysis();
                let texts = about::texts(analysis, &self.owners, &entry.document, item);
                let last = texts.into_iter().flatten().max();
                let of_last = last.map(|it| self.asked.entry(it).or_default());
                of_last.into_iter().for_each(|it| it.push((text, index)));
            }
        }
    }

    /// A text as it is in force: without what later ones declare again.
    fn in_force(&self, text: usize) -> Arc<Document> {
        let meaning = self.entries.list[text].meaning();
        let is_over = |index: usize| {
            let name = meaning.tree.items[index].kind.declared();
            let texts = name.and_then(|it| self.declared.get(meaning.source.slice(it)));
            texts.is_some_and(|it| it.last() != Some(&text))
        };
        hide(&meaning, is_over)
    }

    /// Takes back the last texts that declare something and were typed at once, and the queries that were
    /// answered about them. Returns them as they were.
    pub fn take_back(&mut self) -> Vec<Entry> {
        let Some(&last) = self.declaring.last() else { return Vec::new() };
        let list = &self.entries.list;
        let first = (0..=last).rev().find(|it| !list[*it].continues).unwrap_or_default();
        let end = (last + 1..list.len()).find(|it| !list[*it].continues).unwrap_or(list.len());
        let mut taken = Vec::new();
        let mut older = BTreeSet::new();
        let mut names_files = false;
        for text in first..end {
            for (asking, item) in self.asked.remove(&text).unwrap_or_default() {
                self.entries.list[asking].kept[item] = false;
            }
            let entry = &mut self.entries.list[text];
            taken.push(entry.clone());
            names_files |= entry.declarations().any(|it| it.kind.names_file());
            for name in taken.last().into_iter().flat_map(Entry::names) {
                names_files |= self.in_files.contains(name);
                if let Some(texts) = self.declared.get_mut(name) {
                    texts.truncate(texts.partition_point(|it| *it < text));
                    older.extend(texts.last());
                }
            }
            entry.take_back();
            self.declaring.remove(&text);
        }
        if names_files {
            self.rebuild();
        } else {
            older.extend(first..end);
            for text in older {
                self.replace_part(text, self.in_force(text));
            }
        }
        taken
    }

    /// Checks the entries anew.
    pub fn rebuild(&mut self) {
        self.rebuild_within(&mut Budget::unlimited()).expect("there are no limits");
    }

    /// As [`Self::rebuild`], within limits; beyond them what is known stays.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn rebuild_within(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let (program, owners) = self.entries.program_within(None, budget)?;
        self.checked = check_within(program, &levels(), budget)?;
        self.owners = owners;
        self.note_declarations();
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
