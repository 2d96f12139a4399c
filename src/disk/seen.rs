//! The files and folders that the process looked into, each as it was just before: whoever waits for a change of
//! one finds out here. Nothing is kept until somebody does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

static SEEN: Mutex<Option<BTreeMap<PathBuf, Stamp>>> = Mutex::new(None);

fn seen() -> MutexGuard<'static, Option<BTreeMap<PathBuf, Stamp>>> {
    SEEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What tells a file from what it becomes: when it was written, and its length; nothing where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp(Option<(Option<SystemTime>, u64)>);

impl Stamp {
    fn of(path: &Path) -> Self {
        Self(fs::metadata(path).ok().map(|it| (it.modified().ok(), it.len())))
    }
}

/// Keeps what is looked into from now on, and forgets what was before.
pub fn begin() {
    *seen() = Some(BTreeMap::new());
}

/// Takes note of a file or a folder that is about to be read, the first time.
pub fn note(path: &Path) {
    if let Some(seen) = seen().as_mut() {
        seen.entry(path.to_owned()).or_insert_with(|| Stamp::of(path));
    }
}

/// What is no longer as it was, and how it is now.
pub fn changed() -> Vec<(PathBuf, Stamp)> {
    let seen = seen();
    let now = seen.iter().flatten().map(|(path, before)| (path, *before, Stamp::of(path)));
    now.filter(|it| it.1 != it.2).map(|it| (it.0.clone(), it.2)).collect()
}
