//! What leads to an answer, step by step: the frames of its solution, or else the lines of its argument, or the steps of
//! a procedure that finds it. One list of frames, whatever it is that is stepped through.

use serde::Serialize;

use super::solve::{AskedPuzzle, NoAnswer, answer_to};
use super::trace;
use crate::kinds::{Answer, Facts, Frame, Frames, Question};
use crate::picture::Sheet;
use crate::syntax::ast::Verb;
use puzzle_engine::budget::{Budget, Stop};

/// Bytes of drawings that are made: what shows them keeps them all.
const MOST_BYTES: usize = 16 << 20;

/// What leads to an answer.
pub struct Steps {
    /// The answer.
    pub answer: Answer,
    /// The frames.
    pub frames: Frames,
}

/// A frame as it is shown; views in editors and on the page are sent it as it is.
#[derive(Clone, Debug, Serialize)]
pub struct ShownFrame {
    caption: String,
    said: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    /// The picture as text.
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
}

/// Answers a question, and tells what leads to the answer. Of a game that is the play in which both play perfectly.
///
/// # Errors
/// See [`NoAnswer`]; that there is nothing to step through is a refusal.
pub fn steps(
    AskedPuzzle { puzzle, question }: &AskedPuzzle<'_>,
    facts: &Facts,
    budget: &mut Budget,
) -> Result<Steps, NoAnswer> {
    let puzzle = puzzle.as_ref();
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
            return Ok(Steps { answer: solved.answer.doubted(&doubts), frames });
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
        let frames = Frames::of(lines.map(|it| Ok(Frame::said(it.as_str()))));
        let frames = frames.map_err(NoAnswer::Refused)?;
        if !frames.frames.is_empty() {
            return Ok(Steps { answer, frames });
        }
    }
    let traced = is_traced.then(|| trace::trace(puzzle, &question, None, &mut |_| {}, budget));
    match traced {
        Some(Ok(traced)) => Ok(Steps { answer: solved.answer, frames: traced.frames() }),
        None | Some(Err(NoAnswer::Refused(_))) => Err(NoAnswer::Refused(none)),
        Some(Err(no_answer)) => Err(no_answer),
    }
}

impl ShownFrame {
    /// The frames, and whether that are all: of very large ones only the first.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn all(frames: &Frames, budget: &mut Budget) -> Result<(Vec<Self>, bool), Stop> {
        let (mut shown, mut size) = (Vec::new(), 0);
        for frame in &frames.frames {
            budget.look()?;
            let it = Self::of(frame);
            size += it.svg.as_ref().map_or(0, String::len);
            if size > MOST_BYTES {
                return Ok((shown, false));
            }
            shown.push(it);
        }
        Ok((shown, frames.are_all))
    }

    fn of(Frame { caption, said, picture, .. }: &Frame) -> Self {
        let (caption, mut said) = (caption.clone(), said.clone());
        let (svg, text) = match picture.as_ref().map(Sheet::of).transpose() {
            Ok(drawn) => drawn.map_or((None, String::new()), |it| (it.svg, it.text)),
            Err(too_large) => {
                said.push(too_large.to_string());
                (None, String::new())
            }
        };
        Self { caption, said, svg, text }
    }
}
