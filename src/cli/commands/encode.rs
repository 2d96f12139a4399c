//! `puzzle encode`: the clauses of a maze in the Davis-Putnam format, with a key that `puzzle
//! decode` understands as back matter.

use crate::cli::args::{AxiomsArg, Encode};
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::foreign::{expect, expect_text};
use crate::cli::project::ProgramText;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::interchange::format::ForeignFormat;
use crate::interchange::{davis_putnam, maze_text};
use crate::kinds::Comparable;
use crate::service::check::Levels;
use crate::service::import::held::is_puzzle;
use puzzle_engine::logic::maze_encoding::{MazeAxioms, encode};

/// Encodes the maze.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &Encode, console: &mut Console) -> CommandResult {
    let source = commands::read(console, &args.file)?;
    let name = source.name().to_owned();
    let is_puzzle = is_puzzle(&args.file);
    if !is_puzzle {
        expect(&args.file, ForeignFormat::Maze)?;
        expect_text(&source, Some(ForeignFormat::Maze))?;
    }
    let format = (!is_puzzle).then_some(ForeignFormat::Maze);
    let program = ProgramText::of(&args.file, source, format)?;
    let checked = program.open(&Levels::default(), console.to_read())?;
    let analysis = checked.analysis();
    let found = commands::find(console, &analysis, args.name.as_deref(), &name)?;
    let Ok(Comparable::Maze(puzzle)) = found.puzzle.comparable() else {
        let called = analysis.scope.program.name(found.definition);
        let message = format!("`{called}` is no maze, and only mazes are encoded");
        return Err(CommandFailure::unusable(name, message).into());
    };
    let axioms = match args.axioms {
        AxiomsArg::All => MazeAxioms::All,
        AxiomsArg::Pruned => MazeAxioms::Pruned,
        AxiomsArg::Compact => MazeAxioms::Compact,
    };
    let steps = puzzle.maze.useful_steps();
    if steps < puzzle.maze.steps {
        commands::note(
            console,
            &format!("note: no play needs more than {steps} steps; that many are encoded"),
        )?;
    }
    let encoding = encode(&puzzle.maze, axioms, steps, &mut console.budget())
        .map_err(|stop| CommandFailure::unknown(&name, &stop.to_string()))?;
    let key = maze_text::key::write(&encoding, &puzzle.names.nodes);
    let number = |atom: puzzle_engine::logic::cnf::Atom| u64::from(atom.0) + 1;
    davis_putnam::write(console.output.results()?, &encoding.cnf, number, key.as_bytes())?;
    Ok(Exit::Fine)
}
