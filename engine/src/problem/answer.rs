//! An answer, and how far it was checked.

use std::ops::Deref;

use crate::verify::checked::Checked;

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProblemAnswer<T> {
    /// All of it has passed its check.
    Checked(Checked<T>),
    /// Part of it is the word of a procedure, for this reason and perhaps for others; the rest has passed.
    Unchecked(T, Doubt, Vec<Doubt>),
}

/// Why part of an answer is the word of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Doubt {
    /// A number was not counted again: that takes too long.
    Count,
    /// Not every play was played out, but a number of them.
    Plays,
    /// How long the loser holds out was not played out wholly, but in a number of plays.
    Delay,
    /// Not every heap was compared with the definition, but some of them.
    Heaps,
    /// Clauses that were refuted were not compared with the maze that they are about.
    Clauses,
    /// There is a world that is not shown, since nothing more follows by complete rules; the answer has a
    /// [`TheoryWorld::Unseen`](super::theory::TheoryWorld::Unseen).
    Unseen,
    /// Clauses that were refuted were not compared with the rule sheet that they are about.
    Grounding,
    /// Not every state that can be reached was expanded again by the rules.
    States,
    /// That something does not follow, since nothing more does by complete rules.
    Saturated,
}

impl<T> ProblemAnswer<T> {
    /// The answer, checked or not.
    pub fn into_inner(self) -> T {
        match self {
            Self::Checked(value) => value.into_inner(),
            Self::Unchecked(value, ..) => value,
        }
    }

    /// Why part of it was not checked; nothing when all of it was.
    pub fn doubts(&self) -> Vec<Doubt> {
        match self {
            Self::Checked(_) => Vec::new(),
            Self::Unchecked(_, first, others) => [&[*first], &others[..]].concat(),
        }
    }

    /// The same in other words, which may claim no more.
    pub(crate) fn told_as<U>(self, words: impl FnOnce(T) -> U) -> ProblemAnswer<U> {
        match self {
            Self::Checked(value) => ProblemAnswer::Checked(value.told_as(words)),
            Self::Unchecked(value, first, others) => {
                ProblemAnswer::Unchecked(words(value), first, others)
            }
        }
    }

    /// The same, and these doubts.
    pub(crate) fn doubted(self, more: &[Doubt]) -> Self {
        let mut doubts = [&self.doubts(), more].concat();
        doubts.sort_unstable();
        doubts.dedup();
        match doubts.split_first() {
            Some((first, others)) => Self::Unchecked(self.into_inner(), *first, others.to_vec()),
            None => self,
        }
    }

    /// The same, resting on another answer as well.
    pub(crate) fn resting_on<U>(self, other: &ProblemAnswer<U>) -> Self {
        self.doubted(&other.doubts())
    }
}

impl<T> Deref for ProblemAnswer<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Self::Checked(value) => value,
            Self::Unchecked(value, ..) => value,
        }
    }
}

impl<T> From<Checked<T>> for ProblemAnswer<T> {
    fn from(value: Checked<T>) -> Self {
        Self::Checked(value)
    }
}
