//! What shows that nothing is reached sooner or more cheaply: the states that can be reached, each
//! with a number of steps, or a sum, below which nothing leads to it; and which states need not be looked at.

use crate::logic::sheet::{SheetState, SymbolId};

/// States that whoever searched has seen.
pub trait Closed {
    /// How many they are.
    fn count(&self) -> usize;

    /// Writes one of them into the tables of another state. Its meters may be anything.
    fn read(&self, at: usize, state: &mut SheetState);

    /// Below which nothing leads to it.
    fn least(&self, at: usize) -> i64;
}

/// A place of the table of a symbol has a value. A predicate is 1 or 0.
pub type PlaceValue = (SymbolId, usize, Option<i64>);

/// Facts of which no step makes more true, and of which some number is true in every goal. From a state in which
/// fewer are true no goal is reached: a potential of dead ends, whose weights are 0 and 1 (Seipp, Pommerening, Sievers,
/// Wehrle, Fawcett and Alkhazraji, "Fast Downward Aidos", 2016).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeadEndPotential {
    /// The facts.
    pub facts: Vec<PlaceValue>,
    /// How many of them are true in a goal at least.
    pub needed: u32,
}

/// Potentials of the states that can be reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeadEndPotentials {
    /// The potentials.
    pub all: Vec<DeadEndPotential>,
    /// What may come to be so from the start on, whatever else is so.
    pub values: Vec<PlaceValue>,
}
