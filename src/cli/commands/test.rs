//! `puzzle test`: compares answers with expectations, and writes the right ones on request.

use std::time::Instant;

use rustc_hash::FxHashSet;

use crate::cli::args::TestArgs;
use crate::cli::batch::Asks;
use crate::cli::ended::CommandResult;
use crate::cli::format::{QueryOutcome, TestResult};
use crate::cli::{batch, project};
use crate::console::Console;
use crate::console::failure::CommandFailure;
use crate::console::input::STANDARD_INPUT;
use crate::diagnostic::code::{EXPECTATION_FAILED, MISSING_EXPECTATION, NOT_AN_ANSWER};
use crate::diagnostic::fix::apply;
use crate::diagnostic::{Diagnostic, Edit};
use crate::disk::output::replace;
use crate::disk::reason;
use crate::service::report::{self, with_told};
use crate::service::test::{self, TestPurpose};
use crate::text::Source;

/// Tests the files.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &TestArgs, console: &mut Console) -> CommandResult {
    let levels = args.lints.levels();
    let (signal, limits) = (console.signal(), console.limits);
    let shown = (args.reporting.format, Asks::Queries);
    batch::report(console, &args.files.files, shown, |path, source, _| {
        let checked = project::open(path, source.clone(), &levels, limits.to_read(&signal))?;
        let analysis = checked.analysis();
        let mut reports = report::reviewed(&analysis, &limits.budget(&signal));
        let (mut updates, mut told) = (Vec::new(), Vec::new());
        // Where the file says the right thing now.
        let mut mended = FxHashSet::default();
        let purpose = if args.update { TestPurpose::Writing } else { TestPurpose::Comparing };
        let mut queries = test::run(&analysis, purpose, || limits.budget(&signal));
        loop {
            let start = Instant::now();
            let Some(query) = queries.next() else { break };
            let seconds = start.elapsed().as_secs_f64();
            let mut result = TestResult::of(&query, seconds);
            let report = &mut reports[0];
            let found = query.diagnostics;
            if let (true, Some(update)) = (args.update, query.update) {
                report.answers.push_str(&updated(&source, &query.name, &update));
                updates.push(update);
                result.outcome = QueryOutcome::Updated;
                mended.extend(found.iter().filter(is_mended).map(|it| it.span));
            } else if args.update && found.iter().any(|it| it.code == EXPECTATION_FAILED) {
                report.answers.push_str(&kept(&source, &query.name, &found));
            } else if !args.update && query.verdict.is_none() {
                result.outcome = QueryOutcome::Skipped;
            }
            report.tests.push(result);
            told.extend(found);
        }
        let found = &mut reports[0].diagnostics;
        *found = with_told(std::mem::take(found), told);
        found.retain(|it| !is_mended(&it) || !mended.contains(&it.span));
        if args.update {
            reports[0].diagnostics.retain(|it| it.code != MISSING_EXPECTATION);
        }
        if !updates.is_empty() {
            if path.as_os_str() == STANDARD_INPUT {
                return Err(CommandFailure::unusable(
                    source.name(),
                    "`--update` writes into files; standard input is none",
                ));
            }
            if !source.invalid_bytes().is_empty() {
                return Err(CommandFailure::unusable(
                    source.name(),
                    "it is not UTF-8; nothing was written",
                ));
            }
            let text = apply(source.text(), &updates);
            replace(path, &text).map_err(|error| {
                CommandFailure::unusable(
                    source.name(),
                    format!("cannot write it: {}", reason(&error)),
                )
            })?;
        }
        Ok(reports)
    })
}

/// Whether an update mends it.
fn is_mended(fault: &&Diagnostic) -> bool {
    fault.code == EXPECTATION_FAILED || fault.code == NOT_AN_ANSWER
}

/// That an expectation which fails is not given up, in a line.
fn kept(source: &Source, query: &str, found: &[Diagnostic]) -> String {
    let failed = found.iter().filter(|it| it.code == EXPECTATION_FAILED);
    let line = |it: &Diagnostic| {
        let line = source.line_column(it.span.start).line;
        format!("line {line}: {query} keeps `{}`, which fails\n", source.slice(it.span))
    };
    failed.map(line).collect()
}

/// The place of an update, and what stands there now, in a line; a drawing is not repeated.
fn updated(source: &Source, query: &str, update: &Edit) -> String {
    let line = source.line_column(update.span.start).line;
    let before = match source.slice(update.span) {
        "" => String::new(),
        drawing if drawing.contains('\n') => " in the place of another".to_owned(),
        before => format!(" in the place of `{before}`"),
    };
    let now = update.text.trim_start_matches(" => ");
    let now = if now.contains('\n') { "a drawing" } else { now };
    format!("line {line}: {query} => {now}{before}\n")
}
