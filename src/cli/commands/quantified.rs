//! `puzzle solve` of quantified clauses and circuits: the status line of such solvers, with the exit codes
//! 10 for true and 20 for false.

use std::io;
use std::path::Path;

use super::solve::{failure, report};
use crate::cli::args::Foreign;
use crate::cli::exit::Exit;
use crate::cli::{Session, commands};
use crate::interchange::{qcir, qdimacs};
use crate::logic::quantified::Player;
use crate::service::solve;

/// Answers the file.
///
/// # Errors
/// Those of the output.
pub fn run(file: &Path, format: Foreign, session: &mut Session) -> io::Result<Exit> {
    let source = match commands::read(session, file)? {
        Ok(source) => source,
        Err(exit) => return Ok(exit),
    };
    let text = source.text().as_bytes();
    let (game, counts, diagnostics) = if format == Foreign::Qcir {
        let (game, diagnostics) = qcir::parse(text);
        let counts = game.as_ref().map(|it| (it.atoms() as u64, it.matrix().len()));
        (game, counts.unwrap_or_default(), diagnostics)
    } else {
        let (document, diagnostics) = qdimacs::parse(text);
        (Some(document.game), (document.atoms, document.clauses), diagnostics)
    };
    let has_errors = report(&source, diagnostics, session)?;
    let Some(game) = game.filter(|_| !has_errors) else { return Ok(Exit::Errors) };
    let winner = solve::winner(&game, &mut session.limits().budget());
    let status = winner.as_ref().ok().copied();
    qdimacs::write_status(session.output.results()?, status, counts.0, counts.1)?;
    match winner {
        Ok(Player::E) => Ok(Exit::Satisfiable),
        Ok(Player::A) => Ok(Exit::Unsatisfiable),
        Err(no_answer) => commands::fail(session, &failure(source.name(), no_answer)),
    }
}
