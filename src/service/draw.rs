//! Draws a puzzle, with its solution marked where there is one.

use super::solve::answer_to;
use crate::budget::Budget;
use crate::kinds::{Facts, Puzzle, Question};
use crate::picture::Format;
use crate::syntax::ast::Verb;

/// The picture of a puzzle in a format.
///
/// # Errors
/// Why it cannot be drawn, for a person.
pub fn draw(
    puzzle: &dyn Puzzle,
    facts: &Facts,
    format: Format,
    budget: &mut Budget,
) -> Result<String, String> {
    // A solution adds to the picture; that there is none, or none in time, does not spoil it.
    let question = Question::new(Verb::Solve, facts.engines[0]);
    let solution = if facts.shows_solution {
        answer_to(puzzle, &question, budget).ok().and_then(|(solution, _)| solution)
    } else {
        None
    };
    let picture = puzzle.picture(solution.as_ref())?;
    picture.render(format).map_err(|too_large| too_large.to_string())
}
