//! A file with all that it imports, read from the disk.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::args::ForeignFormatArg;
use super::foreign::expect_puzzle;
use super::limited::within;
use crate::console::failure::CommandFailure;
use crate::disk::Disk;
use crate::service::check::{CheckedProgram, Levels, check};
use crate::service::import::{FileFormat, load};
use crate::syntax::terminal::reserved_name;
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
    mut budget: Budget,
) -> Result<CheckedProgram, CommandFailure> {
    expect_puzzle(path, &source)?;
    let located = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (name, levels) = (source.name().to_owned(), levels.clone());
    within(&name, &mut budget, move || check(load(source, &located, &Disk), &levels))
}

/// As [`open`], and a file in another format is as if a `.puzzle` file beside it declared what it holds.
///
/// # Errors
/// As [`open`].
pub fn open_any(
    path: &Path,
    source: Arc<Source>,
    levels: &Levels,
    budget: Budget,
) -> Result<CheckedProgram, CommandFailure> {
    match declaring(path) {
        Some(text) => {
            let beside = path.with_extension("puzzle");
            open(&beside, Arc::new(Source::new(source.name(), text)), levels, budget)
        }
        None => open(path, source, levels, budget),
    }
}

/// The declaration of what a file in another format holds.
fn declaring(path: &Path) -> Option<String> {
    let keyword = match ForeignFormatArg::of(path)? {
        ForeignFormatArg::Cnf | ForeignFormatArg::Dp => "clauses",
        ForeignFormatArg::Maze => "maze",
        ForeignFormatArg::Dots => "game",
        ForeignFormatArg::Tptp => "theory",
        ForeignFormatArg::Qdimacs | ForeignFormatArg::Qcir => return None,
    };
    let file = path.file_name()?.to_str().filter(|it| !it.contains(['"', '\n']))?;
    FileFormat::of(file)?;
    let stem = path.file_stem()?.to_str()?;
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    let mut name = stem.replace(|it: char| !is_part(it), "_");
    if name.starts_with(|it: char| it.is_numeric()) || reserved_name(&name).is_some() {
        name.insert(0, '_');
    }
    Some(format!("{keyword} {name} = file \"{file}\"\n"))
}
