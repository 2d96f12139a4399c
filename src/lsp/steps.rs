//! What leads to an answer, as views step through it: frames, each with the place that says so.

use serde::Serialize;

use super::answer::{AnswerMessage, AnswerNote, AnswerStatus};
use super::types::*;
use super::view::View;
use crate::kinds::Definition;
use crate::service::slice::{Slice, SliceSteps};
use crate::service::solve::NoAnswer;
use crate::service::steps::ShownFrame;
use puzzle_engine::budget::Budget;

/// The frames of what is shown.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StepsMessage {
    frames: Vec<FrameMessage>,
    /// Whether these are all.
    is_whole: bool,
}

/// A frame.
#[derive(Clone, Debug, Serialize)]
struct FrameMessage {
    #[serde(flatten)]
    frame: ShownFrame,
    /// Where the text says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Location>,
}

/// The answer to the question of a slice, with what leads to it if something does.
pub(super) fn stepped(slice: &Slice, budget: &mut Budget) -> (AnswerMessage, Option<SliceSteps>) {
    let question = slice.question();
    match slice.steps(budget) {
        Ok(steps) => {
            let notes = steps.answer.sentences().map(AnswerNote::summary).collect();
            let text = steps.answer.text.clone();
            let answered = AnswerMessage::refused(question, text);
            (AnswerMessage { status: AnswerStatus::Answered, notes, ..answered }, Some(steps))
        }
        Err(no_answer) => {
            let refused = AnswerMessage::refused(question, no_answer.words());
            let status = match no_answer {
                NoAnswer::Stopped(_) => AnswerStatus::Unknown,
                NoAnswer::Refused(_) | NoAnswer::Unverified(_) => AnswerStatus::Refused,
            };
            (AnswerMessage { status, ..refused }, None)
        }
    }
}

impl StepsMessage {
    /// Frames whose places lie where they lie now.
    pub(super) fn new(steps: SliceSteps, view: &View<'_>, item: Definition) -> Self {
        let is_whole = steps.are_all;
        let frames = steps.frames(&view.analysis, item).into_iter().map(|(frame, place)| {
            let location = place.and_then(|it| view.related(item.document, &it));
            FrameMessage { frame, location }
        });
        Self { frames: frames.collect(), is_whole }
    }
}
