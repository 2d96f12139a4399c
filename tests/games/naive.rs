//! Rules of games written down once more, as plainly as can be.

use puzzle_lang::logic::game::{Game, Side};

/// The squares up to a number.
pub fn squares(most: u32) -> Vec<u32> {
    (1..).map(|root: u32| root * root).take_while(|square| *square <= most).collect()
}

/// The fingers of all hands.
pub fn all_hands() -> impl Iterator<Item = [[u8; 2]; 2]> {
    let hand = || 0..5_u8;
    hand().flat_map(move |a| {
        hand().flat_map(move |b| hand().flat_map(move |c| hand().map(move |d| [[a, b], [c, d]])))
    })
}

/// The hands after each move of chopsticks, in ascending order.
pub fn chopsticks(hands: [[u8; 2]; 2], mover: Side) -> Vec<[[u8; 2]; 2]> {
    if hands.contains(&[0, 0]) {
        return Vec::new();
    }
    let (own, other) = match mover {
        Side::First => (hands[0], hands[1]),
        Side::Second => (hands[1], hands[0]),
    };
    let both = |own, other| match mover {
        Side::First => [own, other],
        Side::Second => [other, own],
    };
    // Whatever can be reached by a tap or by moving fingers, among all there is.
    let is_tap = |next: [u8; 2]| {
        (0..2).any(|to| {
            (0..2).any(|from| {
                let mut tapped = other;
                let sum = own[from] + other[to];
                tapped[to] = if sum >= 5 { 0 } else { sum };
                own[from] > 0 && other[to] > 0 && tapped == next
            })
        })
    };
    let is_split = |next: [u8; 2]| {
        next[0] + next[1] == own[0] + own[1] && next != own && next != [own[1], own[0]]
    };
    let reached = |next: &[[u8; 2]; 2]| {
        let [own_next, other_next] = match mover {
            Side::First => [next[0], next[1]],
            Side::Second => [next[1], next[0]],
        };
        (own_next == own && is_tap(other_next) && both(own, other_next) == *next)
            || (other_next == other && is_split(own_next))
    };
    all_hands().filter(reached).collect()
}

/// Who has a tippy on a board.
pub fn tippy(size: usize, has: impl Fn(Side, usize) -> bool) -> Option<Side> {
    const SHAPES: [[(usize, usize); 4]; 4] = [
        [(0, 0), (0, 1), (1, 1), (1, 2)],
        [(0, 1), (0, 2), (1, 0), (1, 1)],
        [(0, 0), (1, 0), (1, 1), (2, 1)],
        [(0, 1), (1, 0), (1, 1), (2, 0)],
    ];
    let cells =
        |row: usize, column: usize| SHAPES.map(|shape| shape.map(|(r, c)| (row + r, column + c)));
    [Side::First, Side::Second].into_iter().find(|side| {
        (0..size).any(|row| {
            (0..size).any(|column| {
                cells(row, column).iter().any(|shape| {
                    shape.iter().all(|&(r, c)| r < size && c < size && has(*side, r * size + c))
                })
            })
        })
    })
}

/// Dots and Boxes from an empty board: who closes a box moves again, and scores add up.
#[derive(Debug)]
pub struct Dots {
    /// The edges of each box, as bits.
    boxes: Vec<u32>,
    edges: u32,
}

impl Dots {
    /// A board with so many rows and columns of boxes.
    pub fn new(rows: u32, columns: u32) -> Self {
        let lying = columns * (rows + 1);
        let edges = |row: u32, column: u32| {
            let left = lying + row * (columns + 1) + column;
            let top = row * columns + column;
            [top, top + columns, left, left + 1].iter().fold(0, |bits, edge| bits | 1 << edge)
        };
        let boxes = (0..rows).flat_map(|row| (0..columns).map(move |column| edges(row, column)));
        Self { boxes: boxes.collect(), edges: lying + rows * (columns + 1) }
    }

    fn closed(&self, state: u32) -> i32 {
        self.boxes.iter().filter(|edges| state & *edges == **edges).count() as i32
    }
}

/// The edge that a move sets, and above the edges whose turn it is.
const TURN: u32 = 1 << 31;

impl Game for Dots {
    type State = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }

    fn to_move(&self, state: &u32) -> Side {
        if state & TURN == 0 { Side::First } else { Side::Second }
    }

    fn moves(&self, state: &u32, moves: &mut Vec<u32>) {
        moves.extend((0..self.edges).filter(|edge| state >> edge & 1 == 0));
    }

    fn apply(&self, state: &u32, edge: u32) -> u32 {
        let next = state | 1 << edge;
        if self.closed(next) > self.closed(*state) { next } else { next ^ TURN }
    }

    fn score(&self, _: &u32) -> i32 {
        0
    }

    fn gain(&self, state: &u32, edge: u32) -> i32 {
        let boxes = self.closed(state | 1 << edge) - self.closed(*state);
        self.to_move(state).win() * boxes
    }

    fn scores(&self) -> (i32, i32) {
        let all = self.boxes.len() as i32;
        (-all, all)
    }
}
