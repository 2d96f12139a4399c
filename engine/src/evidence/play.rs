//! What is claimed about plays, and the way to play that is to keep it.

use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, GameValue, Length, Side};

/// A way to play.
pub trait PlayStrategy<G: Game> {
    /// The move for who wants a score it likes at least as much as this one, before the horizon.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    fn choose(
        &mut self,
        state: &G::State,
        score: i32,
        horizon: Option<Horizon>,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop>;
}

/// How far plays are followed: one that goes on beyond is over, and won by somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Horizon {
    /// After so many moves of both players.
    pub plies: u32,
    /// Who has won then.
    pub winner: Side,
}

/// What a strategy is claimed to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayClaim {
    /// For whom.
    pub side: Side,
    /// A score that the side likes at least as much.
    pub score: i32,
    /// How soon. In a game whose positions repeat a win is claimed with it or not at all.
    pub horizon: Option<Horizon>,
}

impl PlayClaim {
    /// What a player's strategy has to reach when a position is worth so much: of a win in so many moves,
    /// that the winner needs no more of them, and that the opponent makes the winner need as many.
    pub fn of(side: Side, GameValue { score, length }: GameValue) -> Self {
        let won = [Side::First, Side::Second].into_iter().find(|it| it.win() == score);
        let (Some(winner), Length::Plies(plies @ 1..)) = (won, length) else {
            return Self { side, score, horizon: None };
        };
        let (plies, score) = if side == winner { (plies, score) } else { (plies - 1, 0) };
        Self { side, score, horizon: Some(Horizon { plies, winner: winner.other() }) }
    }
}
