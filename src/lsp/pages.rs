//! The explanations of diagnostic codes as files, so that a message in an editor can link to its
//! page. They are those of this very version, and need no network.

use std::fs;
use std::sync::OnceLock;

use super::types::Uri;
use crate::diagnostic::Code;
use crate::disk::temporary::TemporaryFolder;

/// The directory with the pages, made when the first link is needed.
#[derive(Debug, Default)]
pub(super) struct Pages(OnceLock<Option<TemporaryFolder>>);

impl Pages {
    /// The page of a code; `None` when no file can be written.
    pub(super) fn link(&self, code: Code) -> Option<Uri> {
        let directory = self.0.get_or_init(|| {
            let directory = TemporaryFolder::new("puzzle-").ok()?;
            for code in Code::ALL {
                let path = directory.path().join(code.number()).with_extension("md");
                fs::write(path, code.page()).ok()?;
            }
            Some(directory)
        });
        let path = directory.as_ref()?.path().join(code.number()).with_extension("md");
        Uri::from_file_path(path)
    }

    /// Removes the files.
    pub(super) fn remove(&self) {
        if let Some(directory) = self.0.get().and_then(Option::as_ref) {
            // What cannot be removed is the system's to clean up.
            let _ = fs::remove_dir_all(directory.path());
        }
    }
}
