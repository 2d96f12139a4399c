//! `puzzle test`: compares answers with expectations, and writes the right ones on request.

use std::io;
use std::time::Instant;

use super::run::result;
use crate::cli::args::Test;
use crate::cli::exit::Exit;
use crate::cli::format::Outcome;
use crate::cli::input::{Failure, STANDARD_INPUT};
use crate::cli::replace::replace;
use crate::cli::{Session, batch, project};
use crate::diagnostic::code::{EXPECTATION_FAILED, MISSING_EXPECTATION, NOT_AN_ANSWER};
use crate::diagnostic::fix::apply;
use crate::disk::reason;
use crate::service::check::check;
use crate::service::test::{self, Explain};

/// Tests the files.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Test, session: &mut Session) -> io::Result<Exit> {
    let levels = args.lints.levels();
    let limits = session.limits();
    batch::report(session, &args.files.files, args.reporting.format, |path, source| {
        let program = project::open(path, source.clone())?;
        let checked = check(program, &levels);
        let analysis = checked.analysis();
        let mut reports = project::reviewed(&analysis, &limits.budget());
        let mut updates = Vec::new();
        let mut queries = test::run(&analysis, Explain::Unexpected, || limits.budget());
        loop {
            let start = Instant::now();
            let Some(query) = queries.next() else { break };
            let seconds = start.elapsed().as_secs_f64();
            let mut result = result(&query, seconds);
            let mut found = query.diagnostics;
            if args.update
                && let Some(update) = query.update
            {
                updates.push(update);
                // The file says the right thing now.
                result.outcome = Outcome::Passed;
                found.retain(|it| it.code != EXPECTATION_FAILED && it.code != NOT_AN_ANSWER);
            } else if query.verdict.is_none() {
                reports[0].diagnostics.extend(found);
                continue;
            }
            reports[0].tests.push(result);
            reports[0].diagnostics.extend(found);
        }
        if args.update {
            reports[0].diagnostics.retain(|it| it.code != MISSING_EXPECTATION);
        }
        if !updates.is_empty() {
            if path.as_os_str() == STANDARD_INPUT {
                return Err(Failure::unusable(
                    source.name(),
                    "`--update` writes into files; standard input is none",
                ));
            }
            if !source.invalid_bytes().is_empty() {
                return Err(Failure::unusable(
                    source.name(),
                    "it is not UTF-8; nothing was written",
                ));
            }
            let text = apply(source.text(), &updates);
            replace(path, &text).map_err(|error| {
                Failure::unusable(source.name(), format!("cannot write it: {}", reason(&error)))
            })?;
        }
        reports[0].diagnostics.sort_by_key(|it| (it.span.start, it.span.end));
        Ok(reports)
    })
}
