//! How a command ends without a result: what went wrong is passed up to the one place that says it.

use std::io;

use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;

/// Why a command has no result.
#[derive(Debug)]
pub enum CommandEnd {
    /// The output failed.
    Output(io::Error),
    /// A file cannot be processed, which is yet to be said.
    Failed(CommandFailure),
    /// All was said.
    Said(Exit),
}

/// The result of a command or of a part of it.
pub type CommandResult<T = Exit> = Result<T, CommandEnd>;

impl From<io::Error> for CommandEnd {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<CommandFailure> for CommandEnd {
    fn from(failure: CommandFailure) -> Self {
        Self::Failed(failure)
    }
}
