//! `puzzle completions`: a shell's completion script, from the same definition as the help.

use std::io::{self, Write};

use clap::CommandFactory;

use crate::cli::Session;
use crate::cli::args::{Cli, Completions};
use crate::cli::exit::Exit;

/// Prints the script.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Completions, session: &mut Session) -> io::Result<Exit> {
    // Written to memory first: clap panics when its stream fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "puzzle", &mut script);
    session.output.results()?.write_all(&script)?;
    Ok(Exit::Fine)
}
