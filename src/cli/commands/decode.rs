//! `puzzle decode`: the path that an answer of `puzzle dpll` to the clauses of `puzzle encode`
//! stands for.

use std::io::{self, Write};
use std::sync::Arc;

use crate::cli::args::{Decode, Foreign};
use crate::cli::exit::Exit;
use crate::cli::foreign::expect;
use crate::cli::format::{FileReport, Format};
use crate::cli::limited::within;
use crate::cli::{Session, commands};
use crate::diagnostic::Diagnostic;
use crate::interchange::davis_putnam;
use crate::interchange::maze_text::key;

/// Decodes the answer.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Decode, session: &mut Session) -> io::Result<Exit> {
    if let Err(failure) = expect(&args.file, Foreign::Dp) {
        return commands::fail(session, &failure);
    }
    let source = match commands::read(session, &args.file)? {
        Ok(source) => source,
        Err(exit) => return Ok(exit),
    };
    let read = Arc::clone(&source);
    let decoded = within(source.name(), &mut session.limits().to_read(), move || path(read.text()));
    let (path, diagnostics) = match decoded {
        Ok(decoded) => decoded,
        Err(failure) => return commands::fail(session, &failure),
    };
    if !diagnostics.is_empty() {
        commands::show(
            session,
            &[FileReport::new(Arc::clone(&source), diagnostics)],
            Format::Text,
        )?;
    }
    let Some(path) = path else { return Ok(Exit::Errors) };
    writeln!(session.output.results()?, "{path}")?;
    Ok(Exit::Fine)
}

/// The path that an answer stands for, and what is wrong with the answer.
fn path(text: &str) -> (Option<String>, Vec<Diagnostic>) {
    let (answer, mut diagnostics) = davis_putnam::parse_answer(text.as_bytes());
    let mut path = None;
    if diagnostics.is_empty() {
        path = if answer.values.is_empty() {
            Some(key::NO_SOLUTION.to_owned())
        } else {
            let start = (text.len() - answer.back_matter.len()) as u32;
            let mut values = answer.values;
            values.sort_unstable();
            let is_true = |atom: puzzle_engine::logic::cnf::Atom| {
                values.binary_search(&(u64::from(atom.0) + 1, true)).is_ok()
            };
            key::read_path(text, start, is_true, &mut diagnostics)
        };
    }
    (path, diagnostics)
}
