//! Loads a file with all that it imports and all files in foreign formats that it names.

pub mod held;
pub mod mended;
pub mod tptp;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::shelf;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::*;
use crate::interchange::format::ForeignFormat;
use crate::interchange::{davis_putnam, dimacs, dots, maze_text};
use crate::kinds::scope::{Content, ForeignFile};
use crate::kinds::{Definition, Document, Program, ScopeFile, maze};
use crate::syntax::ast::{BlockKind, ItemKind};
#[cfg(not(target_family = "wasm"))]
use crate::syntax::markdown::{self, is_markdown};
use crate::syntax::parse_within;
use crate::syntax::terminal::is_reserved;
use crate::syntax::token::text_value;
use crate::text::{Source, Span};
use puzzle_engine::budget::{Budget, Stop};

/// Where files come from: the disk, an editor's buffers, a test.
pub trait Files {
    /// The file that `relative` names in the file `from`, in a form that is the same for all ways
    /// to name it.
    fn locate(&self, from: &Path, relative: &str) -> PathBuf;

    /// The file that an import in the file `from` names, or the sheet of the [`shelf`].
    fn import(&self, from: &Path, relative: &str) -> PathBuf {
        shelf::located(relative).unwrap_or_else(|| self.locate(from, relative))
    }

    /// The text of a located file.
    ///
    /// # Errors
    /// Why it cannot be read, in a few words.
    fn read(&self, path: &Path) -> Result<Arc<Source>, String>;

    /// The text of what an import names, located.
    ///
    /// # Errors
    /// As [`Files::read`], and of the shelf that it has no such sheet.
    fn imported(&self, path: &Path) -> Result<Arc<Source>, String> {
        if shelf::holds(path) { shelf::read(path).map(Arc::new) } else { self.read(path) }
    }

    /// Where the library of TPTP lies, whose files others include.
    fn library(&self) -> Option<PathBuf> {
        None
    }

    /// The limits within which a file in a foreign format is read.
    fn limits(&self) -> Budget {
        Budget::unlimited()
    }

    /// Takes note that a limit was reached on the way.
    fn stop(&self, _: Stop) {}

    /// The texts of a located `.puzzle` file, each parsed alone: one, unless it is being edited.
    ///
    /// # Errors
    /// As [`Files::read`].
    fn parts(&self, path: &Path) -> Result<Vec<Arc<Document>>, String> {
        Ok(vec![document(self.imported(path)?)])
    }
}

/// A world without files: for texts that stand alone.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        PathBuf::from(relative)
    }

    fn read(&self, _: &Path) -> Result<Arc<Source>, String> {
        Err("there are no files here".to_owned())
    }
}

/// Parses a text.
pub fn document(source: Arc<Source>) -> Arc<Document> {
    document_within(source, &mut Budget::unlimited()).expect("there are no limits")
}

/// As [`document`], within limits.
///
/// # Errors
/// The limit that was reached.
pub fn document_within(source: Arc<Source>, budget: &mut Budget) -> Result<Arc<Document>, Stop> {
    let mut parsed = parse_within(&program_in(&source), budget)?;
    if let Some(fault) = not_utf8(&source) {
        let is_consequence = |it: &Diagnostic| {
            it.code == UNKNOWN_CHARACTER && source.slice(it.span).contains('\u{1a}')
        };
        parsed.diagnostics.retain(|it| !is_consequence(it));
        parsed.diagnostics.push(fault);
    }
    Ok(Arc::new(Document { source, tree: parsed.tree, diagnostics: parsed.diagnostics }))
}

/// The program in a source: of Markdown its puzzles. The reader of Markdown is left out in a browser, to which less is
/// to be loaded then.
fn program_in(source: &Source) -> Cow<'_, str> {
    #[cfg(not(target_family = "wasm"))]
    if is_markdown(source.name()) {
        return Cow::Owned(markdown::program(source.text()));
    }
    Cow::Borrowed(source.text())
}

