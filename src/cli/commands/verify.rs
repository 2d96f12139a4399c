//! `puzzle verify`: checks a proof that clauses have no model, or the proofs of all parts that they were
//! split into, by checkers of our own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::args::{ForeignFormatArg, Verify};
use crate::cli::clauses::{self, read_within};
use crate::cli::commands;
use crate::cli::ended::{CommandEnd, CommandResult};
use crate::cli::foreign::expect;
use crate::cli::format::{FileReport, ReportFormat};
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input::STANDARD_INPUT;
use crate::console::progress::ProgressLine;
use crate::console::{Console, input};
use crate::diagnostic::Diagnostic;
use crate::interchange::icnf;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::proof::ClauseProofFormat;
use crate::service::cubes::{CubeList, part_file};
use crate::service::proof::{ProofVerdict, verify};
use crate::text::Source;
use puzzle_engine::budget::Budget;

/// Checks the proof.
///
/// # Errors
/// See [`CommandEnd`].
pub fn run(args: &Verify, console: &mut Console) -> CommandResult {
    expect(&args.clauses, ForeignFormatArg::Cnf)?;
    let mut budget = console.budget();
    let clauses = clauses::read(&args.clauses, console, &mut budget)?;
    let (name, bytes) =
        read_within(&args.proof, console, &mut budget, |name, bytes| (name, bytes))?;
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
    let (mut missing, mut faults) = (Vec::new(), Vec::new());
    for part in 1..=list.count() {
        progress.advance();
        let proofs = proofs(&args.proof, part);
        let Some(proof) = proofs.iter().find(|it| it.exists()) else {
            missing.push(part);
            continue;
        };
        let (proof, bytes) = input::read_within(proof, budget, |name, bytes| (name, bytes))?;
        let proven = (&*bytes, format(args, &bytes));
        let verdict = list.verify(part, clauses, proven, budget);
        if let ProofVerdict::Faulty(fault) = verdict.map_err(|stop| unknown(&proof, stop))? {
            faults.push(faulty(proof, bytes, vec![*fault]));
        }
    }
    drop(progress);
    if let Some(first) = missing.first() {
        let names = proofs(&args.proof, *first).map(|it| it.to_string_lossy().into_owned());
        let fault = list.without_proofs(&missing, &names);
        faults.insert(0, faulty(name, bytes, vec![fault]));
    }
    Ok(faults)
}

/// Where the proof of a part may lie.
fn proofs(list: &Path, part: usize) -> [PathBuf; 2] {
    let name = list.file_stem().unwrap_or_default().to_string_lossy();
    ["drat", "lrat"].map(|ending| list.with_file_name(part_file(&name, part, ending)))
}
