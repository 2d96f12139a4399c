//! What leads to an answer, step by step: the frames of its solution, or else the lines of its argument, or the steps of
//! a procedure that finds it. One list of frames, whatever it is that is stepped through.

use serde::Serialize;

use super::draw::DrawnPicture;
use super::solve::{NoAnswer, answer_to};
use super::trace;
use crate::kinds::{Answer, AnswerHead, Facts, Puzzle, Question, StepFrame, StepFrames};
use crate::picture::PictureSheet;
use crate::syntax::ast::Verb;
use puzzle_engine::budget::{Budget, Stop};

/// Bytes of drawings that are made: what shows them keeps them all.
const MOST_BYTES: usize = 16 << 20;

/// What leads to an answer.
pub struct AnswerSteps {
    /// The answer.
    pub answer: Answer,
    /// The frames.
    pub frames: StepFrames,
}

/// A frame as it is shown; views in editors and on the page are sent it as it is.
#[derive(Clone, Debug, Serialize)]
pub struct ShownFrame {
    /// What leads to it, in a few words.
    pub caption: String,
    /// What is to be known of it besides.
    pub said: Vec<String>,
    /// The picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// The picture as text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// Answers a question, and tells what leads to the answer. Of a game that is the play in which both play perfectly.
///
/// # Errors
/// See [`NoAnswer`]; that there is nothing to step through is a refusal.
pub fn steps(
    puzzle: &dyn Puzzle,
    (question, facts): (&Question, &Facts),
    budget: &mut Budget,
) -> Result<AnswerSteps, NoAnswer> {
    let verb = match question.verb {
        Verb::Solve | Verb::Play2Win | Verb::Moves | Verb::Draw
            if facts.verbs.contains(&Verb::Line) =>
        {
            Verb::Line
        }
        Verb::Draw => Verb::Solve,
        verb => verb,
    };
    let question = Question { verb, is_why: false, ..question.clone() };
    let solved = answer_to(puzzle, &question, budget)?;
    let none = match solved.frames.map(|it| it().solve(budget)).transpose()? {
        Some((Ok(frames), doubts)) => {
            return Ok(AnswerSteps { answer: solved.answer.doubted(&doubts), frames });
        }
        Some((Err(why), _)) => why,
        None => "nothing is done on the way to this answer".to_owned(),
    };
    // What is said of a number, as what varies, is no argument.
    let (is_argued, is_traced) = match question.verb {
        Verb::Solve | Verb::Prove => (true, true),
        Verb::Shortest | Verb::Ask => (true, false),
        _ => (false, false),
    };
    if is_argued {
        let why = Question { is_why: true, ..question.clone() };
        let answer = answer_to(puzzle, &why, budget)?.answer;
        let lines = answer.proofs.iter().flat_map(|it| &it.lines);
        let frames = StepFrames::of(lines.map(|it| Ok(StepFrame::said(it.as_str()))));
        let frames = frames.map_err(NoAnswer::Refused)?;
        if !frames.frames.is_empty() {
            return Ok(AnswerSteps { answer, frames });
        }
    }
    let traced = is_traced.then(|| trace::trace(puzzle, &question, None, &mut |_| {}, budget));
    match traced {
        Some(Ok(traced)) => Ok(AnswerSteps { answer: solved.answer, frames: traced.frames() }),
        None | Some(Err(NoAnswer::Refused(_))) => Err(NoAnswer::Refused(none)),
        Some(Err(no_answer)) => Err(no_answer),
    }
}

/// The picture of the step of a number, from 1, of what leads to the solution of a puzzle, with what is said of it.
///
/// # Errors
/// As [`steps`]; that there is no such step, or none that is drawn, is a refusal.
pub fn step(
    puzzle: &dyn Puzzle,
    facts: &Facts,
    number: usize,
    budget: &mut Budget,
) -> Result<DrawnPicture, NoAnswer> {
    let StepFrames { mut frames, .. } =
        steps(puzzle, (&Question::new(Verb::Solve), facts), budget)?.frames;
    let count = frames.len();
    if number > count {
        let reason = format!("there is no step {number}, only {count}");
        return Err(NoAnswer::Refused(reason));
    }
    let StepFrame { caption, said, picture, .. } = frames.swap_remove(number - 1);
    let Some(picture) = picture else {
        let caption = caption.trim_end_matches('.');
        let reason = format!("step {number} of {count} is told in words, not drawn: {caption}");
        return Err(NoAnswer::Refused(reason));
    };
    let told = std::iter::once(caption).chain(said).collect::<Vec<_>>().join("; ");
    let told = AnswerHead::Words(format!("step {number} of {count}: {told}"));
    Ok(DrawnPicture { picture, solution: Some(Ok(Answer::plain(told))), world: None })
}

impl ShownFrame {
    /// The frames, and whether these are all: only the first of very large ones, or where time ends.
    ///
    /// # Errors
    /// The limit that was reached before the first, or that nobody waits any more.
    pub fn all(frames: &StepFrames, budget: &mut Budget) -> Result<(Vec<Self>, bool), Stop> {
        let (mut shown, mut size) = (Vec::new(), 0);
        for frame in &frames.frames {
            match budget.look() {
                Err(stop) if shown.is_empty() || stop == Stop::Cancelled => return Err(stop),
                Err(_) => return Ok((shown, false)),
                Ok(()) => {}
            }
            let it = Self::of(frame);
            size += it.svg.as_ref().map_or(0, String::len);
            if size > MOST_BYTES {
                return Ok((shown, false));
            }
            shown.push(it);
        }
        Ok((shown, frames.are_all))
    }

    fn of(StepFrame { caption, said, picture, .. }: &StepFrame) -> Self {
        let (caption, mut said) = (caption.clone(), said.clone());
        let (svg, text) = match picture.as_ref().map(PictureSheet::of).transpose() {
            Ok(drawn) => drawn.map_or((None, String::new()), |it| (it.svg, it.text)),
            Err(too_large) => {
                said.push(too_large.to_string());
                (None, String::new())
            }
        };
        Self { caption, said, svg, text }
    }
}
