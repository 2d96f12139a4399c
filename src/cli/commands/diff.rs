//! `puzzle diff`: what two puzzles differ in.

use std::io::{self, Write};

use crate::cli::answering::failure;
use crate::cli::args::{DiffArgs, HintFormatArg, PuzzlePlace};
use crate::cli::ended::{CommandEnd, CommandResult};
use crate::cli::format::diff::{ComparedPuzzle, DiffReport};
use crate::cli::{commands, project};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::kinds::{Difference, doubts_told};
use crate::service::check::{Analysis, CheckedProgram, Levels};
use crate::service::diff::{difference, has_none};
use crate::service::find::{Absence, FoundPuzzle, puzzle};
use crate::service::solve::NoAnswer;

/// Prints the difference.
///
/// # Errors
/// See [`CommandEnd`]. As 1 says that they differ, it is never 1.
pub fn run(args: &DiffArgs, console: &mut Console) -> CommandResult {
    compared(args, console).map_err(|end| match end {
        CommandEnd::Said(exit) => CommandEnd::Said(exit.max(Exit::Usage)),
        CommandEnd::Failed(failure) => {
            let exit = failure.exit.max(Exit::Usage);
            CommandEnd::Failed(CommandFailure { exit, ..failure })
        }
        output @ CommandEnd::Output(_) => output,
    })
}

fn compared(args: &DiffArgs, console: &mut Console) -> CommandResult {
    let one = open(&args.one, console)?;
    let other = open(&args.other, console)?;
    let (one, other) = (one.analysis(), other.analysis());
    let first = find(&one, &args.one, &args.other, console)?;
    let second = find(&other, &args.other, &args.one, console)?;
    let sides = [(&one, &first), (&other, &second)].map(|(analysis, found)| ComparedPuzzle {
        file: file(analysis),
        name: analysis.scope.program.name(found.definition).to_owned(),
    });
    let progress = ProgressLine::start(1, console.signal());
    let told = difference(first.puzzle.as_ref(), second.puzzle.as_ref(), &mut console.budget());
    let have_none = matches!(told, Ok((None, _)))
        && has_none(first.puzzle.as_ref(), first.facts, &mut console.budget());
    drop(progress);
    let (difference, doubts) = told.map_err(|no_answer| {
        let both = format!("{} and {}", sides[0].told(), sides[1].told());
        match no_answer {
            NoAnswer::Refused(reason) => CommandFailure::unusable(both, reason),
            no_answer => failure(&both, no_answer),
        }
    })?;
    let results = console.output.results()?;
    let doubts = doubts_told(&doubts);
    if args.format == HintFormatArg::Json {
        let report = DiffReport::new(&sides, difference.as_ref(), have_none, &doubts);
        serde_json::to_writer(&mut *results, &report).map_err(io::Error::from)?;
        writeln!(results)?;
    } else {
        match &difference {
            Some(difference) => write(results, &sides, difference)?,
            None if have_none => writeln!(results, "they say the same: neither has a solution")?,
            None => writeln!(results, "they say the same")?,
        }
        for doubt in doubts {
            writeln!(results, "{doubt}")?;
        }
    }
    Ok(if difference.is_some() { Exit::Errors } else { Exit::Fine })
}

fn write(
    results: &mut dyn Write,
    sides: &[ComparedPuzzle; 2],
    Difference { lines, each }: &Difference,
) -> io::Result<()> {
    match &lines[..] {
        [line] => writeln!(results, "they differ: {line}")?,
        lines => {
            writeln!(results, "they differ:")?;
            for line in lines {
                writeln!(results, "{}", format!("    {line}").trim_end())?;
            }
        }
    }
    sides.iter().zip(each).try_for_each(|(side, says)| writeln!(results, "{}: {says}", side.told()))
}

fn open(place: &PuzzlePlace, console: &mut Console) -> CommandResult<CheckedProgram> {
    let source = commands::read(console, &place.file)?;
    Ok(project::open_any(&place.file, source, &Levels::default(), console.to_read())?)
}

/// The puzzle at a place: without a name that which is called as the other one, or else the only one.
fn find<'s>(
    analysis: &'s Analysis<'_>,
    place: &PuzzlePlace,
    other: &PuzzlePlace,
    console: &mut Console,
) -> CommandResult<FoundPuzzle<'s>> {
    let is_there = |it: &&String| analysis.scope.find(it).is_some();
    let name = place.name.as_ref().or_else(|| other.name.as_ref().filter(is_there));
    let file = file(analysis);
    puzzle(analysis, name.map(String::as_str)).or_else(|absence| {
        let absence = match absence {
            Absence::Several(reason, name) => {
                Absence::NotMeant(format!("{reason}, as in `{file}:{name}`"))
            }
            absence => absence,
        };
        commands::absent(console, analysis, &file, absence)
    })
}

/// The file of a program, as it was named.
fn file(analysis: &Analysis<'_>) -> String {
    analysis.scope.source(analysis.scope.program.root().parts[0]).name().to_owned()
}
