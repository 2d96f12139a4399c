//! The best move from every state at every level of a limited game: dynamic programming over levels,
//! the last one first, as it is described in textbooks.

use std::fmt::Write;

use super::{Chopsticks, State};
use crate::logic::game::{Game, Side};

/// Positions of the four hands.
const STATES: usize = 625;

/// The value of every state at every level and the best next state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMoves {
    depth: u32,
    /// By level and hands: the value, and the hands after the best move.
    best: Vec<(i32, Option<[[u8; 2]; 2]>)>,
}

/// The place of the hands among all.
fn place(hands: [[u8; 2]; 2]) -> usize {
    hands.as_flattened().iter().fold(0, |place, fingers| 5 * place + usize::from(*fingers))
}

/// All hands, in the order of their places.
fn all_hands() -> impl Iterator<Item = [[u8; 2]; 2]> {
    (0..STATES).map(|place| {
        let digit = |power: usize| (place / power % 5) as u8;
        [[digit(125), digit(25)], [digit(5), digit(1)]]
    })
}

/// The table for a game that ends at level `depth`; A moves at even levels.
pub fn best_moves(rules: &Chopsticks, depth: u32) -> BestMoves {
    let levels = depth as usize + 1;
    let mut best = vec![(0, None); levels * STATES];
    let mut moves = Vec::new();
    for level in (0..=depth).rev() {
        let mover = if level % 2 == 0 { Side::First } else { Side::Second };
        for hands in all_hands() {
            let state = State { hands, mover, left: Some(depth - level) };
            moves.clear();
            rules.moves(&state, &mut moves);
            let options = moves.iter().map(|chosen| {
                let next = rules.apply(&state, *chosen).hands;
                (best[(level as usize + 1) * STATES + place(next)].0, Some(next))
            });
            // Of several best moves the first.
            let chosen =
                options.reduce(|first, it| if mover.likes(first.0, it.0) { first } else { it });
            best[level as usize * STATES + place(hands)] =
                chosen.unwrap_or_else(|| (rules.score(&state), None));
        }
    }
    BestMoves { depth, best }
}

impl BestMoves {
    /// What the hands at a level are worth (1 when A wins, -1 when B does, 0 for a tie), and the hands
    /// after the best move, if there is one. `None` for hands of more than four fingers and
    /// levels that are too deep.
    pub fn get(&self, hands: [[u8; 2]; 2], level: u32) -> Option<(i32, Option<[[u8; 2]; 2]>)> {
        let is_known =
            level <= self.depth && hands.as_flattened().iter().all(|it| *it < super::OUT);
        is_known.then(|| self.best[level as usize * STATES + place(hands)])
    }

    /// A line for each level and state: the hands, the level, the value, the hands after the best move.
    pub fn to_csv(&self) -> String {
        let mut text = "a left,a right,b left,b right,level,value,next\n".to_owned();
        for level in 0..=self.depth {
            for hands in all_hands() {
                let [[a, b], [c, d]] = hands;
                let (value, next) = self.best[level as usize * STATES + place(hands)];
                let _ = write!(text, "{a},{b},{c},{d},{level},{value},");
                if let Some([[a, b], [c, d]]) = next {
                    let _ = write!(text, "{a}{b} {c}{d}");
                }
                text.push('\n');
            }
        }
        text
    }
}
