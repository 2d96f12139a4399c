//! What a command found, and the formats in which it is shown. A format is a file; it sees only
//! the values declared here.

mod github;
pub mod hints;
mod json;
mod junit;
mod sarif;
mod short;
mod text;

use std::fmt;
use std::io;
use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;

use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::output::Output;
use crate::diagnostic::report::Style;
use crate::diagnostic::{Diagnostic, Severity};
use crate::kinds::{Engine, Note};
use crate::service::test::{ExpectationVerdict, Report};
use crate::text::{Source, Span};

/// What was found in one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The file.
    pub source: Arc<Source>,
    /// What its queries print on standard output in the formats for people; ends with a line feed
    /// unless empty.
    pub answers: String,
    /// What is wrong, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// Its expectations, or its queries when all are answered, in the order of the file.
    pub tests: Vec<TestResult>,
}

/// How one query or expectation came out. A failed expectation is a diagnostic as well.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The query as written.
    pub name: String,
    /// Where.
    pub span: Span,
    /// How it came out.
    pub outcome: QueryOutcome,
    /// The answer, why it is not the expected one, or why it is unknown.
    pub message: String,
    /// What is said below the answer.
    pub remarks: Vec<Note>,
    /// The engine that answered, where the kind picks one.
    pub engine: Option<&'static str>,
    /// Whether the answer rests on what no other code has checked.
    pub is_unchecked: bool,
    /// Time taken.
    pub seconds: f64,
}

impl TestResult {
    /// What a query came to, for the formats of CI.
    pub fn of(query: &Report, seconds: f64) -> Self {
        let outcome = match (query.verdict, &query.answer) {
            (Some(ExpectationVerdict::Fails), _) => QueryOutcome::Failed,
            (Some(ExpectationVerdict::Holds), _) => QueryOutcome::Passed,
            (None, Some(_)) => QueryOutcome::Answered,
            (Some(ExpectationVerdict::Unknown), _) | (None, None) => QueryOutcome::Unknown,
        };
        let words = query.diagnostics.first().map(|it| match &it.help {
            Some(help) => format!("{}: {}; {help}", it.message, it.label),
            None => format!("{}: {}", it.message, it.label),
        });
        let answer = query.answer.as_ref().map(|answer| answer.text.clone());
        Self {
            name: query.name.clone(),
            span: query.span,
            outcome,
            message: words.or(answer).unwrap_or_default(),
            remarks: query.answer.as_ref().map_or_else(Vec::new, |answer| answer.notes.clone()),
            engine: query.answer.as_ref().and_then(|answer| answer.engine).map(Engine::name),
            is_unchecked: query.answer.as_ref().is_some_and(|answer| answer.is_unchecked),
            seconds,
        }
    }
}

/// How a query came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum QueryOutcome {
    /// Answered; nothing was expected.
    Answered,
    /// Answered as expected.
    Passed,
    /// Answered otherwise.
    Failed,
    /// Not answered: a limit was reached.
    Unknown,
    /// Not compared, and so not asked: nothing was expected.
    Skipped,
    /// Answered, and the answer was written into the file.
    Updated,
}

impl FileReport {
    /// A report of diagnostics only.
    pub fn new(source: Arc<Source>, diagnostics: Vec<Diagnostic>) -> Self {
        Self { source, answers: String::new(), diagnostics, tests: Vec::new() }
    }

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
fn one_line(text: &str) -> String {
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
    fn add(&mut self, report: &FileReport) {
        self.files += 1;
        for diagnostic in &report.diagnostics {
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
