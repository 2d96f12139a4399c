//! `puzzle verify`: checks a proof that clauses have no model, by checkers of our own.

use std::io::{self, Write};
use std::sync::Arc;

use super::{cnf, solve};
use crate::cli::args::Verify;
use crate::cli::exit::Exit;
use crate::cli::input::{self, Failure};
use crate::cli::progress::Progress;
use crate::cli::{Session, commands};
use crate::interchange::proof::{Format, Unreadable};
use crate::service::proof::{Verdict, verify};
use crate::text::{Source, Span};

/// Checks the proof.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Verify, session: &mut Session) -> io::Result<Exit> {
    let clauses = match cnf::read(&args.clauses, session)? {
        Ok(clauses) => clauses,
        Err(exit) => return Ok(exit),
    };
    let (name, bytes) = match input::read_bytes(&args.proof) {
        Ok(read) => read,
        Err(failure) => return commands::fail(session, &failure),
    };
    let format = args.proof_format.map_or_else(|| Format::of(&bytes), Format::from);
    let mut budget = session.limits().budget();
    let progress = Progress::start(1, session.signal());
    let verdict = verify(&clauses, &bytes, format, &mut budget);
    drop(progress);
    let wrong = |message: String| Failure { name: name.clone(), message, exit: Exit::Errors };
    let failure = match verdict {
        Ok(Verdict::Verified) => {
            writeln!(session.output.results()?, "s VERIFIED")?;
            return Ok(Exit::Fine);
        }
        Ok(Verdict::Unreadable(Unreadable::Word(diagnostic))) => {
            let source = Arc::new(Source::from_bytes(&*name, bytes));
            solve::report(&source, vec![*diagnostic], session)?;
            wrong("the proof cannot be read".to_owned())
        }
        Ok(Verdict::Unreadable(Unreadable::At(span, why))) => {
            wrong(format!("{}: {why}", place(&bytes, format, span)))
        }
        Ok(Verdict::Wrong { step: Some((step, span)), why }) => {
            wrong(format!("step {step}, {}: {why}", place(&bytes, format, span)))
        }
        Ok(Verdict::Wrong { step: None, why }) => wrong(why),
        Err(stop) => Failure::unknown(name.as_str(), &stop.to_string()),
    };
    let results = session.output.results()?;
    let is_known = failure.exit == Exit::Errors;
    results.write_all(if is_known { b"s NOT VERIFIED\n" } else { b"s UNKNOWN\n" })?;
    commands::fail(session, &failure)
}

/// A place in words: the line, or in bytes the offset.
fn place(bytes: &[u8], format: Format, span: Span) -> String {
    let start = span.start as usize;
    if format == Format::DratBinary {
        return format!("byte {start}");
    }
    let lines = bytes[..start].iter().filter(|&&byte| byte == b'\n').count();
    format!("line {}", lines + 1)
}
