//! The files of a solver of clauses: the clauses that it reads, and what it writes beside its
//! answer, such as a proof or a strategy.

use std::sync::Arc;

use super::commands::report;
use super::ended::CommandResult;
use super::foreign::binary;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input::CommandInput;
use crate::console::progress::ProgressLine;
use crate::diagnostic::Severity;
use crate::interchange::dimacs;
use crate::interchange::numbered::NumberedClauses;
use crate::text::Source;
use puzzle_engine::budget::Budget;

/// Reads a clause file and shows what is wrong with it; an error or a limit ends the command.
///
/// # Errors
/// See [`CommandEnd`](super::ended::CommandEnd).
pub fn read(
    input: CommandInput,
    console: &mut Console,
    budget: &mut Budget,
) -> CommandResult<NumberedClauses> {
    let (clauses, diagnostics, source) = read_within(input, console, budget, |name, bytes| {
        let (document, diagnostics) = dimacs::parse_clauses(&bytes);
        let source = (!diagnostics.is_empty()).then(|| Source::from_bytes(name, bytes));
        (document.clauses, diagnostics, source)
    })?;
    let Some(source) = source else { return Ok(clauses) };
    if let Some(failure) = binary(&source, &diagnostics) {
        return Err(failure.into());
    }
    let is_quantifier = |line: &str| line.starts_with("a ") || line.starts_with("e ");
    let is_wrong = diagnostics.iter().any(|it| it.severity == Severity::Error);
    if is_wrong && source.text().lines().any(is_quantifier) {
        let message = "it is in QDIMACS; `puzzle solve --from qdimacs` answers it";
        return Err(CommandFailure::unusable(source.name(), message).into());
    }
    report(&Arc::new(source), diagnostics, console)?;
    Ok(clauses)
}

/// As [`CommandInput::read_within`]; a limit that is reached is told as an answer is.
///
/// # Errors
/// See [`CommandEnd`](super::ended::CommandEnd).
pub fn read_within<T: Send + 'static>(
    input: CommandInput,
    console: &mut Console,
    budget: &mut Budget,
    parse: impl FnOnce(String, Vec<u8>) -> T + Send + 'static,
) -> CommandResult<T> {
    let progress = ProgressLine::start(1, console.signal());
    let read = input.read_within(budget, parse);
    drop(progress);
    if read.as_ref().is_err_and(|failure| failure.exit == Exit::Unknown) {
        dimacs::write_status(console.output.results()?, dimacs::DimacsStatus::Unknown)?;
    }
    Ok(read?)
}
