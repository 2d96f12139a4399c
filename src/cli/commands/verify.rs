//! `puzzle verify`: checks a proof that clauses have no model, or the proofs of all parts that they were
//! split into, or what somebody derives from a theory, by checkers of our own.

mod deduction;

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::cli::args::Verify;
use crate::cli::clauses::{self, read_within};
use crate::cli::ended::{CommandEnd, CommandResult};
use crate::cli::foreign::{expect, format_of};
use crate::cli::format::{FileReport, ReportFormat};
use crate::cli::{commands, parallel};
use crate::console::Console;
use crate::console::catch::Panic;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input::{self, CommandInput, STANDARD_INPUT};
use crate::console::progress::ProgressLine;
use crate::diagnostic::Diagnostic;
use crate::interchange::format::ForeignFormat;
use crate::interchange::icnf;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::proof::ClauseProofFormat;
use crate::service::cubes::{CubeList, part_file};
use crate::service::import::held::is_puzzle;
use crate::service::proof::{ProofVerdict, ProvenClauses, verify};
use crate::text::Source;
use puzzle_engine::budget::Budget;

/// Checks the proof.
///
/// # Errors
/// See [`CommandEnd`].
pub fn run(args: &Verify, console: &mut Console) -> CommandResult {
    let is_theory = format_of(&args.clauses) == Some(ForeignFormat::Tptp);
    if is_puzzle(&args.clauses) || is_theory {
        return deduction::run(args, console);
    }
    expect(&args.clauses, ForeignFormat::Cnf)?;
    let mut budget = console.budget();
    let clauses = clauses::read(CommandInput::of(&args.clauses), console, &mut budget)?;
    let (name, bytes) =
        read_within(CommandInput::of(&args.proof), console, &mut budget, |name, bytes| {
            (name, bytes)
        })?;
    let is_list = args.proof.extension().is_some_and(|it| it == "icnf") || icnf::is_list(&bytes);
    let checked = if is_list {
        parts(args, &clauses, (name, bytes), console, &mut budget)
    } else {
        let progress = ProgressLine::start(1, console.signal());
        let verdict = verify(&clauses, &bytes, format(args, &bytes), &mut budget);
        drop(progress);
        match verdict {
            Ok(ProofVerdict::Verified) => Ok(Vec::new()),
            Ok(ProofVerdict::Faulty(fault)) => Ok(vec![faulty(name, bytes, vec![*fault])]),
            Err(stop) => Err(CommandFailure::unknown(name, &stop.to_string()).into()),
        }
    };
    tell(checked, console)
}

/// Says whether a proof holds: nothing wrong in it, what is wrong in which of its files, or nothing known.
fn tell(checked: Result<Vec<FileReport>, CommandEnd>, console: &mut Console) -> CommandResult {
    let results = console.output.results()?;
    match checked {
        Ok(faults) if faults.is_empty() => {
            writeln!(results, "s VERIFIED")?;
            Ok(Exit::Fine)
        }
        Ok(faults) => {
            writeln!(results, "s NOT VERIFIED")?;
            Ok(commands::show(console, &faults, ReportFormat::Text)?)
        }
        Err(ended) => {
            if matches!(&ended, CommandEnd::Failed(failure) if failure.exit == Exit::Unknown) {
                writeln!(results, "s UNKNOWN")?;
            }
            Err(ended)
        }
    }
}

fn faulty(name: String, bytes: Vec<u8>, faults: Vec<Diagnostic>) -> FileReport {
    FileReport::new(Arc::new(Source::from_bytes(name, bytes)), faults)
}

fn format(args: &Verify, bytes: &[u8]) -> ClauseProofFormat {
    args.proof_format.map_or_else(|| ClauseProofFormat::of(bytes), ClauseProofFormat::from)
}

