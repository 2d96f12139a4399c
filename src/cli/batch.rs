//! The commands that report on many files have this in common: find them, read them, process them
//! in parallel, show what was found in order, and sum up.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Session;
use super::exit::Exit;
use super::format::{FileReport, Format};
use super::input::{self, Failure};
use super::parallel::{self, Panic};
use super::progress::Progress;
use crate::text::Source;

/// Processes the files that `paths` name and shows each report in `format`.
///
/// `work` gets the path and the text of a file, on any thread; it takes the limits of its searches
/// from [`Session::limits`]. It reports what is wrong with the
/// file itself as diagnostics; a [`Failure`] is for what keeps it from saying anything, such as a
/// file that cannot be written back.
///
/// # Errors
/// Those of the output.
pub fn report(
    session: &mut Session,
    paths: &[PathBuf],
    format: Format,
    work: impl Fn(&Path, Arc<Source>) -> Result<FileReport, Failure> + Sync,
) -> io::Result<Exit> {
    let files = input::expand(paths);
    let signal = session.signal();
    let progress = Progress::start(files.len() as u64, signal.clone());
    let mut reporter = format.reporter(session.diagnostics);
    let mut exit = Exit::Fine;
    let output = &mut session.output;
    parallel::in_order(
        &files,
        session.global.jobs.unwrap_or_else(parallel::available_threads),
        |file| {
            let path = file.as_ref().map_err(Failure::clone)?;
            work(path, Arc::new(input::read(path)?))
        },
        |file, result| {
            let result = result.unwrap_or_else(|Panic(words)| {
                let path = file.as_ref().map(|path| path.to_string_lossy().into_owned());
                Err(Failure::internal(path.unwrap_or_default(), &words))
            });
            progress.advance();
            progress.suspend(|| match &result {
                Ok(report) => {
                    exit = exit.max(report.exit());
                    reporter.file(report, output)
                }
                Err(failure) => {
                    exit = exit.max(failure.exit);
                    reporter.failure(failure, output)
                }
            })?;
            // Nothing waits on a terminal longer than its file.
            progress.suspend(|| output.flush())
        },
    )?;
    drop(progress);
    reporter.finish(output)?;
    Ok(if signal.is_cancelled() { Exit::Interrupted } else { exit })
}
