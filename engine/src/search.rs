//! Searching: the states of a maze, and the plays of games.

pub(crate) mod apart;
pub mod dots;
pub(crate) mod formula;
pub mod heap;
pub mod path;
mod proof;
pub(crate) mod retrograde;
pub mod size;
mod table;
pub mod tree;

use crate::budget::{Budget, Stop};
use crate::evidence::play::Horizon;
use crate::logic::game::{Game, GameValue, Length, Side};

/// What finds out about the positions of a game, and remembers what it has found.
pub trait PlayFinder<G: Game> {
    /// The game.
    fn game(&self) -> &G;

    /// What a position is worth.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<GameValue, Stop>;

    /// The best move in a position: where lengths are known, the shortest win or the longest
    /// resistance. `None` when the play is over.
    ///
    /// # Errors
    /// As [`PlayFinder::value`].
    fn choice(&mut self, state: &G::State, budget: &mut Budget) -> Result<Option<G::Move>, Stop>;

    /// Whether a player reaches a score it likes at least as much as this one.
    ///
    /// # Errors
    /// As [`PlayFinder::value`].
    fn reaches(
        &mut self,
        state: &G::State,
        side: Side,
        score: i32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        Ok(side.likes(self.value(state, budget)?.score, score))
    }

    /// How soon a player wins, where a win is found by a short look.
    ///
    /// # Errors
    /// As [`PlayFinder::value`].
    fn short_win(&mut self, _: &G::State, _: Side, _: &mut Budget) -> Result<Option<Length>, Stop> {
        Ok(None)
    }

    /// A move by which the player to move reaches a score it likes at least as much as this one, if
    /// there is any.
    ///
    /// # Errors
    /// As [`PlayFinder::value`].
    fn keep(
        &mut self,
        state: &G::State,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        let value = self.value(state, budget)?;
        if !self.game().to_move(state).likes(value.score, score) {
            return Ok(None);
        }
        self.choice(state, budget)
    }

    /// A move by which the player to move wins before the horizon, or is not beaten there, if there is any:
    /// of what finds lengths, which knows that one of the two can be had.
    ///
    /// # Errors
    /// As [`PlayFinder::value`].
    fn in_time(
        &mut self,
        state: &G::State,
        _: Horizon,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        self.choice(state, budget)
    }

    /// How many nodes it has looked at so far.
    fn nodes(&self) -> u64;
}

/// Why a procedure for one structure stops at a position of another.
const OTHER_STRUCTURE: Stop = Stop::Size("the positions of this game differ in structure");
