//! What a session holds: typed texts in their order, and the program that they are together. All
//! typed texts are parts of one file, so that adding one checks no more than it touches. A later
//! declaration of a name hides an earlier one.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use rustc_hash::FxHashMap;

use crate::kinds::scope::BroughtFiles;
use crate::kinds::{Document, Program};
use crate::service::import::{FileFormat, Files, document_within, load_parts};
use crate::service::parts::{PART, pieces};
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::token::text_value;
use crate::text::Source;
use puzzle_engine::budget::{Budget, Stop};

/// A text that is part of the session.
#[derive(Clone, Debug)]
pub(super) struct SessionEntry {
    /// The text as it is understood, parsed.
    pub document: Arc<Document>,
    /// Which of its items are part of the session; the others were wrong.
    pub kept: Vec<bool>,
    /// The answers to its queries, by item, as expectations.
    pub answers: FxHashMap<usize, String>,
    /// The file that it loads, if it is a command that does.
    pub loaded: Option<PathBuf>,
    /// Whether it was typed at once with the one before it.
    pub continues: bool,
}

impl SessionEntry {
    /// What the text says from now on: wrong items mean nothing, nor do queries, which are
    /// answered.
    pub(super) fn meaning(&self) -> Arc<Document> {
        let items = &self.document.tree.items;
        let is_over =
            |index: usize| !self.kept[index] || matches!(items[index].kind, ItemKind::Query(_));
        hide(&self.document, is_over)
    }

    /// What it declares, brings or sets: all that is part of the session and no query.
    pub(super) fn declarations(&self) -> impl Iterator<Item = &Item> {
        let items = self.document.tree.items.iter().zip(&self.kept);
        let kept = items.filter(|(item, kept)| **kept && !matches!(item.kind, ItemKind::Query(_)));
        kept.map(|it| it.0)
    }

    /// The names that it declares.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let declared = self.declarations().filter_map(|it| it.kind.declared());
        declared.map(|it| self.document.source.slice(it))
    }

    /// Leaves nothing of it in the session; its place stays, so that others keep theirs.
    pub(super) fn take_back(&mut self) {
        self.document = Arc::default();
        self.kept.clear();
        self.answers.clear();
        self.loaded = None;
    }

    /// A long text as several, so that a change of one of its declarations costs no more than the part that
    /// holds it.
    pub(super) fn cut(self) -> Vec<Self> {
        let items = &self.document.tree.items;
        let text = &self.document.source;
        if text.text().len() <= 2 * PART || items.iter().any(|it| it.kind.names_file()) {
            return vec![self];
        }
        let pieces = pieces(text);
        if pieces.iter().map(|it| it.tree.items.len()).sum::<usize>() != items.len() {
            return vec![self];
        }
        let mut first = 0;
        let entry = |document: Arc<Document>| {
            let items = first..first + document.tree.items.len();
            let kept = self.kept[items.clone()].to_vec();
            let of_item = |item| Some((item - items.start, self.answers.get(&item)?.clone()));
            let answers = items.clone().filter_map(of_item).collect();
            let continues = first > 0;
            first = items.end;
            Self { document, kept, answers, loaded: None, continues }
        };
        pieces.into_iter().map(entry).collect()
    }
}

/// A document without the meaning of some of its items.
pub(super) fn hide(document: &Arc<Document>, is_hidden: impl Fn(usize) -> bool) -> Arc<Document> {
    if !(0..document.tree.items.len()).any(&is_hidden) {
        return Arc::clone(document);
    }
    let mut tree = document.tree.clone();
    for (index, item) in tree.items.iter_mut().enumerate() {
        if is_hidden(index) {
            item.kind = ItemKind::Broken { name: None, hides_names: false };
        }
    }
    Arc::new(Document { source: Arc::clone(&document.source), tree, diagnostics: Vec::new() })
}

/// The texts, with the files that they name as they were when they were read. A text that nobody holds any more is
/// read again when it is named again.
pub(super) struct Entries<'w> {
    /// In their order.
    pub list: Vec<SessionEntry>,
    disk: &'w dyn Files,
    parsed: RefCell<FxHashMap<PathBuf, Weak<Document>>>,
    read: RefCell<FxHashMap<PathBuf, Weak<Source>>>,
}

/// Why a file is not parsed.
pub(super) enum Unparsed {
    /// It cannot be read, for this reason.
    Unreadable(String),
    /// A limit was reached.
    Stopped(Stop),
}

