//! Checks claims about formula games by playing the claimed strategy against everything the
//! opponent can do. Knows the formula and its definition of evaluation, and no way to search.

use crate::budget::{Budget, Stop};
use crate::logic::formula::{Formula, Node, Variable};
use crate::logic::quantified::{Game, Strategy};
use rustc_hash::FxHashMap;
use std::ops::{BitAnd, BitOr, Not};

/// Whether the strategy wins from `values` on, whatever the opponent chooses: every line of play
/// is played to its end and the formula evaluated there, 512 lines at once. Time is linear in
/// the formula and in the number of lines, two to the power of the opponent's choices: 2²⁶ lines
/// of a formula with 100 nodes take less than a tenth of a second.
///
/// # Errors
/// The budget's limits, and [`Stop::Size`] when the opponent has more than 63 choices.
pub fn wins(
    game: &Game,
    values: &[bool],
    strategy: &Strategy,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let turns = game.turns();
    let replies = turns.iter().skip(values.len()).filter(|&&player| player != strategy.winner());
    let replies = replies.count();
    if replies > 63 {
        return Err(Stop::Size("a strategy is played out against at most 63 choices"));
    }
    let formula = over_turns(game);
    let lines = 1_u64 << replies;
    // The choice at each turn in the lines that are played now.
    let mut choices: Vec<Lines> = values.iter().map(|&value| Lines::all(value)).collect();
    choices.resize(turns.len(), Lines::all(false));
    let goal = Lines::all(strategy.winner().goal());
    for first_line in (0..lines).step_by(Lines::COUNT as usize) {
        budget.check()?;
        let mut own_turn = 0;
        let mut replies_left = replies;
        for turn in values.len()..turns.len() {
            // A line's number is the row of all its replies, first in the highest bit.
            let choice = if turns[turn] == strategy.winner() {
                own_turn += 1;
                Lines::from_number(first_line, replies_left, |line| {
                    strategy.choice(own_turn - 1, (line & (lines - 1)) >> replies_left)
                })
            } else {
                replies_left -= 1;
                if first_line > 0 && 1 << replies_left < Lines::COUNT {
                    continue; // as in the lines before
                }
                let reply = |line: u64| Some(line >> replies_left & 1 == 1);
                Lines::from_number(first_line, replies_left, reply)
            };
            let Some(choice) = choice else { return Ok(false) };
            choices[turn] = choice;
        }
        if formula.evaluate(|turn| choices[turn.0 as usize]) != goal {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether `choice` is the best next one after `values`, by the rule of the formula game, given
/// strategies for what follows a choice of 0 and of 1.
///
/// # Errors
/// As [`wins`].
pub fn is_best_choice(
    game: &Game,
    values: &[bool],
    choice: bool,
    after: [&Strategy; 2],
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let Some(player) = game.turns().get(values.len()) else { return Ok(false) };
    for (value, strategy) in [false, true].into_iter().zip(after) {
        if !wins(game, &[values, &[value]].concat(), strategy, budget)? {
            return Ok(false);
        }
    }
    let best = match after.map(|strategy| strategy.winner() == *player) {
        [true, false] => false,
        [false, true] => true,
        _ => player.goal(),
    };
    Ok(choice == best)
}

/// The formula with each variable replaced by the number of its turn.
fn over_turns(game: &Game) -> Formula {
    let numbered = game.order().iter().zip(0..);
    let turns: FxHashMap<_, u32> = numbered.collect();
    let nodes = game.formula().nodes().iter().map(|node| match node {
        Node::Variable(variable) => Node::Variable(Variable(turns[variable])),
        _ => *node,
    });
    Formula::from_post_order(nodes.collect())
}

/// One choice in each of 512 consecutive lines of play; a game with fewer repeats them.
#[derive(Clone, Copy, PartialEq)]
struct Lines([u64; 8]);

impl Lines {
    const COUNT: u64 = 512;

    fn all(value: bool) -> Self {
        Self([if value { u64::MAX } else { 0 }; 8])
    }

    /// The choices in the lines from number `first` on, where lines whose numbers differ only in
    /// the lowest `shared` bits share them. `None` when one is missing.
    fn from_number(
        first: u64,
        shared: usize,
        choice: impl Fn(u64) -> Option<bool>,
    ) -> Option<Self> {
        if 1 << shared >= Self::COUNT {
            return choice(first).map(Self::all);
        }
        let mut lines = [0; 8];
        for (word, start) in lines.iter_mut().zip((first..).step_by(64)) {
            for line in 0..64 {
                *word |= u64::from(choice(start + line)?) << line;
            }
        }
        Some(Self(lines))
    }
}

impl Not for Lines {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl BitAnd for Lines {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl BitOr for Lines {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}
