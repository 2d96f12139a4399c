//! Dots and Boxes: players in turn draw an edge between neighbouring dots. Who closes a box gains a
//! point, for two boxes two, and moves again. Boxes that are closed at the start belong to nobody.

use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use super::game::{Game, GameStructure, Normal, Side};

/// An edge by its number: the horizontal ones row by row, then the vertical ones row by row.
pub type BoardEdge = u16;

/// A rectangle of boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DotsGrid {
    /// Rows of boxes.
    pub rows: u16,
    /// Columns of boxes.
    pub columns: u16,
}

impl DotsGrid {
    /// A grid with a box at least, unless its edges cannot be numbered.
    pub fn checked(rows: usize, columns: usize) -> Option<Self> {
        let grid = Self { rows: rows.try_into().ok()?, columns: columns.try_into().ok()? };
        (grid.boxes() > 0 && grid.edges() <= usize::from(BoardEdge::MAX)).then_some(grid)
    }

    /// Number of horizontal edges.
    pub const fn horizontals(self) -> usize {
        (self.rows as usize + 1) * self.columns as usize
    }

    /// Number of edges.
    pub const fn edges(self) -> usize {
        self.horizontals() + self.rows as usize * (self.columns as usize + 1)
    }

    /// Number of boxes.
    pub const fn boxes(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The boxes by row and column, row by row.
    pub fn all_boxes(self) -> impl Iterator<Item = (u16, u16)> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| (row, column)))
    }

    /// The edges around the box in a row and a column: above, below, left, right.
    pub const fn around(self, row: u16, column: u16) -> [BoardEdge; 4] {
        let above = row * self.columns + column;
        let left = self.horizontals() as BoardEdge + row * (self.columns + 1) + column;
        [above, above + self.columns, left, left + 1]
    }

    /// The boxes on the two sides of an edge, by row and column; at the border there is one.
    pub fn beside(self, edge: BoardEdge) -> impl Iterator<Item = (u16, u16)> {
        let horizontals = self.horizontals() as BoardEdge;
        let (first, second) = if edge < horizontals {
            let (row, column) = (edge / self.columns, edge % self.columns);
            ((row.wrapping_sub(1), column), (row, column))
        } else {
            let (row, column) = (
                (edge - horizontals) / (self.columns + 1),
                (edge - horizontals) % (self.columns + 1),
            );
            ((row, column.wrapping_sub(1)), (row, column))
        };
        [first, second].into_iter().filter(move |it| it.0 < self.rows && it.1 < self.columns)
    }

    /// The middle of an edge in half lengths, from above and from the left.
    pub const fn middle(self, edge: BoardEdge) -> (u16, u16) {
        let horizontals = self.horizontals() as BoardEdge;
        if edge < horizontals {
            (2 * (edge / self.columns), 2 * (edge % self.columns) + 1)
        } else {
            let edge = edge - horizontals;
            (2 * (edge / (self.columns + 1)) + 1, 2 * (edge % (self.columns + 1)))
        }
    }

    /// Where an edge is after one of the [`DotsGrid::ways`] to mirror the board.
    pub fn mirrored(self, edge: BoardEdge, way: usize) -> BoardEdge {
        let (mut y, mut x) = self.middle(edge);
        if way & 1 != 0 {
            y = 2 * self.rows - y;
        }
        if way & 2 != 0 {
            x = 2 * self.columns - x;
        }
        if way & 4 != 0 {
            (y, x) = (x, y);
        }
        if y % 2 == 0 {
            y / 2 * self.columns + x / 2
        } else {
            self.horizontals() as BoardEdge + y / 2 * (self.columns + 1) + x / 2
        }
    }

    /// The ways to turn and mirror a board so that it fits on itself: 1 exchanges above and below, 2 left
    /// and right, 4 then rows and columns. The one that leaves it alone is none of them.
    pub fn ways(self) -> Range<usize> {
        if self.rows == self.columns { 1..8 } else { 1..4 }
    }
}

/// A set of edges, a bit each.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edges(SmallVec<[u64; 2]>);

impl Edges {
    /// The empty set of edges of a grid.
    pub fn none(grid: DotsGrid) -> Self {
        Self(smallvec![0; grid.edges().div_ceil(64)])
    }

    /// Whether an edge belongs to it.
    pub fn has(&self, edge: BoardEdge) -> bool {
        self.0[edge as usize / 64] >> (edge % 64) & 1 == 1
    }

    /// The edges of a grid that do not belong to it, ascending.
    pub fn free(&self, grid: DotsGrid) -> impl Iterator<Item = BoardEdge> {
        (0..grid.edges() as BoardEdge).filter(|edge| !self.has(*edge))
    }

