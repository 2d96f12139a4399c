//! `puzzle new`: a file to begin with, with a rule sheet of the shelf and puzzles by it; or what is there.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use crate::cli::args::NewArgs;
use crate::cli::ended::CommandResult;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::disk::output::write_new;
use crate::disk::reason_not_written;
use crate::service::shelf::{SHEETS, ShelfSheet, unknown};

/// Writes the file, or lists the shelf.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &NewArgs, console: &mut Console) -> CommandResult {
    let Some(name) = &args.sheet else { return list(console) };
    let Some(sheet) = ShelfSheet::find(name) else {
        return Err(CommandFailure::unusable(name.as_str(), unknown(name)).into());
    };
    let path = args.file.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.puzzle")));
    let shown = path.to_string_lossy().into_owned();
    write_new(&path, sheet.puzzles).map_err(|error| {
        let reason = match error.kind() {
            ErrorKind::AlreadyExists => "it is there already; name another".to_owned(),
            _ => reason_not_written(&error),
        };
        CommandFailure::unusable(shown.as_str(), reason)
    })?;
    writeln!(console.output.results()?, "wrote {shown}; `puzzle run {shown}` solves it")?;
    Ok(Exit::Fine)
}

fn list(console: &mut Console) -> CommandResult {
    let width = SHEETS.iter().map(|it| it.name.len()).max().unwrap_or_default();
    let results = console.output.results()?;
    for sheet in SHEETS {
        writeln!(results, "{:width$}  {}", sheet.name, sheet.summary())?;
    }
    Ok(Exit::Fine)
}
