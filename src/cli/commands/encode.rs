//! `puzzle encode`: the clauses of a maze in the Davis-Putnam format, with a key that `puzzle
//! decode` understands as back matter.

use std::sync::Arc;

use crate::cli::args::{self, Encode, ForeignFormatArg};
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::foreign::expect;
use crate::cli::limited::within;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::interchange::{davis_putnam, maze_text};
use crate::kinds::maze::check::check;
use crate::service::import::not_utf8;
use crate::text::Span;
use puzzle_engine::logic::maze_encoding::{MazeAxioms, encode};

/// Encodes the maze.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &Encode, console: &mut Console) -> CommandResult {
    expect(&args.file, ForeignFormatArg::Maze)?;
    let source = commands::read(console, &args.file)?;
    let read = Arc::clone(&source);
    let (checked, diagnostics) = within(source.name(), &mut console.to_read(), move || {
        let mut diagnostics: Vec<_> = not_utf8(&read).into_iter().collect();
        let tree = maze_text::parse(read.text(), &mut diagnostics);
        let check = |tree| check(&tree, read.text(), Span::default(), &mut diagnostics);
        (tree.map(check), diagnostics)
    })?;
    commands::report(&source, diagnostics, console)?;
    let Some((Some(maze), names)) = checked else { return Ok(Exit::Errors) };
    let axioms = match args.axioms {
        args::AxiomsArg::All => MazeAxioms::All,
        args::AxiomsArg::Pruned => MazeAxioms::Pruned,
        args::AxiomsArg::Compact => MazeAxioms::Compact,
    };
    let steps = maze.useful_steps();
    if steps < maze.steps {
        commands::note(
            console,
            &format!("note: no play needs more than {steps} steps; that many are encoded"),
        )?;
    }
    let encoding =
        encode(&maze, axioms, steps, &mut console.budget()).map_err(|stop| CommandFailure {
            name: source.name().to_owned(),
            message: stop.to_string(),
            exit: Exit::Unknown,
        })?;
    let key = maze_text::key::write(&encoding, &names.nodes);
    let number = |atom: puzzle_engine::logic::cnf::Atom| u64::from(atom.0) + 1;
    davis_putnam::write(console.output.results()?, &encoding.cnf, number, key.as_bytes())?;
    Ok(Exit::Fine)
}
