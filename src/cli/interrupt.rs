//! Ctrl-C: the first asks searches to stop, so that what was found is still shown; the second ends
//! the process at once.

use std::sync::atomic::{AtomicBool, Ordering};

use super::exit::Exit;
use crate::budget::Signal;

/// Whether the process waits for a person to type: nothing is being searched then.
static WAITING: AtomicBool = AtomicBool::new(false);

/// A signal that Ctrl-C cancels from now on. Called once in a process; where the system refuses a
/// handler, Ctrl-C ends the process as it does without one.
pub fn listen() -> Signal {
    let signal = Signal::default();
    let handled = signal.clone();
    let _ = ctrlc::set_handler(move || {
        if handled.is_cancelled() || WAITING.load(Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted.code().into());
        }
        handled.cancel();
    });
    signal
}

/// Does something that waits for standard input: meanwhile the first Ctrl-C ends the process.
pub fn while_waiting<R>(wait: impl FnOnce() -> R) -> R {
    WAITING.store(true, Ordering::Relaxed);
    let result = wait();
    WAITING.store(false, Ordering::Relaxed);
    result
}
