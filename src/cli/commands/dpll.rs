//! `puzzle dpll`: answers clauses in the Davis-Putnam format, in that format.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::solve::{Steps, decide};
use crate::cli::args::{Dpll, Foreign, Procedure};
use crate::cli::exit::Exit;
use crate::cli::foreign::{binary, expect};
use crate::cli::format::{FileReport, Format};
use crate::cli::{Session, commands, input};
use crate::diagnostic::Severity;
use crate::interchange::davis_putnam;
use crate::text::Source;

/// Answers the clauses.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Dpll, session: &mut Session) -> io::Result<Exit> {
    match expect(&args.file, Foreign::Dp) {
        Ok(()) => answer(&args.file, args.procedure, session),
        Err(failure) => commands::fail(session, &failure),
    }
}

/// Answers the clauses of a file in this format, whatever its name.
///
/// # Errors
/// Those of the output.
pub(super) fn answer(path: &Path, procedure: Procedure, session: &mut Session) -> io::Result<Exit> {
    // The back matter may be any bytes, so the file is not read as text.
    let mut budget = session.limits().budget();
    let (name, bytes) = match input::read_bytes(path, &mut budget) {
        Ok(read) => read,
        Err(failure) => return commands::fail(session, &failure),
    };
    let (document, diagnostics) = davis_putnam::parse(&bytes);
    let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
    if !diagnostics.is_empty() {
        let source = Source::from_bytes(&*name, bytes.clone());
        if let Some(failure) = binary(&source, &diagnostics) {
            return commands::fail(session, &failure);
        }
        commands::show(session, &[FileReport::new(Arc::new(source), diagnostics)], Format::Text)?;
    }
    if has_errors {
        return Ok(Exit::Errors);
    }
    let clauses = &document.clauses;
    let named = |atom: u32| clauses.numbers[atom as usize].to_string();
    match decide(&name, &clauses.cnf, &named, (procedure, Steps::Apart), session, &mut budget)? {
        Ok(Some(model)) => {
            let values = clauses.numbers.iter().copied().zip(model);
            davis_putnam::write_satisfiable(
                session.output.results()?,
                values,
                document.back_matter,
            )?;
            Ok(Exit::Fine)
        }
        Ok(None) => {
            davis_putnam::write_unsatisfiable(session.output.results()?, document.back_matter)?;
            Ok(Exit::Fine)
        }
        Err(failure) => commands::fail(session, &failure),
    }
}
