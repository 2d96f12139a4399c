//! Compares two puzzles: something that one of them allows and the other does not, or that there is no such thing.

use super::solve::{NoAnswer, answer_to};
use crate::kinds::{Difference, Facts, Others, Puzzle, Question, differences};
use crate::syntax::ast::Verb;
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
    let mut stopped = None;
    for posed in both {
        match posed.solve(budget).map_err(NoAnswer::from) {
            Ok((None, doubted)) => doubts.extend(doubted),
            Ok(found) => return Ok(found),
            // Of the other direction more may be known.
            Err(stop @ NoAnswer::Stopped(_)) => stopped = Some(stop),
            Err(other) => return Err(other),
        }
    }
    if let Some(stop) = stopped {
        return Err(stop);
    }
    doubts.sort_unstable();
    doubts.dedup();
    Ok((None, doubts))
}

/// Whether a puzzle is known to have no solution, as then one that says the same has none either.
pub fn has_none(puzzle: &dyn Puzzle, facts: &Facts, budget: &mut Budget) -> bool {
    let question = Question::new(Verb::Solve);
    facts.verbs.contains(&Verb::Solve)
        && answer_to(puzzle, &question, budget)
            .is_ok_and(|it| matches!(it.others, Others::NoSolution))
}
