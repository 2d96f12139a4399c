//! Another program, run to its end or until a limit is reached, with all that it starts.

use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

use crate::console::processes::{PAUSE, Processes};
use puzzle_engine::budget::{Budget, Stop};

/// What a program said, and how it ended.
pub(super) struct ProgramRun {
    /// Its standard output.
    pub output: Vec<u8>,
    /// Its standard error.
    pub errors: Vec<u8>,
    /// How it ended.
    pub ended: ExitStatus,
}

/// Why a program did not run to its end.
pub(super) enum NoRun {
    /// A limit was reached.
    Stopped(Stop),
    /// What the system says.
    Failed(io::Error),
}

/// Runs a program, which reads nothing.
///
/// # Errors
/// See [`NoRun`].
pub(super) fn run(command: &mut Command, budget: &mut Budget) -> Result<ProgramRun, NoRun> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut processes = Processes::start(command).map_err(NoRun::Failed)?;
    let output = collect(processes.child.stdout.take());
    let errors = collect(processes.child.stderr.take());
    let ended = loop {
        // What it started may go on, and has the streams too.
        let is_silent = output.is_finished() && errors.is_finished();
        match processes.status().map_err(NoRun::Failed)? {
            Some(status) if is_silent => break status,
            _ => budget.look().map_err(NoRun::Stopped)?,
        }
        thread::sleep(PAUSE);
    };
    let joined = |thread: thread::JoinHandle<Vec<u8>>| thread.join().unwrap_or_default();
    Ok(ProgramRun { output: joined(output), errors: joined(errors), ended })
}

/// Reads a stream on a thread of its own, so that the program never waits for us.
fn collect(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What came before an error is what there is.
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}
