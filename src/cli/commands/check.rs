//! `puzzle check`: diagnostics only.

use std::io;

use crate::cli::args::Check;
use crate::cli::exit::Exit;
use crate::cli::{Session, batch, project};
use crate::service::check::check;

/// Checks the files.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Check, session: &mut Session) -> io::Result<Exit> {
    let levels = args.lints.levels();
    batch::report(session, &args.files.files, args.reporting.format, |path, source| {
        let program = project::open(path, source);
        Ok(project::reports(&check(&program, &levels)))
    })
}
