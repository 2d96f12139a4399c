//! Loads a file with all that it imports and all files in foreign formats that it names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::*;
use crate::interchange::{davis_putnam, dimacs, maze_text};
use crate::kinds::scope::{Content, Foreign};
use crate::kinds::{Definition, Document, Program, maze};
use crate::syntax::ast::{ItemKind, Sort};
use crate::syntax::token::text_value;
use crate::syntax::{Parsed, parse};
use crate::text::{Source, Span};

/// Where files come from: the disk, an editor's buffers, a test.
pub trait Files {
    /// The file that `relative` names in the file `from`, in a form that is the same for all ways
    /// to name it.
    fn locate(&self, from: &Path, relative: &str) -> PathBuf;

    /// The text of a located file.
    ///
    /// # Errors
    /// Why it cannot be read, in a few words.
    fn read(&self, path: &Path) -> Result<Source, String>;
}

/// A world without files: for texts that stand alone.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        PathBuf::from(relative)
    }

    fn read(&self, _: &Path) -> Result<Source, String> {
        Err("there are no files here".to_owned())
    }
}

/// A file whose imports are being loaded.
struct Pending {
    path: PathBuf,
    source: Arc<Source>,
    parsed: Parsed,
    /// The item to look at next.
    next: usize,
    /// The path of the import that is being loaded.
    import: Span,
}

impl Pending {
    fn new(path: PathBuf, source: Arc<Source>) -> Self {
        let mut parsed = parse(source.text());
        if let Some(fault) = not_utf8(&source) {
            let is_consequence = |it: &Diagnostic| {
                it.code == UNKNOWN_CHARACTER && source.slice(it.span).contains('\u{1a}')
            };
            parsed.diagnostics.retain(|it| !is_consequence(it));
            parsed.diagnostics.push(fault);
        }
        Self { path, source, parsed, next: 0, import: Span::default() }
    }

    /// The next import: the place and value of its path.
    fn next_import(&mut self) -> Option<(Span, String)> {
        while let Some(item) = self.parsed.tree.items.get(self.next) {
            self.next += 1;
            if let ItemKind::Import { path } = item.kind {
                self.import = path;
                return Some((path, text_value(self.source.slice(path))));
            }
        }
        None
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.parsed.diagnostics.push(diagnostic);
    }
}

/// Loads the program of which `source` is the file asked for, at the located `path`.
pub fn load(source: Arc<Source>, path: &Path, files: &dyn Files) -> Program {
    let mut program = Program::default();
    // Files seen so far; those on the stack are still loading.
    let mut is_loaded: FxHashMap<PathBuf, bool> = FxHashMap::default();
    is_loaded.insert(path.to_owned(), false);
    let mut stack = vec![Pending::new(path.to_owned(), source)];
    while let Some(top) = stack.last_mut() {
        let Some((span, relative)) = top.next_import() else {
            if let Some(done) = stack.pop() {
                is_loaded.insert(done.path.clone(), true);
                finish(done, files, &mut program);
            }
            continue;
        };
        if let Some(format) = Format::of(&relative) {
            top.report(foreign_import(span, &relative, format.sort()));
            continue;
        }
        let located = files.locate(&top.path, &relative);
        match is_loaded.get(&located) {
            Some(true) => {}
            Some(false) => {
                let start = stack.iter().position(|it| it.path == located).unwrap_or_default();
                let names: Vec<_> =
                    stack[start..].iter().map(|it| it.source.name().to_owned()).collect();
                // It is told where the circle begins: each of its files, when it is the one
                // asked for, tells it itself.
                let first = &mut stack[start];
                first.report(import_cycle(first.import, &names));
            }
            None => match files.read(&located) {
                Ok(source) => {
                    is_loaded.insert(located.clone(), false);
                    stack.push(Pending::new(located, Arc::new(source)));
                }
                Err(reason) => top.report(unreadable(span, &relative, &reason)),
            },
        }
    }
    program
}

