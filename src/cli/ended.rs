//! How a command ends without a result: what went wrong is passed up to the one place that says it.

use std::io;

use crate::console::exit::Exit;
use crate::console::failure::Failure;

/// Why a command has no result.
#[derive(Debug)]
pub enum Ended {
    /// The output failed.
    Output(io::Error),
    /// A file cannot be processed, which is yet to be said.
    Failed(Failure),
    /// All was said.
    Said(Exit),
}

/// The result of a command or of a part of it.
pub type Done<T = Exit> = Result<T, Ended>;

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}
