//! A step of a play by the rules of a game, with what is looked at to compare the rules with a
//! structure.

use crate::logic::game::Game;

/// A position and a move by the rules, and what they say the move leads to.
pub(super) struct RuleStep<'a, G: Game> {
    pub game: &'a G,
    pub state: &'a G::State,
    /// All moves, of which there are none when the play is over.
    pub moves: &'a [G::Move],
    /// Which of them is made, and what follows.
    pub made: Option<(usize, &'a G::State)>,
}

impl<G: Game> RuleStep<'_, G> {
    /// What the move has gained who made it.
    pub(super) fn gained(&self) -> i32 {
        let gain = self.made.map_or(0, |(at, _)| self.game.gain(self.state, self.moves[at]));
        gain * self.game.to_move(self.state).win()
    }

    /// Whether the same player moves after it, which in most games means nothing after the last move.
    pub(super) fn moves_again(&self) -> bool {
        self.made.is_some_and(|(_, next)| self.game.to_move(next) == self.game.to_move(self.state))
    }
}