/// Checks a list of cubes, and the proof of each part beside it. A list that is wrong is told alone,
/// since the parts may have other numbers.
fn parts(
    args: &Verify,
    clauses: &NumberedClauses,
    (name, bytes): (String, Vec<u8>),
    console: &mut Console,
    budget: &mut Budget,
) -> CommandResult<Vec<FileReport>> {
    if args.proof.as_os_str() == STANDARD_INPUT {
        let message =
            "it is a list of cubes; name its file, beside which the proofs of the parts lie";
        return Err(CommandFailure::unusable(name, message).into());
    }
    let unknown = |name: &str, stop| CommandFailure::unknown(name, &format!("{stop}"));
    let list = match CubeList::read(clauses, &bytes) {
        Ok(list) => list,
        Err(fault) => return Ok(vec![faulty(name, bytes, vec![*fault])]),
    };
    let progress = ProgressLine::start(list.count() as u64 + 1, console.signal());
    let gap = list.gap(clauses, budget).map_err(|stop| unknown(&name, stop))?;
    if let Some(fault) = gap {
        return Ok(vec![faulty(name, bytes, vec![*fault])]);
    }
    progress.advance();
    let has_proof = |part: &usize| proofs(&args.proof, *part).iter().any(|it| it.exists());
    let missing: Vec<_> = (1..=list.count()).filter(|it| !has_proof(it)).collect();
    if let Some(first) = missing.first() {
        let names = proofs(&args.proof, *first).map(|it| it.to_string_lossy().into_owned());
        let fault = list.without_proofs(&missing, &names);
        return Ok(vec![faulty(name, bytes, vec![fault])]);
    }
    let threads = console.jobs.unwrap_or_else(parallel::available_threads);
    each_part(args, (&list, clauses), threads, &progress, budget)
}

/// Why a part is not verified.
enum PartFlaw {
    /// Its proof is wrong.
    Faulty(FileReport),
    /// Nothing is known of it.
    Failed(CommandFailure),
}

/// Checks the proof of each part, several at the same time, until one is wrong or cannot be checked: the
/// others are given up then.
fn each_part(
    args: &Verify,
    (list, clauses): (&CubeList, &NumberedClauses),
    threads: NonZero<usize>,
    progress: &ProgressLine,
    budget: &Budget,
) -> CommandResult<Vec<FileReport>> {
    let clauses = ProvenClauses::new(clauses);
    let parts: Vec<_> = (1..=list.count()).collect();
    let (budget, signal) = budget.branch();
    // In the order of time: what comes behind the first may have been given up.
    let flaws = Mutex::new(Vec::new());
    let give_up = |part: usize, flaw: PartFlaw| {
        flaws.lock().unwrap_or_else(PoisonError::into_inner).push((part, flaw));
        signal.cancel();
    };
    let verified = parallel::in_order(
        &parts,
        threads,
        |part| {
            let verified = verified(args, (list, &clauses), *part, &mut budget.clone());
            verified.map_err(|flaw| give_up(*part, flaw))
        },
        |part, result| {
            progress.advance();
            result.unwrap_or_else(|Panic(words)| {
                let [name, _] =
                    proofs(&args.proof, *part).map(|it| it.to_string_lossy().into_owned());
                give_up(*part, PartFlaw::Failed(CommandFailure::internal(name, &words)));
                Err(())
            })
        },
    );
    if verified.is_ok() {
        return Ok(Vec::new());
    }
    let (mut faults, mut failures) = (Vec::new(), Vec::new());
    for (part, flaw) in flaws.into_inner().unwrap_or_else(PoisonError::into_inner) {
        match flaw {
            PartFlaw::Faulty(report) => faults.push((part, report)),
            PartFlaw::Failed(failure) => failures.push(failure),
        }
    }
    faults.sort_by_key(|it| it.0);
    match failures.into_iter().next() {
        Some(failure) if faults.is_empty() => Err(failure.into()),
        _ => Ok(faults.into_iter().map(|it| it.1).collect()),
    }
}

/// Checks the proof of a part.
fn verified(
    args: &Verify,
    (list, clauses): (&CubeList, &ProvenClauses<'_>),
    part: usize,
    budget: &mut Budget,
) -> Result<(), PartFlaw> {
    let [drat, lrat] = proofs(&args.proof, part);
    let proof = if drat.exists() { drat } else { lrat };
    let read = input::read_within(&proof, budget, |name, bytes| (name, bytes));
    let (name, bytes) = read.map_err(PartFlaw::Failed)?;
    let proven = (&*bytes, format(args, &bytes));
    match list.verify(part, clauses, proven, budget) {
        Ok(ProofVerdict::Verified) => Ok(()),
        Ok(ProofVerdict::Faulty(fault)) => Err(PartFlaw::Faulty(faulty(name, bytes, vec![*fault]))),
        Err(stop) => Err(PartFlaw::Failed(CommandFailure::unknown(name, &stop.to_string()))),
    }
}

/// Where the proof of a part may lie.
fn proofs(list: &Path, part: usize) -> [PathBuf; 2] {
    let name = list.file_stem().unwrap_or_default().to_string_lossy();
    ["drat", "lrat"].map(|ending| list.with_file_name(part_file(&name, part, ending)))
}