/// A file whose imports are being loaded.
struct Pending {
    path: PathBuf,
    parts: Vec<Arc<Document>>,
    /// The imports still to come, the next one last: the part, and the path's place in it.
    imports: Vec<(usize, Span)>,
    /// The import that is being loaded.
    current: (usize, Span),
    /// What is wrong with imports, by part.
    findings: Vec<(usize, Diagnostic)>,
    /// The parts of which an import brings nothing.
    lacking: Vec<usize>,
}

impl Pending {
    fn new(path: PathBuf, parts: Vec<Arc<Document>>) -> Self {
        let items = parts
            .iter()
            .enumerate()
            .flat_map(|(part, it)| it.tree.items.iter().map(move |it| (part, it)));
        let mut imports: Vec<_> = items
            .filter_map(|(part, item)| match item.kind {
                ItemKind::Import { path } => Some((part, path)),
                _ => None,
            })
            .collect();
        imports.reverse();
        let (findings, lacking) = (Vec::new(), Vec::new());
        Self { path, parts, imports, current: Default::default(), findings, lacking }
    }

    /// The next import: what stands in its quotes.
    fn next_import(&mut self) -> Option<String> {
        self.current = self.imports.pop()?;
        let (part, span) = self.current;
        Some(text_value(self.parts[part].source.slice(span)))
    }

    /// Says what is wrong with the import that is being loaded.
    fn report(&mut self, fault: impl FnOnce(Span) -> Diagnostic) {
        let (part, span) = self.current;
        self.findings.push((part, fault(span)));
    }

    /// Says why the import that is being loaded brings nothing.
    fn report_lacking(&mut self, fault: impl FnOnce(Span) -> Diagnostic) {
        self.lacking.push(self.current.0);
        self.report(fault);
    }

    fn name(&self) -> &str {
        self.parts.first().map_or("", |it| it.source.name())
    }
}

/// Loads the program of which `source` is the file asked for, at the located `path`.
pub fn load(source: Arc<Source>, path: &Path, files: &dyn Files) -> Program {
    load_parts(vec![document(source)], path, files)
}

/// Loads the program of which these texts are the file asked for, at the located `path`.
pub fn load_parts(parts: Vec<Arc<Document>>, path: &Path, files: &dyn Files) -> Program {
    let mut program = Program::default();
    // Files seen so far; those on the stack are still loading.
    let mut is_loaded: FxHashMap<PathBuf, bool> = FxHashMap::default();
    is_loaded.insert(path.to_owned(), false);
    let mut stack = vec![Pending::new(path.to_owned(), parts)];
    while let Some(top) = stack.last_mut() {
        let Some(relative) = top.next_import() else {
            if let Some(done) = stack.pop() {
                is_loaded.insert(done.path.clone(), true);
                finish(done, files, &mut program);
            }
            continue;
        };
        if let Some(format) = FileFormat::of(&relative) {
            top.report_lacking(|span| foreign_import(span, &relative, format.sort()));
            continue;
        }
        let located = files.import(&top.path, &relative);
        match is_loaded.get(&located) {
            Some(true) => {}
            Some(false) => {
                let start = stack.iter().position(|it| it.path == located).unwrap_or_default();
                let names: Vec<_> = stack[start..].iter().map(|it| it.name().to_owned()).collect();
                // It is told where the circle begins: each of its files, when it is the one
                // asked for, tells it itself.
                stack[start].report(|span| import_cycle(span, &names));
            }
            None => match files.parts(&located) {
                Ok(parts) => {
                    is_loaded.insert(located.clone(), false);
                    stack.push(Pending::new(located, parts));
                }
                Err(reason) => top.report_lacking(|span| unreadable(span, &relative, &reason)),
            },
        }
    }
    program
}

