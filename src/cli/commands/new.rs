//! `puzzle new`: a file to begin with, with a rule sheet of the shelf and puzzles by it, or a folder with it that is
//! tested by GitHub; or what is there.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use crate::cli::args::NewArgs;
use crate::cli::ended::CommandResult;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::disk::output::write_new;
use crate::disk::reason_not_written;
use crate::service::shelf::{SHEETS, ShelfSheet, unknown};

/// What tests the puzzles of a folder at each push.
const WORKFLOW: &str = "\
# Each push says which puzzle is wrong, and where.
name: Puzzles
on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - run: cargo install --locked puzzle-lang
      - run: puzzle test --format github .
";

/// Writes the file, or lists the shelf.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &NewArgs, console: &mut Console) -> CommandResult {
    let Some(name) = &args.sheet else { return list(console) };
    let Some(sheet) = ShelfSheet::find(name) else {
        return Err(CommandFailure::unusable(name.as_str(), unknown(name)).into());
    };
    let file = format!("{name}.puzzle");
    let Some(folder) = args.file.as_deref().filter(|it| is_folder(it)) else {
        let path = args.file.clone().unwrap_or_else(|| PathBuf::from(file));
        let shown = write(&path, sheet.puzzles)?;
        writeln!(console.output.results()?, "wrote {shown}; `puzzle run {shown}` solves it")?;
        return Ok(Exit::Fine);
    };
    let workflows = folder.join(".github").join("workflows");
    fs::create_dir_all(&workflows).map_err(|error| not_written(&workflows, &error))?;
    let shown = write(&folder.join(file), sheet.puzzles)?;
    // Another sheet in the same folder is tested by what is there.
    let workflow = workflows.join("puzzles.yml");
    let tested = if workflow.exists() { None } else { Some(write(&workflow, WORKFLOW)?) };
    let results = console.output.results()?;
    writeln!(results, "wrote {shown}; `puzzle run {shown}` solves it")?;
    if let Some(tested) = tested {
        writeln!(results, "wrote {tested}, which tests each push to GitHub")?;
    }
    Ok(Exit::Fine)
}

/// Whether a path is that of a folder, perhaps of one that is not there yet.
fn is_folder(path: &Path) -> bool {
    path.to_string_lossy().ends_with(['/', MAIN_SEPARATOR]) || path.is_dir()
}

/// Writes a file that is not there yet; how it is shown.
fn write(path: &Path, text: &str) -> Result<String, CommandFailure> {
    write_new(path, text).map_err(|error| not_written(path, &error))?;
    Ok(path.to_string_lossy().into_owned())
}

fn not_written(path: &Path, error: &io::Error) -> CommandFailure {
    let reason = match error.kind() {
        ErrorKind::AlreadyExists => "it is there already; name another".to_owned(),
        _ => reason_not_written(error),
    };
    CommandFailure::unusable(path.to_string_lossy(), reason)
}

fn list(console: &mut Console) -> CommandResult {
    let width = SHEETS.iter().map(|it| it.name.len()).max().unwrap_or_default();
    let results = console.output.results()?;
    for sheet in SHEETS {
        writeln!(results, "{:width$}  {}", sheet.name, sheet.summary())?;
    }
    Ok(Exit::Fine)
}
