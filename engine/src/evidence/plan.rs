//! What shows that nothing is reached sooner or more cheaply: the states that can be reached, each
//! with a number of steps, or a sum, below which nothing leads to it.

use crate::logic::sheet::SheetState;

/// States that whoever searched has seen.
pub trait Closed {
    /// How many they are.
    fn count(&self) -> usize;

    /// Writes one of them into the tables of another state. Its meters may be anything.
    fn read(&self, at: usize, state: &mut SheetState);

    /// Below which nothing leads to it.
    fn least(&self, at: usize) -> i64;
}
