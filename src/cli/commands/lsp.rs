//! `puzzle lsp`: the language server, on standard input and output.

use std::io;

use crate::cli::exit::Exit;
use crate::cli::interrupt;
use crate::disk::Disk;
use crate::lsp;

/// Serves the editor that started the process.
///
/// # Errors
/// Those of the system at the start.
pub fn run() -> io::Result<Exit> {
    interrupt::end_at_first();
    let is_proper = lsp::serve(io::stdin(), io::stdout(), Box::new(Disk))?;
    // The protocol asks for 1 where the client did not take its leave.
    Ok(if is_proper { Exit::Fine } else { Exit::Errors })
}
