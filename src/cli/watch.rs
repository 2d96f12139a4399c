//! `--watch`: a command is done again whenever a file that it read has changed. A command that still works then
//! is stopped.
//!
//! Files are looked at again and again instead of asking the system to tell: that is the same on every system
//! and disk, also where a file is replaced or is not there yet, and costs nothing beside a search.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use console::Term;

use super::commands::{conclude, note};
use super::ended::CommandResult;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input::STANDARD_INPUT;
use crate::console::interrupt::{Searches, while_waiting};
use crate::disk::{seen, shown};
use puzzle_engine::budget::Signal;

/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(100);

/// Does a command about these files, and if `is_watching` again whenever one has changed, until Ctrl-C.
///
/// # Errors
/// Those of the command; while watching these are said, and only those of the output remain.
pub(super) fn repeat(
    is_watching: bool,
    files: &[PathBuf],
    console: &mut Console,
    command: impl Fn(&mut Console) -> CommandResult,
) -> CommandResult {
    if !is_watching {
        return command(console);
    }
    if files.iter().any(|it| it.as_os_str() == STANDARD_INPUT) {
        let message = "`--watch` waits for files to change; standard input is none";
        return Err(CommandFailure::unusable("<stdin>", message).into());
    }
    let searches = Searches::listen();
    loop {
        seen::begin();
        let signal = searches.next();
        console.signal_is(signal.clone());
        let (ended, has_changed) = until_change(&signal, || command(console));
        if let Err(end) = ended {
            conclude(end, console)?;
        }
        if signal.is_cancelled() && !has_changed {
            return Ok(Exit::Interrupted);
        }
        if !has_changed {
            note(console, "waiting for a change; Ctrl-C ends this")?;
        }
        console.output.flush()?;
        // Ctrl-C may come just before the wait begins.
        let goes_on = || sleep(PAUSE) && (has_changed || !signal.is_cancelled());
        let Some(changed) = while_waiting(|| change(goes_on)) else {
            return Ok(Exit::Interrupted);
        };
        let terminal = Term::stdout();
        if terminal.is_term() {
            terminal.clear_screen()?;
        }
        for path in changed {
            note(console, &format!("{} has changed", shown(&path).display()))?;
        }
    }
}

/// Does a work, which is cancelled when a file changes on the way. Says whether one did.
fn until_change<T>(signal: &Signal, work: impl FnOnce() -> T) -> (T, bool) {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watcher = scope.spawn(move || {
            let goes_on = || is_done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout);
            let has_changed = change(goes_on).is_some();
            if has_changed {
                signal.cancel();
            }
            has_changed
        });
        let result = work();
        drop(done);
        (result, watcher.join().unwrap_or_default())
    })
}

fn sleep(pause: Duration) -> bool {
    thread::sleep(pause);
    true
}

/// The next change. A file that is just being written changes at each look, so it is waited for two that see the
/// same. Before each `goes_on` says whether there is one.
fn change(goes_on: impl Fn() -> bool) -> Option<Vec<PathBuf>> {
    let mut before = Vec::new();
    while goes_on() {
        let now = seen::changed();
        if !now.is_empty() && now == before {
            return Some(now.into_iter().map(|it| it.0).collect());
        }
        before = now;
    }
    None
}
