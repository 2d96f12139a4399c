//! Puzzles that are made by chance: how, and what one try comes to.

use super::Posed;
use crate::diagnostic::Edit;
use crate::syntax::ast::Verb;

/// How a puzzle is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Making {
    /// Where something is given, something is given at the opposite place of the board as well.
    pub is_symmetric: bool,
    /// All that can be given is given.
    pub is_full: bool,
}

/// How a declaration is changed so that it is the puzzle that was made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Made {
    /// Changes of its lines.
    pub edits: Vec<Edit>,
    /// Lines that are added at its end.
    pub lines: Vec<String>,
    /// How many givens were added, or corridors.
    pub givens: usize,
    /// The same in words.
    pub told: String,
    /// What is so besides its having one solution: the answers to further questions.
    pub claims: Vec<(Verb, String)>,
}

/// A try to make a puzzle: first something that solves it, nothing where nothing does; then the givens that leave
/// this alone, nothing where none do.
pub type Attempt<'a> = Posed<'a, Option<Posed<'a, Option<Made>>>>;
