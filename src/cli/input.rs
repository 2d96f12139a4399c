//! Finding and reading the files of a command. One that cannot be read is a [`Failure`]; the
//! others are processed all the same.

use std::fs::File;
use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::exit::Exit;
use crate::disk::{
    Identity, locate, not_regular, not_text, puzzles_below, read_bounded, reason, stop, utf16,
};
use crate::text::Source;
use puzzle_engine::budget::Budget;

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
            found.extend(below.into_iter().map(|it| match it {
                // Nobody named it, so nobody waits for what it may say.
                Ok(path) if is_special(&path) => {
                    let message = format!("cannot read it: {}", reason(&not_regular()));
                    Err(Failure::unusable(path.to_string_lossy(), message))
                }
                Ok(path) => Ok(path),
                Err((path, error)) => {
                    let message = format!("cannot list the directory: {}", reason(&error));
                    Err(Failure::unusable(path.to_string_lossy(), message))
                }
            }));
        } else {
            found.push(Ok(path.clone()));
        }
    }
    found.retain(|found| found.as_ref().map_or(true, |path| seen.insert(locate(path))));
    found
}

/// Whether a path names neither a file nor a folder, but a pipe or a device, say.
fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|it| !it.is_file() && !it.is_dir())
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// Why the file cannot be read, or which limit was reached.
pub fn read(path: &Path, budget: &mut Budget) -> Result<Source, Failure> {
    let (name, bytes) = read_bytes(path, budget)?;
    match not_text(path, &bytes) {
        Some(reason) => Err(Failure::unusable(name, reason)),
        None => Ok(Source::from_bytes(name, bytes)),
    }
}

/// Reads a file, or standard input for `-`, as bytes; with the name it is shown under.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(path: &Path, budget: &mut Budget) -> Result<(String, Vec<u8>), Failure> {
    if !is_standard_input(path) && !is_special(path) {
        return bytes_of(path, budget);
    }
    read_within(path, budget, |name, bytes| (name, bytes))
}

/// As [`read_bytes`], and hands name and bytes to `parse`, for which the limits hold as well.
///
/// # Errors
/// As [`read`].
pub fn read_within<T: Send + 'static>(
    path: &Path,
    budget: &mut Budget,
    parse: impl FnOnce(String, Vec<u8>) -> T + Send + 'static,
) -> Result<T, Failure> {
    let owned = path.to_owned();
    let read = within(budget, move |budget| {
        let (name, bytes) = bytes_of(&owned, budget)?;
        match utf16(&bytes) {
            Some(reason) => Err(Failure::unusable(name, reason)),
            None => Ok(parse(name, bytes)),
        }
    });
    read.unwrap_or_else(|error| Err(unread(path, &error)))
}

/// How long a limit may go unnoticed while something waits.
const PAUSE: Duration = Duration::from_millis(10);

/// Does what may wait for another program, such as the one at the other end of a pipe. That is done on a
/// thread of its own, for which nobody waits when a limit is reached.
///
/// # Errors
/// The [`Stop`](puzzle_engine::budget::Stop) within, or that there is no thread.
pub fn within<T: Send + 'static>(
    budget: &mut Budget,
    work: impl FnOnce(&mut Budget) -> T + Send + 'static,
) -> io::Result<T> {
    let (done, waiting) = mpsc::channel::<()>();
    let mut own = budget.clone();
    let worker = thread::Builder::new().spawn(move || {
        let _done = done;
        work(&mut own)
    })?;
    loop {
        budget.look().map_err(io::Error::other)?;
        if waiting.recv_timeout(PAUSE) != Err(RecvTimeoutError::Timeout) {
            return Ok(worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        }
    }
}

/// Which file it is that a command reads, also as standard input.
pub fn identity(path: &Path) -> Option<Identity> {
    Identity::of(if is_standard_input(path) { Path::new("/dev/stdin") } else { path })
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

fn shown(path: &Path) -> String {
    if is_standard_input(path) { "<stdin>".to_owned() } else { path.to_string_lossy().into_owned() }
}

fn bytes_of(path: &Path, budget: &mut Budget) -> Result<(String, Vec<u8>), Failure> {
    let bytes = match is_standard_input(path) {
        true => read_bounded(io::stdin().lock(), 0, budget),
        false => File::open(path).and_then(|file| {
            let length = file.metadata()?.len();
            read_bounded(file, length, budget)
        }),
    };
    bytes.map(|bytes| (shown(path), bytes)).map_err(|error| unread(path, &error))
}

/// Why a file was not read.
fn unread(path: &Path, error: &io::Error) -> Failure {
    let failure = |reason| Failure::unusable(shown(path), format!("cannot read it: {reason}"));
    match stop(error) {
        Some(stop) => Failure { exit: Exit::Unknown, ..failure(stop.to_string()) },
        None => failure(reason(error)),
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
        let read = |path: &Path| read(path, &mut Budget::unlimited());
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
        let read = |path: &Path| read(path, &mut Budget::unlimited());
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
