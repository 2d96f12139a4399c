//! The clock and the memory of the system, and how much of that there may be.
#![allow(clippy::disallowed_methods, reason = "the only clock of the library")]

use std::sync::OnceLock;
use std::time::Instant;

use super::TakenMemory;

/// A point in time.
pub(super) type Moment = Instant;

/// The time.
pub(super) fn now() -> Moment {
    Instant::now()
}

/// What the process takes, where the system tells.
pub(super) fn memory() -> Option<TakenMemory> {
    let stats = memory_stats::memory_stats()?;
    Some(TakenMemory { resident: stats.physical_mem, addresses: stats.virtual_mem })
}

/// How much address space the process may take, where that is limited (`ulimit -v`) and the system tells.
pub(super) fn most_addresses() -> Option<usize> {
    static MOST: OnceLock<Option<usize>> = OnceLock::new();
    *MOST.get_or_init(|| {
        let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
        let line = limits.lines().find_map(|it| it.strip_prefix("Max address space"))?;
        line.split_whitespace().next()?.parse().ok()
    })
}
