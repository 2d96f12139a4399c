//! What a session holds: typed texts and loaded files, in their order, and the program they are
//! together. A later declaration of a name hides an earlier one.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::kinds::Program;
use crate::service::import::{Files, Format, load};
use crate::syntax::ast::ItemKind;
use crate::text::Source;

/// The name under which typed text is shown.
pub const TYPED: &str = "<repl>";

/// A typed text or a loaded file.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A text that was typed.
    Typed {
        /// The text as it is understood.
        source: Arc<Source>,
        /// Which of its items are part of the session; the others were wrong.
        kept: Vec<bool>,
        /// The answer to each of its queries, by item, as an expectation.
        answers: Vec<(usize, String)>,
    },
    /// A file, by its located path.
    Loaded(PathBuf),
}

/// The entries, with the files they name as they were read first.
pub struct Entries<'w> {
    /// In their order.
    pub list: Vec<Entry>,
    disk: &'w dyn Files,
    read: RefCell<FxHashMap<PathBuf, Result<Source, String>>>,
}

/// The entries as a program, the last of them being its root.
pub struct Together {
    /// The program.
    pub program: Program,
    /// For each file of the program the entry that it belongs to: the first that imports it.
    pub owners: Vec<usize>,
}

impl<'w> Entries<'w> {
    /// No entries.
    pub fn new(disk: &'w dyn Files) -> Self {
        Self { list: Vec::new(), disk, read: RefCell::default() }
    }

    /// The located path of a file that a person names.
    pub fn locate(&self, path: &str) -> PathBuf {
        self.disk.locate(Path::new(""), path)
    }

    /// Forgets what files said, so that they are read again.
    pub fn forget_files(&mut self) {
        self.read.get_mut().clear();
    }

    /// The text of a file.
    pub fn text_of(&self, path: &Path) -> Result<Source, String> {
        self.read.borrow_mut().entry(path.to_owned()).or_insert_with(|| self.disk.read(path)).clone()
    }

    /// The program that all entries and one more text are.
    pub fn together(&self, last: Option<&Entry>) -> Together {
        let read_for = RefCell::default();
        let world = World { entries: self, last, read_for, current: Cell::new(0) };
        let count = self.list.len() + usize::from(last.is_some());
        let imports: String = (0..count).map(|index| format!("import \"{index}\"\n")).collect();
        let root = Arc::new(Source::new(ROOT, imports));
        let mut program = load(root, Path::new(ROOT), &world);
        // The root has done its work; the last entry takes its place.
        program.documents.pop();
        let owners = world.owners(program.documents.len());
        world.hide(&owners, &mut program);
        Together { program, owners }
    }
}

/// The path of the text that imports the entries; each entry is called by its number.
const ROOT: &str = "<entries>";

/// The files that the entries are and name.
struct World<'a> {
    entries: &'a Entries<'a>,
    last: Option<&'a Entry>,
    /// For each file read, the entry for which it was.
    read_for: RefCell<Vec<usize>>,
    /// The entry that is being loaded.
    current: Cell<usize>,
}

impl World<'_> {
    fn entry(&self, index: usize) -> Option<&Entry> {
        self.entries.list.get(index).or(self.last)
    }

    /// The files of an entry stand together, so their order is that in which they were read.
    fn owners(&self, count: usize) -> Vec<usize> {
        let mut owners = self.read_for.take();
        owners.truncate(count);
        owners
    }

    /// Takes the meaning from what is not, or no longer, part of the session: items that were
    /// wrong, queries that were answered, declarations whose name another entry declares later.
    fn hide(&self, owners: &[usize], program: &mut Program) {
        let mut declared: FxHashMap<String, usize> = FxHashMap::default();
        for (document, &owner) in program.documents.iter_mut().zip(owners).rev() {
            let kept = match self.entry(owner) {
                Some(Entry::Typed { kept, .. }) => kept.as_slice(),
                _ => &[],
            };
            let is_last = owner == self.entries.list.len();
            for (index, item) in document.tree.items.iter_mut().enumerate() {
                let name = item.kind.declared().map(|name| document.source.slice(name));
                let is_hidden = kept.get(index) == Some(&false)
                    || matches!(item.kind, ItemKind::Query(_)) && !is_last
                    || name.is_some_and(|name| {
                        *declared.entry(name.to_owned()).or_insert(owner) != owner
                    });
                if is_hidden {
                    item.kind = ItemKind::Broken { name: None };
                }
            }
        }
    }
}

impl Files for World<'_> {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        if from != Path::new(ROOT) {
            return self.entries.disk.locate(from, relative);
        }
        let index = relative.parse().unwrap_or_default();
        self.current.set(index);
        match self.entry(index) {
            Some(Entry::Loaded(path)) => path.clone(),
            _ => typed_path(index),
        }
    }

    fn read(&self, path: &Path) -> Result<Source, String> {
        let index = self.current.get();
        let source = match self.entry(index) {
            Some(Entry::Typed { source, .. }) if path == typed_path(index) => Source::clone(source),
            _ => self.entries.text_of(path)?,
        };
        if Format::of(&path.to_string_lossy()).is_none() {
            self.read_for.borrow_mut().push(index);
        }
        Ok(source)
    }
}

/// What stands for the path of a typed text.
fn typed_path(index: usize) -> PathBuf {
    PathBuf::from(format!("{ROOT} {index}"))
}
