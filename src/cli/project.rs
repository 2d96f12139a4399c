//! A file with all that it imports, read from the disk, and the reports on it.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::foreign::expect_puzzle;
use super::format::FileReport;
use super::limited::within;
use crate::console::failure::CommandFailure;
use crate::diagnostic::{Diagnostic, Severity};
use crate::disk::Disk;
use crate::kinds::scope::ForeignFile;
use crate::service::check::{Analysis, CheckedProgram, Levels, check};
use crate::service::import::load;
use crate::service::review::review;
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

/// The reports on a program, with the remarks that take solving.
pub fn reviewed(analysis: &Analysis<'_>, budget: &Budget) -> Vec<FileReport> {
    let mut reports = reports(analysis);
    reports[0].diagnostics.extend(review(analysis, budget));
    reports[0].diagnostics.sort_by_key(|it| (it.span.start, it.span.end));
    reports
}

/// The reports on files in foreign formats, with what they include.
pub fn reports_on<'f>(foreign: impl Iterator<Item = &'f ForeignFile>) -> Vec<FileReport> {
    let report = |(source, found): (&Arc<Source>, &[Diagnostic])| {
        FileReport::new(Arc::clone(source), found.to_vec())
    };
    foreign.flat_map(ForeignFile::texts).map(report).collect()
}

/// The reports on a program: that on the file asked for first, then those on imported and foreign
/// files in which something is wrong.
pub fn reports(analysis: &Analysis<'_>) -> Vec<FileReport> {
    let program = analysis.scope.program;
    let report = |document: u32| {
        let source = Arc::clone(&program.documents[document as usize].source);
        FileReport::new(source, analysis.findings[document as usize].clone())
    };
    let documents: Vec<_> = program.in_order().collect();
    let mut reports: Vec<_> = documents.into_iter().rev().map(report).collect();
    let mut foreign = reports_on(program.foreign.values().map(|it| &**it));
    foreign.sort_by(|one, other| one.source.name().cmp(other.source.name()));
    foreign.dedup_by(|one, other| one.source.name() == other.source.name());
    reports.extend(foreign);
    let mut is_root = true;
    // Remarks on a file that nobody asked about are noise.
    reports.retain(|report| {
        std::mem::take(&mut is_root)
            || report.diagnostics.iter().any(|it| it.severity > Severity::Hint)
    });
    reports
}
