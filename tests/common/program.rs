//! Programs from the disk: a text with what it imports, checked and asked.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle_lang::diagnostic::Diagnostic;
use puzzle_lang::kinds::Program;
use puzzle_lang::service::check::Analysis;
use puzzle_lang::service::import::{Files, load};
use puzzle_lang::text::Source;

/// The files of the disk.
pub(crate) struct Disk;

impl Files for Disk {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        from.with_file_name(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        Ok(Arc::new(Source::from_bytes(path.to_string_lossy(), bytes)))
    }
}

/// The directory of the examples.
pub(crate) fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}

/// A text that stands in the directory of the examples.
pub(crate) fn program(name: &str, text: &str) -> Program {
    load(Arc::new(Source::new(name, text)), &examples().join(name), &Disk)
}

/// Everything that is said about a program, its foreign files included.
pub(crate) fn findings(analysis: &Analysis<'_>) -> Vec<Diagnostic> {
    let foreign = analysis.scope.program.foreign.values().flat_map(|it| &it.diagnostics);
    analysis.findings.iter().flatten().chain(foreign).cloned().collect()
}
