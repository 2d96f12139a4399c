//! Ctrl-C, and what else asks the process to end: the first asks searches to stop, so that what was
//! found is still shown; the second ends the process at once. In a session of a terminal each
//! search has a Ctrl-C of its own. Temporary files are removed in any case, and other solvers end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::exit::Exit;
use super::{echo, processes};
use crate::disk::temporary;
use puzzle_engine::budget::Signal;

/// Whether the process waits for a person to type: nothing is being searched then.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Signals this close together are one: `timeout` sends one to the process and one to its group.
const TOGETHER: Duration = Duration::from_millis(50);

/// When the last signal came.
static LAST: Mutex<Option<Instant>> = Mutex::new(None);

/// A signal that Ctrl-C cancels from now on. Called once in a process; where the system refuses a
/// handler, Ctrl-C ends the process as it does without one.
pub fn listen() -> Signal {
    let signal = Signal::default();
    let handled = signal.clone();
    on_interrupt(move || cancel(&handled));
    signal
}

/// From now on the first Ctrl-C ends the process, in the place of [`listen`]: for one that never
/// waits for a search.
pub fn end_at_first() {
    on_interrupt(|| end());
}

fn cancel(signal: &Signal) {
    let now = Instant::now();
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).replace(now);
    let is_another = last.is_none_or(|it| now.duration_since(it) > TOGETHER);
    if signal.is_cancelled() && is_another {
        end();
    }
    signal.cancel();
}

/// Many searches one after the other, of which Ctrl-C cancels the one that runs.
#[derive(Clone, Debug, Default)]
pub struct Searches(Arc<Mutex<Signal>>);

impl Searches {
    /// Listens from now on, in the place of [`listen`].
    pub fn listen() -> Self {
        let searches = Self::default();
        let handled = searches.clone();
        on_interrupt(move || handled.with(|signal| cancel(signal)));
        searches
    }

    /// The signal of the next search.
    pub fn next(&self) -> Signal {
        self.with(|signal| {
            *signal = Signal::default();
            signal.clone()
        })
    }

    fn with<R>(&self, work: impl FnOnce(&mut Signal) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn on_interrupt(interrupt: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(move || {
        if WAITING.load(Ordering::Relaxed) {
            end();
        }
        interrupt();
    });
}

fn end() -> ! {
    echo::restore();
    let _no_process = processes::end_all();
    let _no_file = temporary::remove_all();
    std::process::exit(Exit::Interrupted.code().into())
}

/// Does something that waits for standard input: meanwhile the first Ctrl-C ends the process.
pub fn while_waiting<R>(wait: impl FnOnce() -> R) -> R {
    WAITING.store(true, Ordering::Relaxed);
    let result = wait();
    WAITING.store(false, Ordering::Relaxed);
    result
}
