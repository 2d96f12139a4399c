//! `puzzle fmt`: the canonical text of files, in place; on standard output that of standard input, and that without
//! answers.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::udiff::UnifiedHunkHeader;

use crate::cli::args::Fmt;
use crate::cli::ended::CommandResult;
use crate::cli::foreign::{expect_text, insist_on_puzzle};
use crate::cli::limited::within;
use crate::cli::{commands, files, parallel};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input;
use crate::disk::output::replace;
use crate::disk::reason;
use crate::syntax::format::{format, without_answers};
use crate::syntax::markdown::{is_markdown, rewritten};
use puzzle_engine::budget::Budget;

/// After this time the difference of two texts may be larger than it has to be.
const MOST_SEARCHED: Duration = Duration::from_secs(1);

/// Lines that stay, before and behind those that change.
const CONTEXT: usize = 3;

/// What became of a file.
enum Formatted {
    Canonical,
    /// It was rewritten.
    Changed,
    /// It would be; with the difference, if that is wanted.
    Different(Option<String>),
    /// In canonical form, to be printed.
    Text(String),
}

/// Formats the files.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &Fmt, console: &mut Console) -> CommandResult {
    let files = files::expand(&args.files.files);
    let jobs = console.jobs.unwrap_or_else(parallel::available_threads);
    let (signal, limits) = (console.signal(), console.limits);
    let mut exit = Exit::Fine;
    // An error is one of the output, or none: then Ctrl-C ended the run.
    let ended = parallel::in_order(
        &files,
        jobs,
        |file| {
            let path = file.as_ref().map_err(CommandFailure::clone)?;
            format_file(path, args, &mut limits.to_read(&signal))
        },
        |file, result| {
            let name = file
                .as_ref()
                .map_or_else(|it| it.name.clone(), |it| it.to_string_lossy().into_owned());
            let result =
                result.unwrap_or_else(|panic| Err(CommandFailure::internal(&name, &panic.0)));
            exit = exit.max(tell(&name, result, console).map_err(Some)?);
            if signal.is_cancelled() { Err(None) } else { Ok(()) }
        },
    );
    match ended {
        Err(Some(error)) => Err(error),
        _ => Ok(exit),
    }
}

/// Says what became of a file.
fn tell(
    name: &str,
    result: Result<Formatted, CommandFailure>,
    console: &mut Console,
) -> CommandResult {
    match result {
        Ok(Formatted::Canonical) => Ok(Exit::Fine),
        Ok(Formatted::Changed) => {
            commands::note(console, &format!("{name}: rewritten"))?;
            Ok(Exit::Fine)
        }
        Ok(Formatted::Different(difference)) => {
            match difference {
                None => commands::note(console, &format!("{name}: would be rewritten"))?,
                Some(text) => console.output.results()?.write_all(text.as_bytes())?,
            }
            Ok(Exit::Errors)
        }
        Ok(Formatted::Text(text)) => {
            console.output.results()?.write_all(text.as_bytes())?;
            Ok(Exit::Fine)
        }
        Err(failure) => Ok(commands::fail(console, &failure)?),
    }
}

fn format_file(path: &Path, args: &Fmt, budget: &mut Budget) -> Result<Formatted, CommandFailure> {
    insist_on_puzzle(path)?;
    let source = Arc::new(input::read(path, budget)?);
    if path.as_os_str() == input::STANDARD_INPUT {
        expect_text(&source, None)?;
    }
    if !source.invalid_bytes().is_empty() {
        return Err(CommandFailure::unusable(
            source.name(),
            "it is not UTF-8; nothing was written",
        ));
    }
    let (read, strips) = (Arc::clone(&source), args.strip_answers);
    let text = within(source.name(), budget, move || {
        let canonical = |text: &str| match strips {
            true => format(&without_answers(text)),
            false => format(text),
        };
        match is_markdown(read.name()) {
            true => rewritten(read.text(), canonical),
            false => canonical(read.text()),
        }
    })?;
    let is_kept = args.check || args.diff;
    let is_printed = strips || (path.as_os_str() == input::STANDARD_INPUT && !is_kept);
    if is_printed {
        return Ok(Formatted::Text(text));
    }
    if text == source.text() {
        return Ok(Formatted::Canonical);
    }
    if is_kept {
        let difference = args.diff.then(|| difference(source.name(), source.text(), &text));
        return Ok(Formatted::Different(difference));
    }
    replace(path, &text).map_err(|error| {
        CommandFailure::unusable(source.name(), format!("cannot write it: {}", reason(&error)))
    })?;
    Ok(Formatted::Changed)
}

/// What changes in a file, as other programs apply it: in the unified format, by one algorithm of the several
/// that `TextDiff` would compile for several types each, which is half a megabyte of program.
fn difference(name: &str, before: &str, after: &str) -> String {
    let [old, new] = [before, after].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let mut changes = Compact::new(Replace::new(Capture::new()), &old, &new);
    let deadline = Instant::now() + MOST_SEARCHED;
    let (all_old, all_new) = (0..old.len(), 0..new.len());
    let Ok(()) = myers::diff_deadline(&mut changes, &old, all_old, &new, all_new, Some(deadline));
    let mut difference = format!("--- {name}\n+++ {name}\n");
    for hunk in changes.into_inner().into_inner().into_grouped_ops(CONTEXT) {
        difference += &format!("{}\n", UnifiedHunkHeader::new(&hunk));
        for change in hunk.iter().flat_map(|lines| lines.iter_changes(&old, &new)) {
            difference += &format!("{}{}", change.tag(), change.value());
            if !change.value().ends_with('\n') {
                difference += "\n\\ No newline at end of file\n";
            }
        }
    }
    difference
}
