//! The formula game as a game among others: who wins is found by what decides quantified formulas.
//!
//! A *node* is a position whose winner had to be found out that way, whatever that took.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Finder;
use crate::budget::{Budget, Stop};
use crate::evidence::formula_game::Evidence;
use crate::logic::game::{Game, Length, Side, Value};
use crate::logic::quantified::Player;
use crate::quantified::evidence;

/// What finds the choices of a formula game, and remembers who wins.
pub struct Choices<'g, G: Game> {
    game: &'g G,
    known: FxHashMap<G::State, Rc<Evidence>>,
}

/// Of such a game.
const IS_FORMULA: &str = "all positions of such a game are those of a formula";

impl<'g, G: Game> Choices<'g, G> {
    /// Nothing is known.
    pub fn new(game: &'g G) -> Self {
        Self { game, known: FxHashMap::default() }
    }

    fn find(&mut self, state: &G::State, budget: &mut Budget) -> Result<Rc<Evidence>, Stop> {
        if let Some(known) = self.known.get(state) {
            return Ok(Rc::clone(known));
        }
        let (formula, values) = self.game.formula(state).expect(IS_FORMULA);
        let found = Rc::new(evidence(formula, values, budget)?);
        self.known.insert(state.clone(), Rc::clone(&found));
        Ok(found)
    }
}

/// The side that a player of a formula game is.
pub const fn side_of(player: Player) -> Side {
    match player {
        Player::E => Side::First,
        Player::A => Side::Second,
    }
}

impl<G: Game> Finder<G> for Choices<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn nodes(&self) -> u64 {
        self.known.len() as u64
    }

    fn evidence(
        &mut self,
        state: &G::State,
        budget: &mut Budget,
    ) -> Result<Option<Rc<Evidence>>, Stop> {
        self.find(state, budget).map(Some)
    }

    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<Value, Stop> {
        let winner = self.find(state, budget)?.winner();
        Ok(Value { score: side_of(winner).win(), length: Length::Unknown })
    }

    /// The choice that wins when exactly one does, else what the player wants the formula to be.
    fn choice(&mut self, state: &G::State, budget: &mut Budget) -> Result<Option<G::Move>, Stop> {
        let mut moves = Vec::new();
        self.game.promising(state, &mut moves);
        let [preferred, other] = moves[..] else { return Ok(None) };
        let side = self.game.to_move(state);
        for chosen in [preferred, other] {
            let next = self.game.apply(state, chosen);
            if side_of(self.find(&next, budget)?.winner()) == side {
                return Ok(Some(chosen));
            }
        }
        Ok(Some(preferred))
    }
}
