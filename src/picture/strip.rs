//! Strips: boards one after the other, each with what led to it.

use super::{Label, PictureBoard};

/// Boards in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strip {
    /// Each with what is said of it.
    pub boards: Vec<(Label, PictureBoard)>,
}
