//! What the system gives a session: a clock, threads for work that takes long, tasks beside that of the connection, and
//! panics that cost one task only.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::console::catch::words;

/// A point in time.
pub(super) type ServerTime = Instant;

/// Work that was begun.
pub(super) type BegunWork = JoinHandle<()>;

/// Questions that are answered one after the other without a look at what else there is to do.
pub(super) const BATCH: usize = 16;

/// How long an answer in the background may take, whatever the settings say.
pub(super) const MAX_ANSWER: Duration = Duration::MAX;

/// The time.
pub(super) fn now() -> ServerTime {
    Instant::now()
}

/// Begins work that may take long, on a thread of its own.
pub(super) fn begin(work: impl FnOnce() + Send + 'static) -> BegunWork {
    thread::spawn(work)
}

/// Drives a future beside what is under way.
pub(super) fn spawn(future: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(future);
}

/// Does something.
///
/// # Errors
/// What a panic on the way says.
pub(super) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let said = |it: Box<dyn Any + Send>| words(&*it).to_owned();
    catch_unwind(AssertUnwindSafe(work)).map_err(said)
}
