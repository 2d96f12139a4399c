//! `puzzle completions`: a shell's completion script, from the same definition as the help.

use std::io::Write;

use clap::CommandFactory;

use crate::cli::args::{Cli, Completions};
use crate::cli::ended::Done;
use crate::console::Console;
use crate::console::exit::Exit;

/// Prints the script.
///
/// # Errors
/// See [`Ended`](crate::cli::ended::Ended).
pub fn run(args: &Completions, console: &mut Console) -> Done {
    // Written to memory first: clap panics when its stream fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "puzzle", &mut script);
    console.output.results()?.write_all(&script)?;
    Ok(Exit::Fine)
}
