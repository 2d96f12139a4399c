//! How things are written: tokens, lines, tree, parser, formatter. Parsing never fails: it yields
//! a tree and diagnostics. Knows nothing of what a puzzle means.

mod applied;
pub mod ast;
pub mod beyond;
pub mod elsewhere;
pub mod errors;
mod faults;
pub mod format;
pub mod keyword;
pub mod lines;
#[cfg(not(target_family = "wasm"))]
pub mod markdown;
pub mod parse;
mod reserved;
pub mod symbol;
pub mod terminal;
pub mod token;
pub mod unfinished;
mod unnamed;

pub use parse::{Parsed, Prefix, parse, parse_formula, parse_prefix, parse_within};

#[allow(warnings, reason = "generated code")]
mod grammar {
    include!("../grammar/puzzle.rs");
}
