//! `puzzle dpll`: answers clauses in the Davis-Putnam format, in that format.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::solve::{Steps, decide};
use crate::cli::args::{Dpll, Foreign, Procedure};
use crate::cli::exit::Exit;
use crate::cli::foreign::{binary, expect, expect_text};
use crate::cli::format::{FileReport, Format};
use crate::cli::limited::within;
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
    let bytes = Arc::new(bytes);
    let read = Arc::clone(&bytes);
    let parsed = within(&name, &mut session.limits().to_read(), move || {
        let (document, diagnostics) = davis_putnam::parse(&read);
        (document.clauses, document.back_matter.len(), diagnostics)
    });
    let (clauses, rest, diagnostics) = match parsed {
        Ok(parsed) => parsed,
        Err(failure) => return commands::fail(session, &failure),
    };
    let back_matter = &bytes[bytes.len() - rest..];
    let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
    if !diagnostics.is_empty() {
        let source = Source::from_bytes(&*name, bytes.to_vec());
        if let Some(failure) = binary(&source, &diagnostics) {
            return commands::fail(session, &failure);
        }
        if let (true, Err(failure)) = (has_errors, expect_text(&source, Some(Foreign::Dp))) {
            return commands::fail(session, &failure);
        }
        commands::show(session, &[FileReport::new(Arc::new(source), diagnostics)], Format::Text)?;
    }
    if has_errors {
        return Ok(Exit::Errors);
    }
    let named = |atom: u32| clauses.numbers[atom as usize].to_string();
    match decide(&name, &clauses.cnf, &named, (procedure, Steps::Apart), session, &mut budget)? {
        Ok(Some(model)) => {
            let values = clauses.numbers.iter().copied().zip(model);
            davis_putnam::write_satisfiable(session.output.results()?, values, back_matter)?;
            Ok(Exit::Fine)
        }
        Ok(None) => {
            davis_putnam::write_unsatisfiable(session.output.results()?, back_matter)?;
            Ok(Exit::Fine)
        }
        Err(failure) => commands::fail(session, &failure),
    }
}
