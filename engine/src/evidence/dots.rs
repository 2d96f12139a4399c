//! What is claimed of positions of Dots and Boxes, and the advice by which that is shown.

use crate::budget::{Budget, Stop};
use crate::logic::dots::BoardEdge;

/// The edges that are free, a bit each.
pub type FreeEdges = u64;

/// What is claimed of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DotsClaim {
    /// Who moves gains at least so many boxes more than the other.
    Least(i32),
    /// At most.
    Most(i32),
}

/// What has an idea of how to play. Nothing it says is believed.
pub trait Advice {
    /// The free edges, as it numbers them.
    fn edges(&self) -> Vec<BoardEdge>;

    /// An edge by which who moves gains at least so many boxes more than the other, in a position
    /// without a box to take; `None` when there is none.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    fn edge(
        &mut self,
        free: FreeEdges,
        least: i32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop>;

    /// Whether there is one.
    ///
    /// # Errors
    /// As [`Advice::edge`].
    fn reaches(&mut self, free: FreeEdges, least: i32, budget: &mut Budget) -> Result<bool, Stop>;
}
