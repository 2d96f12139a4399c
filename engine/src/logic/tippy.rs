//! Tippy: X and O in turn mark an empty cell of a square board; who has four own marks that form an S
//! or a Z, lying or standing, wins. X is the first player, whoever moves first.

mod board;
mod pairs;
mod threats;

pub use board::TippyBoard;
use board::is_marked;

use super::game::{Game, GameStructure, Normal, Side};
use super::marks::MarkedCells;

/// A cell: its row times the size of the board, plus its column.
pub type TippyCell = u16;

/// Cells of a board that take as long as a step of other searches.
const CELLS_A_STEP: usize = 32;

/// The board and the position to start from.
#[derive(Clone, Debug)]
pub struct Tippy {
    /// How many rows and columns the board has.
    pub size: usize,
    /// Who made the first move, or will.
    pub first: Side,
    /// The position to start from.
    pub start: TippyBoard,
    /// The four cells of every tippy.
    tippies: Vec<[TippyCell; 4]>,
    /// The cells of every tippy as bits, on boards whose cells are as many as a word has bits at most.
    masks: Vec<u64>,
    /// The tippies that hold a cell.
    through: Vec<Vec<u32>>,
    /// Where the cells are after turning and mirroring the board, a list for each way.
    mirrors: Vec<Vec<TippyCell>>,
}

impl Tippy {
    /// The empty board.
    pub fn new(size: usize) -> Self {
        // The cells of a lying S and Z; standing ones have rows and columns exchanged.
        const SHAPES: [[(usize, usize); 4]; 2] =
            [[(0, 1), (0, 2), (1, 0), (1, 1)], [(0, 0), (0, 1), (1, 1), (1, 2)]];
        let mut tippies = Vec::new();
        for row in 0..size - 1 {
            for column in 0..size - 2 {
                for shape in SHAPES {
                    let lying = shape.map(|(r, c)| ((row + r) * size + column + c) as TippyCell);
                    let standing = shape.map(|(r, c)| ((column + c) * size + row + r) as TippyCell);
                    tippies.extend([lying, standing]);
                }
            }
        }
        let mut through = vec![Vec::new(); size * size];
        for (index, tippy) in tippies.iter().enumerate() {
            tippy.iter().for_each(|cell| through[*cell as usize].push(index as u32));
        }
        let mask = |cells: &[TippyCell; 4]| cells.iter().fold(0, |mask, cell| mask | 1 << cell);
        let is_word = size * size <= u64::BITS as usize;
        let masks = tippies.iter().filter(|_| is_word).map(mask).collect();
        let last = size - 1;
        let mirror = |way: usize| {
            let cells = (0..size * size).map(|cell| {
                let (mut row, mut column) = (cell / size, cell % size);
                if way & 1 == 1 {
                    row = last - row;
                }
                if way & 2 == 2 {
                    column = last - column;
                }
                if way & 4 == 4 {
                    (row, column) = (column, row);
                }
                (row * size + column) as TippyCell
            });
            cells.collect()
        };
        let mirrors = (1..8).map(mirror).collect();
        let start = TippyBoard::empty(size * size);
        Self { size, first: Side::First, start, tippies, masks, through, mirrors }
    }

    /// The four cells of every tippy.
    pub fn tippies(&self) -> &[[TippyCell; 4]] {
        &self.tippies
    }

    /// The tippies that hold a mark of one of these players, in their order.
    fn marked<'a>(
        &'a self,
        board: &'a TippyBoard,
        sides: &'a [Side],
    ) -> impl Iterator<Item = u32> + 'a {
        let mut wide = Vec::new();
        if self.masks.is_empty() {
            let cells = sides.iter().flat_map(|side| board.marked(*side));
            wide.extend(cells.flat_map(|cell| &self.through[cell as usize]).copied());
            wide.sort_unstable();
            wide.dedup();
        }
        let held = sides.iter().fold(0, |held, side| held | board.of(*side)[0]);
        let masked = (0..).zip(&self.masks).filter(move |(_, mask)| *mask & held != 0);
        masked.map(|(tippy, _)| tippy).chain(wide)
    }

    /// Whether the cell completes a tippy of its marks.
    fn completes(&self, board: &TippyBoard, cell: TippyCell, side: Side) -> bool {
        let own = board.of(side);
        let mut through = self.through[cell as usize].iter();
        through.any(|tippy| {
            let cells = self.tippies[*tippy as usize];
            cells.iter().all(|it| *it == cell || is_marked(own, *it))
        })
    }
}

impl Game for Tippy {
    type State = TippyBoard;
    type Move = TippyCell;

    fn start(&self) -> TippyBoard {
        self.start.clone()
    }

    fn to_move(&self, board: &TippyBoard) -> Side {
        if board.marks().is_multiple_of(2) { self.first } else { self.first.other() }
    }

    fn moves(&self, board: &TippyBoard, moves: &mut Vec<TippyCell>) {
        if board.winner().is_none() {
            moves.extend(board.free());
        }
    }

    fn apply(&self, board: &TippyBoard, cell: TippyCell) -> TippyBoard {
        let side = self.to_move(board);
        board.with(side, cell, self.completes(board, cell, side))
    }

    fn score(&self, board: &TippyBoard) -> i32 {
        board.winner().map_or(0, Side::win)
    }

    fn ends_suddenly(&self) -> bool {
        true
    }

    fn structure<'a>(&'a self, board: &'a TippyBoard) -> GameStructure<'a> {
        let of = [Side::First, Side::Second].map(|side| board.of(side));
        GameStructure::Marks(MarkedCells { cells: board.cells(), sets: &self.tippies, of })
    }

    fn promising(&self, board: &TippyBoard, moves: &mut Vec<TippyCell>) {
        if board.winner().is_none() {
            threats::promising(self, board, moves);
        }
    }

    fn soonest_win(&self, board: &TippyBoard, side: Side) -> u32 {
        threats::soonest_win(self, board, side)
    }

    fn is_held(&self, board: &TippyBoard, side: Side) -> bool {
        pairs::hold(self, board, side)
    }

    fn effort(&self) -> usize {
        self.start.cells() / CELLS_A_STEP
    }

    fn normal(&self, board: TippyBoard) -> Normal<TippyBoard> {
        let mirrored = self.mirrors.iter().map(|it| board.mirrored(it));
        Normal { state: mirrored.fold(board.clone(), std::cmp::min), is_exchanged: false }
    }
}
