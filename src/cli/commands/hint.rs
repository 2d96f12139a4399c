//! `puzzle hint`: what follows next in a puzzle and from what, or all of it, step by step.

use std::io::Write;
use std::num::NonZeroUsize;

use crate::cli::answering::failure;
use crate::cli::args::hint::{HintArgs, HintFormatArg};
use crate::cli::ended::CommandResult;
use crate::cli::{commands, project};
use crate::console::Console;
use crate::console::answer::remarks;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::kinds::{HintsEnd, doubts_told};
use crate::service::check::Levels;
use crate::service::hint::{end, hints, lines};
use crate::service::json::hints::HintsReport;
use crate::service::solve::NoAnswer;

/// Prints the steps.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &HintArgs, console: &mut Console) -> CommandResult {
    let source = commands::read(console, &args.file)?;
    let name = source.name().to_owned();
    let (levels, budget) = (Levels::default(), console.to_read());
    let checked = project::open_any(&args.file, source.clone(), &levels, budget)?;
    let analysis = checked.analysis();
    let found = commands::find(console, &analysis, args.name.as_deref(), &name)?;
    let progress = ProgressLine::start(1, console.signal());
    let most = if args.all { usize::MAX } else { args.explain_to.map_or(1, NonZeroUsize::get) };
    let told = hints(found.puzzle.as_ref(), most, &mut console.budget());
    drop(progress);
    let (hints, doubts) = told.map_err(|no_answer| match no_answer {
        NoAnswer::Refused(reason) => CommandFailure::unusable(name.as_str(), reason),
        no_answer => failure(&name, no_answer),
    })?;
    let results = console.output.results()?;
    if args.format == HintFormatArg::Json {
        serde_json::to_writer(
            &mut *results,
            &HintsReport::new(&hints, doubts_told(&doubts), &source),
        )
        .map_err(std::io::Error::from)?;
        writeln!(results)?;
        return Ok(Exit::Fine);
    }
    if let HintsEnd::NoSolution(answer) = &hints.end {
        writeln!(results, "{}", answer.text)?;
        for remark in remarks(answer, &source) {
            writeln!(results, "    {remark}")?;
        }
    }
    let steps = (1..).zip(&hints.steps).flat_map(|(number, it)| lines(number, it, &source));
    for line in steps.chain(end(&hints)) {
        writeln!(results, "{line}")?;
    }
    for doubt in doubts_told(&doubts) {
        writeln!(results, "{doubt}")?;
    }
    Ok(Exit::Fine)
}
