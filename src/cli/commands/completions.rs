//! `puzzle completions`: a shell's completion script.

use std::io::Write;

use crate::cli::args::CompletionsArgs;
use crate::cli::completion::script;
use crate::cli::ended::CommandResult;
use crate::console::Console;
use crate::console::exit::Exit;

/// Prints the script.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &CompletionsArgs, console: &mut Console) -> CommandResult {
    console.output.results()?.write_all(&script(args.shell)?)?;
    Ok(Exit::Fine)
}
