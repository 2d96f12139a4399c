//! What meters count in a game of points: they are no part of its states.

use super::states::Layout;
use crate::logic::sheet::SheetState;
use crate::logic::sheet::rules::Points;

/// What meters count in a game of points.
#[derive(Clone, Debug)]
pub(super) struct Score {
    /// Their cells, each with the player whose points it counts.
    pub meters: Vec<(usize, usize)>,
    /// What they count for each at the start.
    pub begins: [i64; 2],
}

impl Score {
    /// Of plays that begin in this state.
    pub(super) fn of(points: &[Points; 2], layout: &Layout, start: &SheetState) -> Self {
        let (mut meters, mut begins) = (Vec::new(), [0; 2]);
        for (player, points) in points.iter().enumerate() {
            for (symbol, place) in &points.meters {
                meters.push((layout.first[symbol.0 as usize] + place, player));
                begins[player] += start.tables[symbol.0 as usize][*place].unwrap_or(0);
            }
        }
        Self { meters, begins }
    }
}
