//! What is known of all that a session holds: its texts as a program, checked and kept up to date.
//! The line that is being looked at stands behind them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::about;
use super::entries::{Entries, Entry, Named, Owners, hide};
use crate::diagnostic::code::UNUSED_FORMULA;
use crate::diagnostic::{Diagnostic, Level, Severity};
use crate::kinds::scope::{File, Foreign};
use crate::kinds::{Definition, Document, Program};
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
    /// How many files the last change brought; none when it may be any.
    fresh: Option<usize>,
}

/// A text that was put behind the others.
pub struct Put {
    /// The text.
    pub document: Arc<Document>,
    /// Whether the program was checked anew and not only followed.
    is_rebuilt: bool,
    /// How many files it brought, and whether it names some in foreign formats, when it was only followed.
    files: usize,
    names_foreign: bool,
    /// Names that were declared before.
    pub replaced: FxHashSet<String>,
    /// Texts that declared them, by their place, as they were before these were hidden.
    hidden: Vec<(usize, Arc<Document>)>,
    /// The errors before, when names are replaced.
    pub errors_before: Vec<(Diagnostic, Arc<Source>)>,
}

/// The names that a document declares.
fn declared(document: &Document) -> impl Iterator<Item = &str> {
    let names = document.tree.items.iter().filter_map(|it| it.kind.declared());
    names.map(|name| document.source.slice(name))
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
            fresh: None,
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
        let named = match names_files {
            true => self.named(&document, budget)?,
            false => Some(Named::default()),
        };
        let errors_before = if replaced.is_empty() { Vec::new() } else { self.errors() };
        let older = named.and_then(|named| Some((named, self.older(&replaced)?)));
        let mut hidden = Vec::new();
        let is_rebuilt = older.is_none();
        self.fresh = older.as_ref().map(|(named, _)| named.files.len());
        let (mut files, mut names_foreign) = (0, false);
        if let Some((named, older)) = older {
            (files, names_foreign) = (named.files.len(), !named.foreign.is_empty());
            for (part, older) in older {
                let replaces = |item: &Item| {
                    let name = item.kind.declared().map(|it| older.source.slice(it));
                    name.is_some_and(|name| replaced.contains(name))
                };
                let items = &older.tree.items;
                self.replace_part(part, hide(&older, |index| replaces(&items[index])));
                hidden.push((part, older));
            }
            if let Err(stop) = self.add(&document, named, budget) {
                self.rebuild();
                return Err(stop);
            }
        } else {
            let (program, owners) = self.entries.program_within(Some(&document), budget)?;
            self.checked = check_within(program, &levels(), budget)?;
            self.owners = owners;
        }
        Ok(Put { document, is_rebuilt, files, names_foreign, replaced, hidden, errors_before })
    }

    /// What a text names beside the files that are loaded; none where more than that has to be looked at: something
    /// is wrong with it, or it brings a name that is there.
    fn named(&self, document: &Arc<Document>, budget: &mut Budget) -> Result<Option<Named>, Stop> {
        let Some(named) = self.entries.named(document, &self.owners, budget)? else {
            return Ok(None);
        };
        let own: FxHashSet<_> = declared(document).collect();
        let is_there = |name: &str| own.contains(name) || self.declares(name);
        let clashes = named.files.iter().any(|(_, file)| declared(file).any(is_there));
        Ok(Some(named).filter(|_| !clashes))
    }

    /// Adds a text and what it names; a text that names nothing is as short as what is typed.
    fn add(
        &mut self,
        document: &Arc<Document>,
        named: Named,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        if named.files.is_empty() && named.foreign.is_empty() {
            self.replace_last(0, vec![Arc::clone(document)]);
            return Ok(());
        }
        for (path, file) in named.files {
            self.owners.insert(path.clone(), self.entries.list.len());
            self.checked.add_file(path, vec![file], budget)?;
        }
        let (file, end) = self.end();
        let added = vec![Arc::clone(document)];
        self.checked.replace_within(file, end..end, added, named.foreign, budget)
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
        let (file, end) = self.end();
        self.checked.replace(file, end - count..end, documents);
    }

    /// The file that all texts are, and how many these are.
    fn end(&self) -> (usize, usize) {
        let program = self.checked.program();
        (program.files.len() - 1, program.root().parts.len())
    }

    /// The index, in the program, of the text that was put last.
    pub fn line(&self) -> u32 {
        self.checked.program().root().parts.last().copied().unwrap_or_default()
    }

    /// Takes a text away that was put last. Returns the files that go with it; none when it may be any.
    pub fn drop_line(&mut self, put: &Put) -> Option<Vec<PathBuf>> {
        if put.is_rebuilt || put.names_foreign {
            self.rebuild();
            return None;
        }
        self.replace_last(1, Vec::new());
        for (part, older) in &put.hidden {
            self.replace_part(*part, Arc::clone(older));
        }
        Some((0..put.files).map(|_| self.remove_file()).collect())
    }

    /// Removes the file that was loaded last. Returns where it is.
    fn remove_file(&mut self) -> PathBuf {
        let path = self.files(1)[0].path.clone();
        self.checked.remove_file();
        self.owners.remove(&path);
        self.entries.forget(&path);
        path
    }

    /// The files that were loaded last, so many of them.
    fn files(&self, count: usize) -> &[File] {
        let (root, _) = self.end();
        &self.checked.program().files[root - count..root]
    }

    /// The files that the last change may have brought, and those in foreign formats.
    pub fn fresh(&self) -> (&[File], Vec<&Foreign>) {
        let program = self.checked.program();
        let Some(files) = self.fresh else {
            let foreign = program.foreign.values().map(|it| &**it);
            return (self.files(program.files.len() - 1), foreign.collect());
        };
        let document = self.line();
        let items = 0..program.documents[document as usize].tree.items.len() as u32;
        let foreign = items.filter_map(|item| program.foreign.get(&Definition { document, item }));
        (self.files(files), foreign.map(|it| &**it).collect())
    }

    /// Makes the text that was put last an entry.
    pub fn keep(&mut self, put: &Put, entry: Entry) {
        let first = self.entries.list.len();
        let kept: FxHashSet<_> = entry.names().map(str::to_owned).collect();
        self.entries.list.extend(entry.cut());
        let meanings: Vec<_> = self.entries.list[first..].iter().map(Entry::meaning).collect();
        let is_same = meanings.len() == 1 && Arc::ptr_eq(&meanings[0], &put.document);
        if (put.is_rebuilt || put.files > 0) && !is_same {
            self.rebuild();
        } else {
            if !is_same {
                self.replace_last(1, meanings);
            }
            if put.is_rebuilt {
                self.note_declarations();
            } else {
                (first..self.entries.list.len()).for_each(|it| self.note(it));
                self.note_files(put.files);
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

    /// Takes note of what the last files declare, so many of them.
    fn note_files(&mut self, count: usize) {
        let (root, _) = self.end();
        for file in &self.checked.program().files[root - count..root] {
            let Some(&owner) = self.owners.get(&file.path) else { continue };
            for name in self.entries.names_in(&file.path) {
                self.declared.entry(name.clone()).or_default().push(owner);
                self.in_files.insert(name);
            }
        }
    }

    /// Takes note of what all texts and their files declare.
    fn note_declarations(&mut self) {
        self.declared.clear();
        self.in_files.clear();
        self.declaring.clear();
        let (count, _) = self.end();
        self.note_files(count);
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
    /// answered about them. Returns them as they were, and the files that go with them; none when it may be any.
    pub fn take_back(&mut self) -> (Vec<Entry>, Option<Vec<PathBuf>>) {
        let Some(&last) = self.declaring.last() else { return (Vec::new(), None) };
        let list = &self.entries.list;
        let first = (0..=last).rev().find(|it| !list[*it].continues).unwrap_or_default();
        let end = (last + 1..list.len()).find(|it| !list[*it].continues).unwrap_or(list.len());
        let mut taken = Vec::new();
        let mut older = BTreeSet::new();
        let mut is_rebuilt = !self.are_alone(first);
        for text in first..end {
            for (asking, item) in self.asked.remove(&text).unwrap_or_default() {
                self.entries.list[asking].kept[item] = false;
            }
            let entry = &mut self.entries.list[text];
            taken.push(entry.clone());
            is_rebuilt |= entry.declarations().any(|it| matches!(it.kind, ItemKind::File { .. }));
            for name in taken.last().into_iter().flat_map(Entry::names) {
                is_rebuilt |= self.in_files.contains(name);
                if let Some(texts) = self.declared.get_mut(name) {
                    texts.truncate(texts.partition_point(|it| *it < text));
                    older.extend(texts.last());
                }
            }
            entry.take_back();
            self.declaring.remove(&text);
        }
        if is_rebuilt {
            self.rebuild();
            return (taken, None);
        }
        let mut files = Vec::new();
        while let Some(file) = self.files_of(first).last() {
            for name in self.entries.names_in(&file.path) {
                self.in_files.remove(&name);
                self.declared.remove(&name);
            }
            files.push(self.remove_file());
        }
        older.extend(first..end);
        for text in older {
            self.replace_part(text, self.in_force(text));
        }
        (taken, Some(files))
    }

    /// The files that were loaded for a text or a later one.
    fn files_of(&self, first: usize) -> &[File] {
        let (root, _) = self.end();
        let is_later = |it: &&File| self.owners.get(&it.path).is_some_and(|it| *it >= first);
        let files = &self.checked.program().files[..root];
        self.files(files.iter().rev().take_while(is_later).count())
    }

    /// Whether the files that were loaded for a text or a later one name no file in a foreign format, and nobody
    /// else declares what they declare.
    fn are_alone(&self, first: usize) -> bool {
        let is_alone = |name: &String| self.declared.get(name).is_some_and(|it| it.len() == 1);
        self.files_of(first).iter().all(|file| {
            let mut items = file
                .parts
                .iter()
                .flat_map(|&it| &self.checked.program().documents[it as usize].tree.items);
            !items.any(|it| matches!(it.kind, ItemKind::File { .. }))
                && self.entries.names_in(&file.path).iter().all(is_alone)
        })
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
        self.fresh = None;
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Files of which `b` imports `c`, `d` says again what `a` says, and `e` names one in a foreign format.
    struct Disk;

    impl Files for Disk {
        fn locate(&self, _: &Path, relative: &str) -> PathBuf {
            PathBuf::from(relative)
        }

        fn read(&self, path: &Path) -> Result<Source, String> {
            let text = match path.to_str() {
                Some("a.puzzle") => "formula fa = (x*y)\n",
                Some("b.puzzle") => "import \"c.puzzle\"\nformula fb = (fc*x)\n",
                Some("c.puzzle") => "formula fc = z\n",
                Some("d.puzzle") => "formula fa = x\nformula fd = unknown\n",
                Some("e.puzzle") => "clauses ce = file \"a.cnf\"\n",
                Some("a.cnf") => "p cnf 1 1\n1 0\n",
                _ => return Err("there is no such file".to_owned()),
            };
            Ok(Source::new(path.to_string_lossy(), text))
        }
    }

    const LINES: &[&str] = &[
        "import \"a.puzzle\"",
        "import \"b.puzzle\"",
        "import \"c.puzzle\" formula g = fc",
        "import \"d.puzzle\"",
        "import \"e.puzzle\"",
        "import \"none.puzzle\"",
        "clauses ca = file \"a.cnf\"",
        "clauses ca = file \"a.cnf\" formula h = x",
        "clauses ca { x }",
        "formula fa = (fb+z)",
        "formula fc = x",
        "formula g = (fa*fc)",
        "solve fa",
    ];

    /// What is said of each text, and which names it declares where.
    fn seen(checked: &Checked) -> Vec<(String, String, Vec<String>)> {
        let analysis = checked.analysis();
        let of = |document: u32| {
            let source = analysis.scope.source(document);
            let findings = &analysis.findings[document as usize];
            let messages = findings.iter().map(|it| format!("{:?} {}", it.span, it.message));
            let file = &analysis.scope.program.files[checked.place(document).0];
            (file.path.display().to_string(), source.text().to_owned(), messages.collect())
        };
        let mut seen: Vec<_> = checked.program().in_order().map(of).collect();
        for name in ["fa", "fb", "fc", "fd", "g", "h", "ca", "ce"] {
            let found = analysis.scope.find(name);
            let place = found.map(|it| (checked.place(it.document), it.item));
            let has = |it: Definition| checked.program().foreign.contains_key(&it);
            let named = format!(
                "{place:?} {} {:?}",
                found.is_some_and(has),
                found.map(|it| analysis.is_sound(it))
            );
            seen.push((name.to_owned(), named, Vec::new()));
        }
        seen
    }

    /// Whatever is typed and taken back, what is followed is what a check of everything finds.
    #[test]
    fn what_is_followed_is_what_a_check_of_everything_finds() {
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..300 {
            let mut known = Knowledge::new(&Disk);
            let mut said = Vec::new();
            for _ in 0..12 {
                if random(4) == 0 {
                    said.push(":undo");
                    known.take_back();
                } else {
                    let line = LINES[random(LINES.len())];
                    said.push(line);
                    let typed = document(Arc::new(Source::new("typed", line)));
                    let put = known.put(typed, &mut Budget::unlimited()).expect("no limit");
                    let analysis = known.analysis();
                    let findings = &analysis.findings[known.line() as usize];
                    if findings.iter().any(|it| it.severity == Severity::Error) {
                        known.drop_line(&put);
                    } else {
                        let kept = vec![true; put.document.tree.items.len()];
                        let document = Arc::clone(&put.document);
                        let answers = FxHashMap::default();
                        let entry =
                            Entry { document, kept, answers, loaded: None, continues: false };
                        known.keep(&put, entry);
                    }
                }
                let anew = check(known.entries.program(), &levels());
                assert_eq!(seen(&known.checked), seen(&anew), "{said:#?}");
            }
        }
    }
}
