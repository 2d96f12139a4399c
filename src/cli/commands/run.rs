//! `puzzle run`: answers every query of the files, in order.

use std::time::Instant;

use crate::cli::args::RunArgs;
use crate::cli::batch::Asks;
use crate::cli::ended::CommandResult;
use crate::cli::format::{ReportFormat, TestResult};
use crate::cli::{batch, project};
use crate::console::Console;
use crate::console::answer::write_answer;
use crate::service::report::{self, with_told};
use crate::service::test::{self, TestPurpose};

/// Answers the files' queries.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &RunArgs, console: &mut Console) -> CommandResult {
    let levels = args.lints.levels();
    let (signal, limits) = (console.signal(), console.limits);
    let color = console.results.color;
    // The other formats have no answers beside their diagnostics.
    let purpose = match args.reporting.format {
        ReportFormat::Text => TestPurpose::Showing,
        _ => TestPurpose::Reading,
    };
    let shown = (args.reporting.format, Asks::Queries);
    batch::report(console, &args.files.files, shown, |path, source, tell| {
        let checked = project::open(path, source, &levels, limits.to_read(&signal))?;
        let analysis = checked.analysis();
        let mut reports = report::reviewed(&analysis, &limits.budget(&signal));
        let mut told = Vec::new();
        let mut queries = test::run(&analysis, purpose, || limits.budget(&signal));
        loop {
            let start = Instant::now();
            let Some(query) = queries.next() else { break };
            let seconds = start.elapsed().as_secs_f64();
            let report = &mut reports[0];
            let mut answer = String::new();
            write_answer(&query, &report.source, color, &mut answer);
            if tell(&answer).is_err() {
                // The end of the report meets the same error.
                break;
            }
            report.tests.push(TestResult::of(&query, seconds));
            told.extend(query.diagnostics);
        }
        reports[0].diagnostics = with_told(std::mem::take(&mut reports[0].diagnostics), told);
        Ok(reports)
    })
}
