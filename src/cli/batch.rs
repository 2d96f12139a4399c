//! The commands that report on many files have this in common: find them, read them, process them
//! in parallel, show what was found in order, and sum up.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::ended::{CommandEnd, CommandResult};
use super::files;
use super::format::{FileReport, ReportFormat, one_line};
use super::parallel;
use crate::console::Console;
use crate::console::catch::Panic;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input;
use crate::console::progress::ProgressLine;
use crate::disk::{locate, shown};
use crate::text::Source;

/// Whether a command answers queries, so that it says where there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// It does.
    Queries,
    /// It does not.
    Nothing,
}

/// Processes the files that `paths` name and shows each report in `format`.
///
/// `work` gets the path and the text of a file, on any thread; it takes the limits of its searches
/// from [`Console::limits`]. It reports what is wrong with the
/// file itself as diagnostics; a [`CommandFailure`] is for what keeps it from saying anything, such as a
/// file that cannot be written back.
///
/// # Errors
/// See [`CommandEnd`].
pub fn report(
    console: &mut Console,
    paths: &[PathBuf],
    (format, asks): (ReportFormat, Asks),
    work: impl Fn(&Path, Arc<Source>) -> Result<Vec<FileReport>, CommandFailure> + Sync,
) -> CommandResult {
    let files = files::expand(paths);
    let signal = console.signal();
    let progress = ProgressLine::start(files.len() as u64, signal.clone());
    let mut reporter = format.reporter(console.diagnostics);
    let mut exit = Exit::Fine;
    let mut has_query = asks == Asks::Nothing;
    // Files that are reported on anyway or were before, called as imports are.
    let names = files.iter().flatten();
    let names = names.map(|path| shown(&locate(path)).to_string_lossy().into_owned());
    let mut drawn_in: FxHashSet<String> = names.collect();
    let limits = console.limits;
    let output = &mut console.output;
    // An error is one of the output, or none: then Ctrl-C ended the run.
    let ended = parallel::in_order(
        &files,
        console.jobs.unwrap_or_else(parallel::available_threads),
        |file| {
            let path = file.as_ref().map_err(CommandFailure::clone)?;
            work(path, Arc::new(input::read(path, &mut limits.budget(&signal))?))
        },
        |file, result| {
            let mut result = result.unwrap_or_else(|Panic(words)| {
                let path = file.as_ref().map(|path| path.to_string_lossy().into_owned());
                Err(CommandFailure::internal(path.unwrap_or_default(), &words))
            });
            if let (true, Ok([report, ..])) = (files.len() > 1, result.as_deref_mut())
                && !report.answers.is_empty()
            {
                // Of several files each says which it is.
                report.answers.insert_str(0, &format!("{}:\n", report.source.name()));
            }
            progress.advance();
            let write = || {
                match &result {
                    Ok(reports) => {
                        for (index, report) in reports.iter().enumerate() {
                            exit = exit.max(report.exit());
                            has_query |= !report.tests.is_empty();
                            if index == 0 || drawn_in.insert(report.source.name().to_owned()) {
                                reporter.file(report, output)?;
                            }
                        }
                    }
                    Err(failure) => {
                        exit = exit.max(failure.exit);
                        reporter.failure(failure, output)?;
                    }
                }
                // What is known of a file is shown before the next one is done.
                output.flush()
            };
            progress.suspend(write).map_err(Some)?;
            if signal.is_cancelled() { Err(None) } else { Ok(()) }
        },
    );
    if let Err(Some(error)) = ended {
        return Err(CommandEnd::Output(error));
    }
    drop(progress);
    reporter.finish(output)?;
    if exit == Exit::Fine && format == ReportFormat::Text && !has_query {
        writeln!(output.diagnostics()?, "nothing is asked in {}", named(&files))?;
    }
    Ok(if signal.is_cancelled() { Exit::Interrupted } else { exit })
}

/// The only file, or how many there are.
fn named(files: &[Result<PathBuf, CommandFailure>]) -> String {
    match files {
        [Ok(file)] => one_line(&file.to_string_lossy()),
        _ => format!("{} files", files.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::SearchLimits;
    use crate::console::output::Output;
    use crate::console::output::tests::MemoryStream;
    use crate::diagnostic::report::Style;
    use std::fs;
    use std::num::NonZero;

    #[test]
    fn one_bad_file_leaves_the_others_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        for name in ["a.puzzle", "b.puzzle", "c.puzzle"] {
            fs::write(path(name), name).unwrap();
        }
        let files =
            [path("c.puzzle"), path("none.puzzle"), path("b.puzzle"), directory.path().to_owned()];
        for (jobs, files, exit) in [(1, &files[..], Exit::Usage), (2, &files[2..], Exit::Errors)] {
            let (results, diagnostics) = (MemoryStream::default(), MemoryStream::default());
            let style = Style { unicode: false, color: false, width: 80 };
            let output = Output::new(results.clone(), diagnostics.clone());
            let mut console = Console::new(output, style, style, SearchLimits::default());
            console.jobs = NonZero::new(jobs);
            let ended = report(
                &mut console,
                files,
                (ReportFormat::Short, Asks::Nothing),
                |path, source| {
                    assert!(!path.ends_with("b.puzzle"), "no b");
                    let answers = format!("answer of {}\n", source.text());
                    Ok(vec![FileReport { answers, ..FileReport::new(source, Vec::new()) }])
                },
            );
            assert_eq!(ended.unwrap(), exit);
            let order = if jobs == 1 { ["c", "a"] } else { ["a", "c"] };
            let expected = order.map(|name| {
                let path = path(&format!("{name}.puzzle"));
                format!("{}:\nanswer of {name}.puzzle\n", path.display())
            });
            assert_eq!(results.text(), expected.concat());
            let said = diagnostics.text();
            assert!(said.contains("b.puzzle: error: internal error"), "{said}");
            assert!(said.contains("no b at src"), "{said}");
            assert_eq!(said.contains("there is no such file"), exit == Exit::Usage);
        }
    }
}
