//! What leads to an answer, as a page in a browser steps through it.

use serde::Serialize;

use crate::diagnostic::Related;
use crate::service::json::{JsonPlace, place};
use crate::service::steps::ShownFrame;
use crate::text::Source;

/// The frames of what is asked about.
#[derive(Serialize)]
pub struct PageFrames {
    pub(super) answer: String,
    pub(super) remarks: Vec<String>,
    pub(super) frames: Vec<PageFrame>,
    /// Whether these are all.
    pub(super) whole: bool,
}

/// A frame, and where the text says so.
#[derive(Serialize)]
pub struct PageFrame {
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

impl PageFrame {
    /// A frame of a question that stands in a source.
    pub(super) fn new(frame: ShownFrame, said: Option<Related>, source: &Source) -> Self {
        let place = said.map(|it| {
            let source = it.source.as_deref().unwrap_or(source);
            FramePlace { file: source.name().to_owned(), span: place(it.span, source) }
        });
        Self { frame, place }
    }
}
