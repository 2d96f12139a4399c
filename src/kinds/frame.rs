//! What there is to step through: a walk, a plan, a line of play, a proof as frames one after the other, each with what
//! leads to it, what there is to see then, and where the text says so. Whoever shows them needs to know no kind.

use super::{Posed, Refusal};
use crate::diagnostic::Related;
use crate::picture::Picture;

/// Frames of one sequence that are made: nobody looks at more.
pub const MOST_FRAMES: usize = 500;

/// What there is after a step.
#[derive(Clone, Debug, Default)]
pub struct StepFrame {
    /// What leads to it, in a few words.
    pub caption: String,
    /// What is to be known of it besides, a line each.
    pub said: Vec<String>,
    /// What there is to see, if it is not said; what differs from the frame before is marked.
    pub picture: Option<Picture>,
    /// What the text says of the step, and where.
    pub place: Option<Related>,
}

/// Frames in order.
#[derive(Clone, Debug, Default)]
pub struct StepFrames {
    /// The frames, those behind [`MOST_FRAMES`] left out.
    pub frames: Vec<StepFrame>,
    /// Whether these are all.
    pub are_all: bool,
}

/// To be solved: frames, or why there are none.
pub type PosedFrames<'a> = Posed<'a, Result<StepFrames, Refusal>>;

/// Poses the frames of a solution.
pub type PoseFrames<'a> = Box<dyn FnOnce() -> PosedFrames<'a> + 'a>;

impl StepFrames {
    /// The first of some frames, which are made one by one.
    ///
    /// # Errors
    /// Why one cannot be shown.
    pub fn of(mut all: impl Iterator<Item = Result<StepFrame, Refusal>>) -> Result<Self, Refusal> {
        let mut frames = Vec::new();
        let mut before: Option<Picture> = None;
        for frame in all.by_ref().take(MOST_FRAMES) {
            let mut frame = frame?;
            let plain = frame.picture.clone();
            if let (Some(picture), Some(before)) = (&mut frame.picture, &before) {
                picture.mark_changes(before);
            }
            before = plain;
            frames.push(frame);
        }
        Ok(Self { frames, are_all: all.next().is_none() })
    }
}

impl StepFrame {
    /// What is said alone.
    pub fn said(caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), ..Self::default() }
    }
}
