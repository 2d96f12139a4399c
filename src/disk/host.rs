//! Files in a browser, in the place of the disk: those that the host lists, each read by the host when it is first
//! asked for. They are called as the host calls them, by addresses.

mod texts;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::service::import::Files;
use crate::service::shelf;
use crate::text::Source;

pub use texts::{BINARY, not_text, utf16};

/// What an address says as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What is known of a file.
#[derive(Clone)]
enum HostFile {
    /// That it is there.
    Listed,
    /// That it was asked for, whether it is there or not.
    Asked,
    /// What is in it, or why that is not known.
    Read(Result<Vec<u8>, String>),
}

static FILES: Mutex<BTreeMap<PathBuf, HostFile>> = Mutex::new(BTreeMap::new());

fn files() -> MutexGuard<'static, BTreeMap<PathBuf, HostFile>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes note that a file is there, which it may have been asked for before.
pub fn list_file(path: PathBuf) {
    files().entry(path).or_insert(HostFile::Listed);
}

/// Takes note that a file is there, and that what was known of it is old.
pub fn renew_file(path: PathBuf) {
    files().insert(path, HostFile::Listed);
}

/// Takes note that a file is not there any more.
pub fn forget(path: &Path) {
    files().remove(path);
}

/// Takes note of what is in a file.
pub fn keep(path: PathBuf, read: Result<Vec<u8>, String>) {
    files().insert(path, HostFile::Read(read));
}

/// The files that are to be read and that the host was not told of yet.
pub fn wanted() -> Vec<PathBuf> {
    std::mem::take(&mut *WANTED.lock().unwrap_or_else(PoisonError::into_inner))
}

static WANTED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The files of the host, as imports see them: paths are relative to the file that names them.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        let from = from.to_string_lossy();
        let mut located: Vec<&str> = from.split('/').collect();
        located.pop();
        let encoded = relative.split('/').map(|it| utf8_percent_encode(it, PLAIN).to_string());
        let encoded: Vec<String> = encoded.collect();
        for part in &encoded {
            match part.as_str() {
                "." | "" => {}
                ".." => drop(located.pop()),
                part => located.push(part),
            }
        }
        PathBuf::from(located.join("/"))
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let mut files = files();
        match files.get(path) {
            Some(HostFile::Read(Ok(bytes))) => match not_text(path, bytes) {
                Some(reason) => Err(reason.to_owned()),
                None => Ok(Arc::new(Source::from_bytes(path.to_string_lossy(), bytes.clone()))),
            },
            Some(HostFile::Read(Err(reason))) => Err(reason.clone()),
            Some(HostFile::Asked) => Err(NOT_YET.to_owned()),
            Some(HostFile::Listed) | None => {
                files.insert(path.to_owned(), HostFile::Asked);
                WANTED.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
                Err(NOT_YET.to_owned())
            }
        }
    }
}

const NOT_YET: &str = "it is being read";

/// Sheets of the shelf, which the host shows under their own addresses.
pub mod shelved {
    use super::{PathBuf, shelf};

    /// The address of a sheet.
    pub fn file(sheet: &shelf::ShelfSheet) -> Option<PathBuf> {
        shelf::located(&sheet.import())
    }
}

/// The form of a path that is the same for all ways to name the file: its own.
pub fn locate(path: &Path) -> PathBuf {
    path.to_owned()
}

/// The path as a person would write it.
pub fn shown(path: &Path) -> PathBuf {
    path.to_owned()
}

/// The path that [`shown`] shows so.
pub fn unshown(path: &Path) -> PathBuf {
    path.to_owned()
}

/// The puzzle files that are listed below a folder.
pub fn puzzles_below(root: &Path) -> Vec<Result<PathBuf, (PathBuf, io::Error)>> {
    let is_wanted = |it: &&PathBuf| {
        it.starts_with(root) && it.extension().is_some_and(|ending| ending == "puzzle")
    };
    files().keys().filter(is_wanted).cloned().map(Ok).collect()
}

/// The names of what is listed in a folder, in order; those of folders end in `/`.
pub fn list(folder: &Path) -> Vec<String> {
    let folder = format!("{}/", folder.to_string_lossy().trim_end_matches('/'));
    let files = files();
    let below = files.keys().filter_map(|it| it.to_str()?.strip_prefix(&folder));
    let names = below.map(|it| it.split_inclusive('/').next().unwrap_or_default().to_owned());
    let names: std::collections::BTreeSet<String> = names.collect();
    names.into_iter().collect()
}