/// Reads the foreign files of a file whose imports are loaded, and adds it to the program.
fn finish(pending: Pending, files: &dyn Files, program: &mut Program) {
    let first = program.documents.len() as u32;
    program.lacking.extend(pending.lacking.iter().map(|&part| first + part as u32));
    let mut report = |document: u32, fault| {
        program.import_findings.entry(document).or_default().push(fault);
    };
    for (part, fault) in pending.findings {
        report(first + part as u32, fault);
    }
    for (document, part) in (first..).zip(pending.parts) {
        for (item, index) in part.tree.items.iter().zip(0..) {
            let ItemKind::File { sort, path, .. } = item.kind else { continue };
            let relative = text_value(part.source.slice(path));
            let Some(format) = FileFormat::of(&relative).filter(|format| format.sort() == sort)
            else {
                report(document, unknown_format(path, &relative, sort));
                continue;
            };
            let located = files.locate(&pending.path, &relative);
            match files.read(&located) {
                Ok(source) => {
                    let mut budget = files.limits();
                    match format.read_within(source, &located, files, &mut budget) {
                        Ok(foreign) => {
                            let definition = Definition { document, item: index };
                            program.foreign.insert(definition, Arc::new(foreign));
                        }
                        Err(stop) => {
                            files.stop(stop);
                            report(document, unreadable(path, &relative, &stop.to_string()));
                        }
                    }
                }
                Err(reason) => {
                    report(document, unreadable(path, &relative, &reason));
                }
            }
        }
        program.documents.push(part);
    }
    let parts = (first..program.documents.len() as u32).collect();
    program.files.push(ScopeFile { path: pending.path, parts });
}

/// A foreign format, told by a file's ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileFormat {
    /// DIMACS CNF.
    Dimacs,
    /// The Davis-Putnam text format.
    DavisPutnam,
    /// The maze text format.
    Maze,
    /// The file format of Dots and Boxes.
    Dots,
    /// TPTP.
    Tptp,
}

impl FileFormat {
    /// The format of a file by its name, also when it is compressed.
    pub fn of(name: &str) -> Option<Self> {
        ForeignFormat::of(name).and_then(Self::holding)
    }

    /// The format, if a declaration can hold what is written in it.
    pub fn holding(format: ForeignFormat) -> Option<Self> {
        match format {
            ForeignFormat::Cnf => Some(Self::Dimacs),
            ForeignFormat::Dp => Some(Self::DavisPutnam),
            ForeignFormat::Maze => Some(Self::Maze),
            ForeignFormat::Dots => Some(Self::Dots),
            ForeignFormat::Tptp => Some(Self::Tptp),
            ForeignFormat::Qdimacs | ForeignFormat::Qcir => None,
        }
    }

    /// What such a file describes.
    pub fn sort(self) -> BlockKind {
        match self {
            Self::Dimacs | Self::DavisPutnam => BlockKind::Clauses,
            Self::Maze => BlockKind::Maze,
            Self::Dots => BlockKind::Game,
            Self::Tptp => BlockKind::Theory,
        }
    }

    /// A name for what such a file holds, after the file's, and the declaration of it.
    pub fn declaration(self, file: &str) -> (String, String) {
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        let mut name: String =
            stem.chars().map(|it| if it.is_alphanumeric() { it } else { '_' }).collect();
        let is_short = name.chars().count() == 1;
        if is_short || name.chars().next().is_none_or(char::is_numeric) || is_reserved(&name) {
            name.insert(0, '_');
        }
        let text = format!("{} {name} = file \"{file}\"", self.sort().keyword());
        (name, text)
    }

    /// Reads a text in this format, which lies at the located `path`, with the files that it includes.
    pub fn read(self, source: Arc<Source>, path: &Path, files: &dyn Files) -> ForeignFile {
        let read = self.read_within(source, path, files, &mut Budget::unlimited());
        read.expect("there are no limits")
    }

