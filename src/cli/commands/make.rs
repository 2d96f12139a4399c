//! `puzzle make`: a puzzle with one solution and no given too many, of what a declaration leaves open.

use std::hash::{BuildHasher, RandomState};

use crate::cli::answering::failure;
use crate::cli::args::MakeArgs;
use crate::cli::ended::CommandResult;
use crate::cli::output::{create, write};
use crate::cli::{commands, project};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::kinds::Making;
use crate::service::check::Levels;
use crate::service::make::make;
use crate::service::solve::NoAnswer;

/// How a file begins that was made.
const MADE: &str = "// Made with --seed ";

/// Prints the puzzle, or writes it.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &MakeArgs, console: &mut Console) -> CommandResult {
    let source = commands::read(console, &args.file)?;
    let file = source.name().to_owned();
    let (levels, budget) = (Levels::default(), console.to_read());
    let checked = project::open_any(&args.file, source, &levels, budget)?;
    let analysis = checked.analysis();
    let found = commands::find(console, &analysis, args.name.as_deref(), &file)?;
    let output = create(args.output.as_deref(), &args.file, Some(MADE), &mut console.budget())?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
    let progress = ProgressLine::start(1, console.signal());
    let puzzle = (found.definition, found.puzzle.as_ref());
    let making = Making { is_symmetric: args.symmetric, is_full: args.full };
    let made = make(&analysis, puzzle, seed, making, &mut console.budget());
    drop(progress);
    let made = made.map_err(|no_answer| match no_answer {
        NoAnswer::Refused(reason) => CommandFailure::unusable(file.as_str(), reason),
        no_answer => failure(&file, no_answer),
    })?;
    let text = format!("{MADE}{seed}: {}.\n{}", made.told, made.text);
    write(&text, output, console)?;
    for doubt in made.doubts {
        commands::note(console, doubt)?;
    }
    Ok(Exit::Fine)
}
