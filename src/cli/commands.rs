//! The commands: a file each, with a function `run(&its arguments, &mut Session)`.

pub mod build;
pub mod check;
pub mod cnf;
pub mod completions;
pub mod decode;
pub mod dpll;
pub mod draw;
pub mod encode;
pub mod explain;
pub mod fmt;
pub mod lsp;
pub mod play;
pub mod prove;
pub mod quantified;
pub mod run;
pub mod solve;
pub mod test;
pub mod theorem;
pub mod verify;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::Session;
use super::exit::Exit;
use super::format::{FileReport, Format};
use super::input::{self, Failure};
use super::project;
use crate::service::check::Analysis;
use crate::service::find::{Found, puzzle};
use crate::text::Source;

/// Reads the one file of a command. One that cannot be read is reported, and ends the command.
fn read(session: &mut Session, path: &Path) -> io::Result<Result<Arc<Source>, Exit>> {
    match input::read(path, &mut session.limits().budget()) {
        Ok(source) => Ok(Ok(Arc::new(source))),
        Err(failure) => fail(session, &failure).map(Err),
    }
}

/// Finds the puzzle that a command is about, in the file called `file`. Why there is none is reported
/// behind the faults of the file, and ends the command.
fn find<'s>(
    session: &mut Session,
    analysis: &'s Analysis<'_>,
    name: Option<&str>,
    file: &str,
) -> io::Result<Result<Found<'s>, Exit>> {
    match puzzle(analysis, name) {
        Ok(found) => Ok(Ok(found)),
        Err(reason) => {
            let exit = show(session, &project::reports(analysis), Format::Text)?;
            let failed = fail(session, &Failure::unusable(file, reason))?;
            Ok(Err(failed.max(exit)))
        }
    }
}

/// Reports why a command cannot do its work.
fn fail(session: &mut Session, failure: &Failure) -> io::Result<Exit> {
    let mut reporter = Format::Text.reporter(session.diagnostics);
    reporter.failure(failure, &mut session.output)?;
    Ok(failure.exit)
}

/// Shows reports that come from a single file.
fn show(session: &mut Session, reports: &[FileReport], format: Format) -> io::Result<Exit> {
    let mut reporter = format.reporter(session.diagnostics);
    let mut exit = Exit::Fine;
    for report in reports {
        exit = exit.max(report.exit());
        reporter.file(report, &mut session.output)?;
    }
    reporter.finish(&mut session.output)?;
    Ok(exit)
}

/// Says on standard error what a command has to say beside its result.
fn note(session: &mut Session, text: &str) -> io::Result<()> {
    writeln!(session.output.diagnostics()?, "{text}")
}
