//! Puzzles that are made by chance: what one try comes to.

use super::Posed;
use crate::diagnostic::Edit;

/// How a declaration is changed so that it is the puzzle that was made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Made {
    /// Changes of its lines.
    pub edits: Vec<Edit>,
    /// Lines that are added at its end.
    pub lines: Vec<String>,
    /// How many givens were added.
    pub givens: usize,
}

/// A try to make a puzzle: first something that solves it, nothing where nothing does; then the givens that leave
/// this alone, nothing where none do.
pub type Attempt<'a> = Posed<'a, Option<Posed<'a, Option<Made>>>>;
