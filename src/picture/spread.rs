//! Spreads: what is known of things, a part of it on a board or as a table, and relations between them as graphs.

use super::{PictureBoard, PictureRelation, PictureTable};

/// A board, a table and graphs beside each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spread {
    /// The board, if there is one.
    pub board: Option<PictureBoard>,
    /// The table; without rows there is none.
    pub table: PictureTable,
    /// The relations.
    pub relations: Vec<PictureRelation>,
}
