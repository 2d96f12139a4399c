//! What a browser gives a session, in the place of `system`: a clock, and turns. Work that takes long waits until there is
//! nothing else to do, a piece a turn; a panic ends the module.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Context;
use std::time::Duration;

use puzzle_engine::budget;

/// A point in time: how long it is after some other one.
pub(super) type ServerTime = Duration;

/// Work that was begun.
#[derive(Debug)]
pub(super) struct BegunWork(Arc<AtomicBool>);

impl BegunWork {
    /// Whether it is done.
    pub(super) fn is_finished(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Questions that are answered one after the other without a look at what else there is to do.
pub(super) const BATCH: usize = 1;

/// How long an answer in the background may take, whatever the settings say: edits wait for it.
pub(super) const MAX_ANSWER: Duration = Duration::from_millis(250);

/// Something that is driven until it is done.
type Driven = Pin<Box<dyn Future<Output = ()>>>;

thread_local! {
    /// Work that waits.
    static WORK: RefCell<VecDeque<Box<dyn FnOnce()>>> = RefCell::default();
    /// What is driven.
    static DRIVEN: RefCell<Vec<Driven>> = RefCell::default();
}

/// The time.
pub(super) fn now() -> ServerTime {
    budget::now()
}

/// Begins work that may take long, in a later turn.
pub(super) fn begin(work: impl FnOnce() + Send + 'static) -> BegunWork {
    let is_done = Arc::new(AtomicBool::new(false));
    let begun = BegunWork(Arc::clone(&is_done));
    let work = move || {
        work();
        is_done.store(true, Ordering::Relaxed);
    };
    WORK.with_borrow_mut(|it| it.push_back(Box::new(work)));
    begun
}

/// Does the first work that waits; tells whether there was any.
pub(super) fn work() -> bool {
    let first = WORK.with_borrow_mut(VecDeque::pop_front);
    first.map(|work| work()).is_some()
}

/// Drives a future beside what is under way.
pub(super) fn spawn(future: impl Future<Output = ()> + 'static) {
    DRIVEN.with_borrow_mut(|it| it.push(Box::pin(future)));
}

/// Goes on with all that is driven. Nobody is woken: whoever waits is asked in each turn.
pub(super) fn drive() {
    let mut context = Context::from_waker(std::task::Waker::noop());
    let mut driven = DRIVEN.take();
    driven.retain_mut(|it| it.as_mut().poll(&mut context).is_pending());
    // What was added on the way comes behind.
    DRIVEN.with_borrow_mut(|added| {
        driven.append(added);
        *added = driven;
    });
}

/// Does something.
///
/// # Errors
/// None.
pub(super) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    Ok(work())
}
