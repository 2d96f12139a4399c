//! Questions about rule sheets, and their answers.

use num_bigint::BigUint;

use crate::logic::sheet::{SentenceId, Sheet, State, TermId, Variable};

/// What is asked about a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// A state in which every rule is true.
    World,
    /// Such a state that is not this one.
    Another(State),
    /// In how many states every rule is true.
    Count,
    /// All of these states, or so many of them when there are more.
    All(usize),
    /// Such a state in which a term has the least value, or the greatest. Where the term is missing it
    /// has none.
    Best(Direction, TermId),
    /// Whether a sentence follows from the rules, or its negation does.
    Prove(SentenceId),
    /// For which values of its free variables a sentence follows from the rules.
    Ask(SentenceId, Vec<Variable>),
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
pub struct Task {
    /// The sheet, with the sentences and terms of the question in it.
    pub sheet: Sheet,
    /// What is asked.
    pub aim: Aim,
}

/// Why something is so: rules that are enough, none of which could be left out, by index.
pub type Reason = Vec<usize>;

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// Every rule is true in this state.
    World(State),
    /// In no state, for this reason. To [`Aim::Another`]: in no other, without a reason.
    None(Reason),
    /// In so many states.
    Count(BigUint),
    /// In these states, and whether there are no more.
    All(Vec<State>, bool),
    /// The best value, a state that has it, and the rules that bar a better one.
    Best(i64, State, Reason),
    /// There is a world, but the term is missing in all, for this reason.
    NoValue(Reason),
    /// The sentence follows.
    Proved(Reason),
    /// Its negation follows.
    Refuted(Reason),
    /// Neither follows: the sentence is true in the first state and false in the second.
    Neither(State, State),
    /// The sentence follows for these lists of values.
    Answers {
        /// The lists, a value for each variable asked for, in order.
        answers: Vec<Vec<i64>>,
        /// Whether it follows that it is false for all others.
        no_others: bool,
    },
}
