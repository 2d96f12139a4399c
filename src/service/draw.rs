//! Draws a puzzle, with its solution marked where there is one.

use super::solve::{NoAnswer, answer_to};
use crate::kinds::{Answer, AnswerHead, Facts, Puzzle, Question, Refusal, Solved};
use crate::picture::{Format, Picture};
use crate::syntax::ast::Verb;
use crate::text::Span;
use puzzle_engine::budget::Budget;
use serde::{Serialize, Serializer};

/// A picture and what became of the solution in it.
pub struct DrawnPicture {
    /// The picture.
    pub picture: Picture,
    /// The answer that it shows, or why there is none; `None` when none was looked for.
    pub solution: Option<Result<Answer, NoAnswer>>,
    /// Which solution it is, where they are shown one after the other.
    pub world: Option<DrawnWorld>,
}

/// One of the solutions of a puzzle; the live views of editors and of the page are sent it as it is.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DrawnWorld {
    /// What such solutions are called.
    pub called: &'static str,
    /// Its number in the order in which they are found, from 1.
    pub number: usize,
    /// Whether it is known that there is no other one behind it.
    pub is_last: bool,
    /// The picture once more, in which stands out what differs from the solution before.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_svg")]
    pub marked: Option<Picture>,
}

/// A picture as its SVG, unless it is too large.
fn as_svg<S: Serializer>(picture: &Option<Picture>, serializer: S) -> Result<S::Ok, S::Error> {
    let svg = picture.as_ref().and_then(|it| it.render(Format::Svg).ok());
    svg.serialize(serializer)
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
    // A solution adds to the picture, and so does what bars one; that there is none in time does not spoil it.
    let mut barring = None;
    let (shown, solution) = match budget.map(|it| (answer_to(puzzle, &question, it), it)) {
        Some((Ok(Solved { answer, picture, why, barred, .. }), budget)) => {
            let barred = barred.zip(why);
            barring = barred.map(|(draw, why)| draw(&why(answer.clone(), budget).because));
            (picture, Some(Ok(answer)))
        }
        Some((Err(no_answer), _)) => (None, Some(Err(no_answer))),
        None => (None, None),
    };
    let world = shown.as_ref().and_then(|_| puzzle.world_word());
    let world = world.map(|called| DrawnWorld { called, number: 1, is_last: false, marked: None });
    let picture = match (shown, barring) {
        (Some(shown), _) => shown()?,
        (None, Some(barring)) => barring,
        (None, None) => puzzle.picture()?,
    };
    Ok(DrawnPicture { picture, solution, world })
}

/// The picture of the solution of that number, from 1, or of the last one where there are fewer. The first is that
/// of [`picture`].
///
/// # Errors
/// See [`NoAnswer`].
pub fn world(
    puzzle: &dyn Puzzle,
    number: usize,
    budget: &mut Budget,
) -> Result<DrawnPicture, NoAnswer> {
    let posed = puzzle.worlds(number.max(1)).map_err(NoAnswer::Refused)?;
    let (found, doubts) = posed.solve(budget)?;
    let called = puzzle.world_word().unwrap_or("solution");
    let Some(last) = found.map_err(NoAnswer::Refused)? else {
        return Err(NoAnswer::Refused(format!("there is no {called}")));
    };
    let mut answer = Answer::plain(AnswerHead::Words(last.title(called)));
    if last.are_all {
        answer = answer.note(format!("there is no other {called}"));
    }
    let picture = last.picture.map_err(NoAnswer::Refused)?;
    let marked = last.before.map(|before| {
        let mut marked = picture.clone();
        marked.mark_changes(&before);
        marked
    });
    let world = DrawnWorld { called, number: last.number, is_last: last.are_all, marked };
    let solution = Some(Ok(answer.doubted(&doubts)));
    Ok(DrawnPicture { picture, solution, world: Some(world) })
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
