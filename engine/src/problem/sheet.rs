//! Questions about rule sheets, and their answers.

use super::Outcome;
use crate::logic::sheet::{Sheet, State};

/// What is asked about a sheet.
pub mod aim {
    use super::Direction;
    use crate::logic::sheet::{SentenceId, State, TermId, Variable};

    /// A state in which every rule is true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct World;

    /// Such a state that is not this one.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Another(pub State);

    /// In how many states every rule is true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Count;

    /// All of these states, or so many of them when there are more.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct All(pub usize);

    /// Such a state in which a term has the least value, or the greatest. Where the term is missing it
    /// has none.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Best(pub Direction, pub TermId);

    /// Whether a sentence follows from the rules, or its negation does.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Prove(pub SentenceId);

    /// For which values of its free variables a sentence follows from the rules.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Ask(pub SentenceId, pub Vec<Variable>);
}

/// Which values are better.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Smaller ones.
    Smallest,
    /// Greater ones.
    Largest,
}

/// A question about a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task<Aim> {
    /// The sheet, with the sentences and terms of the question in it.
    pub sheet: Sheet,
    /// What is asked, one of [`aim`].
    pub aim: Aim,
}

/// Why something is so: rules that are enough, none of which could be left out, by index.
pub type Reason = Vec<usize>;

/// What was found out, unless the rules are true in no state.
pub type Found<T> = Outcome<T, Reason>;

/// States in which every rule is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worlds {
    /// They, none of them twice.
    pub states: Vec<State>,
    /// Whether there are no more.
    pub are_all: bool,
}

/// What a term is worth at best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Best {
    /// The best value, a state that has it, and the rules that bar a better one.
    Value(i64, State, Reason),
    /// The term is missing in all states, for this reason.
    Missing(Reason),
}

/// Whether a sentence follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It does.
    Proved(Reason),
    /// Its negation does.
    Refuted(Reason),
    /// Neither does: the sentence is true in the first state and false in the second.
    Neither(State, State),
}

/// For which values a sentence follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answers {
    /// Lists of them, a value for each variable asked for, in order.
    pub answers: Vec<Vec<i64>>,
    /// Whether it follows that it is false for all others.
    pub no_others: bool,
}
