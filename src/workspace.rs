//! Programs that are being edited: texts in an editor before those on the disk, and what is known
//! of each, kept up to date edit by edit.

mod buffer;
mod edited_lines;
mod edited_text;
mod foreign;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Diagnostic;
use crate::ide::EditorPlace;
use crate::kinds::scope::ReadText;
use crate::kinds::{Document, Program};
use crate::service::check::{Analysis, CheckedProgram, Levels, check};
use crate::service::import::held::HeldFile;
use crate::service::import::{self, Files, load_parts};
use crate::text::{ColumnUnit, Source, Span};
use puzzle_engine::budget::{Budget, Stop};

use edited_text::EditedText;

pub use buffer::{Buffer, EditorChange, EditorPosition};
pub use foreign::ForeignText;

/// The texts of an editor and the programs they belong to. Paths are in the form that
/// [`Files::locate`] gives.
pub struct Workspace {
    disk: Box<dyn Files + Send>,
    levels: Levels,
    /// The texts that are being edited.
    open: FxHashMap<PathBuf, EditedText<Buffer>>,
    /// Those of them that are in formats of other programs.
    foreign: FxHashMap<PathBuf, EditedText<ForeignText>>,
    /// Texts read from the disk for imports, until they change there.
    read: RefCell<FxHashMap<PathBuf, Vec<Arc<Document>>>>,
    /// What is known of the programs whose root was asked for.
    programs: FxHashMap<PathBuf, Known>,
    /// Open files about which something else may be known than when they were last taken.
    touched: FxHashSet<PathBuf>,
}

/// What is known of a program.
struct Known {
    checked: CheckedProgram,
    sought: Sought,
    /// Its files that were edited since. Edits that nobody asks between cost one look together.
    edited: FxHashSet<PathBuf>,
}

impl Known {
    /// Follows the edits.
    fn catch_up(&mut self, open: &FxHashMap<PathBuf, EditedText<Buffer>>) {
        for path in self.edited.drain() {
            let program = self.checked.program();
            let file = program.files.iter().position(|file| file.path == path);
            let (Some(file), Some(buffer)) = (file, open.get(&path)) else { continue };
            let (old, new) = (&program.files[file].parts, buffer.parts());
            let is_same = |(old, new): &(&u32, &Arc<Document>)| {
                Arc::ptr_eq(&program.documents[**old as usize], new)
            };
            let head = old.iter().zip(new).take_while(is_same).count();
            let most = old.len().min(new.len()) - head;
            let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(is_same);
            let tail = tail.count();
            let added = new[head..new.len() - tail].to_vec();
            self.checked.replace(file, head..old.len() - tail, added);
        }
    }
}

/// The files that were asked for: the paths of those that were there, and of the others the names, since their paths may
/// look different once they are.
#[derive(Default)]
struct Sought(FxHashSet<PathBuf>);

impl Sought {
    fn note(&mut self, path: &Path, is_there: bool) {
        let name = path.file_name().filter(|_| !is_there);
        self.0.insert(name.map_or(path, Path::new).to_owned());
    }

    fn may_hold(&self, path: &Path) -> bool {
        self.0.contains(path) || path.file_name().is_some_and(|it| self.0.contains(Path::new(it)))
    }
}

/// The texts of a workspace as an import sees them.
struct Texts<'a> {
    disk: &'a dyn Files,
    open: &'a FxHashMap<PathBuf, EditedText<Buffer>>,
    foreign: &'a FxHashMap<PathBuf, EditedText<ForeignText>>,
    read: &'a RefCell<FxHashMap<PathBuf, Vec<Arc<Document>>>>,
    sought: RefCell<Sought>,
}

impl Texts<'_> {
    fn text(&self, path: &Path) -> Result<Arc<Source>, String> {
        if let Some(foreign) = self.foreign.get(path) {
            return Ok(Arc::clone(&foreign.source));
        }
        match self.open.get(path) {
            Some(buffer) => Ok(Arc::new(Source::new(buffer.name(), buffer.text()))),
            None => self.disk.read(path),
        }
    }

    fn parsed(&self, path: &Path) -> Result<Vec<Arc<Document>>, String> {
        if let Some(buffer) = self.open.get(path) {
            return Ok(buffer.parts().to_vec());
        }
        if let Some(parts) = self.read.borrow().get(path) {
            return Ok(parts.clone());
        }
        let parts = vec![import::document(self.disk.imported(path)?)];
        self.read.borrow_mut().insert(path.to_owned(), parts.clone());
        Ok(parts)
    }
}

