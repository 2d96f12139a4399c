//! What work costs, counted: on inputs four times as long, and between two looks at the limits.

use std::alloc::System;
use std::any::type_name;
use std::env;
use std::process::Command;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[path = "../common/hard.rs"]
mod hard;

mod checkers;
mod limits;
mod linear;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Names the test that a process was started for.
const APART: &str = "COSTS_APART";

/// Whether a test has been done by a process of its own, where nothing is counted that another test allocates.
/// In that process it has not.
fn is_done_apart<T: Fn()>(_: T) -> bool {
    let (_, name) = type_name::<T>().split_once("::").expect("a test of this program");
    if env::var(APART).is_ok_and(|it| it == name) {
        return false;
    }
    let mut command = Command::new(env::current_exe().expect("this program"));
    let ended = command.args([name, "--exact", "--nocapture"]).env(APART, name).output();
    let ended = ended.expect("this program runs");
    let [said, faults] =
        [ended.stdout, ended.stderr].map(|it| String::from_utf8(it).expect("text"));
    assert!(ended.status.success() && said.contains("1 passed"), "{faults}");
    true
}
