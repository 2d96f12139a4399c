//! `puzzle solve` for DIMACS files: answers, exit codes and comments as in the SAT competitions, by
//! our own solver, by the textbook's, or by another program.

use std::io::Write;
use std::path::Path;

use crate::cli::answering::{FoundModel, Steps, decide, failure, is_textbook};
use crate::cli::args::{CnfArgs, SolveArgs};
use crate::cli::clauses::read;
use crate::cli::ended::{CommandEnd, CommandResult};
use crate::cli::external::{self, ExternalClaim};
use crate::cli::output::{create, unwritable};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::input::CommandInput;
use crate::console::progress::ProgressLine;
use crate::interchange::dimacs;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::proof::ClauseProofFormat;
use crate::service::clauses::{self, ClausesDecided, Options, TECHNIQUES};
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::Atom;

/// Answers the clauses.
///
/// # Errors
/// See [`CommandEnd`].
pub fn run(args: &SolveArgs, input: CommandInput, console: &mut Console) -> CommandResult {
    let mut budget = console.budget();
    let clauses = read(input, console, &mut budget)?;
    let name = args.file.to_string_lossy();
    let answer = if is_textbook(args.procedure) {
        let named = |atom: u32| clauses.numbers[atom as usize].to_string();
        let steps = (args.procedure, Steps::Comments);
        decide(&name, &clauses.cnf, &named, steps, console, &mut budget)
    } else {
        solve(&args.file, &clauses, &args.clauses, console, &mut budget).and_then(
            |(model, note)| {
                if let Some(note) = note {
                    writeln!(console.output.results()?, "c {note}")?;
                }
                Ok(model)
            },
        )
    };
    let results = console.output.results()?;
    match answer {
        Ok(Some(model)) => {
            dimacs::write_status(results, dimacs::DimacsStatus::Satisfiable)?;
            let values = dimacs::signed(&model, |atom: Atom| clauses.number(atom));
            dimacs::write_values(results, values)?;
            Ok(Exit::Satisfiable)
        }
        Ok(None) => {
            dimacs::write_status(results, dimacs::DimacsStatus::Unsatisfiable)?;
            Ok(Exit::Unsatisfiable)
        }
        Err(ended) => {
            if matches!(ended, CommandEnd::Failed(_)) {
                dimacs::write_status(results, dimacs::DimacsStatus::Unknown)?;
            }
            Err(ended)
        }
    }
}

/// Whether options say how clauses are solved.
pub fn are_wanted(args: &CnfArgs) -> bool {
    args.proof.is_some() || args.seed.is_some() || !args.without.is_empty() || args.solver.is_some()
}

/// The model of clauses from `input`, by another program or by our own solver; and what is to be said
/// of its word.
///
/// # Errors
/// See [`CommandEnd`].
pub fn solve(
    input: &Path,
    clauses: &NumberedClauses,
    args: &CnfArgs,
    console: &mut Console,
    budget: &mut Budget,
) -> CommandResult<(Option<FoundModel>, Option<&'static str>)> {
    match &args.solver {
        Some(command) => by_command(&input.to_string_lossy(), clauses, command, console, budget),
        None => learn(input, clauses, args, console, budget).map(|it| (it, None)),
    }
}

/// By our own solver, with the proof and the statistics that are asked for.
fn learn(
    input: &Path,
    clauses: &NumberedClauses,
    args: &CnfArgs,
    console: &mut Console,
    budget: &mut Budget,
) -> CommandResult<Option<FoundModel>> {
    let seed = args.seed.unwrap_or_default();
    let mut options = Options { seed, ..Options::for_clauses() };
    for (technique, switch) in TECHNIQUES {
        if args.without.iter().any(|name| name == technique) {
            *switch(&mut options) = false;
        }
    }
    let mut file = create(args.proof.as_deref(), input, None, budget)?;
    let proof = file.as_mut().map(|(path, file)| {
        let is_lrat = path.extension().is_some_and(|it| it == "lrat");
        let format = if is_lrat { ClauseProofFormat::Lrat } else { ClauseProofFormat::Drat };
        (args.proof_format.map_or(format, ClauseProofFormat::from), file as &mut dyn Write)
    });
    let progress = ProgressLine::start(1, console.signal());
    let ClausesDecided { answer, statistics, written } =
        clauses::decide(clauses, options, proof, budget);
    drop(progress);
    if args.verbose {
        let results = console.output.results()?;
        for (what, count) in clauses::named(&statistics) {
            writeln!(results, "c {what:<16} {count:>12}")?;
        }
    }
    if let Some((path, file)) = file {
        // What proves nothing takes the place of no file.
        let is_proof = matches!(answer, Ok(None));
        let finished = written.and_then(|()| if is_proof { file.finish() } else { Ok(()) });
        if let Err(error) = finished {
            return Err(unwritable(path, &error).into());
        }
    }
    answer.map_err(|no_answer| failure(&input.to_string_lossy(), no_answer).into())
}

/// By another program, whose model or proof is checked.
fn by_command(
    name: &str,
    clauses: &NumberedClauses,
    command: &str,
    console: &mut Console,
    budget: &mut Budget,
) -> CommandResult<(Option<FoundModel>, Option<&'static str>)> {
    let progress = ProgressLine::start(1, console.signal());
    let claim = external::ask(command, &clauses.cnf, budget);
    drop(progress);
    match claim {
        Ok(ExternalClaim::Satisfiable(model)) => Ok((Some(model), None)),
        Ok(ExternalClaim::Unsatisfiable { is_verified: true }) => {
            Ok((None, Some("the proof of the other program was verified")))
        }
        Ok(ExternalClaim::Unsatisfiable { is_verified: false }) => {
            Ok((None, Some("not verified: the other program wrote no proof")))
        }
        Err(no_answer) => Err(no_answer.failure(name).into()),
    }
}
