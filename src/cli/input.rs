//! Finding and reading the files of a command. One that cannot be read is a [`Failure`]; the
//! others are processed all the same.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::exit::Exit;
use super::interrupt;
use crate::disk::{read_bounded, read_file, reason, utf16};
use crate::text::Source;

/// The path that means standard input.
pub const STANDARD_INPUT: &str = "-";

/// A file for which there is nothing to show but a reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The file as it was named.
    pub name: String,
    /// Why it could not be processed, in one sentence without a full stop.
    pub message: String,
    /// What it means for the exit code.
    pub exit: Exit,
}

impl Failure {
    /// A file that cannot be read or written.
    pub fn unusable(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self { name: name.into(), message: message.into(), exit: Exit::Usage }
    }

    /// A file whose processing hit a fault of this program.
    pub fn internal(name: impl Into<String>, panic: &str) -> Self {
        let message = format!("internal error, please report it with the file: {panic}");
        Self { name: name.into(), message, exit: Exit::Errors }
    }
}

/// The files that `paths` name, in their order and each once: a file stands for itself whatever
/// its ending, a directory for all `*.puzzle` files below it in the order of their names, without
/// hidden ones. What cannot be found or listed is left to [`read`] or is a failure of its own.
pub fn expand(paths: &[PathBuf]) -> Vec<Result<PathBuf, Failure>> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = found.len();
            walk(path, &mut found);
            if found.len() == before {
                let message = "the directory holds no `.puzzle` file";
                found.push(Err(Failure::unusable(path.to_string_lossy(), message)));
            }
        } else {
            found.push(Ok(path.clone()));
        }
    }
    found.retain(|found| found.as_ref().map_or(true, |path| seen.insert(path.clone())));
    found
}

/// Adds the puzzle files below `root`, depth first in the order of names. Links to directories are
/// not followed: they may form a circle.
fn walk(root: &Path, found: &mut Vec<Result<PathBuf, Failure>>) {
    let mut pending = vec![root.to_owned()];
    while let Some(path) = pending.pop() {
        if path != root && !fs::symlink_metadata(&path).is_ok_and(|data| data.is_dir()) {
            found.push(Ok(path));
            continue;
        }
        let is_wanted = |path: &Path, is_dir: bool| {
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
            !is_hidden && (is_dir || path.extension() == Some(OsStr::new("puzzle")))
        };
        let listed = fs::read_dir(&path).and_then(|entries| {
            let mut paths = Vec::new();
            for entry in entries {
                let entry = entry?;
                let path = entry.path();
                if is_wanted(&path, entry.file_type()?.is_dir()) {
                    paths.push(path);
                }
            }
            Ok(paths)
        });
        match listed {
            Ok(mut paths) => {
                paths.sort_unstable_by(|one, other| other.cmp(one));
                pending.append(&mut paths);
            }
            Err(error) => found.push(Err(Failure::unusable(
                path.to_string_lossy(),
                format!("cannot list the directory: {}", reason(&error)),
            ))),
        }
    }
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// Why the file cannot be read.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let (name, bytes) = read_bytes(path)?;
    match utf16(&bytes) {
        Some(reason) => Err(Failure::unusable(name, reason)),
        None => Ok(Source::from_bytes(name, bytes)),
    }
}

/// Reads a file, or standard input for `-`, as bytes; with the name it is shown under.
///
/// # Errors
/// Why the file cannot be read.
pub fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let is_standard_input = path.as_os_str() == STANDARD_INPUT;
    let name = if is_standard_input { "<stdin>".into() } else { path.to_string_lossy() };
    let bytes = match is_standard_input {
        true => interrupt::while_waiting(|| read_bounded(io::stdin().lock(), 0)),
        false => read_file(path),
    };
    match bytes {
        Ok(bytes) => Ok((name.into_owned(), bytes)),
        Err(error) => Err(Failure::unusable(name, format!("cannot read it: {}", reason(&error)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory_of(files: &[&str]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        for file in files {
            let path = directory.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "solve (x+y)\n").unwrap();
        }
        directory
    }

    #[test]
    fn directories_are_walked_in_order_without_hidden_or_other_files() {
        let files =
            ["b.puzzle", "a/z.puzzle", "a/.c.puzzle", ".git/x.puzzle", "n.txt", "a0.puzzle"];
        let directory = directory_of(&files);
        let root = directory.path().to_owned();
        let named = root.join("n.txt");
        let found = expand(&[named.clone(), root.clone(), root.join("b.puzzle")]);
        let found: Vec<PathBuf> = found.into_iter().map(Result::unwrap).collect();
        let expected = ["a/z.puzzle", "a0.puzzle", "b.puzzle"].map(|name| root.join(name));
        assert_eq!(found, [&[named], &expected[..]].concat());
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let directory = directory_of(&["x/n.txt"]);
        let path = |name| directory.path().join(name);
        let message = |path: PathBuf| read(&path).unwrap_err().message;
        assert_eq!(message(path("none.puzzle")), "cannot read it: there is no such file");
        assert_eq!(message(path("x")), "cannot read it: it is a directory");
        let found = expand(&[path("x"), path("none.puzzle")]);
        assert_eq!(found[0].as_ref().unwrap_err().exit, Exit::Usage);
        assert_eq!(found[1], Ok(path("none.puzzle")));
    }

    #[test]
    fn utf16_is_refused_as_a_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.puzzle");
        for mark in [[0xff, 0xfe], [0xfe, 0xff]] {
            fs::write(&path, [&mark[..], b"s\0o\0"].concat()).unwrap();
            assert_eq!(read(&path).unwrap_err().message, "it is UTF-16; save it as UTF-8");
        }
    }

    #[cfg(unix)]
    #[test]
    fn circles_of_links_end() {
        let directory = directory_of(&["a/b.puzzle"]);
        std::os::unix::fs::symlink(directory.path(), directory.path().join("a/up")).unwrap();
        assert_eq!(expand(&[directory.path().to_owned()]).len(), 1);
    }
}
