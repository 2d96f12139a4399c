//! Games of which nothing has to be known but the rules: the tree of plays is searched, or where positions
//! repeat their graph, and claims are checked by playing.

use super::expert::{Expert, Planner};
use crate::budget::Budget;
use crate::evidence::play::PlayClaim;
use crate::logic::game::{Game, GameValue};
use crate::problem::{Failure, ProblemAnswer};
use crate::search::PlayFinder;
use crate::search::retrograde::Retrograde;
use crate::search::tree::{Means, PlayTree};
use crate::verify::accept;
use crate::verify::play::GameRules;

pub(super) struct TreeExpert<'g, G: Game> {
    game: &'g G,
    finder: Box<dyn PlayFinder<G> + 'g>,
}

impl<'g, G: Game> TreeExpert<'g, G> {
    pub(super) fn new(game: &'g G) -> Self {
        let finder: Box<dyn PlayFinder<G> + 'g> = match game.repeats() {
            true => Box::new(Retrograde::new(game)),
            false => Box::new(PlayTree::new(game, Means::ALL)),
        };
        Self { game, finder }
    }
}

impl<G: Game> Expert<G> for TreeExpert<'_, G> {
    fn finder(&mut self) -> &mut dyn PlayFinder<G> {
        self.finder.as_mut()
    }

    fn check(
        &mut self,
        rules: &GameRules<'_, G>,
        state: &G::State,
        mut claim: PlayClaim,
        most: usize,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<()>, Failure> {
        if let Some(kept) = accept::kept_anyhow(self.game, claim) {
            return Ok(kept.told_as(|_| ()).into());
        }
        if self.game.repeats() {
            // Only how soon it comes shows that a win does.
            let GameValue { length, .. } = self.finder.value(state, budget)?;
            claim = PlayClaim::of(claim.side, GameValue { score: claim.score, length });
        }
        let planner = &mut Planner(self.finder.as_mut());
        Ok(accept::kept(rules, state, claim, most, planner, budget)?.told_as(|_| ()))
    }
}
