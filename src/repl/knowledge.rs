//! What is known of all that a session holds: its texts as a program, checked and kept up to date.
//! The line that is being looked at stands behind them.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use rustc_hash::{FxHashMap, FxHashSet};

use super::about;
use super::entries::{Entries, Import, Imports, NewNames, SessionEntry, hide};
use crate::diagnostic::code::UNUSED_FORMULA;
use crate::diagnostic::{Diagnostic, LintLevel, Severity};
use crate::kinds::scope::{ForeignFile, ScopeFile};
use crate::kinds::{Definition, Document, Program};
use crate::service::check::{Analysis, CheckedProgram, Levels, check, check_within};
use crate::service::import::{Files, document};
use crate::syntax::ast::{Item, ItemKind};
use crate::text::Source;
use puzzle_engine::budget::{Budget, Stop};

/// The texts of a session and what is known of them.
pub(super) struct Knowledge<'w> {
    /// The texts.
    pub entries: Entries<'w>,
    /// The texts as a program; its last file has a part for each.
    checked: CheckedProgram,
    /// The files of the program but the last, in the order of the texts that they are imported for.
    imports: Imports,
    /// The texts that declare a name, or whose files do, in their order; the last one is in force.
    declared: FxHashMap<String, Vec<usize>>,
    /// The texts that declare something.
    declaring: BTreeSet<usize>,
    /// Queries, each as its text and its item there, by the last text that their answers depend on.
    asked: FxHashMap<usize, Vec<(usize, usize)>>,
    /// How many files the last change brought; none when it may be any.
    fresh: Option<usize>,
}

/// A text that was put behind the others.
pub(super) struct Put {
    /// The text.
    pub document: Arc<Document>,
    /// The names that it declares, or a file that it brings.
    names: FxHashSet<String>,
    /// Those of them that were declared before.
    pub replaced: FxHashSet<String>,
    /// The errors before, when names are replaced.
    pub errors_before: Vec<(Diagnostic, Arc<Source>)>,
}

/// What was taken away with a text.
#[derive(Default)]
struct Gone {
    files: Vec<(PathBuf, Import)>,
    foreign: Vec<Arc<ForeignFile>>,
}

impl Gone {
    /// The names of the files that nothing names any more.
    fn paths(self) -> Vec<PathBuf> {
        let Self { files, foreign } = self;
        let sources: Vec<_> =
            foreign.iter().flat_map(|it| it.texts()).map(|it| Arc::downgrade(it.0)).collect();
        let names: Vec<_> =
            foreign.iter().flat_map(|it| it.texts()).map(|it| it.0.name().into()).collect();
        drop(foreign);
        let is_gone = |it: &(Weak<Source>, PathBuf)| it.0.strong_count() == 0;
        let foreign = sources.into_iter().zip(names).filter(is_gone).map(|it| it.1);
        files.into_iter().map(|it| it.0).chain(foreign).collect()
    }
}

/// The names that a document declares.
fn declared(document: &Document) -> impl Iterator<Item = &str> {
    // A variable is the same one wherever that is said, so that it replaces none.
    let items = document.tree.items.iter().filter(|it| !it.kind.is_variable());
    let names = items.filter_map(|it| it.kind.declared());
    names.map(|name| document.source.slice(name))
}

/// What nothing mentions yet may be asked about next.
fn levels() -> Levels {
    let mut levels = Levels::default();
    levels.set(UNUSED_FORMULA, LintLevel::Allow);
    levels
}

impl<'w> Knowledge<'w> {
    /// Nothing yet.
    pub(super) fn new(disk: &'w dyn Files) -> Self {
        let entries = Entries::new(disk);
        Self {
            checked: check(entries.program(), &levels()),
            entries,
            imports: Imports::default(),
            declared: FxHashMap::default(),
            declaring: BTreeSet::new(),
            asked: FxHashMap::default(),
            fresh: None,
        }
    }

    pub(super) fn program(&self) -> &Program {
        self.checked.program()
    }

