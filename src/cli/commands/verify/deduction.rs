//! `puzzle verify` of a proof by natural deduction from a theory: says of each wrong line what is wrong with it.

use super::super::prove::split;
use crate::cli::args::Verify;
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::format::{FileReport, ReportFormat};
use crate::cli::project::ProgramText;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::interchange::fitch;
use crate::service::check::Levels;
use crate::service::deduction::faults;
use crate::service::report;
use crate::service::solve::{NoAnswer, asked_last};

/// Checks the proof.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub(super) fn run(args: &Verify, console: &mut Console) -> CommandResult {
    let source = commands::read(console, &args.clauses)?;
    let proof = commands::read(console, &args.proof)?;
    let written = fitch::parse(proof.text());
    let Some(place) = written.question else {
        let message =
            "it does not say what it proves; write `prove THEORY: SENTENCE` above its lines";
        return Err(CommandFailure::unusable(proof.name(), message).into());
    };
    // The question is what it would be as the last line of the file.
    let question = proof.slice(place);
    let program = ProgramText::of(&args.clauses, source, None)?;
    let (program, start) = program.with_line(&format!("prove {question}"));
    let checked = program.open(&Levels::default(), console.to_read())?;
    let analysis = checked.analysis();
    let Some(asked) = asked_last(&analysis) else {
        let start = (start + "prove ".len()) as u32;
        let reports = split(report::reports(&analysis), start, question);
        return Ok(commands::show(console, &reports, ReportFormat::Text)?.max(Exit::Usage));
    };
    let mut budget = console.budget();
    let found = faults(asked.puzzle.as_ref(), &asked.question, &proof, &written, &mut budget);
    let name = proof.name().to_owned();
    let found = found.map_err(|no_answer| match no_answer {
        NoAnswer::Stopped(stop) => CommandFailure::unknown(name, &stop.to_string()),
        other => CommandFailure::unusable(name, other.words()),
    });
    let wrong = |found: Vec<_>| match found.is_empty() {
        true => Vec::new(),
        false => vec![FileReport::new(proof, found)],
    };
    super::tell(found.map(wrong).map_err(Into::into), console)
}
