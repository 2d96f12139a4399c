//! `puzzle check`: diagnostics only, of files in foreign formats as well.

use crate::cli::args::Check;
use crate::cli::ended::Done;
use crate::cli::foreign::binary;
use crate::cli::limited::within;
use crate::cli::{batch, project};
use crate::console::Console;
use crate::disk::{Disk, locate};
use crate::service::import::Format;

/// Checks the files.
///
/// # Errors
/// See [`Ended`](crate::cli::ended::Ended).
pub fn run(args: &Check, console: &mut Console) -> Done {
    let levels = args.lints.levels();
    let (signal, limits) = (console.signal(), console.limits);
    batch::report(console, &args.files.files, args.reporting.format, |path, source| {
        if let Some(format) = Format::of(&path.to_string_lossy()) {
            let name = source.name().to_owned();
            let path = locate(path);
            let read = move || format.read(source, &path, &Disk);
            let foreign = within(&name, &mut limits.to_read(&signal), read)?;
            return match binary(&foreign.source, &foreign.diagnostics) {
                Some(failure) => Err(failure),
                None => Ok(project::reports_on(std::iter::once(&foreign))),
            };
        }
        let checked = project::open(path, source, &levels, limits.to_read(&signal))?;
        Ok(project::reviewed(&checked.analysis(), &limits.budget(&signal)))
    })
}
