//! Searches formula games by what decides quantified formulas (`quantified`).
//!
//! A *node* is a position whose winner had to be found out that way, whatever that took.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{OTHER_STRUCTURE, PlayFinder};
use crate::budget::{Budget, Stop};
use crate::evidence::formula_game::Evidence;
use crate::logic::game::{Game, GameStructure, GameValue, Length, Side};
use crate::quantified::evidence;

/// What finds the choices of a formula game, and remembers who wins.
pub(crate) struct ChoiceFinder<'g, G: Game> {
    game: &'g G,
    known: FxHashMap<G::State, Rc<Evidence>>,
}

impl<'g, G: Game> ChoiceFinder<'g, G> {
    /// Nothing is known.
    pub(crate) fn new(game: &'g G) -> Self {
        Self { game, known: FxHashMap::default() }
    }

    /// What shows who wins from a position on.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub(crate) fn evidence(
        &mut self,
        state: &G::State,
        budget: &mut Budget,
    ) -> Result<Rc<Evidence>, Stop> {
        if let Some(known) = self.known.get(state) {
            return Ok(Rc::clone(known));
        }
        let GameStructure::Formula(formula, values) = self.game.structure(state) else {
            return Err(OTHER_STRUCTURE);
        };
        let found = Rc::new(evidence(formula, values, budget)?);
        self.known.insert(state.clone(), Rc::clone(&found));
        Ok(found)
    }
}

impl<G: Game> PlayFinder<G> for ChoiceFinder<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn nodes(&self) -> u64 {
        self.known.len() as u64
    }

    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<GameValue, Stop> {
        let winner = self.evidence(state, budget)?.winner();
        Ok(GameValue { score: Side::from(winner).win(), length: Length::Unknown })
    }

    /// The choice that wins when exactly one does, else what the player wants the formula to be.
    fn choice(&mut self, state: &G::State, budget: &mut Budget) -> Result<Option<G::Move>, Stop> {
        let mut moves = Vec::new();
        self.game.promising(state, &mut moves);
        let [preferred, other] = moves[..] else { return Ok(None) };
        let side = self.game.to_move(state);
        for chosen in [preferred, other] {
            let next = self.game.apply(state, chosen);
            if Side::from(self.evidence(&next, budget)?.winner()) == side {
                return Ok(Some(chosen));
            }
        }
        Ok(Some(preferred))
    }
}
