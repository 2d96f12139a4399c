//! Dots and Boxes: a search of the positions in which no box can be taken, and claims about positions that
//! are checked one by one, as far as few edges are free; on larger boards by playing.

use super::expert::{Expert, Planner};
use super::unverified;
use crate::budget::Budget;
use crate::evidence::dots::DotsClaim;
use crate::evidence::play::PlayClaim;
use crate::logic::game::{Game, GameStructure};
use crate::problem::{Failure, ProblemAnswer};
use crate::search::PlayFinder;
use crate::search::dots::DotsSearch;
use crate::verify::accept;
use crate::verify::dots::claims::Claims;
use crate::verify::play::GameRules;

pub(super) struct BoxesExpert<'g, G: Game> {
    game: &'g G,
    search: DotsSearch<'g, G>,
    /// What was checked of the board.
    claims: Option<Claims>,
}

impl<'g, G: Game> BoxesExpert<'g, G> {
    pub(super) fn new(game: &'g G) -> Self {
        Self { game, search: DotsSearch::new(game), claims: None }
    }
}

impl<G: Game> Expert<G> for BoxesExpert<'_, G> {
    fn finder(&mut self) -> &mut dyn PlayFinder<G> {
        &mut self.search
    }

    fn check(
        &mut self,
        rules: &GameRules<'_, G>,
        state: &G::State,
        claim: PlayClaim,
        most: usize,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<()>, Failure> {
        let GameStructure::Boxes(grid, drawn) = self.game.structure(state) else {
            return Err(unverified("a position is no board"));
        };
        let Some(advice) = self.search.advice(state)? else {
            if let Some(kept) = accept::kept_anyhow(self.game, claim) {
                return Ok(kept.told_as(|_| ()).into());
            }
            let planner = &mut Planner(&mut self.search);
            let kept = accept::kept(rules, state, claim, most, planner, budget)?;
            return Ok(kept.told_as(|_| ()));
        };
        let edges = advice.edges();
        let claims = match self.claims.take().filter(|claims| claims.edges() == edges) {
            Some(claims) => claims,
            None => Claims::of(grid, edges).ok_or_else(|| unverified("an edge is not free"))?,
        };
        let mover = self.game.to_move(state);
        let gain = mover.win() * claim.score;
        let bound =
            if claim.side == mover { DotsClaim::Least(gain) } else { DotsClaim::Most(gain) };
        let claims = self.claims.insert(claims);
        let worth = accept::worth(claims, drawn, bound, advice, budget)?;
        Ok(worth.told_as(|_| ()).into())
    }
}
