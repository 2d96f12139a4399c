//! How the winner of a formula game wins: for each of the winner's turns the choice against
//! everything the opponent may have chosen before.

use super::{KnownCircuits, TABLE_INPUTS, fold, outcome, table};
use crate::budget::{Budget, Stop};
use crate::logic::circuit::Circuit;
use crate::logic::quantified::{ChoiceTables, Player, QuantifiedGame};

const TOO_LARGE: Stop = Stop::Size("a strategy is written down against at most 26 choices");

/// A winning strategy for whoever wins when the first choices are `values`. Its choices are the
/// best ones: the value the winner wants the formula to have, where that wins. Takes several times
/// as long as finding the winner, and a bit of memory for each of its choices: at most four
/// megabytes when 26 are left to make.
///
/// # Errors
/// The budget's limits, and [`Stop::Size`] when the opponent makes more than
/// [`ChoiceTables::MAX_REPLIES`] choices.
pub fn strategy(
    game: &QuantifiedGame,
    values: &[bool],
    budget: &mut Budget,
) -> Result<ChoiceTables, Stop> {
    let left = &game.turns()[values.len()..];
    let is_too_large = |winner: Player| {
        left.iter().filter(|it| **it != winner).count() > ChoiceTables::MAX_REPLIES as usize
    };
    if is_too_large(Player::A) && is_too_large(Player::E) {
        return Err(TOO_LARGE);
    }
    let circuit = Circuit::new(game.formula(), game.order(), values);
    let mut known = KnownCircuits::default();
    let winner = Player::who_wants(outcome(circuit.clone(), game.turns(), &mut known, budget)?);
    if is_too_large(winner) {
        return Err(TOO_LARGE);
    }
    let is_own: Vec<bool> = game.turns().iter().map(|&player| player == winner).collect();
    let own = (values.len()..is_own.len()).filter(|&turn| is_own[turn]);
    let replies_before =
        own.clone().map(|turn| is_own[values.len()..turn].iter().filter(|own| !**own).count());
    let mut plan = StrategyPlan {
        turns: game.turns(),
        winner,
        known,
        turns_end: own.clone().next_back().map_or(values.len(), |last| last + 1),
        strategy: ChoiceTables::new(winner, replies_before.map(|replies| replies as u32)),
    };
    // Depth first over the opponent's choices.
    let mut open = vec![Position { circuit, turn: values.len(), own_turn: 0, replies: 0 }];
    while let Some(position) = open.pop() {
        budget.look()?;
        // A table of all lines of play, those without influence too, must stay small as well.
        let turns_left = plan.turns_end.saturating_sub(position.turn);
        if turns_left == 0 {
            continue;
        }
        if turns_left.max(position.circuit.inputs().len()) <= TABLE_INPUTS {
            plan.decide_rest(&position, budget)?;
        } else {
            plan.decide_turn(position, &mut open, budget)?;
        }
    }
    Ok(plan.strategy)
}

/// A point of a game that the winner has played well so far.
struct Position {
    circuit: Circuit,
    /// The next turn, of all.
    turn: usize,
    /// The winner's next turn, of the winner's.
    own_turn: usize,
    /// The opponent's choices so far, first in the highest bit.
    replies: u64,
}

struct StrategyPlan<'a> {
    turns: &'a [Player],
    winner: Player,
    known: KnownCircuits,
    /// Behind the winner's last turn.
    turns_end: usize,
    strategy: ChoiceTables,
}

impl StrategyPlan<'_> {
    /// Goes on to where one choice leads the winner, or both lead the opponent.
    fn decide_turn(
        &mut self,
        position: Position,
        open: &mut Vec<Position>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let Position { circuit, turn, own_turn, replies } = position;
        let matters = circuit.inputs().first().is_some_and(|&input| input as usize == turn);
        let after = |value: bool| if matters { circuit.fix_first(value) } else { circuit.clone() };
        let next = turn + 1;
        if self.turns[turn] == self.winner {
            let goal = self.winner.goal();
            let mut choice = goal;
            let mut circuit = after(goal);
            if outcome(circuit.clone(), self.turns, &mut self.known, budget)? != goal {
                choice = !goal;
                circuit = after(choice);
            }
            self.strategy.set_choice(own_turn, replies, choice);
            open.push(Position { circuit, turn: next, own_turn: own_turn + 1, replies });
        } else {
            for value in [false, true] {
                let replies = replies << 1 | u64::from(value);
                open.push(Position { circuit: after(value), turn: next, own_turn, replies });
            }
        }
        Ok(())
    }

    /// Decides all turns left by the stages of folding the position's truth table.
    fn decide_rest(&mut self, position: &Position, budget: &mut Budget) -> Result<(), Stop> {
        let inputs = position.circuit.inputs();
        // For each input, from the last, the table in which all later ones are chosen.
        let mut stages = vec![table(&position.circuit, budget)?];
        for (place, &input) in inputs[1.min(inputs.len())..].iter().rev().enumerate() {
            let mut stage = stages[place].clone();
            fold(&mut stage, place, self.turns[input as usize]);
            stages.push(stage);
        }
        let goal = self.winner.goal();
        // For each run of the opponent's choices the row that play has led to.
        let mut rows = vec![0];
        let mut own_turn = position.own_turn;
        let mut replies = position.replies;
        let mut inputs_left = inputs;
        for turn in position.turn..self.turns_end {
            budget.look()?;
            let matters = inputs_left.first().is_some_and(|&input| input as usize == turn);
            if matters {
                inputs_left = &inputs_left[1..];
            }
            let after =
                |row: usize, value: bool| if matters { 2 * row + usize::from(value) } else { row };
            if self.turns[turn] == self.winner {
                let place = inputs_left.len();
                for (row, replies) in rows.iter_mut().zip(replies..) {
                    let preferred = after(*row, goal);
                    let is_good = !matters || value_at(&stages[place], place, preferred) == goal;
                    let choice = if is_good { goal } else { !goal };
                    self.strategy.set_choice(own_turn, replies, choice);
                    *row = after(*row, choice);
                }
                own_turn += 1;
            } else {
                rows = rows.iter().flat_map(|&row| [after(row, false), after(row, true)]).collect();
                replies <<= 1;
            }
        }
        Ok(())
    }
}

/// The value in a row of a table folded at the places below `place`.
fn value_at(table: &[u64], place: usize, row: usize) -> bool {
    // The first six places fold within the words, which the others halve.
    let bit = row << place.min(6);
    table[bit / 64] >> (bit % 64) & 1 == 1
}
