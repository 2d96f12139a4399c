//! `puzzle solve` for DIMACS files: answers, exit codes and comments as in the SAT competitions, by
//! our own solver, by the textbook's, or by another program.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::solve::{Steps, decide, failure, is_textbook, report};
use crate::cli::args::{Clauses, Solve};
use crate::cli::exit::Exit;
use crate::cli::external::{self, Claim};
use crate::cli::foreign::binary;
use crate::cli::input::{self, Failure};
use crate::cli::progress::Progress;
use crate::cli::{Session, commands};
use crate::diagnostic::Severity;
use crate::disk::output::Output;
use crate::disk::{reason_not_written, stop};
use crate::interchange::dimacs;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::proof::Format;
use crate::service::clauses::{self, Decided, Options, TECHNIQUES};
use crate::text::Source;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::Atom;

/// Whether there is a model, and which.
type Answer = Result<Option<Vec<bool>>, Failure>;

/// Answers the clauses.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Solve, session: &mut Session) -> io::Result<Exit> {
    let mut budget = session.limits().budget();
    let clauses = match read(&args.file, session, &mut budget)? {
        Ok(clauses) => clauses,
        Err(exit) => return Ok(exit),
    };
    let name = args.file.to_string_lossy();
    let answer = if is_textbook(args.procedure) {
        let named = |atom: u32| clauses.numbers[atom as usize].to_string();
        decide(
            &name,
            &clauses.cnf,
            &named,
            (args.procedure, Steps::Comments),
            session,
            &mut budget,
        )?
    } else if let Some(command) = &args.clauses.solver {
        by_command(&name, &clauses, command, session, &mut budget)?
    } else {
        learn(&args.file, &clauses, &args.clauses, session, &mut budget)?
    };
    let results = session.output.results()?;
    match answer {
        Ok(Some(model)) => {
            dimacs::write_status(results, dimacs::Status::Satisfiable)?;
            let values = dimacs::signed(&model, |atom: Atom| clauses.number(atom));
            dimacs::write_values(results, values)?;
            Ok(Exit::Satisfiable)
        }
        Ok(None) => {
            dimacs::write_status(results, dimacs::Status::Unsatisfiable)?;
            Ok(Exit::Unsatisfiable)
        }
        Err(failure) => {
            dimacs::write_status(results, dimacs::Status::Unknown)?;
            commands::fail(session, &failure)
        }
    }
}

/// Reads a clause file and shows what is wrong with it; an error or a limit ends the command.
pub(super) fn read(
    path: &Path,
    session: &mut Session,
    budget: &mut Budget,
) -> io::Result<Result<NumberedClauses, Exit>> {
    let read = read_within(path, session, budget, |name, bytes| {
        let (document, diagnostics) = dimacs::parse_clauses(&bytes);
        let source = (!diagnostics.is_empty()).then(|| Source::from_bytes(name, bytes));
        (document.clauses, diagnostics, source)
    })?;
    Ok(match read {
        Ok((clauses, diagnostics, Some(source))) => {
            let is_quantifier = |line: &str| line.starts_with("a ") || line.starts_with("e ");
            let is_wrong = diagnostics.iter().any(|it| it.severity == Severity::Error);
            let failure = binary(&source, &diagnostics).or_else(|| {
                let is_quantified = is_wrong && source.text().lines().any(is_quantifier);
                let message = "it is in QDIMACS; `puzzle solve --from qdimacs` answers it";
                is_quantified.then(|| Failure::unusable(source.name(), message))
            });
            if let Some(failure) = failure {
                return commands::fail(session, &failure).map(Err);
            }
            let has_errors = report(&Arc::new(source), diagnostics, session)?;
            if has_errors { Err(Exit::Errors) } else { Ok(clauses) }
        }
        Ok((clauses, ..)) => Ok(clauses),
        Err(exit) => Err(exit),
    })
}

