//! `puzzle verify`: checks a proof that clauses have no model, by checkers of our own.

use std::io::Write;
use std::sync::Arc;

use crate::cli::args::{ForeignFormatArg, Verify};
use crate::cli::clauses::{self, read_within};
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::foreign::expect;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::interchange::proof::ClauseProofFormat;
use crate::service::proof::{ProofVerdict, verify};
use crate::text::Source;

/// Checks the proof.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &Verify, console: &mut Console) -> CommandResult {
    expect(&args.clauses, ForeignFormatArg::Cnf)?;
    let mut budget = console.budget();
    let clauses = clauses::read(&args.clauses, console, &mut budget)?;
    let (name, bytes) =
        read_within(&args.proof, console, &mut budget, |name, bytes| (name, bytes))?;
    let format =
        args.proof_format.map_or_else(|| ClauseProofFormat::of(&bytes), ClauseProofFormat::from);
    let progress = ProgressLine::start(1, console.signal());
    let verdict = verify(&clauses, &bytes, format, &mut budget);
    drop(progress);
    let results = console.output.results()?;
    match verdict {
        Ok(ProofVerdict::Verified) => {
            writeln!(results, "s VERIFIED")?;
            Ok(Exit::Fine)
        }
        Ok(ProofVerdict::Faulty(diagnostic)) => {
            writeln!(results, "s NOT VERIFIED")?;
            let source = Arc::new(Source::from_bytes(name, bytes));
            commands::report(&source, vec![*diagnostic], console)?;
            Ok(Exit::Errors)
        }
        Err(stop) => {
            writeln!(results, "s UNKNOWN")?;
            Err(CommandFailure::unknown(name, &stop.to_string()).into())
        }
    }
}
