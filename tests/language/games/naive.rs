//! Rules of games written down once more, as plainly as can be.

use puzzle_engine::logic::choosing::Choosing;
use puzzle_engine::logic::chopsticks::{self, Chopsticks};
use puzzle_engine::logic::dots::{self, DotsGame, DotsGrid, Edges};
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::logic::game::{Game, Side};
use puzzle_engine::logic::quantified::{self, Player};
use puzzle_engine::logic::subtract_square::{StonesLeft, SubtractSquare};
use puzzle_engine::logic::tippy::{Tippy, TippyBoard};

use super::exam::{Examined, Numbers};

/// The squares up to a number.
pub(super) fn squares(most: u32) -> Vec<u32> {
    (1..).map(|root: u32| root * root).take_while(|square| *square <= most).collect()
}

/// The fingers of all hands.
pub(super) fn all_hands() -> impl Iterator<Item = [[u8; 2]; 2]> {
    let hand = || 0..5_u8;
    hand().flat_map(move |a| {
        hand().flat_map(move |b| hand().flat_map(move |c| hand().map(move |d| [[a, b], [c, d]])))
    })
}

/// The hands after each move of chopsticks, in ascending order.
pub(super) fn chopsticks(
    hands: [[u8; 2]; 2],
    mover: Side,
    wraps: bool,
    swaps: bool,
) -> Vec<[[u8; 2]; 2]> {
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
                tapped[to] = if sum < 5 { sum } else { u8::from(wraps) * (sum - 5) };
                own[from] > 0 && other[to] > 0 && tapped == next
            })
        })
    };
    let is_split = |next: [u8; 2]| {
        let is_swap = next == [own[1], own[0]];
        next[0] + next[1] == own[0] + own[1] && next != own && (swaps || !is_swap)
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
pub(super) fn tippy(size: usize, has: impl Fn(Side, usize) -> bool) -> Option<Side> {
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

impl Examined for SubtractSquare {
    fn arbitrary(numbers: &mut Numbers) -> Self {
        Self::new(1 + numbers.below(30) as u32)
    }

    fn naive(&self, state: &StonesLeft) -> Vec<StonesLeft> {
        let next = |square| StonesLeft { value: state.value - square, mover: state.mover.other() };
        squares(state.value).into_iter().map(next).collect()
    }

    fn is_small(&self, state: &StonesLeft) -> bool {
        state.value < 22
    }
}

impl Examined for Chopsticks {
    fn arbitrary(numbers: &mut Numbers) -> Self {
        let [wraps, swaps] = [numbers.below(2) == 1, numbers.below(2) == 1];
        Self { wraps, swaps, ..Self::new(Some(numbers.below(40) as u32)) }
    }

    fn naive(&self, state: &chopsticks::Hands) -> Vec<chopsticks::Hands> {
        let Some(left) = state.left.unwrap().checked_sub(1) else { return Vec::new() };
        let next =
            |hands| chopsticks::Hands { hands, mover: state.mover.other(), left: Some(left) };
        let hands = chopsticks(state.hands, state.mover, self.wraps, self.swaps);
        hands.into_iter().map(next).collect()
    }

    fn is_small(&self, state: &chopsticks::Hands) -> bool {
        state.left.unwrap() < 5
    }
}

impl Examined for Tippy {
    fn arbitrary(numbers: &mut Numbers) -> Self {
        Self::new(3 + numbers.below(3))
    }

    fn naive(&self, state: &TippyBoard) -> Vec<TippyBoard> {
        let cells = moves_at_start(self) as usize;
        let size = cells.isqrt();
        let winner = |board: &TippyBoard| tippy(size, |side, cell| board.has(side, cell as u16));
        assert_eq!(state.winner(), winner(state), "{state:?}");
        if state.winner().is_some() {
            return Vec::new();
        }
        let marks = |side| (0..cells).filter(|cell| state.has(side, *cell as u16)).count();
        let is_even = marks(Side::First) == marks(Side::Second);
        let mover = if is_even { Side::First } else { Side::Second };
        let is_free = |cell: &u16| !state.has(mover, *cell) && !state.has(mover.other(), *cell);
        let next = |cell| {
            let board = state.with(mover, cell, false);
            let wins = winner(&board).is_some();
            state.with(mover, cell, wins)
        };
        (0..cells as u16).filter(is_free).map(next).collect()
    }

    fn is_small(&self, state: &TippyBoard) -> bool {
        moves_at_start(self) - u32::from(state.marks()) <= 7
    }
}

/// How many moves there are at the start.
fn moves_at_start<G: Game>(game: &G) -> u32 {
    super::exam::moves(game, &game.start()).len() as u32
}

impl Examined for DotsGame {
    fn arbitrary(numbers: &mut Numbers) -> Self {
        let grid =
            DotsGrid { rows: 1 + numbers.below(2) as u16, columns: 1 + numbers.below(3) as u16 };
        let mut start = Edges::none(grid);
        let drawn = numbers.below(1 << edges(grid)) & numbers.below(1 << edges(grid));
        (0..edges(grid)).filter(|it| drawn >> it & 1 == 1).for_each(|it| start.insert(it));
        Self::new(grid, start, [0, 0])
    }

    fn naive(&self, state: &dots::DotsBoard) -> Vec<dots::DotsBoard> {
        let closed = |drawn: &Edges| {
            boxes(self.grid).filter(|it| it.iter().all(|edge| drawn.has(*edge))).count()
        };
        let next = |edge| {
            let mut drawn = state.drawn.clone();
            drawn.insert(edge);
            let gained = closed(&drawn) - closed(&state.drawn);
            assert_eq!(
                self.gain(state, edge),
                gained as i32 * state.side.win(),
                "{state:?} {edge}"
            );
            let moves_again = gained > 0;
            dots::DotsBoard {
                drawn,
                side: if moves_again { state.side } else { state.side.other() },
            }
        };
        (0..edges(self.grid)).filter(|it| !state.drawn.has(*it)).map(next).collect()
    }

    fn is_small(&self, state: &dots::DotsBoard) -> bool {
        (0..edges(self.grid)).filter(|it| !state.drawn.has(*it)).count() < 7
    }
}

fn edges(grid: DotsGrid) -> u16 {
    grid.columns * (grid.rows + 1) + grid.rows * (grid.columns + 1)
}

/// The edges of each box.
fn boxes(grid: DotsGrid) -> impl Iterator<Item = [u16; 4]> {
    let (rows, columns) = (grid.rows, grid.columns);
    (0..rows * columns).map(move |index| {
        let (row, column) = (index / columns, index % columns);
        let top = row * columns + column;
        let left = columns * (rows + 1) + row * (columns + 1) + column;
        [top, top + columns, left, left + 1]
    })
}

impl Examined for Choosing {
    fn arbitrary(numbers: &mut Numbers) -> Self {
        let turns = 1 + numbers.below(6) as u32;
        let mut nodes = Vec::new();
        let mut operands = 0;
        while operands != 1 || numbers.below(12) > 0 {
            let node = match numbers.below(6) {
                0 if operands > 0 => FormulaSymbol::Not,
                1 | 2 if operands > 1 => FormulaSymbol::And(2),
                3 if operands > 1 => FormulaSymbol::Or(2),
                _ => FormulaSymbol::Variable(FormulaVariable(numbers.below(turns as usize) as u32)),
            };
            operands = operands - node.operands() + 1;
            nodes.push(node);
        }
        let players = (0..turns).map(|_| Player::who_wants(numbers.below(2) == 1)).collect();
        let start = numbers.below(turns as usize) as u32;
        let order = (0..turns).map(|turn| FormulaVariable((turn + start) % turns)).collect();
        let rules =
            quantified::QuantifiedGame::new(Formula::from_post_order(nodes), players, order);
        Self::new(rules.unwrap())
    }

    fn naive(&self, state: &Vec<bool>) -> Vec<Vec<bool>> {
        let turns = self.rules.turns();
        if state.len() == turns.len() {
            let chosen: Vec<_> = self.rules.order().iter().zip(state).collect();
            let value = self.rules.formula().evaluate(|it| chosen.contains(&(&it, &true)));
            assert_eq!(self.score(state), if value { 1 } else { -1 }, "{state:?}");
            return Vec::new();
        }
        let is_first = turns[state.len()] == Player::E;
        assert_eq!(self.to_move(state) == Side::First, is_first, "{state:?}");
        [false, true].map(|value| [&state[..], &[value]].concat()).to_vec()
    }

    fn is_small(&self, _: &Vec<bool>) -> bool {
        true
    }
}