    /// As [`FileFormat::read`], within limits.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn read_within(
        self,
        source: Arc<Source>,
        path: &Path,
        files: &dyn Files,
        budget: &mut Budget,
    ) -> Result<ForeignFile, Stop> {
        budget.look()?;
        let text = source.text();
        let (content, diagnostics) = match self {
            Self::Dimacs => {
                let (read, diagnostics) = dimacs::parse_within(text.as_bytes(), budget)?;
                let free_atoms = read.free_atoms();
                (Content::Clauses { clauses: read.clauses, free_atoms }, diagnostics)
            }
            Self::DavisPutnam => {
                let (read, diagnostics) = davis_putnam::parse_within(text.as_bytes(), budget)?;
                (Content::Clauses { clauses: read.clauses, free_atoms: 0 }, diagnostics)
            }
            Self::Maze => {
                let mut diagnostics: Vec<_> = not_utf8(&source).into_iter().collect();
                let read = maze_text::parse_within(text, &mut diagnostics, budget)?;
                if let Some(read) = &read {
                    maze::check::check(read, text, Span::default(), &mut diagnostics);
                }
                mended::retain_mending(text, &mut diagnostics);
                (Content::Maze(read.unwrap_or_default()), diagnostics)
            }
            Self::Dots => {
                let (read, diagnostics) = dots::parse_within(text.as_bytes(), budget)?;
                (Content::Dots(read), diagnostics)
            }
            Self::Tptp => return theory(source, path, files, budget),
        };
        Ok(ForeignFile { source, content, diagnostics, included: Vec::new() })
    }
}

/// Steps of reading a theory: a short text may include and repeat a lot.
const READING_STEPS: u64 = 1 << 24;

/// A theory in TPTP.
fn theory(
    source: Arc<Source>,
    path: &Path,
    files: &dyn Files,
    limits: &mut Budget,
) -> Result<ForeignFile, Stop> {
    let mut budget = limits.part(READING_STEPS);
    let library = files.library();
    let loaded = tptp::load(Arc::clone(&source), path, files, library.as_deref(), &mut budget);
    let Ok(loaded) = loaded else {
        limits.look()?;
        let (content, included) = (Content::Theory(Box::default()), Vec::new());
        let diagnostics = vec![too_long()];
        return Ok(ForeignFile { source, content, diagnostics, included });
    };
    let mut texts = loaded.texts.into_iter();
    let diagnostics = texts.next().map_or_else(Vec::new, |it| it.diagnostics);
    let content = Content::Theory(Box::new(loaded.problem));
    Ok(ForeignFile { source, content, diagnostics, included: texts.collect() })
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
fn foreign_import(span: Span, path: &str, sort: BlockKind) -> Diagnostic {
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
    let help = match shelf::located(path) {
        Some(_) => "sheets of the shelf have no ending, files have one: `shelf/NAME.puzzle`",
        None => "the path is relative to the file that names it",
    };
    Diagnostic::new(UNREADABLE_FILE, span, format!("cannot read `{path}`"), reason).help(help)
}

fn too_long() -> Diagnostic {
    let message = "this says too much to be read";
    let label = format!("with all that it includes, it takes more than {READING_STEPS} steps");
    Diagnostic::new(TPTP, Span::at(0), message, label).help("take some of its includes out")
}

fn unknown_format(span: Span, path: &str, sort: BlockKind) -> Diagnostic {
    let (message, help) = match sort {
        BlockKind::Theory => (
            format!("`{path}` is not a file of a theory"),
            "theories are read from `.p` or `.tptp` files (TPTP)",
        ),
        BlockKind::Clauses => (
            format!("`{path}` is not a clause file"),
            "clauses are read from `.cnf` or `.dimacs` (DIMACS) and `.dp` (Davis-Putnam)",
        ),
        BlockKind::Maze => {
            (format!("`{path}` is not a maze file"), "mazes are read from `.maze` files")
        }
        BlockKind::Game => (
            format!("`{path}` is not a file of a game"),
            "boards of Dots and Boxes are read from `.dots` files",
        ),
    };
    Diagnostic::new(UNKNOWN_FORMAT, span, message, "its ending tells the format").help(help)
}
