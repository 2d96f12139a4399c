//! The commands: a file each, with a function `run(&its arguments, &mut Console)`.

pub mod build;
pub mod check;
pub mod cnf;
pub mod completions;
pub mod decode;
pub mod diff;
pub mod dpll;
pub mod draw;
pub mod encode;
pub mod explain;
pub mod fmt;
pub mod grade;
pub mod handout;
pub mod hint;
pub mod make;
pub mod new;
pub mod play;
pub mod prove;
pub mod quantified;
pub mod report;
pub mod run;
pub mod solve;
pub mod test;
pub mod theorem;
pub mod trace;
mod unnamed;
pub mod verify;
pub mod why;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::ended::{CommandEnd, CommandResult};
use super::format::{FileReport, ReportFormat};

use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::{Console, input};
use crate::diagnostic::{Diagnostic, Severity};
use crate::service::check::Analysis;
use crate::service::find::{Absence, FoundPuzzle, puzzle};
use crate::service::report::reports;
use crate::text::Source;

/// Reads the one file of a command.
fn read(console: &mut Console, path: &Path) -> CommandResult<Arc<Source>> {
    Ok(Arc::new(input::read(path, &mut console.budget())?))
}

/// Finds the puzzle that a command is about, in the file called `file`. Why there is none is
/// reported behind the faults of the file.
fn find<'s>(
    console: &mut Console,
    analysis: &'s Analysis<'_>,
    name: Option<&str>,
    file: &str,
) -> CommandResult<FoundPuzzle<'s>> {
    puzzle(analysis, name).or_else(|absence| absent(console, analysis, file, absence))
}

/// Reports the faults of a file and then why what a command is about is not in it.
fn absent<T>(
    console: &mut Console,
    analysis: &Analysis<'_>,
    file: &str,
    absence: Absence,
) -> CommandResult<T> {
    let exit = show(console, &reports(analysis), ReportFormat::Text)?;
    if exit == Exit::Errors && matches!(absence, Absence::Broken(_)) {
        return Err(CommandEnd::Said(exit));
    }
    let failed = fail(console, &CommandFailure::unusable(file, absence.reason()))?;
    Err(CommandEnd::Said(failed.max(exit)))
}

/// Says why a command has no result, where that is yet to be said.
pub(super) fn conclude(end: CommandEnd, console: &mut Console) -> io::Result<Exit> {
    match end {
        CommandEnd::Said(exit) => Ok(exit),
        CommandEnd::Failed(failure) => fail(console, &failure),
        CommandEnd::Output(error) => Err(error),
    }
}

/// Reports why a command cannot do its work.
///
/// # Errors
/// Those of the output.
pub fn fail(console: &mut Console, failure: &CommandFailure) -> io::Result<Exit> {
    let mut reporter = ReportFormat::Text.reporter(console.diagnostics);
    reporter.failure(failure, &mut console.output)?;
    Ok(failure.exit)
}

/// Shows diagnostics; an error among them ends the command.
pub(super) fn report(
    source: &Arc<Source>,
    diagnostics: Vec<Diagnostic>,
    console: &mut Console,
) -> CommandResult<()> {
    let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
    if !diagnostics.is_empty() {
        show(console, &[FileReport::new(Arc::clone(source), diagnostics)], ReportFormat::Text)?;
    }
    if has_errors { Err(CommandEnd::Said(Exit::Errors)) } else { Ok(()) }
}

/// Shows reports that come from a single file.
fn show(console: &mut Console, reports: &[FileReport], format: ReportFormat) -> io::Result<Exit> {
    let mut reporter = format.reporter(console.diagnostics);
    let mut exit = Exit::Fine;
    for report in reports {
        exit = exit.max(report.exit());
        reporter.file(report, &mut console.output)?;
    }
    reporter.finish(&mut console.output)?;
    Ok(exit)
}

/// Says on standard error what a command has to say beside its result.
pub(super) fn note(console: &mut Console, text: &str) -> io::Result<()> {
    writeln!(console.output.diagnostics()?, "{text}")
}
