//! The formula game as a [`Game`]: a move is the value that a player
//! chooses for the next variable. The first player is E.

use super::game::{Game, GameStructure, Side};
use super::quantified::{self, Player};

/// A formula game from some choices on.
#[derive(Debug)]
pub struct Choosing {
    /// The game before its first choice.
    pub rules: quantified::QuantifiedGame,
    /// The values chosen before the start.
    pub values: Vec<bool>,
}

impl Choosing {
    /// The game before its first choice.
    pub fn new(rules: quantified::QuantifiedGame) -> Self {
        Self { rules, values: Vec::new() }
    }
}

impl Game for Choosing {
    /// The values chosen so far.
    type State = Vec<bool>;
    type Move = bool;

    fn start(&self) -> Vec<bool> {
        self.values.clone()
    }

    fn to_move(&self, state: &Vec<bool>) -> Side {
        match self.rules.turns().get(state.len()) {
            Some(Player::A) => Side::Second,
            Some(Player::E) | None => Side::First,
        }
    }

    fn moves(&self, state: &Vec<bool>, moves: &mut Vec<bool>) {
        if state.len() < self.rules.turns().len() {
            moves.extend([false, true]);
        }
    }

    fn apply(&self, state: &Vec<bool>, chosen: bool) -> Vec<bool> {
        [state, &[chosen][..]].concat()
    }

    fn score(&self, state: &Vec<bool>) -> i32 {
        if self.rules.value(state) { Side::First.win() } else { Side::Second.win() }
    }

    fn structure<'a>(&'a self, state: &'a Vec<bool>) -> GameStructure<'a> {
        GameStructure::Formula(&self.rules, state)
    }

    /// What the player wants the formula to be stands first: of two choices that are as good it is the
    /// one that the rule of the best choice names.
    fn promising(&self, state: &Vec<bool>, moves: &mut Vec<bool>) {
        if state.len() < self.rules.turns().len() {
            let goal = self.to_move(state) == Side::First;
            moves.extend([goal, !goal]);
        }
    }
}
