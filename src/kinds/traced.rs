//! What a puzzle is for a procedure whose steps are shown, with its words for them: plays of a game, or sentences
//! that contradict each other. Clauses are in the contract, since others read them, too.

use std::sync::Arc;

use super::game::GameWalk;
use crate::diagnostic::Related;
use puzzle_engine::evidence::refutation::Refutation;
use puzzle_engine::logic::first_order::{Theory, TheorySentenceId};
use puzzle_engine::problem::game::AnyGame;

/// What a procedure works on.
pub enum Traced<'p> {
    /// The plays of a game.
    Play(TracedPlay<'p>),
    /// Sentences of a theory.
    Proof(TracedProof<'p>),
}

/// A position of a game.
pub struct TracedPlay<'p> {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The moves that led to the position, by their indices.
    pub played: Vec<u32>,
    /// What they have gained the first player.
    pub gained: i32,
    /// What the players are called, the first one first.
    pub players: [String; 2],
    /// The same plays in words.
    pub walk: GameWalk<'p>,
}

/// Sentences of which it is asked whether they contradict each other.
pub struct TracedProof<'p> {
    /// The theory, whose axioms are true.
    pub theory: Theory,
    /// Further sentences with their values.
    pub demands: Vec<(TheorySentenceId, bool)>,
    /// Says clauses in words.
    pub say: SayClauses<'p>,
}

/// Says each clause of a derivation in words.
pub(super) type SayClauses<'p> = Box<dyn Fn(&Refutation) -> Vec<SaidClause> + 'p>;

/// A clause in words.
pub struct SaidClause {
    /// Its literals; `false` where it has none.
    pub literals: Vec<String>,
    /// Where it comes from, as in "line 3" or "1, 4: resolution".
    pub origin: String,
    /// The sentence that it is a clause of.
    pub sentence: Option<Related>,
}
