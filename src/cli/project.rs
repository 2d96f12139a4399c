//! A file with all that it imports, read from the disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::foreign::expect_puzzle;
use super::limited::{at_once, within};
use crate::console::failure::CommandFailure;
use crate::disk::Disk;
use crate::interchange::format::ForeignFormat;
use crate::kinds::Program;
use crate::service::check::{CheckedProgram, Levels, check};
use crate::service::import::held::{HeldFile, format_of_text};
use crate::service::import::load;
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
    let path = path.to_owned();
    ProgramText { path, source, held: None, asks_whole: false }.open(levels, budget)
}

/// As [`open`], and a file in another format is a program that declares what it holds, whatever it asks.
///
/// # Errors
/// As [`open`].
pub fn open_any(
    path: &Path,
    source: Arc<Source>,
    levels: &Levels,
    budget: Budget,
) -> Result<CheckedProgram, CommandFailure> {
    let program = ProgramText::of(path, source, None)?;
    ProgramText { asks_whole: false, ..program }.open(levels, budget)
}

/// A program and where it stands.
pub struct ProgramText {
    path: PathBuf,
    source: Arc<Source>,
    held: Option<HeldFile>,
    /// Whether to solve what a file in another format holds is to answer what it asks.
    asks_whole: bool,
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
        expected: Option<ForeignFormat>,
    ) -> Result<Self, CommandFailure> {
        let format = expected.or_else(|| format_of_text(&path.to_string_lossy(), source.text()));
        match format.and_then(|it| HeldFile::declared(it, path, located(path), &source)) {
            Some((held, line)) => {
                let source = Arc::new(Source::new(source.name(), line));
                Ok(Self { path: path.to_owned(), source, held: Some(held), asks_whole: true })
            }
            None => {
                expect_puzzle(path, &source)?;
                Ok(Self { path: path.to_owned(), source, held: None, asks_whole: false })
            }
        }
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
        let (path, held, asks_whole) = (self.path.clone(), self.held.clone(), self.asks_whole);
        (Self { path, source: Arc::new(source), held, asks_whole }, text.len() + 1)
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
        let (held, asks_whole) = (self.held.clone(), self.asks_whole);
        let is_at_once = held.is_none() && !budget.has_time_limit() && is_quick(self.source.text());
        let work = move || {
            let program = match &held {
                Some(held) => {
                    let program = load(source, &located, &held.before(&Disk));
                    Program { asks_whole, ..program }
                }
                None => load(source, &located, &Disk),
            };
            check(program, &levels)
        };
        match is_at_once {
            true => at_once(self.source.name(), &mut budget, work),
            false => within(self.source.name(), &mut budget, work),
        }
    }
}

/// Whether a text is surely checked in a few milliseconds: it is short, names no other file, which may be a pipe with nobody at
/// its other end, asks for no game after some moves, and has no number of three digits, which may mean a large table.
fn is_quick(text: &str) -> bool {
    let is_large = |it: &[u8]| it.iter().all(u8::is_ascii_digit);
    text.len() <= 1 << 12
        && ["import", "file", "after"].iter().all(|it| !text.contains(it))
        && !text.as_bytes().windows(3).any(is_large)
}

fn located(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
