//! `puzzle encode`: the clauses of a maze in the Davis-Putnam format, with a key that `puzzle
//! decode` understands as back matter.

use std::io;
use std::sync::Arc;

use crate::cli::args::{self, Encode, Foreign};
use crate::cli::exit::Exit;
use crate::cli::foreign::expect;
use crate::cli::format::{FileReport, Format};
use crate::cli::input::Failure;
use crate::cli::limited::within;
use crate::cli::{Session, commands};
use crate::diagnostic::Severity;
use crate::interchange::{davis_putnam, maze_text};
use crate::kinds::maze::check::check;
use crate::service::import::not_utf8;
use crate::text::Span;
use puzzle_engine::logic::maze_encoding::{Axioms, encode};

/// Encodes the maze.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Encode, session: &mut Session) -> io::Result<Exit> {
    if let Err(failure) = expect(&args.file, Foreign::Maze) {
        return commands::fail(session, &failure);
    }
    let source = match commands::read(session, &args.file)? {
        Ok(source) => source,
        Err(exit) => return Ok(exit),
    };
    let read = Arc::clone(&source);
    let checked = within(source.name(), &mut session.limits().to_read(), move || {
        let mut diagnostics: Vec<_> = not_utf8(&read).into_iter().collect();
        let tree = maze_text::parse(read.text(), &mut diagnostics);
        let check = |tree| check(&tree, read.text(), Span::default(), &mut diagnostics);
        (tree.map(check), diagnostics)
    });
    let (checked, diagnostics) = match checked {
        Ok(checked) => checked,
        Err(failure) => return commands::fail(session, &failure),
    };
    let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
    if !diagnostics.is_empty() {
        commands::show(
            session,
            &[FileReport::new(Arc::clone(&source), diagnostics)],
            Format::Text,
        )?;
    }
    let Some((Some(maze), names)) = checked.filter(|_| !has_errors) else {
        return Ok(Exit::Errors);
    };
    let axioms = match args.axioms {
        args::Axioms::All => Axioms::All,
        args::Axioms::Pruned => Axioms::Pruned,
        args::Axioms::Compact => Axioms::Compact,
    };
    let steps = maze.useful_steps();
    if steps < maze.steps {
        commands::note(
            session,
            &format!("note: no play needs more than {steps} steps; that many are encoded"),
        )?;
    }
    let encoding = match encode(&maze, axioms, steps, &mut session.limits().budget()) {
        Ok(encoding) => encoding,
        Err(stop) => {
            let failure = Failure {
                name: source.name().to_owned(),
                message: stop.to_string(),
                exit: Exit::Unknown,
            };
            return commands::fail(session, &failure);
        }
    };
    let key = maze_text::key::write(&encoding, &names.nodes);
    let number = |atom: puzzle_engine::logic::cnf::Atom| u64::from(atom.0) + 1;
    davis_putnam::write(session.output.results()?, &encoding.cnf, number, key.as_bytes())?;
    Ok(Exit::Fine)
}
