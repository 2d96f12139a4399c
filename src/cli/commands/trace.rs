//! `puzzle trace`: the steps by which the clauses of a puzzle are decided, as lines, data or a page.

use std::io;

use super::solve::clauses;
use crate::cli::answering::failure;
use crate::cli::args::{TraceArgs, TraceFormatArg, TracedProcedureArg};
use crate::cli::ended::CommandResult;
use crate::cli::output::{create, ending, write};
use crate::cli::{commands, project};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::progress::ProgressLine;
use crate::service::by_clauses::record_by_clauses;
use crate::service::check::Levels;
use crate::service::trace::{Record, SatEngine, page};

/// How the steps are asked for, by name or by the ending of the file to write.
fn format(args: &TraceArgs) -> TraceFormatArg {
    args.format.unwrap_or(match ending(args.output.as_deref()) {
        Some("html") => TraceFormatArg::Html,
        Some("json") => TraceFormatArg::Json,
        _ => TraceFormatArg::Text,
    })
}

/// Shows the steps.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &TraceArgs, console: &mut Console) -> CommandResult {
    let output = create(args.output.as_deref(), &args.file, &mut console.budget())?;
    let record = traced(args, console)?;
    let text = match format(args) {
        TraceFormatArg::Text => record.lines().map(|it| it + "\n").collect::<String>(),
        TraceFormatArg::Json => serde_json::to_string(&record).map_err(io::Error::from)? + "\n",
        TraceFormatArg::Html => {
            let file = args.file.file_name().unwrap_or_default().to_string_lossy();
            page(&record, args.name.as_deref().unwrap_or(&file))
        }
    };
    write(&text, output, console)?;
    Ok(Exit::Fine)
}

/// The steps on the clauses of a puzzle.
fn traced(args: &TraceArgs, console: &mut Console) -> CommandResult<Record> {
    let engine = match args.by {
        TracedProcedureArg::Dpll => SatEngine::Dpll,
        TracedProcedureArg::Cdcl => SatEngine::Cdcl,
    };
    let source = commands::read(console, &args.file)?;
    let name = source.name().to_owned();
    let (levels, budget) = (Levels::default(), console.to_read());
    let checked = project::open_any(&args.file, source, &levels, budget)?;
    let analysis = checked.analysis();
    let found = commands::find(console, &analysis, args.name.as_deref(), &name)?;
    let puzzle = found.puzzle.as_ref();
    let mut budget = console.budget();
    let clauses = clauses(&name, puzzle, "a procedure for clauses", &mut budget)?;
    let progress = ProgressLine::start(1, console.signal());
    let told = record_by_clauses(puzzle, &clauses, engine, &mut budget);
    drop(progress);
    told.map_err(|it| failure(&name, it).into())
}
