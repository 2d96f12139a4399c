//! The play when both play perfectly. Each move of it is checked: who makes it gets no less than the position
//! was worth, and loses no sooner.

use rustc_hash::FxHashSet;

use super::{FEW_POSITIONS, GameSolver, LONGEST_LINE, index, moves, unverified};
use crate::budget::{Budget, Stop};
use crate::evidence::play::PlayClaim;
use crate::logic::game::{Game, GameValue};
use crate::problem::game::BestLine;
use crate::problem::{Failure, ProblemAnswer};
use crate::verify::play::is_as_written;

impl<G: Game> GameSolver<'_, G> {
    /// The play from a position on, as far as it is found and checked.
    pub(super) fn line(
        &mut self,
        mut state: G::State,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<BestLine>, Failure> {
        let mut shown = self.value(&state, budget)?;
        let (mut line, mut rest) = (Vec::new(), *shown);
        let mut seen = FxHashSet::default();
        loop {
            let all = moves(self.game, &state);
            if all.is_empty() {
                // Each move was worth what was left, or this would be another score.
                return if self.game.score(&state) == rest.score {
                    Ok(shown.told_as(|value| BestLine { value, moves: line, is_whole: true }))
                } else {
                    Err(unverified("a line of play ends with another score"))
                };
            }
            if line.len() == LONGEST_LINE || !seen.insert(state.clone()) {
                return Ok(shown.told_as(|value| BestLine { value, moves: line, is_whole: false }));
            }
            match self.next_of_line(&state, &all, rest, budget) {
                Ok((at, next, left)) => {
                    line.push(at);
                    shown = shown.resting_on(&left);
                    (state, rest) = (next, *left);
                }
                Err(Failure::Stopped(stop)) if stop != Stop::Cancelled && !line.is_empty() => {
                    return Ok(shown.told_as(|value| BestLine {
                        value,
                        moves: line,
                        is_whole: false,
                    }));
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// A best move in a position that is worth so much, and that it keeps it. The opponent cannot get more
    /// by it: that was checked of the position before.
    fn next_of_line(
        &mut self,
        state: &G::State,
        all: &[G::Move],
        value: GameValue,
        budget: &mut Budget,
    ) -> Result<(u32, G::State, ProblemAnswer<GameValue>), Failure> {
        let side = self.game.to_move(state);
        let chosen = match PlayClaim::of(side, value).horizon {
            Some(horizon) if horizon.plies > 0 => self.finder().in_time(state, horizon, budget)?,
            _ => self.finder().choice(state, budget)?,
        };
        let Some(at) = chosen.and_then(|it| index(all, it)) else {
            return Err(unverified("a move breaks the rules"));
        };
        let next = self.game.apply(state, all[at as usize]);
        is_as_written(self.game, &next, budget)?;
        let rest = value.after(self.game.gain(state, all[at as usize]));
        let shown = self.check(&next, side, rest, FEW_POSITIONS, budget)?;
        Ok((at, next, shown.told_as(|()| rest)))
    }
}
