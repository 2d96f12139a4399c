//! Limits of a search: time, memory, cancellation. The only clock of the library. Engines call
//! [`Budget::check`] often (it is cheap) and give up with a named reason.

#[cfg_attr(target_family = "wasm", path = "budget/host.rs")]
mod system;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use system::now;
use system::{Moment, memory, most_addresses};
#[cfg(target_family = "wasm")]
pub use system::{now, set_clock};

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The person or the editor asked for it.
    Cancelled,
    /// The time limit passed.
    Time,
    /// The memory limit passed.
    Memory,
    /// The steps of a [`Budget::part`] are used up.
    Steps,
    /// The question is larger than what can be represented; the text says what.
    Size(&'static str),
    /// Every procedure came to its end without an answer; the text says what was not found.
    Open(&'static str),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cancelled => f.write_str("interrupted"),
            Self::Time => f.write_str("time limit reached"),
            Self::Memory => f.write_str("memory limit reached"),
            Self::Steps => f.write_str("step limit reached"),
            Self::Size(what) | Self::Open(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Stop {}

/// Bytes that the process takes: those in memory, and all those that were given out to it.
struct TakenMemory {
    resident: usize,
    addresses: usize,
}

/// What is called at each look at the limits.
type Watcher = Arc<dyn Fn() + Send + Sync>;

/// The part of a budget that other threads see: the cancel flag and the progress counter.
#[derive(Clone, Default)]
pub struct Signal {
    cancelled: Arc<AtomicBool>,
    steps: Arc<AtomicU64>,
    excluded: [Arc<AtomicU64>; 2],
    watcher: Option<Watcher>,
}

/// What a search went through from the small to the large and did not find so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excluded {
    /// Worlds, by how many things of each sort they have.
    Worlds,
    /// Plans, by their steps.
    Plans,
}

impl std::fmt::Debug for Signal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Signal").field("is_cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}

impl Signal {
    /// Calls something at each look of a budget with this signal, before the cancel flag is read. So a
    /// test can count looks in place of the time, and cancel at the one it chooses.
    #[must_use]
    pub fn watched(self, watcher: impl Fn() + Send + Sync + 'static) -> Self {
        Self { watcher: Some(Arc::new(watcher)), ..self }
    }

    /// Asks every search with this signal to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Signal::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// A signal that asks less: it is cancelled by itself, or with this one. Steps count here as well.
    #[must_use]
    pub fn branch(&self) -> Self {
        let own = Self { watcher: None, cancelled: Arc::default(), ..self.clone() };
        let (above, flag) = (self.clone(), own.clone());
        own.watched(move || {
            if let Some(watcher) = &above.watcher {
                watcher();
            }
            if above.is_cancelled() {
                flag.cancel();
            }
        })
    }

    /// Up to which size what is looked for was excluded; nobody has checked that.
    pub fn excluded(&self, what: Excluded) -> u64 {
        self.excluded[what as usize].load(Ordering::Relaxed)
    }

    /// Steps done so far by all searches with this signal, in units of [`Budget::check`] calls.
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }
}

/// What one search may use.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    signal: Signal,
    deadline: Option<Moment>,
    max_memory: Option<usize>,
    /// Calls of [`Budget::check`] still allowed, counted at every look.
    steps: Option<u64>,
    /// Calls counted at looks so far.
    spent: u64,
    /// Calls since the last look.
    calls: u32,
    /// Calls after which the next look is due. None at first, so that a limit which has passed
    /// already stops even the shortest search.
    due: u32,
    /// When the memory was measured last.
    measured: Option<Moment>,
}

/// Calls between two looks at the clock and the memory.
const CALLS_BETWEEN_LOOKS: u32 = 256;

/// The memory is not measured more often, which takes some millionths of a second: a search takes about a megabyte
/// meanwhile.
const BETWEEN_MEASURES: Duration = Duration::from_micros(200);

impl Budget {
    /// No limits.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Limits for a search that starts now; `max_memory` is resident bytes of the process.
    pub fn new(signal: Signal, timeout: Option<Duration>, max_memory: Option<usize>) -> Self {
        let deadline = timeout.and_then(|timeout| now().checked_add(timeout));
        Self { signal, deadline, max_memory, ..Self::default() }
    }

    /// These limits for one of several searches at the same time, which a [branch](Signal::branch) of the
    /// signal can end; the branch is returned as well.
    pub fn branch(&self) -> (Self, Signal) {
        let signal = self.signal.branch();
        (Self { signal: signal.clone(), calls: 0, spent: 0, due: 0, ..self.clone() }, signal)
    }

