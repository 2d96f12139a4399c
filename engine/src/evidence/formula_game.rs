//! What shows who wins a formula game.

use super::qbf::QbfProof;
use crate::logic::quantified::{ChoiceTables, Player};

/// What shows who wins.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// How the winner plays.
    Strategy(ChoiceTables),
    /// Why the player wins the game as [`encode`](crate::logic::qbf::encode) writes it.
    Proof(Player, QbfProof),
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
