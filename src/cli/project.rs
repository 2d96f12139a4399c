//! A file with all that it imports, read from the disk.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::foreign::expect_puzzle;
use super::limited::within;
use crate::console::failure::CommandFailure;
use crate::disk::Disk;
use crate::service::check::{CheckedProgram, Levels, check};
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
    mut budget: Budget,
) -> Result<CheckedProgram, CommandFailure> {
    expect_puzzle(path, &source)?;
    let located = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (name, levels) = (source.name().to_owned(), levels.clone());
    within(&name, &mut budget, move || check(load(source, &located, &Disk), &levels))
}