/// As [`input::read_within`]; a failure is reported and ends the command.
pub(super) fn read_within<T: Send + 'static>(
    path: &Path,
    session: &mut Session,
    budget: &mut Budget,
    parse: impl FnOnce(String, Vec<u8>) -> T + Send + 'static,
) -> io::Result<Result<T, Exit>> {
    let progress = Progress::start(1, session.signal());
    let read = input::read_within(path, budget, parse);
    drop(progress);
    let failure = match read {
        Ok(read) => return Ok(Ok(read)),
        Err(failure) => failure,
    };
    if failure.exit == Exit::Unknown {
        dimacs::write_status(session.output.results()?, dimacs::Status::Unknown)?;
    }
    commands::fail(session, &failure).map(Err)
}

/// By our own solver, with the proof and the statistics that are asked for.
fn learn(
    input: &Path,
    clauses: &NumberedClauses,
    args: &Clauses,
    session: &mut Session,
    budget: &mut Budget,
) -> io::Result<Answer> {
    let mut options = Options { seed: args.seed.unwrap_or_default(), ..Options::default() };
    for (technique, switch) in TECHNIQUES {
        if args.without.iter().any(|name| name == technique) {
            *switch(&mut options) = false;
        }
    }
    let mut file = match create(args.proof.as_deref(), input, budget) {
        Ok(file) => file,
        Err(failure) => return Ok(Err(failure)),
    };
    let proof = file.as_mut().map(|(path, file)| {
        let is_lrat = path.extension().is_some_and(|it| it == "lrat");
        let format = if is_lrat { Format::Lrat } else { Format::Drat };
        (args.proof_format.map_or(format, Format::from), file as &mut dyn Write)
    });
    let progress = Progress::start(1, session.signal());
    let Decided { answer, statistics, written } = clauses::decide(clauses, options, proof, budget);
    drop(progress);
    if args.verbose {
        let results = session.output.results()?;
        for (what, count) in clauses::named(&statistics) {
            writeln!(results, "c {what:<16} {count:>12}")?;
        }
    }
    if let Some((path, file)) = file {
        // What proves nothing takes the place of no file.
        let is_proof = matches!(answer, Ok(None));
        let finished = written.and_then(|()| if is_proof { file.finish() } else { Ok(()) });
        if let Err(error) = finished {
            return Ok(Err(unwritable(path, &error)));
        }
    }
    Ok(answer.map_err(|no_answer| failure(&input.to_string_lossy(), no_answer)))
}

/// Begins a file that was asked for beside the answer to `input`.
pub(super) fn create<'p>(
    path: Option<&'p Path>,
    input: &Path,
    budget: &mut Budget,
) -> Result<Option<(&'p Path, Output)>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let (owned, read) = (path.to_owned(), input::identity(input));
    // A pipe may lack its other end.
    let created =
        input::within(budget, move |_| Output::create(&owned, |it| read.as_ref() == Some(it)));
    let created = created.and_then(|created| created);
    created.map(|file| Some((path, file))).map_err(|error| unwritable(path, &error))
}

pub(super) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let exit = if stop(error).is_some() { Exit::Unknown } else { Exit::Usage };
    let message = format!("cannot write it: {}", reason_not_written(error));
    Failure { name: path.to_string_lossy().into_owned(), message, exit }
}

/// By another program, whose model or proof is checked.
fn by_command(
    name: &str,
    clauses: &NumberedClauses,
    command: &str,
    session: &mut Session,
    budget: &mut Budget,
) -> io::Result<Answer> {
    let progress = Progress::start(1, session.signal());
    let claim = external::ask(command, &clauses.cnf, budget);
    drop(progress);
    Ok(match claim {
        Ok(Claim::Satisfiable(model)) => Ok(Some(model)),
        Ok(Claim::Unsatisfiable { is_verified }) => {
            let results = session.output.results()?;
            writeln!(
                results,
                "c {}",
                if is_verified {
                    "the proof of the other program was verified"
                } else {
                    "not verified: the other program wrote no proof"
                }
            )?;
            Ok(None)
        }
        Err(no_answer) => Err(no_answer.failure(name)),
    })
}
