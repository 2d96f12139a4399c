//! `puzzle decode`: the path that an answer of `puzzle dpll` to the clauses of `puzzle encode`
//! stands for.

use std::io::Write;
use std::sync::Arc;

use crate::cli::args::Decode;
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::foreign::expect;
use crate::cli::limited::within;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::diagnostic::Diagnostic;
use crate::interchange::davis_putnam;
use crate::interchange::format::ForeignFormat;
use crate::interchange::maze_text::key;

/// Decodes the answer.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &Decode, console: &mut Console) -> CommandResult {
    expect(&args.file, ForeignFormat::Dp)?;
    let source = commands::read(console, &args.file)?;
    let read = Arc::clone(&source);
    let (path, diagnostics) =
        within(source.name(), &mut console.to_read(), move || path(read.text()))?;
    commands::report(&source, diagnostics, console)?;
    let Some(path) = path else { return Ok(Exit::Errors) };
    writeln!(console.output.results()?, "{path}")?;
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
