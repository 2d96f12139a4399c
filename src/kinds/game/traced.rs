//! A position of a game as minimax and alpha-beta search it, to be shown step by step.

use std::sync::Arc;

use super::{GamePuzzle, Wording};
use crate::kinds::{Engine, Question, Refusal, TracedPlay};
use puzzle_engine::logic::game::Side;
use puzzle_engine::problem::game::GameMethod;

impl<G: Wording> GamePuzzle<G> {
    /// The position that a question is about.
    ///
    /// # Errors
    /// Why they do not search it.
    pub fn traced_play<'p>(&self, question: &Question) -> Result<TracedPlay<'p>, Refusal>
    where
        G: 'p,
    {
        if self.game.repeats() {
            return Err("positions repeat in this game, so its plays need not end".to_owned());
        }
        let engine = Some(Engine::Play(GameMethod::AlphaBeta));
        self.method(&Question { engine, ..question.clone() })?;
        let played = self.after(question)?;
        Ok(TracedPlay {
            game: Arc::clone(&self.posed),
            played: played.moves,
            gained: played.gained,
            players: [Side::First, Side::Second].map(|it| self.game.player(it).to_owned()),
            walk: self.walk(),
        })
    }
}
