//! JUnit XML: a suite for each file, a case for each expectation. What is wrong with the file
//! itself is a failure of the case `check`.

use std::io::{self, Write};
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::short::line;
use super::{FileReport, Outcome, Reporter, TestResult};
use crate::cli::input::Failure;
use crate::cli::output::Output;
use crate::diagnostic::{Severity, code};

pub(super) struct Junit(Report);

impl Default for Junit {
    fn default() -> Self {
        Self(Report::new("puzzle"))
    }
}

impl Reporter for Junit {
    fn file(&mut self, report: &FileReport, _: &mut Output) -> io::Result<()> {
        // A failed expectation is told by its own case.
        let faults = report.diagnostics.iter().filter(|found| {
            found.severity == Severity::Error && found.code != code::EXPECTATION_FAILED
        });
        let faults: Vec<String> = faults.map(|found| line(found, &report.source)).collect();
        let status = match faults.first() {
            None => TestCaseStatus::success(),
            Some(first) => status(NonSuccessKind::Failure, first, &faults.join("\n")),
        };
        let name = report.source.name();
        let mut suite = TestSuite::new(name);
        suite.add_test_case(case(name, "check", status));
        for test in &report.tests {
            suite.add_test_case(test_case(test, report));
        }
        self.0.add_test_suite(suite);
        Ok(())
    }

    fn failure(&mut self, failure: &Failure, _: &mut Output) -> io::Result<()> {
        let mut suite = TestSuite::new(&*failure.name);
        let status = status(NonSuccessKind::Error, &failure.message, &failure.message);
        suite.add_test_case(case(&failure.name, "check", status));
        self.0.add_test_suite(suite);
        Ok(())
    }

    fn finish(&mut self, output: &mut Output) -> io::Result<()> {
        let document = self.0.to_string().map_err(io::Error::other)?;
        output.results()?.write_all(document.as_bytes())
    }
}

fn test_case(test: &TestResult, report: &FileReport) -> TestCase {
    let source = &report.source;
    let line = source.line_column(test.span.start).line;
    let place = format!("{}:{line}: {}", source.name(), test.message);
    let status = match test.outcome {
        Outcome::Answered | Outcome::Passed | Outcome::Updated => TestCaseStatus::success(),
        Outcome::Skipped => TestCaseStatus::skipped(),
        Outcome::Failed => status(NonSuccessKind::Failure, &test.message, &place),
        Outcome::Unknown => status(NonSuccessKind::Error, &test.message, &place),
    };
    let mut case = case(source.name(), &test.name, status);
    case.set_time(Duration::try_from_secs_f64(test.seconds).unwrap_or_default());
    case
}

fn case(file: &str, name: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(file);
    case
}

fn status(kind: NonSuccessKind, message: &str, description: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message).set_description(description);
    status
}
