//! The program at a terminal, in a pipe and under signals.

mod bad_input;
mod cli;
mod commands;
mod hostile_theories;
mod interrupt;
mod repl;
mod repl_terminal;
