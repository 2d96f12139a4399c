//! `puzzle check`: diagnostics only, of files in foreign formats as well.

use crate::cli::args::CheckArgs;
use crate::cli::batch::Asks;
use crate::cli::ended::CommandResult;
use crate::cli::foreign::binary;
use crate::cli::limited::within;
use crate::cli::{batch, project};
use crate::console::Console;
use crate::disk::{Disk, locate};
use crate::service::import::FileFormat;
use crate::service::import::held::format_of_text;
use crate::service::report;

/// Checks the files.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &CheckArgs, console: &mut Console) -> CommandResult {
    let levels = args.lints.levels();
    let (signal, limits) = (console.signal(), console.limits);
    let shown = (args.reporting.format, Asks::Nothing);
    batch::report(console, &args.files.files, shown, |path, source, _| {
        let format = format_of_text(&path.to_string_lossy(), source.text());
        if let Some(format) = format.and_then(FileFormat::holding) {
            let name = source.name().to_owned();
            let path = locate(path);
            let read = move || format.read(source, &path, &Disk);
            let foreign = within(&name, &mut limits.to_read(&signal), read)?;
            return match binary(&foreign.source, &foreign.diagnostics) {
                Some(failure) => Err(failure),
                None => Ok(report::reports_on(std::iter::once(&foreign))),
            };
        }
        let checked = project::open(path, source, &levels, limits.to_read(&signal))?;
        Ok(report::reviewed(&checked.analysis(), &limits.budget(&signal)))
    })
}
