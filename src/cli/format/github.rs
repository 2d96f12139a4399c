//! Workflow commands of GitHub Actions: each becomes an annotation at its line. The rules of
//! escaping are those of the runner's `toolkit/core`: `%`, CR and LF everywhere, in properties
//! also `:` and `,`.

use std::io::{self, Write};

use super::{FileReport, Reporter, one_line};
use crate::console::failure::CommandFailure;
use crate::console::output::Output;
use crate::diagnostic::{Diagnostic, Severity};
use crate::text::Source;

pub(super) struct Github;

impl Reporter for Github {
    fn file(&mut self, report: &FileReport, output: &mut Output) -> io::Result<()> {
        for diagnostic in &report.diagnostics {
            writeln!(output.results()?, "{}", command(diagnostic, &report.source))?;
        }
        Ok(())
    }

    fn failure(&mut self, failure: &CommandFailure, output: &mut Output) -> io::Result<()> {
        let (file, message) = (property(&failure.name), data(&failure.message));
        writeln!(output.results()?, "::error file={file}::{message}")
    }

    fn finish(&mut self, _: &mut Output) -> io::Result<()> {
        Ok(())
    }
}

fn command(diagnostic: &Diagnostic, source: &Source) -> String {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "notice",
    };
    let start = source.line_column(diagnostic.span.start);
    let end = source.line_column(diagnostic.span.end);
    let title = format!("{} {}", diagnostic.code.number(), diagnostic.code.name());
    let mut message = diagnostic.message.clone();
    if !diagnostic.label.is_empty() {
        message = format!("{message}: {}", diagnostic.label);
    }
    if let Some(help) = &diagnostic.help {
        message = format!("{message}\nhelp: {help}");
    }
    for fix in &diagnostic.fixes {
        message = format!("{message}\nfix: {}", fix.title);
    }
    // The runner rejects columns of a place of several lines.
    let columns = match start.line == end.line {
        true => format!("col={},endColumn={},", start.column, end.column),
        false => String::new(),
    };
    format!(
        "::{level} file={},line={},endLine={},{columns}title={}::{}",
        property(source.name()),
        start.line,
        end.line,
        property(&title),
        data(&message),
    )
}

fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    one_line(&text)
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