/// An imported file.
#[derive(Debug)]
pub(super) struct Import {
    /// The index of the text that it is imported for.
    pub text: usize,
    /// What it says, with nothing hidden.
    pub document: Arc<Document>,
}

/// The imported files.
pub(super) type Imports = FxHashMap<PathBuf, Import>;

/// What stands for the path of the file that all typed texts are.
pub(super) const TYPED: &str = "";

impl<'w> Entries<'w> {
    /// No texts.
    pub(super) fn new(disk: &'w dyn Files) -> Self {
        Self { list: Vec::new(), disk, parsed: RefCell::default(), read: RefCell::default() }
    }

    /// Where a file is that a person names.
    pub(super) fn locate(&self, path: &str) -> PathBuf {
        self.disk.locate(Path::new(TYPED), path)
    }

    /// Forgets what files said, so that they are read again.
    pub(super) fn forget_files(&mut self) {
        self.parsed.get_mut().clear();
        self.read.get_mut().clear();
    }

    /// Takes a file as it is now.
    pub(super) fn give(&mut self, path: &Path, parsed: &Arc<Document>) {
        self.read.get_mut().insert(path.to_owned(), Arc::downgrade(&parsed.source));
        self.parsed.get_mut().insert(path.to_owned(), Arc::downgrade(parsed));
    }

    /// Whether one of the files that the texts name is such.
    pub(super) fn reads(&self, is_such: impl Fn(&Path) -> bool) -> bool {
        let read = self.read.borrow();
        read.iter().any(|(path, text)| text.strong_count() > 0 && is_such(path))
    }

    /// The text of a file.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        if let Some(source) = self.read.borrow().get(path).and_then(Weak::upgrade) {
            return Ok(source);
        }
        let source = self.disk.imported(path)?;
        self.read.borrow_mut().insert(path.to_owned(), Arc::downgrade(&source));
        Ok(source)
    }

    /// A file, parsed.
    ///
    /// # Errors
    /// See [`Unparsed`].
    pub(super) fn parsed(
        &self,
        path: &Path,
        budget: &mut Budget,
    ) -> Result<Arc<Document>, Unparsed> {
        if let Some(parsed) = self.parsed.borrow().get(path).and_then(Weak::upgrade) {
            return Ok(parsed);
        }
        budget.look().map_err(Unparsed::Stopped)?;
        let source = self.read(path).map_err(Unparsed::Unreadable)?;
        let parsed = document_within(source, budget).map_err(Unparsed::Stopped)?;
        self.parsed.borrow_mut().insert(path.to_owned(), Arc::downgrade(&parsed));
        Ok(parsed)
    }

    /// The program that all texts are; their file is the one asked for.
    pub(super) fn program(&self) -> Program {
        self.program_with_imports().0
    }

    /// The program and the files that it imports.
    pub(super) fn program_with_imports(&self) -> (Program, Imports) {
        self.program_within(&mut Budget::unlimited()).expect("there are no limits")
    }

    /// As [`Self::program_with_imports`], within limits.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn program_within(&self, budget: &mut Budget) -> Result<(Program, Imports), Stop> {
        let parts: Vec<_> = self.list.iter().map(SessionEntry::meaning).collect();
        let importing = parts.iter().enumerate().flat_map(|(part, it)| {
            let paths = it.tree.items.iter().filter_map(|item| match item.kind {
                ItemKind::Import { path } => Some(text_value(it.source.slice(path))),
                _ => None,
            });
            paths.filter(|path| FileFormat::of(path).is_none()).map(move |_| part)
        });
        let none = Imports::default();
        let world = NamedFiles::new(self, &none, importing.collect(), budget);
        let mut program = load_parts(parts, Path::new(TYPED), &world);
        if let Some(stop) = world.stopped.get() {
            return Err(stop);
        }
        let imports = world.loaded.into_inner();
        self.parsed.borrow_mut().retain(|_, document| document.strong_count() > 0);
        self.read.borrow_mut().retain(|_, text| text.strong_count() > 0);
        hide_older(&mut program, &imports);
        Ok((program, imports))
    }

    /// What a text names beside the files that are `known`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn named(
        &self,
        document: &Arc<Document>,
        known: &Imports,
        budget: &mut Budget,
    ) -> Result<NewNames, Stop> {
        let world = NamedFiles::new(self, known, Vec::new(), budget);
        let mut program = load_parts(vec![Arc::clone(document)], Path::new(TYPED), &world);
        if let Some(stop) = world.stopped.get() {
            return Err(stop);
        }
        let files = std::mem::take(&mut program.files).into_iter().filter_map(|file| {
            let &document = file.parts.first()?;
            let brought = program.take_brought(document);
            Some((file.path, Arc::clone(&program.documents[document as usize]), brought))
        });
        let mut files: Vec<_> = files.collect();
        let brought = files.pop().map(|it| it.2).unwrap_or_default();
        Ok(NewNames { files, brought })
    }
}

