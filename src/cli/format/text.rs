//! The format for people: answers to standard output; diagnostics with excerpts of the source and
//! a summary to standard error. Of very many diagnostics in a file the first are shown.

use std::io::{self, Write};

use super::{FileReport, QueryCounts, Reporter, one_line};
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::output::Output;
use crate::diagnostic::report::{self, Style};
use crate::diagnostic::{Diagnostic, Severity};

/// Diagnostics of a file that are shown: nobody reads more, and each takes longer to draw than to find.
const MOST_SHOWN: usize = 100;

/// Files that the summary names.
const MOST_NAMED: usize = 20;

pub(super) struct Text {
    style: Style,
    counts: QueryCounts,
    /// Name of the last file.
    name: String,
    /// The files in which something is wrong, and what.
    wrong: Vec<(String, QueryCounts)>,
}

impl Text {
    pub(super) fn new(style: Style) -> Self {
        Self { style, counts: QueryCounts::default(), name: String::new(), wrong: Vec::new() }
    }
}

impl Reporter for Text {
    fn file(&mut self, report: &FileReport, output: &mut Output) -> io::Result<()> {
        self.counts.add(report);
        report.source.name().clone_into(&mut self.name);
        if report.exit() != Exit::Fine {
            let mut counts = QueryCounts::default();
            counts.add(report);
            self.wrong.push((one_line(&self.name), counts.wrong()));
        }
        if !report.answers.is_empty() {
            output.results()?.write_all(report.answers.as_bytes())?;
        }
        for diagnostic in first(&report.diagnostics) {
            let mut drawn = String::new();
            report::render(diagnostic, &report.source, &self.style, &mut drawn)
                .map_err(io::Error::other)?;
            writeln!(output.diagnostics()?, "{drawn}")?;
        }
        let name = one_line(report.source.name());
        match report.diagnostics.len().saturating_sub(MOST_SHOWN) {
            0 => Ok(()),
            more => writeln!(
                output.diagnostics()?,
                "... and {more} more in {name}; `--format short` shows all\n"
            ),
        }
    }

    fn failure(&mut self, failure: &CommandFailure, output: &mut Output) -> io::Result<()> {
        let line = format!("error: {}: {}", failure.name, failure.message);
        writeln!(output.diagnostics()?, "{}", one_line(&line))
    }

    fn finish(&mut self, output: &mut Output) -> io::Result<()> {
        let sums = self.counts.to_string();
        if sums.is_empty() {
            return Ok(());
        }
        let diagnostics = output.diagnostics()?;
        match self.counts.files {
            1 => writeln!(diagnostics, "{sums} in {}", one_line(&self.name)),
            files => {
                writeln!(diagnostics, "{sums} in {files} files")?;
                for (name, counts) in self.wrong.iter().take(MOST_NAMED) {
                    writeln!(diagnostics, "    {name}: {counts}")?;
                }
                match self.wrong.len().saturating_sub(MOST_NAMED) {
                    0 => Ok(()),
                    more => writeln!(diagnostics, "    ... and {more} more"),
                }
            }
        }
    }
}

/// Those that are shown, in their order. Warnings do not take the place of errors.
fn first(diagnostics: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    let is_error = |it: &&Diagnostic| it.severity == Severity::Error;
    let mut errors = diagnostics.iter().filter(is_error).count().min(MOST_SHOWN);
    let mut others = MOST_SHOWN - errors;
    diagnostics.iter().filter(move |it| {
        let left = if is_error(it) { &mut errors } else { &mut others };
        let is_shown = *left > 0;
        *left -= usize::from(is_shown);
        is_shown
    })
}
