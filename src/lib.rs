//! Puzzle: a small declarative language for logic puzzles, and what answers them.
#![cfg_attr(not(test), warn(clippy::disallowed_macros, clippy::disallowed_methods))]

pub mod cli;
pub mod console;
pub mod course;
pub mod diagnostic;
pub mod disk;
pub mod ide;
pub mod interchange;
pub mod kinds;
pub mod lsp;
pub mod picture;
pub mod repl;
pub mod service;
pub mod syntax;
pub mod text;
pub mod workspace;
