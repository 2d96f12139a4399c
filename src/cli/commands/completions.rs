//! `puzzle completions`: a shell's completion script, from the same definition as the help.

use std::io::Write;

use clap::CommandFactory;

use crate::cli::args::{Cli, CompletionsArgs};
use crate::cli::ended::CommandResult;
use crate::console::Console;
use crate::console::exit::Exit;

/// Prints the script.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &CompletionsArgs, console: &mut Console) -> CommandResult {
    // Written to memory first: clap panics when its stream fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "puzzle", &mut script);
    console.output.results()?.write_all(&script)?;
    Ok(Exit::Fine)
}
