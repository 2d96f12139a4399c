//! What leads to an answer as JSON, to be stepped through.

use serde::Serialize;

use super::{JsonPlace, place};
use crate::kinds::Definition;
use crate::service::check::Analysis;
use crate::service::slice::SliceSteps;
use crate::service::steps::ShownFrame;

/// The frames of what a question of a program is about.
#[derive(Serialize)]
pub struct StepsReport {
    answer: String,
    remarks: Vec<String>,
    frames: Vec<PlacedFrame>,
    /// Whether these are all.
    whole: bool,
}

/// A frame, and where the text says so.
#[derive(Serialize)]
struct PlacedFrame {
    #[serde(flatten)]
    frame: ShownFrame,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<FramePlace>,
}

#[derive(Serialize)]
struct FramePlace {
    file: String,
    span: JsonPlace,
}

impl StepsReport {
    /// What leads to the answer to a question.
    pub fn new(steps: SliceSteps, analysis: &Analysis<'_>, question: Definition) -> Self {
        let own = analysis.scope.source(question.document);
        let (answer, whole) = (steps.answer.text.clone(), steps.are_all);
        let remarks = steps.answer.sentences().map(str::to_owned).collect();
        let frames = steps.frames(analysis, question).into_iter().map(|(frame, said)| {
            let place = said.map(|it| {
                let source = it.source.as_ref().unwrap_or(own);
                FramePlace { file: source.name().to_owned(), span: place(it.span, source) }
            });
            PlacedFrame { frame, place }
        });
        Self { answer, remarks, frames: frames.collect(), whole }
    }
}
