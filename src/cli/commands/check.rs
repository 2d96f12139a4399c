//! `puzzle check`: diagnostics only, of files in foreign formats as well.

use std::io;

use crate::cli::args::Check;
use crate::cli::exit::Exit;
use crate::cli::foreign::binary;
use crate::cli::format::FileReport;
use crate::cli::limited::within;
use crate::cli::{Session, batch, project};
use crate::service::import::Format;

/// Checks the files.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Check, session: &mut Session) -> io::Result<Exit> {
    let (levels, limits) = (args.lints.levels(), session.limits());
    batch::report(session, &args.files.files, args.reporting.format, |path, source| {
        if let Some(format) = Format::of(&path.to_string_lossy()) {
            let name = source.name().to_owned();
            let foreign = within(&name, &mut limits.to_read(), move || format.read(source))?;
            return match binary(&foreign.source, &foreign.diagnostics) {
                Some(failure) => Err(failure),
                None => Ok(vec![FileReport::new(foreign.source, foreign.diagnostics)]),
            };
        }
        let checked = project::open(path, source, &levels, limits.to_read())?;
        Ok(project::reviewed(&checked.analysis(), &limits.budget()))
    })
}