impl Files for Texts<'_> {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        self.disk.locate(from, relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let text = self.text(path);
        self.sought.borrow_mut().note(path, text.is_ok());
        text
    }

    fn library(&self) -> Option<PathBuf> {
        self.disk.library()
    }

    fn limits(&self) -> Budget {
        self.disk.limits()
    }

    fn stop(&self, stop: Stop) {
        self.disk.stop(stop);
    }

    fn parts(&self, path: &Path) -> Result<Vec<Arc<Document>>, String> {
        let parts = self.parsed(path);
        self.sought.borrow_mut().note(path, parts.is_ok());
        parts
    }
}

impl Workspace {
    /// A workspace in which nothing is open.
    pub fn new(disk: Box<dyn Files + Send>) -> Self {
        Self {
            disk,
            levels: Levels::default(),
            open: FxHashMap::default(),
            foreign: FxHashMap::default(),
            read: RefCell::default(),
            programs: FxHashMap::default(),
            touched: FxHashSet::default(),
        }
    }

    /// The Puzzle texts that are being edited.
    pub fn open_files(&self) -> impl Iterator<Item = (&Path, &Buffer)> {
        self.open.iter().map(|(path, buffer)| (path.as_path(), &**buffer))
    }

    /// The texts in the formats of other programs that are being edited.
    pub fn foreign_files(&self) -> impl Iterator<Item = (&Path, &ForeignText)> {
        self.foreign.iter().map(|(path, text)| (path.as_path(), &**text))
    }

    /// The text of a file that is being edited.
    pub fn buffer(&self, path: &Path) -> Option<&Buffer> {
        self.open.get(path).map(|it| &**it)
    }

    /// The text in the format of another program that is being edited at a path.
    pub fn foreign(&self, path: &Path) -> Option<&ForeignText> {
        self.foreign.get(path).map(|it| &**it)
    }

    /// What is wrong with a text in the format of another program that is being edited, and with the texts that it
    /// includes.
    pub fn foreign_findings(&mut self, path: &Path) -> Vec<ReadText> {
        self.load(path);
        let program = self.programs.get(path).map(|it| it.checked.program());
        if let Some(held) = program.and_then(|it| it.foreign.values().next()) {
            let (source, diagnostics) = (Arc::clone(&held.source), held.diagnostics.clone());
            let own = ReadText { source, diagnostics, place: Span::default() };
            return [&[own], &held.included[..]].concat();
        }
        let Some(text) = self.foreign.get(path) else { return Vec::new() };
        // Why the text could not be read is said of its declaration, which nobody sees.
        let unread = program.and_then(|it| it.import_findings.get(&0)).into_iter().flatten();
        let unread = unread.map(|it| Diagnostic { span: Span::at(0), ..it.clone() });
        let diagnostics = text.undeclared().into_iter().chain(unread).collect();
        vec![ReadText { source: Arc::clone(&text.source), diagnostics, place: Span::default() }]
    }

    /// Begins to edit a file, shown under a name, which is in the format of another program if its name says so, the
    /// editor's word for its language, or else its look.
    pub fn open_as(&mut self, language: &str, path: PathBuf, name: &str, text: &str, version: i32) {
        let Some(format) = foreign::format(language, name, text) else {
            return self.open(path, name, text, version);
        };
        let foreign = ForeignText { format, source: Arc::new(Source::new(name, text)) };
        self.foreign.insert(path.clone(), EditedText::copied(foreign, version, text.len()));
        self.forget(&path);
        self.touched.insert(path);
    }

    /// Begins to edit a file, shown under a name; the text goes before that on the disk.
    pub fn open(&mut self, path: PathBuf, name: &str, text: &str, version: i32) {
        self.open.insert(path.clone(), EditedText::new(Buffer::new(name, text), version));
        self.forget(&path);
        self.touched.insert(path);
    }

