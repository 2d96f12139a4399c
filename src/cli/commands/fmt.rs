//! `puzzle fmt`: the canonical text of files, in place or, for standard input, on standard output.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use crate::budget::{Budget, Signal};
use crate::cli::args::{Fmt, Global};
use crate::cli::exit::Exit;
use crate::cli::foreign::insist_on_puzzle;
use crate::cli::input::{self, Failure};
use crate::cli::limited::within;
use crate::cli::replace::replace;
use crate::cli::{Limits, Session, commands, parallel};
use crate::disk::reason;
use crate::syntax::format::format;

/// What became of a file.
enum Formatted {
    /// It is canonical.
    Canonical,
    /// It was rewritten, or would be.
    Changed,
    /// Standard input, in canonical form.
    Text(String),
}

/// Formats the files.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Fmt, session: &mut Session) -> io::Result<Exit> {
    let files = input::expand(&args.files.files);
    let jobs = session.global.jobs.unwrap_or_else(parallel::available_threads);
    // No search has to be told of Ctrl-C, so it ends the process.
    let Global { timeout, max_memory, .. } = session.global;
    let limits = Limits { signal: Signal::default(), timeout, max_memory };
    let mut exit = Exit::Fine;
    parallel::in_order(
        &files,
        jobs,
        |file| {
            file.as_ref()
                .map_err(Failure::clone)
                .and_then(|path| format_file(path, args.check, limits.to_read()))
        },
        |file, result| {
            let name = file
                .as_ref()
                .map_or_else(|it| it.name.clone(), |it| it.to_string_lossy().into_owned());
            let result = result.unwrap_or_else(|panic| Err(Failure::internal(&name, &panic.0)));
            match result {
                Ok(Formatted::Canonical) => {}
                Ok(Formatted::Changed) => {
                    let word = if args.check { "would be rewritten" } else { "rewritten" };
                    commands::note(session, &format!("{name}: {word}"))?;
                    if args.check {
                        exit = exit.max(Exit::Errors);
                    }
                }
                Ok(Formatted::Text(text)) => {
                    session.output.results()?.write_all(text.as_bytes())?;
                }
                Err(failure) => exit = exit.max(commands::fail(session, &failure)?),
            }
            Ok(())
        },
    )
    .map(|()| exit)
}

fn format_file(path: &Path, is_check: bool, mut budget: Budget) -> Result<Formatted, Failure> {
    insist_on_puzzle(path)?;
    let source = Arc::new(input::read(path)?);
    if !source.invalid_bytes().is_empty() {
        return Err(Failure::unusable(source.name(), "it is not UTF-8; nothing was written"));
    }
    let read = Arc::clone(&source);
    let text = within(source.name(), &mut budget, move || format(read.text()))?;
    if text == source.text() && (is_check || path.as_os_str() != input::STANDARD_INPUT) {
        return Ok(Formatted::Canonical);
    }
    if is_check {
        return Ok(Formatted::Changed);
    }
    if path.as_os_str() == input::STANDARD_INPUT {
        return Ok(Formatted::Text(text));
    }
    replace(path, &text).map_err(|error| {
        Failure::unusable(source.name(), format!("cannot write it: {}", reason(&error)))
    })?;
    Ok(Formatted::Changed)
}
