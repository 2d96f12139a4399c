//! `puzzle solve` of quantified clauses and circuits: the status line of such solvers, with the exit codes
//! 10 for true and 20 for false, what the winner chooses first, and if asked for how the winner plays.

use std::io::Write;
use std::sync::Arc;

use crate::cli::answering::failure;
use crate::cli::args::SolveArgs;
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::foreign::binary;
use crate::cli::output::{create, unwritable};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::input::CommandInput;
use crate::console::progress::ProgressLine;
use crate::diagnostic::Diagnostic;
use crate::interchange::format::ForeignFormat;
use crate::interchange::{aiger, qcir, qdimacs};
use crate::service::solve;
use crate::text::Source;
use puzzle_engine::logic::cnf::Atom;
use puzzle_engine::logic::qbf::Prenex;
use puzzle_engine::logic::quantified::Player;

/// A file that was read.
struct QuantifiedFile {
    game: Prenex,
    /// How many atoms and clauses it says there are.
    counts: (u64, usize),
    /// What each atom is called in it; gates are not.
    names: Vec<Option<String>>,
}

fn parse(text: &[u8], format: ForeignFormat) -> (Option<QuantifiedFile>, Vec<Diagnostic>) {
    if format == ForeignFormat::Qcir {
        let (document, diagnostics) = qcir::parse(text);
        let document = document.map(|qcir::QcirDocument { game, names }| QuantifiedFile {
            counts: (game.atoms() as u64, game.matrix().len()),
            game,
            names,
        });
        return (document, diagnostics);
    }
    let (document, diagnostics) = qdimacs::parse(text);
    let qdimacs::QdimacsDocument { game, atoms, clauses, numbers } = document;
    let names = numbers.iter().map(|number| Some(number.to_string())).collect();
    (Some(QuantifiedFile { game, counts: (atoms, clauses), names }), diagnostics)
}

/// Answers the file.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(
    args: &SolveArgs,
    (input, format): (CommandInput, ForeignFormat),
    console: &mut Console,
) -> CommandResult {
    let mut budget = console.budget();
    let (source, document, diagnostics) = input.read_within(&mut budget, move |name, bytes| {
        let source = Source::from_bytes(name, bytes);
        let (document, diagnostics) = parse(source.text().as_bytes(), format);
        (source, document, diagnostics)
    })?;
    if let Some(failure) = binary(&source, &diagnostics) {
        return Err(failure.into());
    }
    let source = Arc::new(source);
    commands::report(&source, diagnostics, console)?;
    let Some(document) = document else { return Ok(Exit::Errors) };
    let QuantifiedFile { game, counts, names } = document;
    let file = create(args.strategy.as_deref(), &args.file, None, &mut budget)?;
    let progress = ProgressLine::start(1, console.signal());
    let win = solve::win(&game, file.is_some(), &mut budget);
    drop(progress);
    let results = console.output.results()?;
    qdimacs::write_status(results, win.as_ref().ok().map(|it| it.winner), counts.0, counts.1)?;
    let win = win.map_err(|no_answer| failure(source.name(), no_answer))?;
    let name = |atom: Atom| names[atom.0 as usize].clone();
    for literal in win.opening {
        if let Some(name) = name(literal.atom()) {
            writeln!(results, "V {}{name} 0", if literal.is_positive() { "" } else { "-" })?;
        }
    }
    if let (Some((path, mut file)), Some(strategy)) = (file, win.strategy) {
        let written = aiger::write(&mut file, &strategy, name).and_then(|()| file.finish());
        written.map_err(|error| unwritable(path, &error))?;
    }
    Ok(match win.winner {
        Player::E => Exit::Satisfiable,
        Player::A => Exit::Unsatisfiable,
    })
}
