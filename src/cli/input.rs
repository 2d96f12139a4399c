//! Finding and reading the files of a command. One that cannot be read is a [`Failure`]; the
//! others are processed all the same.

use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::exit::Exit;
use super::interrupt;
use crate::budget::Budget;
use crate::disk::{locate, not_text, puzzles_below, read_bounded, read_file, reason, utf16};
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

    /// A file whose answer is unknown.
    pub fn unknown(name: impl Into<String>, reason: &str) -> Self {
        let message = format!("the answer is unknown: {reason}");
        Self { name: name.into(), message, exit: Exit::Unknown }
    }

    /// A file whose processing hit a fault of this program.
    pub fn internal(name: impl Into<String>, panic: &str) -> Self {
        let message = format!("internal error, please report it with the file: {panic}");
        Self { name: name.into(), message, exit: Exit::Errors }
    }
}

/// The files that `paths` name, in their order and each once, by whatever paths: a file stands for
/// itself whatever its ending, a directory for all `*.puzzle` files below it in the order of their names, without
/// hidden ones. What cannot be found or listed is left to [`read`] or is a failure of its own.
pub fn expand(paths: &[PathBuf]) -> Vec<Result<PathBuf, Failure>> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let below = puzzles_below(path);
            if below.is_empty() {
                let message = "the directory holds no `.puzzle` file";
                found.push(Err(Failure::unusable(path.to_string_lossy(), message)));
            }
            found.extend(below.into_iter().map(|it| {
                it.map_err(|(path, error)| {
                    let message = format!("cannot list the directory: {}", reason(&error));
                    Failure::unusable(path.to_string_lossy(), message)
                })
            }));
        } else {
            found.push(Ok(path.clone()));
        }
    }
    found.retain(|found| found.as_ref().map_or(true, |path| seen.insert(locate(path))));
    found
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// Why the file cannot be read.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let (name, bytes) = read_bytes(path)?;
    match not_text(path, &bytes) {
        Some(reason) => Err(Failure::unusable(name, reason)),
        None => Ok(Source::from_bytes(name, bytes)),
    }
}

/// Reads a file, or standard input for `-`, as bytes; with the name it is shown under.
///
/// # Errors
/// Why the file cannot be read.
pub fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    match path.as_os_str() == STANDARD_INPUT {
        true => interrupt::while_waiting(|| bytes_of(path)),
        false => bytes_of(path),
    }
}

/// How long a limit may go unnoticed while a file is read.
const PAUSE: Duration = Duration::from_millis(10);

/// As [`read_bytes`], and hands name and bytes to `parse`. Both are done on a thread of their own, for
/// which nobody waits when a limit is reached: what reads from a pipe cannot be stopped.
///
/// # Errors
/// Why the file cannot be read, or which limit was reached.
pub fn read_within<T: Send + 'static>(
    path: &Path,
    budget: &mut Budget,
    parse: impl FnOnce(String, Vec<u8>) -> T + Send + 'static,
) -> Result<T, Failure> {
    let (done, waiting) = mpsc::channel::<()>();
    let owned = path.to_owned();
    let reader = thread::spawn(move || {
        let _done = done;
        let (name, bytes) = bytes_of(&owned)?;
        match utf16(&bytes) {
            Some(reason) => Err(Failure::unusable(name, reason)),
            None => Ok(parse(name, bytes)),
        }
    });
    loop {
        budget.look().map_err(|stop| Failure::unknown(shown(path), &stop.to_string()))?;
        if waiting.recv_timeout(PAUSE) != Err(RecvTimeoutError::Timeout) {
            return reader.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
        }
    }
}

fn shown(path: &Path) -> String {
    let is_standard_input = path.as_os_str() == STANDARD_INPUT;
    if is_standard_input { "<stdin>".to_owned() } else { path.to_string_lossy().into_owned() }
}

fn bytes_of(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let bytes = match path.as_os_str() == STANDARD_INPUT {
        true => read_bounded(io::stdin().lock(), 0),
        false => read_file(path),
    };
    match bytes {
        Ok(bytes) => Ok((shown(path), bytes)),
        Err(error) => {
            Err(Failure::unusable(shown(path), format!("cannot read it: {}", reason(&error))))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

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
        let again = root.join("a/../b.puzzle");
        let found = expand(&[named.clone(), root.clone(), root.join("b.puzzle"), again]);
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
    fn what_is_no_text_is_refused_as_a_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.puzzle");
        for mark in [[0xff, 0xfe], [0xfe, 0xff]] {
            fs::write(&path, [&mark[..], b"s\0o\0"].concat()).unwrap();
            assert_eq!(read(&path).unwrap_err().message, "it is UTF-16; save it as UTF-8");
        }
        fs::write(&path, b"\x7fELF\x02\x01\0").unwrap();
        assert!(read(&path).unwrap_err().message.starts_with("it is binary"));
    }

    #[cfg(unix)]
    #[test]
    fn circles_of_links_end() {
        let directory = directory_of(&["a/b.puzzle"]);
        std::os::unix::fs::symlink(directory.path(), directory.path().join("a/up")).unwrap();
        assert_eq!(expand(&[directory.path().to_owned()]).len(), 1);
    }
}
