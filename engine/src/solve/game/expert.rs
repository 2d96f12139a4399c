//! What plays games of a structure best, and how what it says of them is checked: a trait, with a file beside
//! this one for each structure, of which `pick` picks one.

use crate::budget::{Budget, Stop};
use crate::evidence::play::{Horizon, PlayClaim, PlayStrategy};
use crate::logic::game::Game;
use crate::problem::{Failure, ProblemAnswer};
use crate::search::PlayFinder;
use crate::verify::play::GameRules;

/// The strongest procedure for a structure, and its checks.
pub(super) trait Expert<G: Game> {
    /// The procedure.
    fn finder(&mut self) -> &mut dyn PlayFinder<G>;

    /// Checks that a player reaches a score from a position on, however long that takes; by playing out
    /// defences as long as they lead to no more than `most` positions, where that has to be.
    fn check(
        &mut self,
        rules: &GameRules<'_, G>,
        state: &G::State,
        claim: PlayClaim,
        most: usize,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<()>, Failure>;

    /// Where the rules of a game name one of several moves that are as good: that the chosen one is it, and
    /// all that are as good, the chosen one first.
    fn named(
        &mut self,
        _state: &G::State,
        _chosen: u32,
        _score: i32,
        _budget: &mut Budget,
    ) -> Result<Option<ProblemAnswer<Vec<u32>>>, Failure> {
        Ok(None)
    }
}

/// A procedure that plays as it finds.
pub(super) struct Planner<'f, G>(pub &'f mut dyn PlayFinder<G>);

impl<G: Game> PlayStrategy<G> for Planner<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        score: i32,
        horizon: Option<Horizon>,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        match horizon {
            Some(horizon) => self.0.in_time(state, horizon, budget),
            None => self.0.keep(state, score, budget),
        }
    }
}
