//! The names of documents: the client says URIs, in a spelling of its own, and the library paths.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::types::Uri;
use crate::disk::{self, shelved};
use crate::service::shelf::ShelfSheet;

/// The documents that are open.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenDocuments {
    paths: FxHashMap<Uri, PathBuf>,
    open: FxHashMap<PathBuf, OpenDocument>,
}

/// An open document.
#[derive(Clone, Debug)]
pub(super) struct OpenDocument {
    /// Its name in the client's spelling.
    pub uri: Uri,
    /// The version of its text.
    pub version: i32,
}

impl OpenDocuments {
    /// The path of a document. One that is no file is called as the client calls it.
    pub(super) fn path(&self, uri: &Uri) -> PathBuf {
        if let Some(path) = self.paths.get(uri) {
            return path.clone();
        }
        // In a browser the names of the client are all that there is of files.
        let is_file =
            !cfg!(target_family = "wasm") && uri.scheme().as_str().eq_ignore_ascii_case("file");
        let path = if is_file { uri.to_file_path() } else { None };
        path.map_or_else(|| PathBuf::from(uri.as_str()), |path| disk::locate(&path))
    }

    /// The name of a file for the client.
    pub(super) fn uri(&self, path: &Path) -> Option<Uri> {
        if let Some(open) = self.open.get(path) {
            return Some(open.uri.clone());
        }
        if let Some(sheet) = ShelfSheet::at(path) {
            return file_uri(&shelved::file(sheet)?);
        }
        file_uri(path)
    }

    /// Takes note that a document is open; returns its path.
    pub(super) fn open(&mut self, uri: Uri, version: i32) -> PathBuf {
        let path = self.path(&uri);
        self.paths.insert(uri.clone(), path.clone());
        self.open.insert(path.clone(), OpenDocument { uri, version });
        path
    }

    /// Takes note that a document is closed; returns its path.
    pub(super) fn close(&mut self, uri: &Uri) -> PathBuf {
        let path = self.path(uri);
        self.paths.remove(uri);
        self.open.remove(&path);
        path
    }

    /// The open document at a path.
    pub(super) fn at(&self, path: &Path) -> Option<&OpenDocument> {
        self.open.get(path)
    }

    /// Takes note of a version, unless a later one is known; returns the path, unless the document is not open.
    pub(super) fn reached(&mut self, uri: &Uri, version: i32) -> Option<PathBuf> {
        let path = self.paths.get(uri)?;
        let known = &mut self.open.get_mut(path)?.version;
        *known = version.max(*known);
        Some(path.clone())
    }
}

/// The name of a file that is not open.
fn file_uri(path: &Path) -> Option<Uri> {
    let text = path.to_str()?;
    if cfg!(target_family = "wasm") {
        return text.parse().ok();
    }
    // Windows has a spelling for located paths that is of no use in names.
    Uri::from_file_path(text.strip_prefix(r"\\?\").unwrap_or(text))
}
