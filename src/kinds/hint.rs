//! What follows in a puzzle step by step, in its words: each value with what it follows from.

use super::Answer;
use crate::diagnostic::Related;

/// What follows, one value after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hints {
    /// The values, in the order in which they follow.
    pub steps: Vec<Hint>,
    /// What there is to say behind the last one.
    pub end: HintsEnd,
    /// Where there are several solutions, all that has not the same value in each.
    pub free: Vec<String>,
}

/// What there is to say behind the last value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintsEnd {
    /// More values follow.
    More,
    /// It is solved.
    Solved,
    /// Nothing more follows, and there are several solutions: two of them, the second one with what it
    /// says that the first one does not.
    Open(Vec<String>, Vec<String>, Vec<String>),
    /// There is no solution, and this is why.
    NoSolution(Box<Answer>),
}

/// A value and what it follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The value, as a sentence of the puzzle.
    pub value: String,
    /// The rules.
    pub rules: Vec<HintReason>,
    /// What is known.
    pub facts: Vec<HintReason>,
    /// Whether no smaller reason is possible, as far as it was found out.
    pub is_smallest: bool,
}

/// Part of what a value follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintReason {
    /// In the puzzle's words.
    pub words: String,
    /// What the variables of a rule stand for, as in `x = a1`; empty where there are none.
    pub variables: String,
    /// Where it is from.
    pub origin: HintOrigin,
}

/// Where a reason is from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintOrigin {
    /// It is said here.
    Place(Related),
    /// It is the value of an earlier step, counted from 1.
    Step(usize),
}

impl Hint {
    /// How hard the step is: how many rules it takes, and how many facts.
    pub fn size(&self) -> (usize, usize) {
        (self.rules.len(), self.facts.len())
    }
}

impl Hints {
    /// The step that takes the most rules, and of these the most facts, with its number from 1.
    pub fn hardest(&self) -> Option<(usize, &Hint)> {
        (1..).zip(&self.steps).max_by_key(|(number, it)| (it.size(), std::cmp::Reverse(*number)))
    }
}
