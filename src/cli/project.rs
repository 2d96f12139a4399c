//! A file with all that it imports, read from the disk, and the reports on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::format::FileReport;
use super::input;
use crate::diagnostic::Severity;
use crate::kinds::Program;
use crate::service::check::Analysis;
use crate::service::import::{Files, load};
use crate::text::Source;

/// The disk, as imports see it: paths are relative to the file that names them.
struct Disk;

impl Files for Disk {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        let path = from.parent().unwrap_or(Path::new("")).join(relative);
        fs::canonicalize(&path).unwrap_or(path)
    }

    fn read(&self, path: &Path) -> Result<Source, String> {
        input::read(&shown(path)).map_err(|failure| failure.message)
    }
}

/// The path as a person would write it: relative to the working directory where it lies below.
fn shown(path: &Path) -> PathBuf {
    let current = std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    path.strip_prefix(current).unwrap_or(path).to_owned()
}

/// Loads the file at `path`, whose text was read, with its imports.
pub fn open(path: &Path, source: Arc<Source>) -> Program {
    let located = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    load(source, &located, &Disk)
}

/// The reports on a program: that on the file asked for first, then those on imported and foreign
/// files in which something is wrong.
pub fn reports(analysis: &Analysis<'_>) -> Vec<FileReport> {
    let program = analysis.scope.program;
    let mut reports: Vec<_> = program
        .documents
        .iter()
        .zip(&analysis.findings)
        .rev()
        .map(|(document, findings)| FileReport::new(Arc::clone(&document.source), findings.clone()))
        .collect();
    let mut foreign: Vec<_> = program.foreign.values().collect();
    foreign.sort_by_key(|it| it.source.name());
    foreign.dedup_by_key(|it| it.source.name());
    reports.extend(
        foreign.iter().map(|it| FileReport::new(Arc::clone(&it.source), it.diagnostics.clone())),
    );
    let mut is_root = true;
    // Remarks on a file that nobody asked about are noise.
    reports.retain(|report| {
        std::mem::take(&mut is_root)
            || report.diagnostics.iter().any(|it| it.severity > Severity::Hint)
    });
    reports
}
