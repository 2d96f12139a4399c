//! One line for each diagnostic, as editors and `grep` like them: on standard error, behind the
//! answers on standard output.

use std::io::{self, Write};

use super::{FileReport, Reporter, one_line};
use crate::console::failure::CommandFailure;
use crate::console::output::Output;
use crate::diagnostic::Diagnostic;
use crate::text::Source;

pub(super) struct Short;

impl Reporter for Short {
    fn file(&mut self, report: &FileReport, output: &mut Output) -> io::Result<()> {
        if !report.answers.is_empty() {
            output.results()?.write_all(report.answers.as_bytes())?;
        }
        for diagnostic in &report.diagnostics {
            writeln!(output.diagnostics()?, "{}", line(diagnostic, &report.source))?;
        }
        Ok(())
    }

    fn failure(&mut self, failure: &CommandFailure, output: &mut Output) -> io::Result<()> {
        let line = format!("{}: error: {}", failure.name, failure.message);
        writeln!(output.diagnostics()?, "{}", one_line(&line))
    }

    fn finish(&mut self, _: &mut Output) -> io::Result<()> {
        Ok(())
    }
}

/// A diagnostic in one line.
pub(super) fn line(diagnostic: &Diagnostic, source: &Source) -> String {
    let at = source.line_column(diagnostic.span.start);
    let (word, number) = (diagnostic.severity.word(), diagnostic.code.number());
    let place = format!("{}:{}:{}", source.name(), at.line, at.column);
    one_line(&format!("{place}: {word}[{number}]: {}", diagnostic.message))
}
