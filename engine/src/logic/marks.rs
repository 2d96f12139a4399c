//! Games of marking cells: each player in turn marks a free cell, and who is the first to have marked
//! all cells of one of some sets wins.

use super::game::Side;

/// A position of such a game. The moves are the free cells, in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct MarkedCells<'a> {
    /// How many cells there are.
    pub cells: usize,
    /// The sets.
    pub sets: &'a [[u16; 4]],
    /// What each player has marked, a bit a cell.
    pub of: [&'a [u64]; 2],
}

impl<'a> MarkedCells<'a> {
    /// Whether a player has marked a cell.
    pub fn has(self, side: Side, cell: usize) -> bool {
        self.of[side as usize][cell / 64] >> (cell % 64) & 1 == 1
    }

    /// The cells that nobody has marked.
    pub fn free(self) -> impl Iterator<Item = usize> + 'a {
        let is_free =
            move |cell: &usize| !self.has(Side::First, *cell) && !self.has(Side::Second, *cell);
        (0..self.cells).filter(is_free)
    }

    /// The sets that a player can complete by marking so many cells.
    pub fn completable(self, side: Side, moves: usize) -> impl Iterator<Item = [u16; 4]> + 'a {
        let is_open = move |set: &[u16; 4]| {
            let has = |side| set.iter().filter(move |cell| self.has(side, usize::from(**cell)));
            has(side.other()).count() == 0 && set.len() - has(side).count() <= moves
        };
        self.sets.iter().copied().filter(is_open)
    }
}
