//! `puzzle run`: answers every query of the files, in order.

use std::fmt::Write;
use std::io;
use std::time::Instant;

use crate::cli::args::Run;
use crate::cli::exit::Exit;
use crate::cli::format::{Outcome, TestResult};
use crate::cli::{Session, batch, project};
use crate::kinds::{Answer, Listing, Note};
use crate::service::test::{self, Purpose, Report, Verdict};
use crate::text::Source;

/// Answers the files' queries.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Run, session: &mut Session) -> io::Result<Exit> {
    let levels = args.lints.levels();
    let limits = session.limits();
    let color = session.results.color;
    batch::report(session, &args.files.files, args.reporting.format, |path, source| {
        let checked = project::open(path, source, &levels, limits.to_read())?;
        let analysis = checked.analysis();
        let mut reports = project::reviewed(&analysis, &limits.budget());
        let mut queries = test::run(&analysis, Purpose::Reading, || limits.budget());
        loop {
            let start = Instant::now();
            let Some(query) = queries.next() else { break };
            let seconds = start.elapsed().as_secs_f64();
            let report = &mut reports[0];
            write_answer(&query, &report.source, color, &mut report.answers);
            report.tests.push(result(&query, seconds));
            report.diagnostics.extend(query.diagnostics);
        }
        reports[0].diagnostics.sort_by_key(|it| (it.span.start, it.span.end));
        Ok(reports)
    })
}

/// What a query came to, for the formats of CI.
pub(super) fn result(query: &Report, seconds: f64) -> TestResult {
    let outcome = match (query.verdict, &query.answer) {
        (Some(Verdict::Fails), _) => Outcome::Failed,
        (Some(Verdict::Holds), _) => Outcome::Passed,
        (None, Some(_)) => Outcome::Answered,
        (Some(Verdict::Unknown), _) | (None, None) => Outcome::Unknown,
    };
    let words = query.diagnostics.first().map(|it| match &it.help {
        Some(help) => format!("{}: {}; {help}", it.message, it.label),
        None => format!("{}: {}", it.message, it.label),
    });
    let answer = query.answer.as_ref().map(|answer| answer.text.clone());
    TestResult {
        name: query.name.clone(),
        span: query.span,
        outcome,
        message: words.or(answer).unwrap_or_default(),
        engine: query.answer.as_ref().and_then(|answer| answer.engine),
        is_unchecked: query.answer.as_ref().is_some_and(|answer| answer.is_unchecked),
        seconds,
    }
}

/// What makes text bold.
pub const BOLD: &str = "\u{1b}[1m";
/// What makes text dim.
pub const DIM: &str = "\u{1b}[2m";
/// What ends both.
pub const PLAIN: &str = "\u{1b}[0m";

/// `solve cave => START …` and the remarks below it; a drawing stands on lines of its own.
pub fn write_answer(query: &Report, source: &Source, color: bool, out: &mut String) {
    let (bold, plain) = if color { (BOLD, PLAIN) } else { ("", "") };
    let _ = match &query.answer {
        None => writeln!(out, "{} => {bold}unknown{plain}", query.name),
        Some(answer) if answer.text.contains('\n') => {
            let lines: String = answer.text.lines().map(|line| format!("    {line}\n")).collect();
            write!(out, "{} =>\n{lines}", query.name)
        }
        Some(answer) => writeln!(out, "{} => {bold}{}{plain}", query.name, answer.text),
    };
    write_remarks(query, source, color, out);
}

/// The remarks below an answer.
pub fn write_remarks(query: &Report, source: &Source, color: bool, out: &mut String) {
    let (dim, plain) = if color { (DIM, PLAIN) } else { ("", "") };
    for note in query.answer.iter().flat_map(|answer| remarks(answer, source)) {
        let _ = writeln!(out, "    {dim}{note}{plain}");
    }
}

/// The remarks on an answer to a question in `source`, a line each.
pub(super) fn remarks(answer: &Answer, source: &Source) -> Vec<String> {
    let notes = answer.notes.iter().flat_map(Note::lines);
    let mut lines: Vec<_> = notes.map(str::to_owned).collect();
    lines.extend(answer.heading.clone().filter(|_| !answer.because.is_empty()));
    for place in &answer.because {
        let written = place.source.as_deref().unwrap_or(source);
        let file = if written.name() == source.name() {
            String::new()
        } else {
            format!("{}, ", written.name())
        };
        let line = written.line_column(place.span.start).line;
        lines.push(format!("{file}line {line}: {}", place.message));
    }
    lines.extend(answer.proofs.iter().flat_map(Listing::all).map(str::to_owned));
    lines
}
