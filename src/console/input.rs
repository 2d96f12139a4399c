//! Reading a file or standard input within the limits. What cannot be read is a [`CommandFailure`].

use std::fs::File;
use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::exit::Exit;
use super::failure::CommandFailure;
use crate::disk::{Identity, not_text, read_bounded, reason, seen, stop, utf16};
use crate::text::Source;
use puzzle_engine::budget::Budget;

/// The path that means standard input.
pub const STANDARD_INPUT: &str = "-";

/// Whether a path names neither a file nor a folder, but a pipe or a device, say.
pub fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|it| !it.is_file() && !it.is_dir())
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// Why the file cannot be read, or which limit was reached.
pub fn read(path: &Path, budget: &mut Budget) -> Result<Source, CommandFailure> {
    CommandInput::of(path).text(budget)
}

/// Reads a file, or standard input for `-`, as bytes; with the name it is shown under.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(path: &Path, budget: &mut Budget) -> Result<(String, Vec<u8>), CommandFailure> {
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
) -> Result<T, CommandFailure> {
    let owned = path.to_owned();
    let read = within(budget, move |budget| {
        let (name, bytes) = bytes_of(&owned, budget)?;
        match utf16(&bytes) {
            Some(reason) => Err(CommandFailure::unusable(name, reason)),
            None => Ok(parse(name, bytes)),
        }
    });
    read.unwrap_or_else(|error| Err(unread(path, &error)))
}

/// What a command reads: a file that is yet to be read, or what was read of it to see what it holds.
pub struct CommandInput {
    /// Where it is.
    pub path: PathBuf,
    read: Option<(String, Vec<u8>)>,
}

impl CommandInput {
    /// A file, or standard input for `-`.
    pub fn of(path: &Path) -> Self {
        Self { path: path.to_owned(), read: None }
    }

    /// The bytes, and the name that they are shown under.
    ///
    /// # Errors
    /// As [`read`].
    pub fn look(&mut self, budget: &mut Budget) -> Result<(&str, &[u8]), CommandFailure> {
        let read = match self.read.take() {
            Some(read) => read,
            None => read_bytes(&self.path, budget)?,
        };
        let (name, bytes) = self.read.insert(read);
        Ok((name, bytes))
    }

    /// As [`read_within`].
    ///
    /// # Errors
    /// As [`read`].
    pub fn read_within<T: Send + 'static>(
        self,
        budget: &mut Budget,
        parse: impl FnOnce(String, Vec<u8>) -> T + Send + 'static,
    ) -> Result<T, CommandFailure> {
        let Some((name, bytes)) = self.read else { return read_within(&self.path, budget, parse) };
        let parsed = within(budget, move |_| match utf16(&bytes) {
            Some(reason) => Err(CommandFailure::unusable(name, reason)),
            None => Ok(parse(name, bytes)),
        });
        parsed.unwrap_or_else(|error| Err(unread(&self.path, &error)))
    }

    /// The name and the bytes.
    ///
    /// # Errors
    /// As [`read`].
    pub fn bytes(self, budget: &mut Budget) -> Result<(String, Vec<u8>), CommandFailure> {
        self.read.map_or_else(|| read_bytes(&self.path, budget), Ok)
    }

    /// The text.
    ///
    /// # Errors
    /// As [`read`].
    pub fn text(self, budget: &mut Budget) -> Result<Source, CommandFailure> {
        let path = self.path.clone();
        let (name, bytes) = self.bytes(budget)?;
        match not_text(&path, &bytes) {
            Some(reason) => Err(CommandFailure::unusable(name, reason)),
            None => Ok(Source::from_bytes(name, bytes)),
        }
    }
}

/// How long a limit may go unnoticed while something waits.
const PAUSE: Duration = Duration::from_millis(10);

/// Does what may wait for another program, such as the one at the other end of a pipe. That is done
/// on a thread of its own, for which nobody waits when a limit is reached.
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

/// The name under which a file, or standard input for `-`, is shown.
pub fn shown(path: &Path) -> String {
    if is_standard_input(path) { "<stdin>".to_owned() } else { path.to_string_lossy().into_owned() }
}

fn bytes_of(path: &Path, budget: &mut Budget) -> Result<(String, Vec<u8>), CommandFailure> {
    let bytes = match is_standard_input(path) {
        true => read_bounded(io::stdin().lock(), 0, budget),
        false => {
            seen::note(path);
            File::open(path).and_then(|file| {
                let length = file.metadata()?.len();
                read_bounded(file, length, budget)
            })
        }
    };
    bytes.map(|bytes| (shown(path), bytes)).map_err(|error| unread(path, &error))
}

/// Why a file was not read.
fn unread(path: &Path, error: &io::Error) -> CommandFailure {
    let failure =
        |reason| CommandFailure::unusable(shown(path), format!("cannot read it: {reason}"));
    match stop(error) {
        Some(stop) => CommandFailure { exit: Exit::Unknown, ..failure(stop.to_string()) },
        None => failure(reason(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_cannot_be_read_says_why() {
        let directory = tempfile::tempdir().unwrap();
        let message = |path: &Path| read(path, &mut Budget::unlimited()).unwrap_err().message;
        let none = directory.path().join("none.puzzle");
        assert_eq!(message(&none), "cannot read it: there is no such file");
        assert_eq!(message(directory.path()), "cannot read it: it is a directory");
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
}
