//! `puzzle grade`: what others declare, by the queries of a key.

use std::fs;
use std::time::Instant;

use crate::cli::args::GradeArgs;
use crate::cli::batch::Asks;
use crate::cli::ended::CommandResult;
use crate::cli::foreign::expect_declared;
use crate::cli::format::ReportFormat;
use crate::cli::{batch, commands, project};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::disk::Disk;
use crate::service::check::Levels;
use crate::service::grade::{AnswerKey, KeyFault};

/// Grades the files.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &GradeArgs, console: &mut Console) -> CommandResult {
    let source = commands::read(console, &args.key)?;
    let name = source.name().to_owned();
    expect_declared(&args.key, &source)?;
    let checked = project::open(&args.key, source, &Levels::default(), console.to_read())?;
    let (signal, limits) = (console.signal(), console.limits);
    let key = match AnswerKey::new(&checked.analysis(), &Disk, || limits.budget(&signal)) {
        Ok(key) => key,
        Err(KeyFault::Faulty(reports)) => {
            return Ok(commands::show(console, &reports, ReportFormat::Text)?.max(Exit::Usage));
        }
        Err(KeyFault::Empty) => {
            return Err(CommandFailure::unusable(
                name,
                "a key asks something; this file has no query",
            )
            .into());
        }
    };
    let key = match &args.points {
        None => key,
        Some(path) => {
            let list = commands::read(console, path)?;
            let slip = |(line, why): (usize, String)| {
                CommandFailure::unusable(format!("{}:{line}", list.name()), why)
            };
            key.worth(list.text()).map_err(slip)?
        }
    };
    let start = Instant::now();
    let clock = || start.elapsed().as_secs_f64();
    let shown = (args.reporting.format, Asks::Nothing);
    batch::report(console, &args.files.files, shown, |path, source, _| {
        expect_declared(path, &source)?;
        let located = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let graded = key.grade(&source, &located, &Disk, || limits.budget(&signal), &clock);
        graded
            .map(|it| vec![it])
            .map_err(|stop| CommandFailure::unknown(source.name(), &stop.to_string()))
    })
}
