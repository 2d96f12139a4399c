//! What follows in a puzzle step by step, in its words: values and what is barred, each with what it follows from.

use super::Answer;
use crate::diagnostic::Related;

/// What follows, one step after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hints {
    /// The steps, in the order in which they follow.
    pub steps: Vec<Hint>,
    /// What there is to say behind the last one.
    pub end: HintsEnd,
    /// Where there are several solutions, all that has not the same value in each.
    pub free: Vec<String>,
}

/// What there is to say behind the last step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintsEnd {
    /// More follows.
    More,
    /// It is solved.
    Solved,
    /// Nothing more follows, and there are several solutions: one of them, what another one says that it does not,
    /// and what differs between them, side by side.
    Open(Vec<String>, Vec<String>, Vec<String>),
    /// There is no solution, and this is why.
    NoSolution(Box<Answer>),
}

/// A step and what it follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// A value, or what something cannot be, as a sentence of the puzzle.
    pub says: String,
    /// Whether it is a value.
    pub is_value: bool,
    /// The rules.
    pub rules: Vec<HintReason>,
    /// Rules that are needed only for what they bar at sight of one value.
    pub seen_by: Vec<HintReason>,
    /// What is known.
    pub facts: Vec<HintReason>,
    /// Whether no smaller reason is possible, as far as it was found out.
    pub is_smallest: bool,
}

/// Part of what a step follows from.
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
    /// It is said by an earlier step, counted from 1.
    Step(usize),
}

impl Hint {
    /// How hard the step is: how many rules it takes besides what is seen, and how many facts.
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