    /// What is known of it.
    pub(super) fn analysis(&self) -> Analysis<'_> {
        self.checked.analysis()
    }

    /// Whether a name is declared.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.analysis().scope.find(name).is_some()
    }

    /// Whether a located file is one of those that are imported.
    pub(super) fn imports(&self, path: &Path) -> bool {
        self.imports.contains_key(path)
    }

    /// Puts a text behind all others, within limits; beyond them what is known stays.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn put(
        &mut self,
        document: Arc<Document>,
        budget: &mut Budget,
    ) -> Result<Put, Stop> {
        let named = match document.tree.items.iter().any(|item| item.kind.names_file()) {
            true => self.entries.named(&document, &self.imports, budget)?,
            false => NewNames::default(),
        };
        let documents = named.files.iter().map(|it| &it.1).chain([&document]);
        let names: FxHashSet<_> =
            documents.flat_map(|it| declared(it)).map(str::to_owned).collect();
        let replaced: FxHashSet<_> =
            names.iter().filter(|name| self.declares(name)).cloned().collect();
        let errors_before = if replaced.is_empty() { Vec::new() } else { self.errors() };
        self.fresh = Some(named.files.len());
        self.note(self.entries.list.len(), names.iter().map(String::as_str));
        self.enforce(&replaced);
        if let Err(stop) = self.add(&document, named, budget) {
            self.rebuild();
            return Err(stop);
        }
        Ok(Put { document, names, replaced, errors_before })
    }

    /// Adds a text and what it names; a text that names nothing is as short as what is typed.
    fn add(
        &mut self,
        document: &Arc<Document>,
        named: NewNames,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let text = self.entries.list.len();
        for (path, document, brought) in named.files {
            let import = Import { text, document: Arc::clone(&document) };
            self.imports.insert(path.clone(), import);
            self.checked.add_file(path, document, brought, budget)?;
        }
        let (file, end) = self.end();
        let added = vec![Arc::clone(document)];
        let mut unlimited = Budget::unlimited();
        let names_file = document.tree.items.iter().any(|item| item.kind.names_file());
        let budget = if names_file { budget } else { &mut unlimited };
        self.checked.replace_within(file, end..end, added, Some(named.brought), budget)
    }

    /// Sees to it that of these names the last declarations are in force, but for the text that is being put.
    fn enforce<'a>(&mut self, names: impl IntoIterator<Item = &'a String>) {
        let count = self.entries.list.len();
        let last = |name: &String| {
            let texts = self.declared.get(name)?.iter().rev();
            texts.copied().find(|it| *it < count)
        };
        let texts: BTreeSet<usize> = names.into_iter().filter_map(last).collect();
        let (root, _) = self.end();
        for text in texts {
            let meaning = self.entries.list[text].meaning();
            self.show((root, text), &meaning, text);
            for file in self.files_of(text..text + 1) {
                let import = &self.imports[&self.checked.program().files[file].path];
                self.show((file, 0), &Arc::clone(&import.document), text);
            }
        }
    }

    /// Shows of a document in its place, which belongs to a text, what no later one declares again.
    fn show(&mut self, (file, part): (usize, usize), whole: &Arc<Document>, text: usize) {
        let program = self.checked.program();
        let shown = &program.documents[program.files[file].parts[part] as usize].tree.items;
        let is_over = |index: usize| {
            let name = whole.tree.items[index].kind.declared();
            let texts = name.and_then(|it| self.declared.get(whole.source.slice(it)));
            texts.is_some_and(|it| it.last() != Some(&text))
        };
        let declares = |it: &Item| it.kind.declared().is_some();
        let mut items = whole.tree.items.iter().zip(shown).enumerate();
        if !items.all(|(index, (it, now))| declares(now) == (declares(it) && !is_over(index))) {
            let shown = hide(whole, is_over);
            self.checked.replace(file, part..part + 1, vec![shown]);
        }
    }

    /// The files that are imported for these texts, by their place.
    fn files_of(&self, texts: Range<usize>) -> Range<usize> {
        let (root, _) = self.end();
        let files = &self.checked.program().files[..root];
        let end_of = |text| files.partition_point(|it| self.imports[&it.path].text < text);
        end_of(texts.start)..end_of(texts.end)
    }

    /// Looks as if all ended with a text that is being typed.
    pub(super) fn peek<R>(&mut self, text: &str, look: impl FnOnce(Analysis<'_>, u32) -> R) -> R {
        // What it imports is not looked at.
        self.replace_last(0, vec![document(Arc::new(Source::new("", text)))]);
        let seen = look(self.checked.analysis(), self.line());
        self.replace_last(1, Vec::new());
        seen
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
    pub(super) fn line(&self) -> u32 {
        self.checked.program().root().parts.last().copied().unwrap_or_default()
    }

    /// Takes a text away that was put last. Returns the names of the files that go with it.
    pub(super) fn drop_line(&mut self, put: &Put) -> Vec<PathBuf> {
        self.withdraw(put).paths()
    }

    /// Takes a text away that was put last.
    fn withdraw(&mut self, put: &Put) -> Gone {
        let text = self.entries.list.len();
        let gone = self.take_away(text..text + 1, Vec::new());
        self.forget(text, &put.names);
        self.enforce(&put.replaced);
        gone
    }

    /// Takes the last texts that name files away, with these files; others stand in the place of the texts.
    fn take_away(&mut self, texts: Range<usize>, instead: Vec<Arc<Document>>) -> Gone {
        let (root, _) = self.end();
        let files = self.files_of(texts.start..usize::MAX);
        let foreign = self.foreign_in(texts.clone(), files.clone()).map(Arc::clone).collect();
        self.checked.replace(root, texts, instead);
        let mut gone = Gone { files: Vec::new(), foreign };
        for file in files.rev() {
            let path = self.checked.program().files[file].path.clone();
            self.checked.remove_file();
            gone.files.extend(self.imports.remove_entry(&path));
        }
        gone
    }

    /// The files in foreign formats that these texts and files name.
    fn foreign_in(
        &self,
        texts: Range<usize>,
        files: Range<usize>,
    ) -> impl Iterator<Item = &Arc<ForeignFile>> {
        let program = self.checked.program();
        let of_files = program.files[files].iter().flat_map(|it| &it.parts);
        let documents = program.root().parts[texts].iter().chain(of_files);
        let items = documents.flat_map(|&document| {
            let items = 0..program.documents[document as usize].tree.items.len() as u32;
            items.map(move |item| Definition { document, item })
        });
        items.filter_map(|it| program.foreign.get(&it))
    }

    /// The files that the last change may have brought, and those in foreign formats.
    pub(super) fn fresh(&self) -> (&[ScopeFile], Vec<&ForeignFile>) {
        let (root, end) = self.end();
        let (texts, files) = match self.fresh {
            Some(files) => (end - 1..end, root - files..root),
            None => (0..end, 0..root),
        };
        let foreign = self.foreign_in(texts, files.clone()).map(|it| &**it);
        (&self.checked.program().files[files], foreign.collect())
    }

    /// Makes the text that was put last an entry.
    pub(super) fn keep(&mut self, put: &Put, entry: SessionEntry) {
        let first = self.entries.list.len();
        let is_over =
            |(item, kept): (&Item, &bool)| *kept || matches!(item.kind, ItemKind::Query(_));
        let is_whole = entry.document.tree.items.iter().zip(&entry.kept).all(is_over);
        let mut pieces = entry.cut();
        match &mut pieces[..] {
            [piece] if is_whole => {
                let meaning = piece.meaning();
                if !Arc::ptr_eq(&meaning, &put.document) {
                    self.replace_last(1, vec![meaning]);
                }
                self.entries.list.append(&mut pieces);
            }
            _ => {
                // What is gone is held until it is there again, and not read anew.
                let gone = self.withdraw(put);
                for piece in pieces {
                    let again = self.put(piece.meaning(), &mut Budget::unlimited());
                    again.expect("there are no limits");
                    self.entries.list.push(piece);
                }
                drop(gone);
            }
        }
        for text in first..self.entries.list.len() {
            if self.entries.list[text].declarations().next().is_some() {
                self.declaring.insert(text);
            }
            self.note_queries(text);
        }
    }

    /// Takes note of what a text and its files declare.
    fn note<'a>(&mut self, text: usize, names: impl Iterator<Item = &'a str>) {
        for name in names {
            let texts = self.declared.entry(name.to_owned()).or_default();
            let place = texts.partition_point(|it| *it < text);
            if texts.get(place) != Some(&text) {
                texts.insert(place, text);
            }
        }
    }

    /// Forgets that a text or a later one declares these names.
    fn forget(&mut self, text: usize, names: &FxHashSet<String>) {
        for name in names {
            let Some(texts) = self.declared.get_mut(name) else { continue };
            texts.truncate(texts.partition_point(|it| *it < text));
            if texts.is_empty() {
                self.declared.remove(name);
            }
        }
    }

    /// Takes note of what all texts and their files declare.
    fn note_declarations(&mut self) {
        self.declared.clear();
        self.declaring.clear();
        let Self { entries, imports, .. } = self;
        let of_files = imports.values().map(|it| (it.text, Arc::clone(&it.document)));
        let of_texts = entries.list.iter().map(SessionEntry::meaning).enumerate();
        let all: Vec<_> = of_texts.chain(of_files).collect();
        all.iter().for_each(|(text, document)| self.note(*text, declared(document)));
        let entries = self.entries.list.iter().enumerate();
        let declaring = entries.filter(|(_, it)| it.declarations().next().is_some());
        self.declaring = declaring.map(|it| it.0).collect();
    }

    /// Takes note of what the answers to the queries of a text depend on.
    fn note_queries(&mut self, text: usize) {
        let entry = &self.entries.list[text];
        for (index, (item, kept)) in entry.document.tree.items.iter().zip(&entry.kept).enumerate() {
            if *kept && matches!(item.kind, ItemKind::Query(_)) {
                let analysis = self.checked.analysis();
                let texts = about::texts(analysis, &self.imports, &entry.document, item);
                let last = texts.into_iter().flatten().max();
                let of_last = last.map(|it| self.asked.entry(it).or_default());
                of_last.into_iter().for_each(|it| it.push((text, index)));
            }
        }
    }

    /// Takes back the last texts that declare something and were typed at once, and the queries that were
    /// answered about them. Returns them as they were, and the names of the files that go with them.
    pub(super) fn take_back(&mut self) -> (Vec<SessionEntry>, Vec<PathBuf>) {
        let Some(&last) = self.declaring.last() else { return (Vec::new(), Vec::new()) };
        let list = &self.entries.list;
        let first = (0..=last).rev().find(|it| !list[*it].continues).unwrap_or_default();
        let end = (last + 1..list.len()).find(|it| !list[*it].continues).unwrap_or(list.len());
        let mut taken = Vec::new();
        let mut names: FxHashSet<String> = FxHashSet::default();
        for text in first..end {
            for (asking, item) in self.asked.remove(&text).unwrap_or_default() {
                if let Some(kept) = self.entries.list[asking].kept.get_mut(item) {
                    *kept = false;
                }
            }
            let entry = &mut self.entries.list[text];
            names.extend(entry.names().map(str::to_owned));
            taken.push(entry.clone());
            entry.take_back();
            self.declaring.remove(&text);
        }
        let gone = self.take_away(first..end, vec![Arc::default(); end - first]);
        for (_, import) in &gone.files {
            names.extend(declared(&import.document).map(str::to_owned));
        }
        self.forget(first, &names);
        self.enforce(&names);
        (taken, gone.paths())
    }

    /// Checks the entries anew.
    pub(super) fn rebuild(&mut self) {
        self.rebuild_within(&mut Budget::unlimited()).expect("there are no limits");
    }

    /// As [`Self::rebuild`], within limits; beyond them what is known stays.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn rebuild_within(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let (program, imports) = self.entries.program_within(budget)?;
        self.checked = check_within(program, &levels(), budget)?;
        self.imports = imports;
        self.fresh = None;
        self.note_declarations();
        Ok(())
    }

    /// The errors in declarations.
    pub(super) fn errors(&self) -> Vec<(Diagnostic, Arc<Source>)> {
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

    /// Files of which `b` imports `c`, `d` says again what `a` says, `e` names one in a foreign format, and `f` lacks
    /// what it imports.
    struct Disk;

    impl Files for Disk {
        fn locate(&self, _: &Path, relative: &str) -> PathBuf {
            PathBuf::from(relative)
        }

        fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
            let text = match path.to_str() {
                Some("a.puzzle") => "formula fa = (x*y)\n",
                Some("b.puzzle") => "import \"c.puzzle\"\nformula fb = (fc*x)\n",
                Some("c.puzzle") => "formula fc = z\n",
                Some("d.puzzle") => "formula fa = x\nformula fd = unknown\n",
                Some("e.puzzle") => "clauses ce = file \"a.cnf\"\n",
                Some("f.puzzle") => {
                    "import \"none.puzzle\"\nimport \"d.puzzle\"\nformula g = unknown\nformula fb = fd\n"
                }
                Some("a.cnf") => "p cnf 1 1\n1 0\n",
                _ => return Err("there is no such file".to_owned()),
            };
            Ok(Arc::new(Source::new(path.to_string_lossy(), text)))
        }
    }

    const LINES: &[&str] = &[
        "import \"a.puzzle\"",
        "import \"b.puzzle\"",
        "import \"c.puzzle\" formula g = fc",
        "import \"d.puzzle\"",
        "import \"e.puzzle\"",
        "import \"none.puzzle\"",
        "import \"f.puzzle\"",
        "import \"a.puzzle\" import \"none.puzzle\"\nformula h = fa\nsolve h",
        "import \"none.cnf\"",
        "clauses ca = file \"none.cnf\"",
        "formula fd = wrong",
        "clauses ca = file \"a.cnf\"",
        "clauses ca = file \"a.cnf\" formula h = x",
        "clauses ca { x }",
        "formula fa = (fb+z)",
        "formula fc = x",
        "formula g = (fa*fc)",
        "solve fa",
    ];

    /// What is said of each text, and which names it declares where.
    fn seen(checked: &CheckedProgram) -> Vec<(String, String, Vec<String>)> {
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
                    let kept: Vec<_> =
                        put.document.tree.items.iter().map(|_| random(4) > 0).collect();
                    if kept.contains(&true) {
                        let document = Arc::clone(&put.document);
                        let answers = FxHashMap::default();
                        let entry = SessionEntry {
                            document,
                            kept,
                            answers,
                            loaded: None,
                            continues: false,
                        };
                        known.keep(&put, entry);
                    } else {
                        known.drop_line(&put);
                    }
                }
                let anew = check(known.entries.program(), &levels());
                assert_eq!(seen(&known.checked), seen(&anew), "{said:#?}");
            }
        }
    }
}
