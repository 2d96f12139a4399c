//! What was found in a file, for programs. Lines and columns count from 1, columns in characters;
//! offsets count bytes from 0; ends are behind the last character.

pub mod hints;
pub mod steps;

use serde::Serialize;

use super::report::{FileReport, QueryOutcome, TestResult};
use crate::diagnostic::{self, Applicability, Diagnostic, Fix};
use crate::kinds::{Correction, Listing, Note};
use crate::text::{Source, Span};

/// What was found in one file.
#[derive(Serialize)]
pub struct JsonFile {
    file: String,
    diagnostics: Vec<Finding>,
    tests: Vec<JsonTest>,
}

#[derive(Serialize)]
struct Finding {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    message: String,
    label: String,
    span: JsonPlace,
    related: Vec<JsonRelated>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    fixes: Vec<JsonFix>,
}

/// A stretch of a text.
#[derive(Serialize)]
pub struct JsonPlace {
    start: JsonPosition,
    end: JsonPosition,
}

#[derive(Serialize)]
struct JsonPosition {
    line: u32,
    column: u32,
    offset: u32,
}

#[derive(Serialize)]
struct JsonRelated {
    file: String,
    span: JsonPlace,
    message: String,
}

#[derive(Serialize)]
struct JsonFix {
    title: String,
    /// Whether it may be applied without asking.
    certain: bool,
    edits: Vec<JsonEdit>,
}

#[derive(Serialize)]
struct JsonEdit {
    span: JsonPlace,
    text: String,
}

#[derive(Serialize)]
struct JsonTest {
    name: String,
    span: JsonPlace,
    outcome: QueryOutcome,
    message: String,
    /// What is said below the answer: solutions, worlds, sentences.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    remarks: Vec<Remark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    /// Whether the answer rests on what no other code has checked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unchecked: bool,
    /// The places that a no follows from.
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<JsonBecause>,
    /// Changes that each make a yes of a no.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    corrections: Vec<JsonCorrection>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    proofs: Vec<Remark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<JsonPoints>,
    seconds: f64,
}

#[derive(Serialize)]
struct JsonPoints {
    /// How many were reached; null where that is not known.
    reached: Option<u32>,
    of: u32,
}

#[derive(Serialize)]
struct JsonBecause {
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<String>,
    places: Vec<JsonRelated>,
}

/// A change of a file.
#[derive(Serialize)]
pub struct JsonCorrection {
    file: String,
    #[serde(flatten)]
    fix: JsonFix,
}

#[derive(Serialize)]
struct Remark {
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<String>,
    lines: Vec<String>,
}

impl JsonFix {
    fn of(fix: &Fix, source: &Source) -> Self {
        let edits = fix.edits.iter();
        let edits =
            edits.map(|edit| JsonEdit { span: place(edit.span, source), text: edit.text.clone() });
        Self {
            title: fix.title.clone(),
            certain: fix.applicability == Applicability::Certain,
            edits: edits.collect(),
        }
    }
}

impl From<&Correction> for JsonCorrection {
    fn from(correction: &Correction) -> Self {
        let source = &correction.source;
        Self { file: source.name().to_owned(), fix: JsonFix::of(&correction.fix, source) }
    }
}

impl From<&Note> for Remark {
    fn from(note: &Note) -> Self {
        let alone = |words: &str| Self { heading: None, lines: vec![words.to_owned()] };
        match note {
            Note::Summary(words) => alone(words),
            Note::Doubt(words) => alone(words),
            Note::Table(listing) => listing.into(),
        }
    }
}

impl From<&Listing> for Remark {
    fn from(listing: &Listing) -> Self {
        Self { heading: listing.heading.clone(), lines: listing.lines.clone() }
    }
}

impl JsonFile {
    /// What a report says.
    pub fn of(report: &FileReport) -> Self {
        let source = &report.source;
        Self {
            file: source.name().to_owned(),
            diagnostics: report.diagnostics.iter().map(|found| finding(found, source)).collect(),
            tests: report.tests.iter().map(|test| JsonTest::of(test, source)).collect(),
        }
    }
}

impl JsonTest {
    fn of(test: &TestResult, source: &Source) -> Self {
        let places: Vec<_> = test.because.iter().map(|it| related(it, source)).collect();
        Self {
            name: test.name.clone(),
            span: place(test.span, source),
            outcome: test.outcome,
            message: test.message.clone(),
            remarks: test.remarks.iter().map(Remark::from).collect(),
            engine: test.engine,
            unchecked: test.is_unchecked,
            because: (!places.is_empty())
                .then(|| JsonBecause { heading: test.heading.clone(), places }),
            corrections: test.corrections.iter().map(JsonCorrection::from).collect(),
            proofs: test.proofs.iter().map(Remark::from).collect(),
            points: test.points.map(|of| JsonPoints { reached: test.reached(), of }),
            seconds: test.seconds,
        }
    }
}

fn related(it: &diagnostic::Related, source: &Source) -> JsonRelated {
    let source = it.source.as_deref().unwrap_or(source);
    JsonRelated {
        file: source.name().to_owned(),
        span: place(it.span, source),
        message: it.message.clone(),
    }
}

fn finding(diagnostic: &Diagnostic, source: &Source) -> Finding {
    let fixes = diagnostic.fixes.iter().map(|fix| JsonFix::of(fix, source));
    Finding {
        code: diagnostic.code.number(),
        name: diagnostic.code.name(),
        severity: diagnostic.severity.word(),
        message: diagnostic.message.clone(),
        label: diagnostic.label.clone(),
        span: place(diagnostic.span, source),
        related: diagnostic.related.iter().map(|it| related(it, source)).collect(),
        help: diagnostic.help.clone(),
        fixes: fixes.collect(),
    }
}

/// A stretch of a source as programs are told it.
pub fn place(span: Span, source: &Source) -> JsonPlace {
    let position = |offset: u32| {
        let at = source.line_column(offset);
        JsonPosition { line: at.line, column: at.column, offset }
    };
    JsonPlace { start: position(span.start), end: position(span.end) }
}
