//! The clock and the memory of the system.
#![allow(clippy::disallowed_methods, reason = "the only clock of the library")]

use std::time::Instant;

/// A point in time.
pub(super) type Moment = Instant;

/// The time.
pub(super) fn now() -> Moment {
    Instant::now()
}

/// Resident bytes of the process, where the system tells.
pub(super) fn memory() -> Option<usize> {
    memory_stats::memory_stats().map(|it| it.physical_mem)
}
