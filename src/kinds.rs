//! The kinds of puzzles: what the lines of each mean.
pub mod maze;
