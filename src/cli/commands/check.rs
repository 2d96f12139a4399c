//! `puzzle check`: diagnostics only, of files in foreign formats as well.

use std::io;

use crate::cli::args::Check;
use crate::cli::exit::Exit;
use crate::cli::foreign::binary;
use crate::cli::format::FileReport;
use crate::cli::{Session, batch, project};
use crate::service::check::check;
use crate::service::import::Format;

/// Checks the files.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Check, session: &mut Session) -> io::Result<Exit> {
    let (levels, limits) = (args.lints.levels(), session.limits());
    batch::report(session, &args.files.files, args.reporting.format, |path, source| {
        if let Some(format) = Format::of(&path.to_string_lossy()) {
            let foreign = format.read(source);
            return match binary(&foreign.source, &foreign.diagnostics) {
                Some(failure) => Err(failure),
                None => Ok(vec![FileReport::new(foreign.source, foreign.diagnostics)]),
            };
        }
        let program = project::open(path, source)?;
        Ok(project::reviewed(&check(program, &levels).analysis(), &limits.budget()))
    })
}
