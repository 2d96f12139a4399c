//! How clauses are decided and steps are told, whichever command asks; and what is said when there
//! is no answer.

use std::io::{self, Write};

use super::args::ProcedureArg;
use super::ended::CommandResult;
use crate::console::Console;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::service::solve::{self, NoAnswer};
use crate::service::trace::TraceWords;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::Cnf;

/// The value of each atom.
pub type FoundModel = Vec<bool>;

/// Decides clauses; with `--trace` each step of the textbook's procedure is written as `steps`
/// says.
///
/// # Errors
/// Why the answer is unknown.
pub fn decide(
    name: &str,
    cnf: &Cnf,
    atom: &dyn Fn(u32) -> String,
    (procedure, steps): (ProcedureArg, Steps),
    console: &mut Console,
    budget: &mut Budget,
) -> CommandResult<Option<FoundModel>> {
    let decided = if is_textbook(procedure) {
        let words = TraceWords { atom, origin: &|_| None, place: &|_| None };
        let decide = |tell: TellStep<'_>| solve::decide_by_textbook(cnf, &words, tell, budget);
        told(console, (procedure, steps), decide)?
    } else {
        let _progress = ProgressLine::start(1, console.signal());
        solve::decide(cnf, budget)
    };
    decided.map_err(|no_answer| failure(name, no_answer).into())
}

/// Whether the textbook's procedure is asked for.
pub const fn is_textbook(procedure: ProcedureArg) -> bool {
    procedure.textbook || procedure.trace
}

/// What is said of `name` when there is no answer.
pub fn failure(name: &str, no_answer: NoAnswer) -> CommandFailure {
    match no_answer {
        NoAnswer::Stopped(stop) => CommandFailure::unknown(name, &stop.to_string()),
        NoAnswer::Refused(reason) => CommandFailure::unknown(name, &reason),
        NoAnswer::Unverified(what) => {
            CommandFailure::internal(name, &format!("an answer did not pass its check: {what}"))
        }
    }
}

/// What each step is told to, a line each; `None` when nobody wants to know.
pub type TellStep<'a> = Option<&'a mut dyn FnMut(&str)>;

/// Where the steps of the textbook's procedure are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Steps {
    /// Above the answer.
    Lines,
    /// Above the answer, as comments of DIMACS.
    Comments,
    /// On standard error: the answer is for the next program of a pipe.
    Apart,
}

/// Runs `work`; with `--trace` each step it tells is written.
///
/// # Errors
/// Those of the output.
pub fn told<R>(
    console: &mut Console,
    (procedure, steps): (ProcedureArg, Steps),
    work: impl FnOnce(TellStep<'_>) -> R,
) -> io::Result<R> {
    if !procedure.trace {
        let _progress = ProgressLine::start(1, console.signal());
        return Ok(work(None));
    }
    let signal = console.signal();
    let stream: &mut dyn Write = match steps {
        Steps::Apart => console.output.diagnostics()?,
        Steps::Lines | Steps::Comments => console.output.results()?,
    };
    let comment = if steps == Steps::Comments { "c " } else { "" };
    let (mut written, mut count) = (Ok(()), 0);
    let mut write = |line: &str| {
        count += 1;
        if written.is_ok() && count <= procedure.trace_steps {
            written = writeln!(stream, "{comment}{line}");
        } else if written.is_ok() && count == procedure.trace_steps + 1 {
            let most = procedure.trace_steps;
            written =
                writeln!(stream, "{comment}… more than {most} steps; `--trace-steps` shows more");
        }
        if written.is_err() {
            // Nobody listens any more.
            signal.cancel();
        }
    };
    let result = work(Some(&mut write));
    written.map(|()| result)
}
