//! What is said of a file that could not be processed.

use super::catch::fault;
use super::exit::Exit;

/// A file for which there is nothing to show but a reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandFailure {
    /// The file as it was named.
    pub name: String,
    /// Why it could not be processed, in one sentence without a full stop.
    pub message: String,
    /// What it means for the exit code.
    pub exit: Exit,
}

impl CommandFailure {
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
    pub fn internal(name: impl Into<String>, words: &str) -> Self {
        Self { name: name.into(), message: fault(words, "the file"), exit: Exit::Errors }
    }
}
