//! Ctrl-C, sent to a copy of this test that searches for ever.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use puzzle_lang::budget::{Budget, Stop};
use puzzle_lang::cli::interrupt;

/// The copy, told by `MODE` what to do; without it, this is no test.
#[test]
fn search() {
    let Ok(mode) = std::env::var("MODE") else { return };
    let mut budget = Budget::new(interrupt::listen(), None, None);
    println!("ready");
    if mode == "waits" {
        interrupt::while_waiting(|| {
            println!("waiting");
            std::thread::sleep(Duration::from_secs(60));
        });
    }
    while budget.check().is_ok() {}
    assert_eq!(budget.look(), Err(Stop::Cancelled));
    println!("stopped");
    if mode == "stubborn" {
        std::thread::sleep(Duration::from_secs(60));
    }
}

fn start(mode: &str) -> (Child, impl Iterator<Item = String>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", "search"])
        .env("MODE", mode)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    (child, lines)
}

fn press(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn wait_for(line: &str, lines: &mut impl Iterator<Item = String>) {
    assert!(lines.any(|found| found.ends_with(line)), "{line}");
}

#[test]
fn the_first_interrupt_ends_the_search_only() {
    let (mut child, mut lines) = start("patient");
    wait_for("ready", &mut lines);
    press(&child);
    wait_for("stopped", &mut lines);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_second_interrupt_ends_the_process() {
    let (mut child, mut lines) = start("stubborn");
    wait_for("ready", &mut lines);
    press(&child);
    wait_for("stopped", &mut lines);
    press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn the_first_interrupt_ends_a_process_that_waits_for_input() {
    let (mut child, mut lines) = start("waits");
    wait_for("waiting", &mut lines);
    press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
