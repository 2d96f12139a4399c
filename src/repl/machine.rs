//! The world of a session: the disk.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::session::World;
use crate::cli::replace::replace;
use crate::disk::{Disk, reason_not_written};
use crate::service::import::Files;
use crate::text::Source;

/// The disk, as a person names files on it.
#[derive(Clone, Copy, Debug)]
pub struct Machine;

impl Files for Machine {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        Disk.locate(from, &home(relative))
    }

    fn read(&self, path: &Path) -> Result<Source, String> {
        Disk.read(path)
    }
}

impl World for Machine {
    fn write(&self, path: &Path, text: &str, replaces: bool) -> Result<(), String> {
        let path = PathBuf::from(home(&path.to_string_lossy()));
        let written = match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => file.write_all(text.as_bytes()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if !replaces {
                    return Err(
                        "there is such a file; with `!` behind `save` it is replaced".to_owned()
                    );
                }
                replace(&path, text)
            }
            Err(error) => Err(error),
        };
        written.map_err(|error| format!("cannot write it: {}", reason_not_written(&error)))
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

/// A path with `~` written out.
fn home(path: &str) -> String {
    match (path.strip_prefix("~/"), etcetera::home_dir()) {
        (Some(rest), Ok(home)) => home.join(rest).to_string_lossy().into_owned(),
        _ => path.to_owned(),
    }
}

/// The file that keeps what was typed, where the platform wants it; its directory is made.
pub fn history() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    let base = etcetera::base_strategy::choose_native_strategy().ok()?;
    let directory = base.state_dir().unwrap_or_else(|| base.data_dir()).join("puzzle");
    fs::create_dir_all(&directory).ok()?;
    Some(directory.join("history"))
}
