//! The [`SessionWorld`](super::session::SessionWorld) of a session at work: the disk.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::session::{NotWritten, SessionWorld};
use crate::console::failure::CommandFailure;
use crate::console::input;
use crate::disk::output::{replace, write_new};
use crate::disk::{Disk, Identity, reason_not_written, text_of};
use crate::service::import::Files;
use crate::text::Source;
use puzzle_engine::budget::Budget;

/// The disk, as a person names files on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine;

impl Files for Machine {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        Disk.locate(from, &home(relative))
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        Disk.read(path)
    }

    fn library(&self) -> Option<PathBuf> {
        Disk.library()
    }
}

impl SessionWorld for Machine {
    fn write(&self, path: &Path, bytes: &[u8], replaces: bool) -> Result<(), NotWritten> {
        let path = named(path);
        let written = match write_new(&path, bytes) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => match replaces {
                true => replace(&path, bytes),
                false => return Err(NotWritten::Exists),
            },
            written => written,
        };
        written.map_err(|error| {
            NotWritten::Failed(format!("cannot write it: {}", reason_not_written(&error)))
        })
    }

    fn open(&self, path: &Path, budget: &mut Budget) -> Result<Arc<Source>, CommandFailure> {
        // Standard input is what is typed, also when a file is called `-`.
        let (name, bytes) = input::read_bytes(&Path::new(".").join(path), budget)?;
        text_of(path, bytes).map(Arc::new).map_err(|reason| CommandFailure::unusable(name, reason))
    }

    fn is_same(&self, one: &Path, other: &Path) -> bool {
        let [one, other] = [one, other].map(|it| Identity::of(&named(it)));
        one.is_some() && one == other
    }

    fn list(&self, from: &Path, folder: &str) -> Vec<String> {
        let folder = from.parent().unwrap_or(Path::new("")).join(home(folder));
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                Some(if entry.path().is_dir() { format!("{name}/") } else { name })
            })
            .filter(|name| !name.starts_with('.'))
            .collect();
        names.sort_unstable();
        names
    }
}

/// The path that a person means.
fn named(path: &Path) -> PathBuf {
    PathBuf::from(home(&path.to_string_lossy()))
}

/// A path with `~` written out.
fn home(path: &str) -> String {
    match (path.strip_prefix("~/"), etcetera::home_dir()) {
        (Some(rest), Ok(home)) => home.join(rest).to_string_lossy().into_owned(),
        _ => path.to_owned(),
    }
}

/// The file that keeps what was typed, where the platform wants it; its directory is made.
pub(super) fn history() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    let base = etcetera::base_strategy::choose_native_strategy().ok()?;
    let directory = base.state_dir().unwrap_or_else(|| base.data_dir()).join("puzzle");
    fs::create_dir_all(&directory).ok()?;
    Some(directory.join("history"))
}