    /// Adds an edge.
    pub fn insert(&mut self, edge: BoardEdge) {
        self.0[edge as usize / 64] |= 1 << (edge % 64);
    }

    /// The set with each edge where `places` has it.
    fn mirrored(&self, places: &[BoardEdge]) -> Self {
        let mut edges = Self(smallvec![0; self.0.len()]);
        for (index, word) in self.0.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                edges.insert(places[64 * index + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
        edges
    }
}

/// Where a play stands: the points gained so far are no part of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DotsBoard {
    /// The edges that are drawn.
    pub drawn: Edges,
    /// Who moves.
    pub side: Side,
}

/// Dots and Boxes from a board on. The score is what the first player gains more than the second.
#[derive(Clone, Debug)]
pub struct DotsGame {
    /// The size.
    pub grid: DotsGrid,
    /// The edges drawn before the first move.
    pub start: Edges,
    /// The points that the players have before the first move. They change nothing about how to play.
    pub points: [u32; 2],
    /// The boxes beside each edge, by their three other edges.
    boxes: Vec<SmallVec<[[BoardEdge; 3]; 2]>>,
    /// Where the edges are after turning and mirroring the board, a list for each way.
    mirrors: Vec<Vec<BoardEdge>>,
}

impl DotsGame {
    /// A game on a board that is partly drawn.
    pub fn new(grid: DotsGrid, start: Edges, points: [u32; 2]) -> Self {
        let edges = || 0..grid.edges() as BoardEdge;
        let others = |edge| {
            let around = move |(row, column)| {
                let mut around = grid.around(row, column);
                around.sort_unstable_by_key(|it| *it == edge);
                [around[0], around[1], around[2]]
            };
            grid.beside(edge).map(around).collect()
        };
        let mirror = |way| edges().map(|edge| grid.mirrored(edge, way)).collect();
        let (boxes, mirrors) = (edges().map(others).collect(), grid.ways().map(mirror).collect());
        Self { grid, start, points, boxes, mirrors }
    }

    /// How many boxes are open at the start.
    pub fn open(&self) -> usize {
        let is_open = |&(row, column): &(u16, u16)| {
            !self.grid.around(row, column).into_iter().all(|it| self.start.has(it))
        };
        self.grid.all_boxes().filter(is_open).count()
    }

    /// The points of both at the end, when from the start on the first player gains that much more
    /// than the second: all boxes are closed then.
    pub fn totals(&self, margin: i32) -> [u64; 2] {
        let open = self.open() as i64;
        let gained = [open + i64::from(margin), open - i64::from(margin)];
        std::array::from_fn(|player| u64::from(self.points[player]) + gained[player] as u64 / 2)
    }

    /// How many boxes an edge closes that is not drawn yet.
    pub fn closes(&self, drawn: &Edges, edge: BoardEdge) -> i32 {
        let boxes = self.boxes[edge as usize].iter();
        boxes.filter(|others| others.iter().all(|it| drawn.has(*it))).count() as i32
    }
}

impl Game for DotsGame {
    type State = DotsBoard;
    type Move = BoardEdge;

    fn start(&self) -> DotsBoard {
        DotsBoard { drawn: self.start.clone(), side: Side::First }
    }

    fn to_move(&self, board: &DotsBoard) -> Side {
        board.side
    }

    fn moves(&self, board: &DotsBoard, moves: &mut Vec<BoardEdge>) {
        moves.extend(board.drawn.free(self.grid));
    }

    /// The least of the mirrored boards, with the first player to move.
    fn normal(&self, board: DotsBoard) -> Normal<DotsBoard> {
        let is_exchanged = board.side == Side::Second;
        let mirrored = self.mirrors.iter().map(|it| board.drawn.mirrored(it));
        let drawn = mirrored.fold(board.drawn.clone(), std::cmp::min);
        Normal { state: DotsBoard { drawn, side: Side::First }, is_exchanged }
    }

    fn apply(&self, board: &DotsBoard, edge: BoardEdge) -> DotsBoard {
        let moves_again = self.closes(&board.drawn, edge) > 0;
        let mut drawn = board.drawn.clone();
        drawn.insert(edge);
        DotsBoard { drawn, side: if moves_again { board.side } else { board.side.other() } }
    }

    fn score(&self, _: &DotsBoard) -> i32 {
        0
    }

    fn gain(&self, board: &DotsBoard, edge: BoardEdge) -> i32 {
        self.closes(&board.drawn, edge) * board.side.win()
    }

    fn counts_points(&self) -> bool {
        true
    }

    fn structure<'a>(&'a self, board: &'a DotsBoard) -> GameStructure<'a> {
        GameStructure::Boxes(self.grid, &board.drawn)
    }

    fn scores(&self) -> (i32, i32) {
        let boxes = self.grid.boxes() as i32;
        (-boxes, boxes)
    }
}