/// What a text names that was not there before.
#[derive(Default)]
pub(super) struct NewNames {
    /// Files that it imports, each behind those that it imports itself, and with what these bring to it.
    pub files: Vec<(PathBuf, Arc<Document>, BroughtFiles)>,
    /// What the text itself is brought.
    pub brought: BroughtFiles,
}

/// Hides declarations whose name a later text declares, or a file that it imports.
fn hide_older(program: &mut Program, imports: &Imports) {
    let mut ranked: Vec<(usize, u32)> = Vec::new();
    for file in &program.files {
        let text = imports.get(&file.path).map(|it| it.text);
        let parts = file.parts.iter().enumerate();
        ranked.extend(parts.map(|(part, &document)| (text.unwrap_or(part), document)));
    }
    ranked.sort_by_key(|(owner, _)| std::cmp::Reverse(*owner));
    let mut declared: FxHashMap<String, usize> = FxHashMap::default();
    for (owner, document) in ranked {
        let document = &mut program.documents[document as usize];
        let is_older: Vec<_> = document
            .tree
            .items
            .iter()
            .map(|item| {
                item.kind.declared().is_some_and(|name| {
                    let name = document.source.slice(name).to_owned();
                    *declared.entry(name).or_insert(owner) != owner
                })
            })
            .collect();
        if is_older.contains(&true) {
            *document = hide(document, |index| is_older[index]);
        }
    }
}

/// The files that the texts name.
struct NamedFiles<'a> {
    entries: &'a Entries<'a>,
    /// Files that are loaded: they are not loaded again.
    known: &'a Imports,
    /// For each import of the texts that is still to come, the text that says it.
    imports: RefCell<std::vec::IntoIter<usize>>,
    /// The text whose imports are being loaded.
    current: Cell<usize>,
    /// Those that are loaded now.
    loaded: RefCell<Imports>,
    budget: RefCell<&'a mut Budget>,
    /// The limit that was reached: what is loaded is not all then.
    stopped: Cell<Option<Stop>>,
}

impl<'a> NamedFiles<'a> {
    /// `imports` are the texts that say each of the imports that are to come.
    fn new(
        entries: &'a Entries<'a>,
        known: &'a Imports,
        imports: Vec<usize>,
        budget: &'a mut Budget,
    ) -> Self {
        Self {
            entries,
            known,
            imports: RefCell::new(imports.into_iter()),
            current: Cell::default(),
            loaded: RefCell::default(),
            budget: RefCell::new(budget),
            stopped: Cell::default(),
        }
    }
}

impl Files for NamedFiles<'_> {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        self.entries.disk.locate(from, relative)
    }

    fn import(&self, from: &Path, relative: &str) -> PathBuf {
        if from == Path::new(TYPED)
            && let Some(part) = self.imports.borrow_mut().next()
        {
            self.current.set(part);
        }
        self.entries.disk.import(from, relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        if let Err(stop) = self.budget.borrow_mut().look() {
            self.stopped.set(Some(stop));
            return Err(stop.to_string());
        }
        self.entries.read(path)
    }

    fn library(&self) -> Option<PathBuf> {
        self.entries.disk.library()
    }

    fn limits(&self) -> Budget {
        self.budget.borrow().clone()
    }

    fn stop(&self, stop: Stop) {
        self.stopped.set(Some(stop));
    }

    fn parts(&self, path: &Path) -> Result<Vec<Arc<Document>>, String> {
        if self.known.contains_key(path) {
            return Ok(Vec::new());
        }
        match self.entries.parsed(path, &mut self.budget.borrow_mut()) {
            Ok(document) => {
                let import = Import { text: self.current.get(), document: Arc::clone(&document) };
                self.loaded.borrow_mut().insert(path.to_owned(), import);
                Ok(vec![document])
            }
            Err(Unparsed::Unreadable(reason)) => Err(reason),
            Err(Unparsed::Stopped(stop)) => {
                self.stopped.set(Some(stop));
                Err(stop.to_string())
            }
        }
    }
}
