//! `puzzle dpll`: answers clauses in the Davis-Putnam format, in that format.

use std::sync::Arc;

use crate::cli::answering::{Steps, decide};
use crate::cli::args::{Dpll, ProcedureArg};
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::foreign::{binary, expect, expect_text};
use crate::cli::limited::within;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::input::CommandInput;
use crate::diagnostic::Severity;
use crate::interchange::davis_putnam;
use crate::interchange::format::ForeignFormat;
use crate::text::Source;

/// Answers the clauses.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &Dpll, console: &mut Console) -> CommandResult {
    expect(&args.file, ForeignFormat::Dp)?;
    answer(CommandInput::of(&args.file), args.procedure, console)
}

/// Answers the clauses of a file in this format, whatever its name.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub(super) fn answer(
    input: CommandInput,
    procedure: ProcedureArg,
    console: &mut Console,
) -> CommandResult {
    // The back matter may be any bytes, so the file is not read as text.
    let mut budget = console.budget();
    let (name, bytes) = input.bytes(&mut budget)?;
    let bytes = Arc::new(bytes);
    let read = Arc::clone(&bytes);
    let (clauses, rest, diagnostics) = within(&name, &mut console.to_read(), move || {
        let (document, diagnostics) = davis_putnam::parse(&read);
        (document.clauses, document.back_matter.len(), diagnostics)
    })?;
    let back_matter = &bytes[bytes.len() - rest..];
    let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
    if !diagnostics.is_empty() {
        let source = Source::from_bytes(&*name, bytes.to_vec());
        if let Some(failure) = binary(&source, &diagnostics) {
            return Err(failure.into());
        }
        if has_errors {
            expect_text(&source, Some(ForeignFormat::Dp))?;
        }
        commands::report(&Arc::new(source), diagnostics, console)?;
    }
    let named = |atom: u32| clauses.numbers[atom as usize].to_string();
    let steps = (procedure, Steps::Apart);
    let model = decide(&name, &clauses.cnf, &named, steps, console, &mut budget)?;
    let results = console.output.results()?;
    match model {
        Some(model) => {
            let values = clauses.numbers.iter().copied().zip(model);
            davis_putnam::write_satisfiable(results, values, back_matter)?;
        }
        None => davis_putnam::write_unsatisfiable(results, back_matter)?,
    }
    Ok(Exit::Fine)
}
