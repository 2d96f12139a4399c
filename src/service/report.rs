//! What was found in the files of a program: what is wrong, and how each query came out.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use serde::Serialize;

use super::check::Analysis;
use super::review::review;
use super::test::{ExpectationVerdict, TestReport};
use crate::diagnostic::code::{EXPECTATION_FAILED, NOT_AN_ANSWER};
use crate::diagnostic::{Diagnostic, Related, Severity};
use crate::kinds::scope::ForeignFile;
use crate::kinds::{Correction, Engine, Listing, Note};
use crate::text::{Source, Span};
use puzzle_engine::budget::Budget;

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
    /// What introduces the places that a no follows from.
    pub heading: Option<String>,
    /// The places that a no follows from.
    pub because: Vec<Related>,
    /// Changes that each make a yes of a no.
    pub corrections: Vec<Correction>,
    /// Proofs, a line a step.
    pub proofs: Vec<Listing>,
    /// How many points it is worth, where it is graded.
    pub points: Option<u32>,
    /// Time taken.
    pub seconds: f64,
}

impl TestResult {
    /// What a query came to, for the formats of CI.
    pub fn of(query: &TestReport, seconds: f64) -> Self {
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
        let answer = query.answer.as_ref();
        Self {
            name: query.name.clone(),
            span: query.span,
            outcome,
            message: words.or(answer.map(|it| it.text.clone())).unwrap_or_default(),
            remarks: answer.map(|it| it.notes.clone()).unwrap_or_default(),
            engine: answer.and_then(|it| it.engine).map(Engine::name),
            is_unchecked: answer.is_some_and(|it| it.is_unchecked),
            heading: answer.and_then(|it| it.heading.clone()),
            because: answer.map(|it| it.because.clone()).unwrap_or_default(),
            corrections: answer.map(|it| it.corrections.clone()).unwrap_or_default(),
            proofs: answer.map(|it| it.proofs.clone()).unwrap_or_default(),
            points: None,
            seconds,
        }
    }

    /// How many points were reached of those that it is worth; `None` where that is not known.
    pub fn reached(&self) -> Option<u32> {
        match self.outcome {
            QueryOutcome::Passed => self.points,
            QueryOutcome::Unknown => None,
            _ => Some(0),
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
    /// Whether a failed test of the report says the same, so that it is no further fault.
    pub fn is_told_by_test(&self, diagnostic: &Diagnostic) -> bool {
        if diagnostic.code != EXPECTATION_FAILED && diagnostic.code != NOT_AN_ANSWER {
            return false;
        }
        let behind = self.tests.partition_point(|it| it.span.start <= diagnostic.span.start);
        let test = behind.checked_sub(1).map(|at| &self.tests[at]);
        test.is_some_and(|it| {
            it.outcome == QueryOutcome::Failed && it.span.contains(diagnostic.span)
        })
    }

    /// A report of diagnostics only.
    pub fn new(source: Arc<Source>, diagnostics: Vec<Diagnostic>) -> Self {
        Self { source, answers: String::new(), diagnostics, tests: Vec::new() }
    }
}

/// What was found with what answering the queries told: of an expectation that is no answer that says more.
pub fn with_told(mut found: Vec<Diagnostic>, told: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let misworded = told.iter().filter(|it| it.code == NOT_AN_ANSWER);
    let misworded: FxHashSet<Span> = misworded.map(|it| it.span).collect();
    found.retain(|it| it.code != NOT_AN_ANSWER || !misworded.contains(&it.span));
    found.extend(told);
    found.sort_by_key(|it| (it.span.start, it.span.end));
    found
}

/// Whether checking, which found these in this order, has said that an expectation is no answer.
pub fn is_said(fault: &Diagnostic, found: &[Diagnostic]) -> bool {
    let before = found.partition_point(|it| it.span.start < fault.span.start);
    let mut there = found[before..].iter().take_while(|it| it.span.start == fault.span.start);
    fault.code == NOT_AN_ANSWER && there.any(|it| it.code == NOT_AN_ANSWER)
}

/// The reports on a program, with the remarks that take solving.
pub fn reviewed(analysis: &Analysis<'_>, budget: &Budget) -> Vec<FileReport> {
    let mut reports = reports(analysis);
    reports[0].diagnostics.extend(review(analysis, budget));
    reports[0].diagnostics.sort_by_key(|it| (it.span.start, it.span.end));
    reports
}

/// The reports on files in foreign formats, with what they include.
pub fn reports_on<'f>(foreign: impl Iterator<Item = &'f ForeignFile>) -> Vec<FileReport> {
    let report = |(source, found): (&Arc<Source>, &[Diagnostic])| {
        FileReport::new(Arc::clone(source), found.to_vec())
    };
    foreign.flat_map(ForeignFile::texts).map(report).collect()
}

/// The reports on a program: that on the file asked for first, then those on imported and foreign
/// files in which something is wrong.
pub fn reports(analysis: &Analysis<'_>) -> Vec<FileReport> {
    let program = analysis.scope.program;
    let report = |document: u32| {
        let source = Arc::clone(&program.documents[document as usize].source);
        FileReport::new(source, analysis.findings[document as usize].clone())
    };
    let documents: Vec<_> = program.in_order().collect();
    let mut reports: Vec<_> = documents.into_iter().rev().map(report).collect();
    let mut foreign = reports_on(program.foreign.values().map(|it| &**it));
    foreign.sort_by(|one, other| one.source.name().cmp(other.source.name()));
    foreign.dedup_by(|one, other| one.source.name() == other.source.name());
    // The line that declares a file in a foreign format which was asked for has its name.
    let is_same = |it: &FileReport| it.source.name() == reports[0].source.name();
    if reports[0].diagnostics.is_empty() && foreign.iter().any(is_same) {
        foreign.sort_by_key(|it| !is_same(it));
        reports.remove(0);
    }
    reports.extend(foreign);
    let mut is_root = true;
    // Remarks on a file that nobody asked about are noise.
    reports.retain(|report| {
        std::mem::take(&mut is_root)
            || report.diagnostics.iter().any(|it| it.severity > Severity::Hint)
    });
    reports
}
