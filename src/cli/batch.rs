//! The commands that report on many files have this in common: find them, read them, process them
//! in parallel, show what was found in order, and sum up.

use std::cell::RefCell;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::ended::{CommandEnd, CommandResult};
use super::files;
use super::format::{FileReport, ReportFormat, Reporter, one_line};
use super::parallel::{self, WorkOutcome};
use crate::console::Console;
use crate::console::catch::{Panic, catch};
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input;
use crate::console::output::Output;
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

/// A file to be processed, or why it cannot be.
type NamedFile = Result<PathBuf, CommandFailure>;

/// What is known of a file.
type Reported = Result<Vec<FileReport>, CommandFailure>;

/// Where an answer goes as soon as it is there; behind an error of the output nobody listens.
pub type TellAnswer<'t> = &'t mut dyn FnMut(&str) -> io::Result<()>;

/// Processes the files that `paths` name and shows each report in `format`.
///
/// `work` gets the path and the text of a file, on any thread; it takes the limits of its searches
/// from [`Console::limits`]. It reports what is wrong with the
/// file itself as diagnostics; a [`CommandFailure`] is for what keeps it from saying anything, such as a
/// file that cannot be written back. The answers that it tells are shown at once,
/// of several files behind those of the files before it.
///
/// # Errors
/// See [`CommandEnd`].
pub fn report(
    console: &mut Console,
    paths: &[PathBuf],
    (format, asks): (ReportFormat, Asks),
    work: impl Fn(&Path, Arc<Source>, TellAnswer<'_>) -> Reported + Sync,
) -> CommandResult {
    let files = files::expand(paths);
    let (signal, limits) = (console.signal(), console.limits);
    let are_several = files.len() > 1;
    let work = |file: &NamedFile, tell: TellAnswer<'_>| {
        let path = file.as_ref().map_err(CommandFailure::clone)?;
        let source = Arc::new(input::read(path, &mut limits.budget(&signal))?);
        let mut head = are_several.then(|| format!("{}:\n", source.name()));
        let mut tell = |answer: &str| match head.take() {
            Some(head) => tell(&(head + answer)),
            None => tell(answer),
        };
        work(path, source, &mut tell)
    };
    let shown = RefCell::new(ShownReports::new(console, &files, (format, asks)));
    // An error is one of the output, or none: then Ctrl-C ended the run.
    let show = |file: &NamedFile, result| {
        shown.borrow_mut().file(file, result).map_err(Some)?;
        if signal.is_cancelled() { Err(None) } else { Ok(()) }
    };
    let ended = match &files[..] {
        [file] => {
            let mut tell = |answer: &str| shown.borrow_mut().answer(answer);
            show(file, catch(|| work(file, &mut tell)))
        }
        _ => {
            let threads = shown.borrow().jobs.unwrap_or_else(parallel::available_threads);
            let work = |file: &NamedFile, tell: &dyn Fn(String)| {
                work(file, &mut |answer| {
                    tell(answer.to_owned());
                    Ok(())
                })
            };
            parallel::told_in_order(&files, threads, work, |file, outcome| match outcome {
                WorkOutcome::Told(answer) => shown.borrow_mut().answer(&answer).map_err(Some),
                WorkOutcome::Done(result) => show(file, result),
            })
        }
    };
    if let Err(Some(error)) = ended {
        return Err(CommandEnd::Output(error));
    }
    let exit = shown.into_inner().finish(&files)?;
    Ok(if signal.is_cancelled() { Exit::Interrupted } else { exit })
}

/// The reports of a run as they are shown, and what they come to.
struct ShownReports<'c> {
    output: &'c mut Output,
    reporter: Box<dyn Reporter>,
    progress: ProgressLine,
    format: ReportFormat,
    jobs: Option<NonZero<usize>>,
    exit: Exit,
    has_query: bool,
    /// Several files, of which each says which it is.
    are_several: bool,
    /// Files that are reported on anyway or were before, called as imports are.
    drawn_in: FxHashSet<String>,
}

impl<'c> ShownReports<'c> {
    fn new(
        console: &'c mut Console,
        files: &[NamedFile],
        (format, asks): (ReportFormat, Asks),
    ) -> Self {
        let names = files.iter().flatten();
        let names = names.map(|path| shown(&locate(path)).to_string_lossy().into_owned());
        Self {
            reporter: format.reporter(console.diagnostics),
            progress: ProgressLine::start(files.len() as u64, console.signal()),
            format,
            jobs: console.jobs,
            output: &mut console.output,
            exit: Exit::Fine,
            has_query: asks == Asks::Nothing,
            are_several: files.len() > 1,
            drawn_in: names.collect(),
        }
    }

    /// Shows an answer before the report that it belongs to.
    fn answer(&mut self, answer: &str) -> io::Result<()> {
        if !self.format.has_answers() {
            return Ok(());
        }
        let Self { output, progress, .. } = self;
        progress.suspend(|| {
            output.results()?.write_all(answer.as_bytes())?;
            output.flush()
        })
    }

    /// Shows the report of a file.
    fn file(&mut self, file: &NamedFile, result: Result<Reported, Panic>) -> io::Result<()> {
        let mut result = result.unwrap_or_else(|Panic(words)| {
            let path = file.as_ref().map(|path| path.to_string_lossy().into_owned());
            Err(CommandFailure::internal(path.unwrap_or_default(), &words))
        });
        if let (true, Ok([report, ..])) = (self.are_several, result.as_deref_mut())
            && !report.answers.is_empty()
        {
            report.answers.insert_str(0, &format!("{}:\n", report.source.name()));
        }
        let Self { output, reporter, progress, exit, has_query, drawn_in, .. } = self;
        progress.advance();
        progress.suspend(|| {
            match &result {
                Ok(reports) => {
                    for (index, report) in reports.iter().enumerate() {
                        *exit = (*exit).max(report.exit());
                        *has_query |= !report.tests.is_empty();
                        if index == 0 || drawn_in.insert(report.source.name().to_owned()) {
                            reporter.file(report, output)?;
                        }
                    }
                }
                Err(failure) => {
                    *exit = (*exit).max(failure.exit);
                    reporter.failure(failure, output)?;
                }
            }
            // What is known of a file is shown before the next one is done.
            output.flush()
        })
    }

    /// Sums up.
    fn finish(self, files: &[NamedFile]) -> CommandResult {
        let Self { output, mut reporter, progress, exit, has_query, format, .. } = self;
        drop(progress);
        reporter.finish(output)?;
        if exit == Exit::Fine && format == ReportFormat::Text && !has_query {
            writeln!(output.diagnostics()?, "nothing is asked in {}", named(files))?;
        }
        Ok(exit)
    }
}

/// The only file, or how many there are.
fn named(files: &[NamedFile]) -> String {
    match files {
        [Ok(file)] => one_line(&file.to_string_lossy()),
        _ => format!("{} files", files.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::SearchLimits;
    use crate::console::output::tests::MemoryStream;
    use crate::diagnostic::report::Style;
    use std::fs;

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
                |path, source, _| {
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
