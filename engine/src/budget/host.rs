//! The clock of who runs this as WebAssembly, which has none of its own. How much memory there is, is
//! the host's matter: it sets the largest size of the module's.

use std::sync::OnceLock;
use std::time::Duration;

/// A point in time: how long it is after some other one.
pub(super) type Moment = Duration;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Says how late it is: how much time has passed since some moment, which is always the same. Until
/// this is said time stands still, so that no time limit is ever reached; it is said once.
pub fn set_clock(clock: fn() -> Duration) {
    let _is_first = CLOCK.set(clock);
}

/// The time, as long after that moment.
pub fn now() -> Duration {
    CLOCK.get().map(|clock| clock()).unwrap_or_default()
}

/// Nothing is known.
pub(super) fn memory() -> Option<super::TakenMemory> {
    None
}

/// Nor is this.
pub(super) fn most_addresses() -> Option<usize> {
    None
}