    /// Makes changes of an open file, each of the text that the one before it left, which lead to a version of it.
    /// Changes that arrive behind those of later versions are made before them.
    pub fn edit(
        &mut self,
        path: &Path,
        encoding: ColumnUnit,
        version: i32,
        changes: &[EditorChange<'_>],
    ) {
        if let Some(foreign) = self.foreign.get_mut(path) {
            foreign.edit(version, changes, |text, changes| text.edit(encoding, changes));
            self.touched.insert(path.to_owned());
            return self.forget(path);
        }
        let Some(buffer) = self.open.get_mut(path) else { return };
        let mut names_file = false;
        let is_late = buffer.edit(version, changes, |buffer, changes| {
            for (range, text) in changes {
                if let Some(range) = range {
                    names_file |= buffer.edit(range.clone(), encoding, text);
                } else {
                    *buffer = Buffer::new(buffer.name(), text);
                    names_file = true;
                }
            }
        });
        self.touched.insert(path.to_owned());
        if names_file || is_late {
            return self.forget(path);
        }
        for (root, known) in &mut self.programs {
            if known.checked.program().files.iter().any(|file| file.path == path) {
                known.edited.insert(path.to_owned());
                self.touched.insert(root.clone());
            }
        }
    }

    /// Ends editing a file: what is on the disk counts again.
    pub fn close(&mut self, path: &Path) {
        self.open.remove(path);
        self.foreign.remove(path);
        self.forget(path);
        self.programs.remove(path);
        self.touched.remove(path);
    }

    /// Takes note that a file on the disk has changed, has come or is gone.
    pub fn refresh(&mut self, path: &Path) {
        self.read.borrow_mut().remove(path);
        if !self.is_open(path) {
            self.forget(path);
        }
    }

    /// Sets the levels of lints that go before those a file sets for itself.
    pub fn set_levels(&mut self, levels: Levels) {
        self.levels = levels;
        self.programs.clear();
        self.touched.extend(self.open.keys().chain(self.foreign.keys()).cloned());
    }

    /// Forgets the programs that a file is a part of, or may be now.
    fn forget(&mut self, path: &Path) {
        let touched = &mut self.touched;
        self.programs.retain(|root, known| {
            let is_kept = root != path && !known.sought.may_hold(path);
            if !is_kept {
                touched.insert(root.clone());
            }
            is_kept
        });
    }

    /// Takes note that something else is known about an open file.
    pub fn touch(&mut self, path: &Path) {
        self.touched.insert(path.to_owned());
    }

    /// The open files about which something else may be known since this was last asked.
    pub fn take_touched(&mut self) -> Vec<PathBuf> {
        let touched = std::mem::take(&mut self.touched);
        let mut touched: Vec<_> = touched.into_iter().filter(|it| self.is_open(it)).collect();
        touched.sort();
        touched
    }

    fn is_open(&self, path: &Path) -> bool {
        self.open.contains_key(path) || self.foreign.contains_key(path)
    }

    /// What is known of the program whose root is this file; `None` when it cannot be read. Of a text in the format of
    /// another program that is the line that declares what it holds.
    pub fn analysis(&mut self, path: &Path) -> Option<Analysis<'_>> {
        self.load(path)?;
        self.programs.get(path).map(|known| known.checked.analysis())
    }

    /// What is known of the programs whose roots are these files, as far as they can be read.
    pub fn analyses(&mut self, paths: &[PathBuf]) -> Vec<Analysis<'_>> {
        for path in paths {
            self.load(path);
        }
        let known = paths.iter().filter_map(|path| self.programs.get(path));
        known.map(|known| known.checked.analysis()).collect()
    }

    /// Sees to it that the program of a file is known as it is now; `None` when it cannot be read.
    fn load(&mut self, path: &Path) -> Option<()> {
        if let Some(known) = self.programs.get_mut(path) {
            known.catch_up(&self.open);
            return Some(());
        }
        let Self { disk, open, foreign, read, .. } = self;
        let texts = Texts { disk: &**disk, open, foreign, read, sought: RefCell::default() };
        let program = match foreign.get(path).map(|it| &**it) {
            Some(ForeignText { format, source }) => {
                let (held, line) = HeldFile::declared(*format, path, path.to_owned(), source)?;
                let line = Arc::new(Source::new(source.name(), line));
                let program = import::load(line, path, &held.before(&texts));
                Program { asks_whole: true, ..program }
            }
            None => load_parts(texts.parts(path).ok()?, path, &texts),
        };
        let checked = check(program, &self.levels);
        let sought = texts.sought.into_inner();
        let known = Known { checked, sought, edited: FxHashSet::default() };
        self.programs.insert(path.to_owned(), known);
        Some(())
    }
}

/// The place at a position of a program's root.
pub fn place(program: &Program, position: EditorPosition, encoding: ColumnUnit) -> EditorPlace {
    let parts = &program.root().parts;
    let documents = parts.iter().map(|&it| &program.documents[it as usize]);
    let (part, offset) = buffer::place(documents, position, encoding);
    EditorPlace { document: parts[part], offset }
}

/// The line of its file in which a document begins.
pub fn first_line(program: &Program, document: u32) -> u32 {
    let parts = &program.files[program.file_of(document)].parts;
    let before = parts.iter().take_while(|&&it| it != document);
    before.map(|&it| program.documents[it as usize].source.line_count() - 1).sum()
}

/// The position of an offset in a document, whose first line in its file is given.
pub fn position(
    document: &Document,
    first_line: u32,
    offset: u32,
    encoding: ColumnUnit,
) -> EditorPosition {
    let (line, column) = document.source.line_and_units(offset, encoding);
    EditorPosition { line: first_line + line, column }
}
