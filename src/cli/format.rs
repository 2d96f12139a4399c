//! What a command found, and the formats in which it is shown. A format is a file; it sees only
//! the values declared here.

pub mod appraisal;
pub mod diff;
pub mod game_appraisal;
mod github;
mod json;
mod junit;
mod sarif;
mod short;
mod text;

use std::fmt;
use std::io;

use clap::ValueEnum;
use serde::Serialize;

use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::output::Output;
use crate::diagnostic::report::Style;
use crate::diagnostic::{Diagnostic, Severity};
pub use crate::service::report::{FileReport, QueryOutcome, TestResult};

impl FileReport {
    /// What the file means for the exit code.
    pub fn exit(&self) -> Exit {
        let has = |outcome| self.tests.iter().any(|test| test.outcome == outcome);
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        if self.diagnostics.iter().any(is_error) || has(QueryOutcome::Failed) {
            Exit::Errors
        } else if has(QueryOutcome::Unknown) {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }
}

/// How diagnostics and test results are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ReportFormat {
    /// Excerpts of the source with labels, and a summary
    #[default]
    Text,
    /// One line each: `file:line:column: error[E0202]: message`
    Short,
    /// One JSON document with `"version": 1`
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands that annotate a pull request on GitHub
    Github,
    /// JUnit XML, for the test reports of CI servers
    Junit,
}

/// Shows what is found, file by file. Text, short and GitHub write at once; the others keep what
/// they need and write one document at the end, to standard output.
pub trait Reporter {
    /// Takes the report of the next file.
    ///
    /// # Errors
    /// Those of the output.
    fn file(&mut self, report: &FileReport, output: &mut Output) -> io::Result<()>;

    /// Takes a file that could not be processed.
    ///
    /// # Errors
    /// Those of the output.
    fn failure(&mut self, failure: &CommandFailure, output: &mut Output) -> io::Result<()>;

    /// Ends the run.
    ///
    /// # Errors
    /// Those of the output.
    fn finish(&mut self, output: &mut Output) -> io::Result<()>;
}

impl ReportFormat {
    /// Whether answers stand beside what is found.
    pub fn has_answers(self) -> bool {
        matches!(self, Self::Text | Self::Short)
    }

    /// A reporter; `style` is that of standard error.
    pub fn reporter(self, style: Style) -> Box<dyn Reporter> {
        match self {
            Self::Text => Box::new(text::Text::new(style)),
            Self::Short => Box::new(short::Short),
            Self::Json => Box::<json::Json>::default(),
            Self::Sarif => Box::<sarif::Sarif>::default(),
            Self::Github => Box::new(github::Github),
            Self::Junit => Box::<junit::Junit>::default(),
        }
    }
}

/// Text in one line, without characters that would move the cursor.
pub(super) fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// Sums over a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
struct QueryCounts {
    files: usize,
    errors: usize,
    warnings: usize,
    hints: usize,
    answered: usize,
    passed: usize,
    failed: usize,
    unknown: usize,
    updated: usize,
    skipped: usize,
}

impl QueryCounts {
    /// What is wrong of this, and no more.
    fn wrong(self) -> Self {
        let Self { errors, failed, unknown, .. } = self;
        Self { errors, failed, unknown, ..Self::default() }
    }

    fn add(&mut self, report: &FileReport) {
        self.files += 1;
        let own = report.diagnostics.iter().filter(|it| !report.is_told_by_test(it));
        for diagnostic in own {
            *match diagnostic.severity {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
                Severity::Hint => &mut self.hints,
            } += 1;
        }
        for test in &report.tests {
            *match test.outcome {
                QueryOutcome::Answered => &mut self.answered,
                QueryOutcome::Passed => &mut self.passed,
                QueryOutcome::Failed => &mut self.failed,
                QueryOutcome::Unknown => &mut self.unknown,
                QueryOutcome::Updated => &mut self.updated,
                QueryOutcome::Skipped => &mut self.skipped,
            } += 1;
        }
    }
}

/// All that is not zero, such as "3 passed, 1 failed, 1 error, 2 warnings"; empty if all is.
impl fmt::Display for QueryCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let parts = [
            (self.answered, "answered", ""),
            (self.passed, "passed", ""),
            (self.failed, "failed", ""),
            (self.unknown, "unknown", ""),
            (self.updated, "updated", ""),
            (self.skipped, "without expectation", ""),
            (self.errors, "error", plural(self.errors)),
            (self.warnings, "warning", plural(self.warnings)),
            (self.hints, "hint", plural(self.hints)),
        ];
        let shown = parts.iter().filter(|(count, ..)| *count > 0);
        for (index, (count, word, ending)) in shown.enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{count} {word}{ending}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
