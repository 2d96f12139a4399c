//! The play when both play perfectly. Each move of it is checked: who makes it gets no less than the position
//! was worth, and loses no sooner.

use rustc_hash::FxHashSet;

use super::{FEW_POSITIONS, LONGEST_LINE, Solver, index, moves, unverified};
use crate::budget::{Budget, Stop};
use crate::evidence::play::PlayClaim;
use crate::logic::game::{Game, GameValue};
use crate::problem::game::BestLine;
use crate::problem::{Failure, ProblemAnswer};
use crate::verify::play::is_as_written;

impl<G: Game> Solver<'_, G> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::game::{Length, Side};
    use crate::problem::game::GameMethod;
    use crate::search::PlayFinder;

    /// The first player may win at once in position 1, and gives that away by going to position 2.
    #[derive(Debug)]
    struct Careful;

    impl Game for Careful {
        type State = u8;
        type Move = u8;

        fn start(&self) -> u8 {
            0
        }

        fn to_move(&self, state: &u8) -> Side {
            if *state == 2 { Side::Second } else { Side::First }
        }

        fn moves(&self, state: &u8, moves: &mut Vec<u8>) {
            moves.extend_from_slice(
                [&[1][..], &[2, 10], &[10, 11]].get(*state as usize).unwrap_or(&&[][..]),
            );
        }

        fn apply(&self, _: &u8, chosen: u8) -> u8 {
            chosen
        }

        fn score(&self, state: &u8) -> i32 {
            if *state == 10 { 1 } else { -1 }
        }
    }

    /// Makes the first move there is, and takes each position for won.
    struct Careless;

    impl PlayFinder<Careful> for Careless {
        fn game(&self) -> &Careful {
            &Careful
        }

        fn value(&mut self, _: &u8, _: &mut Budget) -> Result<GameValue, Stop> {
            Ok(GameValue { score: 1, length: Length::Unknown })
        }

        fn choice(&mut self, state: &u8, _: &mut Budget) -> Result<Option<u8>, Stop> {
            Ok(moves(&Careful, state).first().copied())
        }

        fn nodes(&self) -> u64 {
            0
        }
    }

    #[test]
    fn a_line_in_which_two_mistakes_cancel_out_is_not_told() {
        let budget = &mut Budget::unlimited();
        let mut solver = Solver::new(&Careful, &0, GameMethod::Search);
        let line = BestLine {
            value: GameValue { score: 1, length: Length::Unknown },
            moves: vec![0, 1],
            is_whole: true,
        };
        assert_eq!(solver.line(0, budget).map(ProblemAnswer::into_inner), Ok(line));
        solver.asked = Some(Box::new(Careless));
        assert!(matches!(solver.line(0, budget), Err(Failure::Unverified(_))));
    }
}
