//! A file with all that it imports, read from the disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::foreign::{ForeignFormatArg, expect_puzzle};
use super::limited::within;
use crate::console::failure::CommandFailure;
use crate::disk::Disk;
use crate::service::check::{CheckedProgram, Levels, check};
use crate::service::import::{Files, load};
use crate::syntax::terminal::reserved_word;
use crate::text::Source;
use puzzle_engine::budget::Budget;

/// Loads the file at `path`, whose text was read, with its imports, and checks it.
///
/// # Errors
/// As [`expect_puzzle`] and [`within`].
pub fn open(
    path: &Path,
    source: Arc<Source>,
    levels: &Levels,
    budget: Budget,
) -> Result<CheckedProgram, CommandFailure> {
    expect_puzzle(path, &source)?;
    ProgramText { path: path.to_owned(), source, held: None }.open(levels, budget)
}

/// As [`open`], and a file in another format is a program that declares what it holds.
///
/// # Errors
/// As [`open`].
pub fn open_any(
    path: &Path,
    source: Arc<Source>,
    levels: &Levels,
    budget: Budget,
) -> Result<CheckedProgram, CommandFailure> {
    ProgramText::of(path, source, None)?.open(levels, budget)
}

/// A program and where it stands.
pub struct ProgramText {
    path: PathBuf,
    source: Arc<Source>,
    held: Option<HeldFile>,
}

impl ProgramText {
    /// The program in a file: its text or, where it is in another format, the line that declares what it holds. The
    /// format is the one `expected`, or what the file's ending tells or else its look.
    ///
    /// # Errors
    /// As [`expect_puzzle`], of formats whose content cannot be declared.
    pub fn of(
        path: &Path,
        source: Arc<Source>,
        expected: Option<ForeignFormatArg>,
    ) -> Result<Self, CommandFailure> {
        let format = expected.or_else(|| ForeignFormatArg::of_file(path, &source));
        match format.and_then(|it| Self::declaring(it, path, &source)) {
            Some(declaring) => Ok(declaring),
            None => {
                expect_puzzle(path, &source)?;
                Ok(Self { path: path.to_owned(), source, held: None })
            }
        }
    }

    /// The program that declares what a file in this format holds; `None` where no block can.
    fn declaring(format: ForeignFormatArg, path: &Path, source: &Arc<Source>) -> Option<Self> {
        let (keyword, ending) = match format {
            ForeignFormatArg::Cnf => ("clauses", "cnf"),
            ForeignFormatArg::Dp => ("clauses", "dp"),
            ForeignFormatArg::Maze => ("maze", "maze"),
            ForeignFormatArg::Dots => ("game", "dots"),
            ForeignFormatArg::Tptp => ("theory", "p"),
            ForeignFormatArg::Qdimacs | ForeignFormatArg::Qcir => return None,
        };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let stem = if stem == "-" { "stdin".into() } else { stem };
        let is_part = |it: char| it.is_alphanumeric() || it == '_';
        let mut name = stem.replace(|it: char| !is_part(it), "_");
        if !name.starts_with(char::is_alphabetic) || reserved_word(&name).is_some() {
            name.insert(0, '_');
        }
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let is_told = ForeignFormatArg::of(path) == Some(format) && !file.contains(['"', '\n']);
        let named = if is_told { file.into_owned() } else { format!("{name}.{ending}") };
        let text = format!("{keyword} {name} = file \"{named}\"\n");
        let held = HeldFile { path: located(path), named, source: Arc::clone(source) };
        let source = Arc::new(Source::new(source.name(), text));
        Some(Self { path: path.to_owned(), source, held: Some(held) })
    }

    /// The text.
    pub const fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The program with one more line, and where that begins.
    #[must_use]
    pub fn with_line(&self, line: &str) -> (Self, usize) {
        let text = self.source.text();
        let source = Source::new(self.source.name(), format!("{text}\n{line}\n"));
        let (path, held) = (self.path.clone(), self.held.clone());
        (Self { path, source: Arc::new(source), held }, text.len() + 1)
    }

    /// Loads it with its imports, and checks it.
    ///
    /// # Errors
    /// As [`within`].
    pub fn open(
        &self,
        levels: &Levels,
        mut budget: Budget,
    ) -> Result<CheckedProgram, CommandFailure> {
        let (source, levels, located) =
            (Arc::clone(&self.source), levels.clone(), located(&self.path));
        let held = self.held.clone();
        within(self.source.name(), &mut budget, move || {
            let files = held.as_ref().map_or(&Disk as &dyn Files, |it| it);
            check(load(source, &located, files), &levels)
        })
    }
}

fn located(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The disk, with a file in another format that was read already, perhaps from standard input.
#[derive(Clone)]
struct HeldFile {
    path: PathBuf,
    /// What the declaration calls it.
    named: String,
    source: Arc<Source>,
}

impl Files for HeldFile {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        if relative == self.named { self.path.clone() } else { Disk.locate(from, relative) }
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        if path == self.path { Ok(Arc::clone(&self.source)) } else { Disk.read(path) }
    }

    fn library(&self) -> Option<PathBuf> {
        Disk.library()
    }
}
