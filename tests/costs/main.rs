//! What work costs, counted: on inputs twice as long, and between two looks at the limits.

use std::alloc::System;
use std::sync::Mutex;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[path = "../common/hard.rs"]
mod hard;

mod limits;
mod linear;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// What another test allocates must not be counted.
static ALONE: Mutex<()> = Mutex::new(());
