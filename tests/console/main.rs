//! The program at a terminal, in a pipe and under signals.

#[path = "../common/sample.rs"]
mod sample;

mod bad_input;
mod cli;
mod commands;
mod hostile_theories;
mod interrupt;
mod mcp;
mod repl;
mod repl_terminal;
mod serve;
mod watch;
