//! Checks claims about formula games by playing the claimed strategy against everything the
//! opponent can do. Knows the formula and its definition of evaluation, and no way to search.

use crate::budget::{Budget, Stop};
use crate::logic::formula::{Formula, Node, Variable};
use crate::logic::quantified::{Game, Strategy};
use rustc_hash::FxHashMap;

/// Whether the strategy wins from `values` on, whatever the opponent chooses: every line of play
/// is played to its end and the formula evaluated there, 64 lines at once. Time is linear in the
/// formula and in the number of lines, two to the power of the opponent's choices.
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
    // The choice at each turn in 64 lines of play.
    let mut choices = vec![0; turns.len()];
    for (choice, &value) in choices.iter_mut().zip(values) {
        *choice = if value { u64::MAX } else { 0 };
    }
    for first_line in (0..lines).step_by(64) {
        budget.check()?;
        let mut own_turn = 0;
        let mut replies_left = replies;
        for turn in values.len()..turns.len() {
            // A line's number is the row of all its replies, first in the highest bit.
            let replies_so_far = |line: u64| (line & (lines - 1)) >> replies_left;
            let choice = if turns[turn] == strategy.winner() {
                own_turn += 1;
                in_64_lines(first_line, replies_left, |line| {
                    strategy.choice(own_turn - 1, replies_so_far(line))
                })
            } else {
                replies_left -= 1;
                in_64_lines(first_line, replies_left, |line| Some(line >> replies_left & 1 == 1))
            };
            let Some(choice) = choice else { return Ok(false) };
            choices[turn] = choice;
        }
        let value = formula.evaluate(|turn| choices[turn.0 as usize]);
        if value != if strategy.winner().goal() { u64::MAX } else { 0 } {
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

/// One bit for each of 64 lines; lines that differ in their lowest `shared` bits only agree.
fn in_64_lines(
    first_line: u64,
    shared: usize,
    choice: impl Fn(u64) -> Option<bool>,
) -> Option<u64> {
    if shared >= 6 {
        return Some(if choice(first_line)? { u64::MAX } else { 0 });
    }
    (0..64).try_fold(0, |word, line| Some(word | u64::from(choice(first_line + line)?) << line))
}
