//! Chopsticks: two players with two hands of up to four fingers each. Who moves taps a hand of the
//! other, which gains the fingers of the hand that taps, or moves fingers between the own hands. A
//! hand that reaches five is out, and so is a player without fingers.

use super::game::{Game, Normal, Side};

/// Fingers of a hand that is out.
pub const OUT: u8 = 5;

/// The rules, and a position to start from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chopsticks {
    /// The start.
    pub start: Hands,
    /// A hand keeps what is more than five.
    pub wraps: bool,
    /// Fingers may be moved so that the hands are only swapped.
    pub swaps: bool,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hands {
    /// The fingers of A's hands and of B's, left and right.
    pub hands: [[u8; 2]; 2],
    /// Who moves; A is the first player.
    pub mover: Side,
    /// How many moves both have left together, when that is limited.
    pub left: Option<u32>,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandsMove {
    /// One of the own hands taps one of the other's: 0 is left, 1 is right.
    Tap(usize, usize),
    /// The own hands have so many fingers now.
    Split([u8; 2]),
}

impl Chopsticks {
    /// The game from its beginning, by the usual rules.
    pub fn new(left: Option<u32>) -> Self {
        let start = Hands { hands: [[1, 1], [1, 1]], mover: Side::First, left };
        Self { start, wraps: false, swaps: false }
    }

    /// The fingers of a hand after one of `own` has tapped it.
    fn tapped(&self, own: [u8; 2], other: [u8; 2], from: usize, to: usize) -> u8 {
        match own[from] + other[to] {
            sum if sum < OUT => sum,
            sum if self.wraps => sum - OUT,
            _ => 0,
        }
    }
}

/// Where the hands of a player are in [`Hands::hands`].
pub const fn place(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

impl Game for Chopsticks {
    type State = Hands;
    type Move = HandsMove;

    fn start(&self) -> Hands {
        self.start.clone()
    }

    fn to_move(&self, state: &Hands) -> Side {
        state.mover
    }

    /// Taps, then splits from the left hand and from the right, one finger first. Moves that lead to
    /// the same position are one.
    fn moves(&self, state: &Hands, moves: &mut Vec<HandsMove>) {
        if state.hands.contains(&[0, 0]) || state.left == Some(0) {
            return;
        }
        let [own, other] = [state.mover, state.mover.other()].map(|side| state.hands[place(side)]);
        for from in 0..2 {
            let is_new = |to: &usize| {
                from == 0
                    || own[0] == 0
                    || self.tapped(own, other, 0, *to) != self.tapped(own, other, 1, *to)
            };
            let targets = (0..2).filter(|to| own[from] > 0 && other[*to] > 0).filter(is_new);
            moves.extend(targets.map(|to| HandsMove::Tap(from, to)));
        }
        for from in 0..2 {
            for fingers in 1..=own[from] {
                let mut hands = own;
                hands[from] -= fingers;
                hands[1 - from] += fingers;
                let is_swap = hands == [own[1], own[0]];
                if hands[1 - from] < OUT && (self.swaps || !is_swap) {
                    moves.push(HandsMove::Split(hands));
                }
            }
        }
    }

    fn apply(&self, state: &Hands, chosen: HandsMove) -> Hands {
        let mut next = state.clone();
        let (own, other) = (place(state.mover), place(state.mover.other()));
        match chosen {
            HandsMove::Tap(from, to) => {
                next.hands[other][to] = self.tapped(state.hands[own], state.hands[other], from, to);
            }
            HandsMove::Split(hands) => next.hands[own] = hands,
        }
        next.mover = state.mover.other();
        next.left = state.left.map(|left| left - 1);
        next
    }

    fn score(&self, state: &Hands) -> i32 {
        match state.hands.map(|hands| hands == [0, 0]) {
            [true, false] => -1,
            [false, true] => 1,
            _ => 0,
        }
    }

    fn repeats(&self) -> bool {
        self.start.left.is_none()
    }

    /// Hands in order, and A to move.
    fn normal(&self, mut state: Hands) -> Normal<Hands> {
        state.hands.iter_mut().for_each(|hands| hands.sort_unstable());
        let is_exchanged = state.mover == Side::Second;
        if is_exchanged {
            state.hands.swap(0, 1);
            state.mover = Side::First;
        }
        Normal { state, is_exchanged }
    }
}