    /// Whether somebody has said how long a search may take.
    pub fn has_time_limit(&self) -> bool {
        self.deadline.is_some()
    }

    /// These limits for a side issue that shall not use them up: about `steps` calls of
    /// [`Budget::check`] are allowed.
    pub fn part(&self, steps: u64) -> Self {
        Self { steps: Some(steps), calls: 0, spent: 0, ..self.clone() }
    }

    /// Lets a work take about so many steps, which count here as well. Also says how many it took: those of a
    /// [whole](Budget::whole) may be more.
    pub fn turn<T>(&mut self, steps: u64, work: impl FnOnce(&mut Self) -> T) -> (T, u64) {
        let mut part = self.part(self.steps.map_or(steps, |left| left.min(steps)));
        let done = work(&mut part);
        let used = part.spent + u64::from(part.calls);
        self.steps = self.steps.map(|left| left.saturating_sub(used));
        self.spent += used;
        (done, used)
    }

    /// Does a work that is done wholly or not at all: it may take more steps than are left, and they
    /// are counted behind it.
    ///
    /// # Errors
    /// Those of the work, and [`Stop::Steps`] when it is done but took more than were left.
    pub fn whole<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        let allowed = self.steps.replace(u64::MAX);
        let done = work(self);
        let used = u64::MAX - self.steps.unwrap_or(u64::MAX);
        self.steps = allowed.map(|it| it.saturating_sub(used));
        let done = done?;
        if allowed.is_some_and(|it| it < used) { Err(Stop::Steps) } else { Ok(done) }
    }

    /// Tells those who wait that what is looked for was excluded up to a size.
    pub fn exclude(&self, what: Excluded, size: u64) {
        self.signal.excluded[what as usize].fetch_max(size, Ordering::Relaxed);
    }

    /// Counts one step and looks at the limits now and then.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&mut self) -> Result<(), Stop> {
        self.calls += 1;
        if self.calls < self.due {
            return Ok(());
        }
        self.look()
    }

    /// Counts several steps at once: those of one that takes as long as so many usual ones.
    ///
    /// # Errors
    /// As [`Budget::check`].
    pub fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        self.calls = self.calls.saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.calls < self.due { Ok(()) } else { self.look() }
    }

    /// Work between two steps, which takes as long as `steps` usual ones: the next look is so much
    /// sooner. None of them is counted.
    ///
    /// # Errors
    /// As [`Budget::check`].
    pub fn work(&mut self, steps: usize) -> Result<(), Stop> {
        self.due = self.due.saturating_sub(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.calls < self.due { Ok(()) } else { self.look() }
    }

    /// Looks at the limits at once: for steps that are long each.
    ///
    /// # Errors
    /// As [`Budget::check`].
    pub fn look(&mut self) -> Result<(), Stop> {
        if let Some(watcher) = &self.signal.watcher {
            watcher();
        }
        self.signal.steps.fetch_add(u64::from(self.calls), Ordering::Relaxed);
        let calls = u64::from(std::mem::take(&mut self.calls));
        self.due = CALLS_BETWEEN_LOOKS;
        self.spent += calls;
        if let Some(steps) = &mut self.steps {
            *steps = steps.saturating_sub(calls);
            if *steps == 0 {
                return Err(Stop::Steps);
            }
        }
        if self.signal.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| now() >= deadline) {
            return Err(Stop::Time);
        }
        self.measure()
    }

    /// Looks at the memory, unless that was done just before.
    fn measure(&mut self) -> Result<(), Stop> {
        if self.max_memory.is_none() && most_addresses().is_none() {
            return Ok(());
        }
        let now = now();
        if self.measured.is_some_and(|before| now - before < BETWEEN_MEASURES) {
            return Ok(());
        }
        self.measured = Some(now);
        self.room(0)
    }

    /// Whether there is room for so many bytes at once. The process ends where an allocation fails, so this is asked
    /// before a large one. What grows step by step takes as much again as it has, which each look leaves room for.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    pub fn room(&self, bytes: usize) -> Result<(), Stop> {
        let most = most_addresses();
        if self.max_memory.is_none() && most.is_none() {
            return Ok(());
        }
        let Some(TakenMemory { resident, addresses }) = memory() else { return Ok(()) };
        let is_full = |limit, taken: usize, more| taken.saturating_add(more) > limit;
        if self.max_memory.is_some_and(|limit| is_full(limit, resident, bytes))
            || most.is_some_and(|limit| is_full(limit, addresses, bytes.max(resident)))
        {
            return Err(Stop::Memory);
        }
        Ok(())
    }
}

/// What some work yields, and how long it takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = now();
    let result = work();
    (result, now() - start)
}
