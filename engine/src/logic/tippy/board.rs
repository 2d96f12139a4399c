//! The board of a game of tippy: its marks as bits.

use smallvec::{SmallVec, smallvec};

use super::TippyCell;
use crate::logic::game::Side;

/// The marks on a board, a bit a cell, and who has won.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TippyBoard {
    /// The cells of X, then as many words of those of O.
    words: SmallVec<[u64; 4]>,
    /// The number of cells.
    cells: u16,
    /// The number of marks.
    marks: u16,
    /// What X has won: 1, -1 for a loss.
    won: i8,
}

/// Whether a cell is among these, which are bits.
pub(super) fn is_marked(cells: &[u64], cell: TippyCell) -> bool {
    cells[cell as usize / 64] >> (cell % 64) & 1 == 1
}

impl TippyBoard {
    /// A board without marks.
    pub fn empty(cells: usize) -> Self {
        let words = smallvec![0; 2 * cells.div_ceil(64)];
        Self { words, cells: cells as u16, marks: 0, won: 0 }
    }

    /// The cells that have the mark of a player, as bits.
    pub fn of(&self, side: Side) -> &[u64] {
        let (x, o) = self.words.split_at(self.words.len() / 2);
        match side {
            Side::First => x,
            Side::Second => o,
        }
    }

    /// Whether a cell has the mark of a player.
    pub fn has(&self, side: Side, cell: TippyCell) -> bool {
        is_marked(self.of(side), cell)
    }

    /// Whether a cell is empty.
    pub fn is_free(&self, cell: TippyCell) -> bool {
        !self.has(Side::First, cell) && !self.has(Side::Second, cell)
    }

    /// The empty cells, row by row.
    pub fn free(&self) -> impl Iterator<Item = TippyCell> + '_ {
        let words = self.of(Side::First).iter().zip(self.of(Side::Second)).enumerate();
        let free = words.flat_map(|(index, (x, o))| {
            let mut rest = !(x | o);
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some((64 * index) as TippyCell + bit as TippyCell)
            })
        });
        free.take_while(|cell| *cell < self.cells)
    }

    /// The cells that have the mark of a player, row by row.
    pub fn marked(&self, side: Side) -> impl Iterator<Item = TippyCell> + '_ {
        self.of(side).iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some((64 * index) as TippyCell + bit as TippyCell)
            })
        })
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.cells.into()
    }

    /// How many cells are marked.
    pub fn marks(&self) -> u16 {
        self.marks
    }

    /// Who has a tippy.
    pub fn winner(&self) -> Option<Side> {
        match self.won {
            1 => Some(Side::First),
            -1 => Some(Side::Second),
            _ => None,
        }
    }

    /// Marks a cell, which nobody has marked.
    pub fn mark(&mut self, side: Side, cell: TippyCell) {
        let own = if side == Side::First { 0 } else { self.words.len() / 2 };
        self.words[own + cell as usize / 64] |= 1 << (cell % 64);
        self.marks += 1;
    }

    /// Says who has a tippy.
    pub fn win(&mut self, side: Side) {
        self.won = side.win() as i8;
    }

    /// The board with one more mark, which may win.
    #[must_use]
    pub fn with(&self, side: Side, cell: TippyCell, wins: bool) -> Self {
        let mut board = self.clone();
        board.mark(side, cell);
        if wins {
            board.win(side);
        }
        board
    }

    /// The board with each mark where `places` has it.
    #[must_use]
    pub fn mirrored(&self, places: &[TippyCell]) -> Self {
        let mut board = Self::empty(self.cells as usize);
        for side in [Side::First, Side::Second] {
            self.marked(side).for_each(|cell| board.mark(side, places[cell as usize]));
        }
        board.won = self.won;
        board
    }
}
