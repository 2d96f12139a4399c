//! One JSON document for programs. Its `version` changes only when a reader of the old form would
//! misread the new one; members may be added without. Lines and columns count from 1, columns in
//! characters; offsets count bytes from 0; ends are behind the last character.

use std::io::{self, Write};

use serde::Serialize;

use super::{FileReport, QueryCounts, QueryOutcome, Reporter};
use crate::console::failure::CommandFailure;
use crate::console::output::Output;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::kinds::Note;
use crate::text::{Source, Span};

#[derive(Serialize)]
pub(super) struct Json {
    version: u32,
    files: Vec<File>,
    failures: Vec<Failed>,
    summary: QueryCounts,
}

impl Default for Json {
    fn default() -> Self {
        Self {
            version: 1,
            files: Vec::new(),
            failures: Vec::new(),
            summary: QueryCounts::default(),
        }
    }
}

impl Reporter for Json {
    fn file(&mut self, report: &FileReport, _: &mut Output) -> io::Result<()> {
        self.summary.add(report);
        let source = &report.source;
        self.files.push(File {
            file: source.name().to_owned(),
            diagnostics: report.diagnostics.iter().map(|found| finding(found, source)).collect(),
            tests: report
                .tests
                .iter()
                .map(|test| Test {
                    name: test.name.clone(),
                    span: place(test.span, source),
                    outcome: test.outcome,
                    message: test.message.clone(),
                    remarks: test.remarks.iter().map(Remark::from).collect(),
                    engine: test.engine,
                    unchecked: test.is_unchecked,
                    seconds: test.seconds,
                })
                .collect(),
        });
        Ok(())
    }

    fn failure(&mut self, failure: &CommandFailure, _: &mut Output) -> io::Result<()> {
        let (file, message) = (failure.name.clone(), failure.message.clone());
        self.failures.push(Failed { file, message });
        Ok(())
    }

    fn finish(&mut self, output: &mut Output) -> io::Result<()> {
        let results = output.results()?;
        serde_json::to_writer(&mut *results, self)?;
        writeln!(results)
    }
}

#[derive(Serialize)]
struct File {
    file: String,
    diagnostics: Vec<Finding>,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Finding {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    message: String,
    label: String,
    span: Place,
    related: Vec<Related>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    fixes: Vec<Fix>,
}

#[derive(Serialize)]
pub(super) struct Place {
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
    offset: u32,
}

#[derive(Serialize)]
struct Related {
    file: String,
    span: Place,
    message: String,
}

#[derive(Serialize)]
struct Fix {
    title: String,
    /// Whether it may be applied without asking.
    certain: bool,
    edits: Vec<Edit>,
}

#[derive(Serialize)]
struct Edit {
    span: Place,
    text: String,
}

#[derive(Serialize)]
struct Test {
    name: String,
    span: Place,
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
    seconds: f64,
}

#[derive(Serialize)]
struct Remark {
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<String>,
    lines: Vec<String>,
}

impl From<&Note> for Remark {
    fn from(note: &Note) -> Self {
        let alone = |words: &str| Self { heading: None, lines: vec![words.to_owned()] };
        match note {
            Note::Summary(words) => alone(words),
            Note::Doubt(words) => alone(words),
            Note::Table(it) => Self { heading: it.heading.clone(), lines: it.lines.clone() },
        }
    }
}

#[derive(Serialize)]
struct Failed {
    file: String,
    message: String,
}

fn finding(diagnostic: &Diagnostic, source: &Source) -> Finding {
    let related = diagnostic.related.iter().map(|related| {
        let source = related.source.as_deref().unwrap_or(source);
        Related {
            file: source.name().to_owned(),
            span: place(related.span, source),
            message: related.message.clone(),
        }
    });
    let fixes = diagnostic.fixes.iter().map(|fix| {
        let edits = fix.edits.iter();
        let edits =
            edits.map(|edit| Edit { span: place(edit.span, source), text: edit.text.clone() });
        Fix {
            title: fix.title.clone(),
            certain: fix.applicability == Applicability::Certain,
            edits: edits.collect(),
        }
    });
    Finding {
        code: diagnostic.code.number(),
        name: diagnostic.code.name(),
        severity: diagnostic.severity.word(),
        message: diagnostic.message.clone(),
        label: diagnostic.label.clone(),
        span: place(diagnostic.span, source),
        related: related.collect(),
        help: diagnostic.help.clone(),
        fixes: fixes.collect(),
    }
}

pub(super) fn place(span: Span, source: &Source) -> Place {
    let position = |offset: u32| {
        let at = source.line_column(offset);
        Position { line: at.line, column: at.column, offset }
    };
    Place { start: position(span.start), end: position(span.end) }
}
