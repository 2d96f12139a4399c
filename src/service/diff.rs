//! Compares two puzzles: something that one of them allows and the other does not, or that there is no such thing.

use super::solve::NoAnswer;
use crate::kinds::{Difference, Puzzle, differences};
use puzzle_engine::Doubt;
use puzzle_engine::budget::Budget;

/// What tells two puzzles apart; nothing where they say the same. What is doubted of that comes with it.
///
/// # Errors
/// See [`NoAnswer`].
pub fn difference(
    one: &dyn Puzzle,
    other: &dyn Puzzle,
    budget: &mut Budget,
) -> Result<(Option<Difference>, Vec<Doubt>), NoAnswer> {
    let (one, other) = (one.comparable(), other.comparable());
    let both = one.and_then(|one| differences(one, other?)).map_err(NoAnswer::Refused)?;
    let mut doubts = Vec::new();
    for posed in both {
        let (found, doubted) = posed.solve(budget)?;
        if found.is_some() {
            return Ok((found, doubted));
        }
        doubts.extend(doubted);
    }
    doubts.sort_unstable();
    doubts.dedup();
    Ok((None, doubts))
}
