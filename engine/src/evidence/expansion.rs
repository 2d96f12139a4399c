//! Why a player wins a game of quantified clauses: ways to choose all of the winner's atoms to which the loser has
//! no answers (∀Exp+Res; Janota and Marques-Silva, "Expansion-based QBF solving versus Q-resolution", TCS 577, 2015).

use super::clauses::ClauseProof;
use crate::logic::cnf::Atom;

/// Ways to choose, and a refutation of the loser's clauses with each of them.
///
/// Each way leaves clauses of the loser's atoms alone, in which an atom is another one for each way in which the winner
/// may have chosen before it. These are numbered as they come up: way after way, and in each the outermost block first
/// and a block by the atoms' numbers. A block that has come up with the same choices before it keeps its numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExpansionProof {
    /// Of each way those of the winner's atoms that are true, ascending; the others are false. All ways begin alike where the
    /// winner chooses first.
    pub choices: Vec<Vec<Atom>>,
    /// Shows that the clauses have no model.
    pub refutation: ClauseProof,
}
