//! What shows who wins a formula game.

use super::qbf::Proof;
use crate::logic::quantified::{Player, Strategy};

/// What shows who wins.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// How the winner plays.
    Strategy(Strategy),
    /// Why the player wins the game as [`encode`](crate::logic::qbf::encode) writes it.
    Proof(Player, Proof),
}

impl Evidence {
    /// Who wins.
    pub fn winner(&self) -> Player {
        match self {
            Self::Strategy(strategy) => strategy.winner(),
            Self::Proof(winner, _) => *winner,
        }
    }
}
