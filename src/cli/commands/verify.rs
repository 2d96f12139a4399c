//! `puzzle verify`: checks a proof that clauses have no model, by checkers of our own.

use std::io::{self, Write};
use std::sync::Arc;

use super::cnf::{self, read_within};
use super::solve::report;
use crate::cli::args::{Foreign, Verify};
use crate::cli::exit::Exit;
use crate::cli::foreign::expect;
use crate::cli::input::Failure;
use crate::cli::progress::Progress;
use crate::cli::{Session, commands};
use crate::interchange::proof::Format;
use crate::service::proof::{Verdict, verify};
use crate::text::Source;

/// Checks the proof.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Verify, session: &mut Session) -> io::Result<Exit> {
    if let Err(failure) = expect(&args.clauses, Foreign::Cnf) {
        return commands::fail(session, &failure);
    }
    let mut budget = session.limits().budget();
    let clauses = match cnf::read(&args.clauses, session, &mut budget)? {
        Ok(clauses) => clauses,
        Err(exit) => return Ok(exit),
    };
    let read = read_within(&args.proof, session, &mut budget, |name, bytes| (name, bytes))?;
    let (name, bytes) = match read {
        Ok(read) => read,
        Err(exit) => return Ok(exit),
    };
    let format = args.proof_format.map_or_else(|| Format::of(&bytes), Format::from);
    let progress = Progress::start(1, session.signal());
    let verdict = verify(&clauses, &bytes, format, &mut budget);
    drop(progress);
    let results = session.output.results()?;
    match verdict {
        Ok(Verdict::Verified) => {
            writeln!(results, "s VERIFIED")?;
            Ok(Exit::Fine)
        }
        Ok(Verdict::Faulty(diagnostic)) => {
            writeln!(results, "s NOT VERIFIED")?;
            report(&Arc::new(Source::from_bytes(name, bytes)), vec![*diagnostic], session)?;
            Ok(Exit::Errors)
        }
        Err(stop) => {
            writeln!(results, "s UNKNOWN")?;
            commands::fail(session, &Failure::unknown(name, &stop.to_string()))
        }
    }
}
