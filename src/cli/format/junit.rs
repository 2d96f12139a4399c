//! JUnit XML: a suite for each file, a case for each expectation. What is wrong with the file
//! itself is a failure of the case `check`.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::short::line;
use super::{FileReport, QueryOutcome, Reporter, TestResult};
use crate::console::failure::CommandFailure;
use crate::console::output::Output;
use crate::diagnostic::Severity;

#[derive(Default)]
pub(super) struct Junit {
    suites: String,
    counts: Counts,
}

/// How cases ended.
#[derive(Clone, Copy, Default)]
struct Counts {
    tests: usize,
    skipped: usize,
    failures: usize,
    errors: usize,
}

/// An expectation, or the check of a file.
struct Case<'a> {
    name: &'a str,
    seconds: Option<f64>,
    status: Status<'a>,
    /// How many points were reached, where that is known, and of how many, where it is graded.
    points: Option<(Option<u32>, u32)>,
}

/// How a case ended. What went wrong has a message and a longer description.
enum Status<'a> {
    Success,
    Skipped,
    Failure(&'a str, String),
    Error(&'a str, String),
}

impl Reporter for Junit {
    fn file(&mut self, report: &FileReport, _: &mut Output) -> io::Result<()> {
        // A failed expectation is told by its own case.
        let faults = report
            .diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error && !report.is_told_by_test(found));
        let faults: Vec<String> = faults.map(|found| line(found, &report.source)).collect();
        let status = match faults.first() {
            None => Status::Success,
            Some(first) => Status::Failure(first, faults.join("\n")),
        };
        let check = Case { name: "check", seconds: None, status, points: None };
        let tests = report.tests.iter().map(|test| case(test, report));
        self.suite(report.source.name(), [check].into_iter().chain(tests));
        Ok(())
    }

    fn failure(&mut self, failure: &CommandFailure, _: &mut Output) -> io::Result<()> {
        let status = Status::Error(&failure.message, failure.message.clone());
        let case = Case { name: "check", seconds: None, status, points: None };
        self.suite(&failure.name, [case]);
        Ok(())
    }

    fn finish(&mut self, output: &mut Output) -> io::Result<()> {
        let results = output.results()?;
        writeln!(results, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(results, "<testsuites name=\"puzzle\" {}>", self.counts)?;
        results.write_all(self.suites.as_bytes())?;
        writeln!(results, "</testsuites>")
    }
}

impl Junit {
    fn suite<'a>(&mut self, file: &str, cases: impl IntoIterator<Item = Case<'a>>) {
        let file = Escaped(file);
        let (mut counts, mut shown) = (Counts::default(), String::new());
        for case in cases {
            counts.add(&case.status);
            case.write(&file, &mut shown).expect("writing to memory");
        }
        self.counts.tests += counts.tests;
        self.counts.skipped += counts.skipped;
        self.counts.failures += counts.failures;
        self.counts.errors += counts.errors;
        let begin = format_args!("    <testsuite name=\"{file}\" {counts}>\n");
        writeln!(self.suites, "{begin}{shown}    </testsuite>").expect("writing to memory");
    }
}

impl Counts {
    fn add(&mut self, status: &Status<'_>) {
        self.tests += 1;
        match status {
            Status::Success => {}
            Status::Skipped => self.skipped += 1,
            Status::Failure(..) => self.failures += 1,
            Status::Error(..) => self.errors += 1,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tests, skipped, failures, errors } = self;
        write!(f, "tests=\"{tests}\" skipped=\"{skipped}\" ")?;
        write!(f, "failures=\"{failures}\" errors=\"{errors}\"")
    }
}

impl Case<'_> {
    fn write(&self, file: &Escaped<'_>, out: &mut String) -> fmt::Result {
        let name = Escaped(self.name);
        write!(out, "        <testcase name=\"{name}\" classname=\"{file}\"")?;
        if let Some(seconds) = self.seconds {
            write!(out, " time=\"{seconds:.3}\"")?;
        }
        let (element, message, description) = match &self.status {
            Status::Success if self.points.is_none() => return out.write_str("/>\n"),
            Status::Success => ("", &"", ""),
            Status::Skipped => ("skipped", &"", ""),
            Status::Failure(message, description) => ("failure", message, description.as_str()),
            Status::Error(message, description) => ("error", message, description.as_str()),
        };
        out.write_str(">\n")?;
        if let Some((reached, of)) = self.points {
            let reached = reached.map_or_else(|| "unknown".to_owned(), |it| it.to_string());
            let properties = [("points", reached), ("points-possible", of.to_string())];
            out.write_str("            <properties>\n")?;
            for (name, value) in properties {
                writeln!(out, "                <property name=\"{name}\" value=\"{value}\"/>")?;
            }
            out.write_str("            </properties>\n")?;
        }
        match element {
            "" => {}
            "skipped" => out.write_str("            <skipped/>\n")?,
            _ => {
                let (message, description) = (Escaped(message), Escaped(description));
                write!(out, "            <{element} message=\"{message}\">")?;
                writeln!(out, "{description}</{element}>")?;
            }
        }
        out.write_str("        </testcase>\n")
    }
}

fn case<'a>(test: &'a TestResult, report: &FileReport) -> Case<'a> {
    let source = &report.source;
    let line = source.line_column(test.span.start).line;
    let place = format!("{}:{line}: {}", source.name(), test.message);
    let status = match test.outcome {
        QueryOutcome::Answered | QueryOutcome::Passed | QueryOutcome::Updated => Status::Success,
        QueryOutcome::Skipped => Status::Skipped,
        QueryOutcome::Failed => Status::Failure(&test.message, place),
        QueryOutcome::Unknown => Status::Error(&test.message, place),
    };
    let points = test.points.map(|of| (test.reached(), of));
    Case { name: &test.name, seconds: Some(test.seconds), status, points }
}

/// Text for an element or an attribute. A reader of XML turns line ends in attributes into spaces
/// unless they are written as references, and takes no other control characters at all.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => write!(f, "&#{};", u32::from(c))?,
                '\0'..' ' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_the_same_after_reading() {
        let shown = Escaped("a<b> & \"c\"\r\n\td \u{1b}[2J \u{ffff}").to_string();
        assert_eq!(shown, "a&lt;b&gt; &amp; &quot;c&quot;&#13;&#10;&#9;d \u{fffd}[2J \u{fffd}");
    }
}
