//! Expansion guided by counterexamples, without recursion (Bloem, Braud-Santoni, Hadzic, Egly, Lonsing and Seidl,
//! "Expansion-based QBF solving without recursion", FMCAD 2018; Janota, Klieber, Marques-Silva and Clarke, "Solving QBF
//! with counterexample guided refinement", AIJ 234, 2016).
//!
//! Each player has clauses with copies for some ways in which the opponent chooses. While both have models, one
//! answers the other: a model of E's clauses tells E's choices against a way of A's, and a model of A's clauses those of A against
//! these. So each round brings a way that is new to one of them, or goes on to another known one; and what is new comes
//! up in the end, for else both would win the one play that their models come to. Who has clauses without a model has lost.

mod copies;
mod levels;
mod side;

use std::borrow::Cow;

use self::side::{ExpandedSide, ExpandedWay};
use super::definitions::definitions;
use crate::budget::{Budget, Stop};
use crate::evidence::expansion::ExpansionProof;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// A search and the clauses it has so far.
pub struct ExpansionSearch<'g> {
    game: Cow<'g, Prenex>,
    players: Option<Box<ExpandedPlayers>>,
}

/// The clauses of both players.
struct ExpandedPlayers {
    e: ExpandedSide,
    a: ExpandedSide,
    /// The way of A's that E is to answer next.
    way: ExpandedWay,
}

impl<'g> ExpansionSearch<'g> {
    /// A search that has not begun.
    pub fn new(game: &'g Prenex) -> Self {
        Self { game: Cow::Borrowed(game), players: None }
    }

    /// What is decided: the game, with clauses of A's once the search has begun.
    pub fn game(&self) -> Cow<'g, Prenex> {
        self.game.clone()
    }

    /// What has been looked at so far, in about the units of [`QbfSearch`](super::QbfSearch).
    pub fn work(&self) -> u64 {
        self.players.as_ref().map_or(0, |it| it.e.work() + it.a.work())
    }

    /// The winner, and why. After a limit was reached the search goes on where it was.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn run(&mut self, budget: &mut Budget) -> Result<(Player, ExpansionProof), Stop> {
        if self.players.is_none() {
            budget.whole(|budget| self.begin(budget))?;
        }
        let players = self.players.as_mut().expect("the search has begun");
        let mut values = vec![false; self.game.atoms()];
        loop {
            budget.check()?;
            if !players.e.have_model(players.way, &self.game, budget)? {
                return Ok((Player::A, players.e.proof(players.way)));
            }
            players.e.answer(players.way, &mut values);
            let way = players.a.expand(&values)?;
            if !players.a.have_model(way, &self.game, budget)? {
                return Ok((Player::E, players.a.proof(way)));
            }
            players.a.answer(way, &mut values);
            players.way = players.e.expand(&values)?;
        }
    }

    /// A gets clauses, and both their first copies.
    fn begin(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        if self.game.dual().is_none() {
            let definitions = definitions(&self.game, budget)?;
            self.game = Cow::Owned(self.game.with_dual(definitions));
        }
        let [mut e, a] = [Player::E, Player::A].map(|it| ExpandedSide::new(&self.game, it));
        let way = e.expand(&vec![false; self.game.atoms()])?;
        self.players = Some(Box::new(ExpandedPlayers { e, a, way }));
        Ok(())
    }
}
