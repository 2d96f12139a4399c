//! Draws a puzzle, with its solution marked where there is one.

use super::solve::{NoAnswer, answer_to};
use crate::kinds::{Answer, Facts, Puzzle, Question, Refusal};
use crate::picture::{Format, Picture};
use crate::syntax::ast::Verb;
use crate::text::Span;
use puzzle_engine::budget::Budget;

/// A picture and what became of the solution in it.
pub struct DrawnPicture {
    /// The picture.
    pub picture: Picture,
    /// The answer that it shows, or why there is none; `None` when none was looked for.
    pub solution: Option<Result<Answer, NoAnswer>>,
}

/// The picture of a puzzle; with its solution when its kind shows one and there is a budget to find
/// it.
///
/// # Errors
/// Why it cannot be drawn, for a person.
pub fn picture(
    puzzle: &dyn Puzzle,
    facts: &Facts,
    budget: Option<&mut Budget>,
) -> Result<DrawnPicture, Refusal> {
    // Of a game the best move is worth more than who wins, as long as there is one.
    let is_game = facts.verbs.contains(&Verb::Play2Win);
    let verb = if is_game { Verb::Play2Win } else { Verb::Solve };
    let question = Question { is_one_enough: true, ..Question::new(verb) };
    let has_answer = puzzle.refuse(&question, "", Span::default()).is_none();
    let budget = budget.filter(|_| facts.shows_solution && has_answer);
    // A solution adds to the picture; that there is none, or none in time, does not spoil it.
    let (shown, solution) = match budget.map(|it| answer_to(puzzle, &question, it)) {
        Some(Ok(solved)) => (solved.picture, Some(Ok(solved.answer))),
        Some(Err(no_answer)) => (None, Some(Err(no_answer))),
        None => (None, None),
    };
    let picture = shown.map_or_else(|| puzzle.picture(), |it| it())?;
    Ok(DrawnPicture { picture, solution })
}

/// The picture of a puzzle in a format, as [`picture`] makes it; and why no solution was found, if one was looked
/// for.
///
/// # Errors
/// As [`picture`].
pub fn draw(
    puzzle: &dyn Puzzle,
    facts: &Facts,
    format: Format,
    budget: Option<&mut Budget>,
) -> Result<(String, Option<NoAnswer>), Refusal> {
    let drawn = picture(puzzle, facts, budget)?;
    let text = drawn.picture.render(format).map_err(|too_large| too_large.to_string())?;
    Ok((text, drawn.solution.and_then(Result::err)))
}