/// Reads the foreign files of a file whose imports are loaded, and adds it to the program.
fn finish(mut pending: Pending, files: &dyn Files, program: &mut Program) {
    let document = program.documents.len() as u32;
    let mut findings = Vec::new();
    for (item, index) in pending.parsed.tree.items.iter().zip(0..) {
        let ItemKind::File { sort, path, .. } = item.kind else { continue };
        let relative = text_value(pending.source.slice(path));
        let Some(format) = Format::of(&relative).filter(|format| format.sort() == sort) else {
            findings.push(unknown_format(path, &relative, sort));
            continue;
        };
        match files.read(&files.locate(&pending.path, &relative)) {
            Ok(source) => {
                let foreign = format.read(Arc::new(source));
                program.foreign.insert(Definition { document, item: index }, foreign);
            }
            Err(reason) => findings.push(unreadable(path, &relative, &reason)),
        }
    }
    pending.parsed.diagnostics.append(&mut findings);
    program.documents.push(Document {
        source: pending.source,
        tree: pending.parsed.tree,
        diagnostics: pending.parsed.diagnostics,
    });
}

/// A foreign format, told by a file's ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// DIMACS CNF.
    Dimacs,
    /// The Davis-Putnam text format.
    DavisPutnam,
    /// The maze text format.
    Maze,
}

impl Format {
    /// The format of a file by its name.
    pub fn of(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "cnf" | "dimacs" => Some(Self::Dimacs),
            "dp" => Some(Self::DavisPutnam),
            "maze" => Some(Self::Maze),
            _ => None,
        }
    }

    fn sort(self) -> Sort {
        match self {
            Self::Dimacs | Self::DavisPutnam => Sort::Clauses,
            Self::Maze => Sort::Maze,
        }
    }

    /// Reads a text in this format.
    pub fn read(self, source: Arc<Source>) -> Foreign {
        let text = source.text();
        let (content, diagnostics) = match self {
            Self::Dimacs => {
                let (read, diagnostics) = dimacs::parse(text.as_bytes());
                let free_atoms = read.free_atoms();
                (Content::Clauses { clauses: read.clauses, free_atoms }, diagnostics)
            }
            Self::DavisPutnam => {
                let (read, diagnostics) = davis_putnam::parse(text.as_bytes());
                (Content::Clauses { clauses: read.clauses, free_atoms: 0 }, diagnostics)
            }
            Self::Maze => {
                let mut diagnostics: Vec<_> = not_utf8(&source).into_iter().collect();
                let read = maze_text::parse(text, &mut diagnostics);
                if let Some(read) = &read {
                    maze::check::check(read, text, Span::default(), &mut diagnostics);
                }
                (Content::Maze(read.unwrap_or_default()), diagnostics)
            }
        };
        Foreign { source, content, diagnostics }
    }
}

/// What is wrong with the encoding of a text: one fault, however many places it has.
pub fn not_utf8(source: &Source) -> Option<Diagnostic> {
    let (first, rest) = source.invalid_bytes().split_first()?;
    let label = match rest.len() {
        0 => "not a character".to_owned(),
        more => format!("not a character; there are {more} more"),
    };
    let diagnostic = Diagnostic::new(INVALID_UTF8, *first, "the file is not UTF-8", label);
    Some(diagnostic.help("save it as UTF-8"))
}

fn import_cycle(span: Span, names: &[String]) -> Diagnostic {
    let circle = names.join(" imports ");
    let first = names.first().map_or("", String::as_str);
    Diagnostic::new(
        IMPORT_CYCLE,
        span,
        "this import closes a circle",
        format!("{circle} imports {first}"),
    )
    .help("move what both files need into a third one")
}

/// An import of a file that is no `.puzzle` file.
fn foreign_import(span: Span, path: &str, sort: Sort) -> Diagnostic {
    let keyword = sort.keyword();
    Diagnostic::new(
        UNKNOWN_FORMAT,
        span,
        format!("`{path}` is not a `.puzzle` file"),
        "only `.puzzle` files are imported",
    )
    .help(format!("give what it holds a name: `{keyword} NAME = file \"{path}\"`"))
}

fn unreadable(span: Span, path: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(UNREADABLE_FILE, span, format!("cannot read `{path}`"), reason)
        .help("the path is relative to the file that names it")
}

fn unknown_format(span: Span, path: &str, sort: Sort) -> Diagnostic {
    let (message, help) = match sort {
        Sort::Clauses => (
            format!("`{path}` is not a clause file"),
            "clauses are read from `.cnf` or `.dimacs` (DIMACS) and `.dp` (Davis-Putnam)",
        ),
        Sort::Maze => (format!("`{path}` is not a maze file"), "mazes are read from `.maze` files"),
    };
    Diagnostic::new(UNKNOWN_FORMAT, span, message, "its ending tells the format").help(help)
}
