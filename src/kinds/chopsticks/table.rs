//! The best move from every state at every level of a limited game: dynamic programming over levels,
//! the last one first, as it is described in textbooks.

use std::fmt::Write;
use std::num::NonZero;

use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::chopsticks::{Chopsticks, Hands, OUT};
use puzzle_engine::logic::game::{Game, Side};

/// Positions of the four hands.
const STATES: usize = 625;

/// The value of every state at every level and the best next state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandsTable {
    depth: u32,
    /// The last level first, by the place of the hands.
    best: Vec<Best>,
}

/// What a state is worth, and the place of the hands after the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Best {
    value: i8,
    next: Option<NonZero<u16>>,
}

/// The place of the hands among all.
fn place(hands: [[u8; 2]; 2]) -> usize {
    hands.as_flattened().iter().fold(0, |place, fingers| 5 * place + usize::from(*fingers))
}

fn hands(place: usize) -> [[u8; 2]; 2] {
    let digit = |power: usize| (place / power % 5) as u8;
    [[digit(125), digit(25)], [digit(5), digit(1)]]
}

/// All hands, in the order of their places.
fn all_hands() -> impl Iterator<Item = [[u8; 2]; 2]> {
    (0..STATES).map(hands)
}

/// The table for a game that ends at level `depth`; A moves at even levels.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn best_moves(rules: &Chopsticks, depth: u32, budget: &mut Budget) -> Result<HandsTable, Stop> {
    let mut best: Vec<Best> = Vec::new();
    let mut moves = Vec::new();
    for level in (0..=depth).rev() {
        let mover = if level % 2 == 0 { Side::First } else { Side::Second };
        // Where the states of the level below stand.
        let below = best.len().saturating_sub(STATES);
        for hands in all_hands() {
            budget.check()?;
            let state = Hands { hands, mover, left: Some(depth - level) };
            moves.clear();
            rules.moves(&state, &mut moves);
            let options = moves.iter().map(|chosen| {
                let next = place(rules.apply(&state, *chosen).hands);
                (i32::from(best[below + next].value), next)
            });
            // Of several best moves the first.
            let chosen =
                options.reduce(|first, it| if mover.likes(first.0, it.0) { first } else { it });
            best.push(match chosen {
                // No move leads to hands without fingers, the first ones.
                Some((value, next)) => Best { value: value as i8, next: NonZero::new(next as u16) },
                None => Best { value: rules.score(&state) as i8, next: None },
            });
        }
    }
    Ok(HandsTable { depth, best })
}

impl HandsTable {
    /// What the hands at a level are worth (1 when A wins, -1 when B does, 0 for a tie), and the hands
    /// after the best move, if there is one. `None` for hands of more than four fingers and
    /// levels that are too deep.
    pub fn get(&self, hands: [[u8; 2]; 2], level: u32) -> Option<(i32, Option<[[u8; 2]; 2]>)> {
        let is_known = level <= self.depth && hands.as_flattened().iter().all(|it| *it < OUT);
        is_known.then(|| self.at(level, place(hands)))
    }

    fn at(&self, level: u32, place: usize) -> (i32, Option<[[u8; 2]; 2]>) {
        let best = self.best[(self.depth - level) as usize * STATES + place];
        (i32::from(best.value), best.next.map(|next| hands(next.get().into())))
    }

    /// A line for each level and state: the hands, the level, the value, the hands after the best move.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn to_csv(&self, budget: &mut Budget) -> Result<String, Stop> {
        let mut text = "a left,a right,b left,b right,level,value,next\n".to_owned();
        for level in 0..=self.depth {
            for (place, [[a, b], [c, d]]) in all_hands().enumerate() {
                budget.check()?;
                let (value, next) = self.at(level, place);
                let _ = write!(text, "{a},{b},{c},{d},{level},{value},");
                if let Some([[a, b], [c, d]]) = next {
                    let _ = write!(text, "{a}{b} {c}{d}");
                }
                text.push('\n');
            }
        }
        Ok(text)
    }
}
