//! Formula games: what decides quantified formulas finds who wins, and a strategy or a proof shows it. The
//! rules of the game name one best choice.

use super::expert::Expert;
use super::unverified;
use crate::budget::Budget;
use crate::evidence::play::PlayClaim;
use crate::logic::game::{Game, GameStructure, Side};
use crate::logic::quantified::Player;
use crate::problem::{Failure, ProblemAnswer};
use crate::search::PlayFinder;
use crate::search::formula::ChoiceFinder;
use crate::verify::accept;
use crate::verify::checked::Checked;
use crate::verify::formula_game::is_best_choice;
use crate::verify::play::GameRules;

pub(super) struct FormulaExpert<'g, G: Game> {
    game: &'g G,
    choices: ChoiceFinder<'g, G>,
}

impl<'g, G: Game> FormulaExpert<'g, G> {
    pub(super) fn new(game: &'g G) -> Self {
        Self { game, choices: ChoiceFinder::new(game) }
    }

    /// Who wins from a position on; that is shown.
    fn winner(
        &mut self,
        state: &G::State,
        budget: &mut Budget,
    ) -> Result<Checked<Player>, Failure> {
        let evidence = self.choices.evidence(state, budget)?;
        let GameStructure::Formula(formula, values) = self.game.structure(state) else {
            return Err(unverified("a position is none of a formula game"));
        };
        accept::winner(formula, values, &evidence, budget)
    }
}

impl<G: Game> Expert<G> for FormulaExpert<'_, G> {
    fn finder(&mut self) -> &mut dyn PlayFinder<G> {
        &mut self.choices
    }

    fn check(
        &mut self,
        _: &GameRules<'_, G>,
        state: &G::State,
        claim: PlayClaim,
        _: usize,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<()>, Failure> {
        if let Some(kept) = accept::kept_anyhow(self.game, claim) {
            return Ok(kept.told_as(|_| ()).into());
        }
        let winner = self.winner(state, budget)?;
        if Side::from(*winner) == claim.side {
            Ok(winner.told_as(|_| ()).into())
        } else {
            Err(unverified("a strategy does not keep what it promises"))
        }
    }

    fn named(
        &mut self,
        state: &G::State,
        chosen: u32,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<ProblemAnswer<Vec<u32>>>, Failure> {
        let mut shown = Vec::new();
        for choice in super::moves(self.game, state) {
            shown.push(self.winner(&self.game.apply(state, choice), budget)?);
        }
        let (GameStructure::Formula(formula, values), [zero, one]) =
            (self.game.structure(state), &shown[..])
        else {
            return Err(unverified("a position is none of a formula game"));
        };
        let winners = [**zero, **one];
        let is_tie = winners[0] == winners[1];
        let is_best = is_best_choice(formula, values, chosen == 1, winners);
        if !is_best || Side::from(winners[chosen as usize]).win() != score {
            return Err(unverified("a move is not the best one"));
        }
        let moves = if is_tie { vec![chosen, 1 - chosen] } else { vec![chosen] };
        let shown = shown.swap_remove(chosen as usize);
        Ok(Some(ProblemAnswer::from(shown).told_as(|_| moves)))
    }
}
