//! The play in which both play perfectly: as moves in a line, and position by position.

use super::{GamePuzzle, Played, Wording};
use crate::kinds::{Answer, Posed, PosedFrames, Solved, StepFrame, StepFrames};
use crate::picture::PictureBody;
use puzzle_engine::problem::game::BestLine;

impl<G: Wording> GamePuzzle<G> {
    /// The moves by their indices, written from a position on.
    pub(super) fn line(&self, state: &G::State, indices: &[u32]) -> Vec<String> {
        let mut state = state.clone();
        let mut words = Vec::new();
        for &index in indices {
            let chosen = self.moves(&state)[index as usize];
            words.push(self.game.write(&state, chosen));
            state = self.game.apply(&state, chosen);
        }
        words
    }

    /// Whose turn it is, as it stands above a picture. A table of hands says it itself.
    pub(super) fn turn_told(&self, state: &G::State, body: &PictureBody) -> Option<String> {
        let is_told = matches!(body, PictureBody::Hands(_)) || self.moves(state).is_empty();
        (!is_told).then(|| format!("{} moves", self.game.player(self.game.to_move(state))))
    }

    /// The play behind the moves that were made, as an answer.
    pub(super) fn best_line<'a>(self, played: Played<G::State>, best: BestLine) -> Solved<'a>
    where
        G: 'a,
    {
        let line = self.line(&played.state, &best.moves).join(" ");
        let answer = Answer::plain(line).note(self.prospect(played.gained, best.value));
        let answer = if best.is_whole { answer } else { answer.note("and so on") };
        Solved::from(answer).stepped(move || self.positions(&played, &best))
    }

    /// The positions of that play, each with the move that leads to it.
    fn positions<'a>(&self, played: &Played<G::State>, best: &BestLine) -> PosedFrames<'a> {
        let mut state = played.state.clone();
        let mut gained = played.gained;
        let mut moves = played.moves.clone();
        let start = StepFrame::said(if moves.is_empty() { "start" } else { "where it is asked" });
        let start = StepFrame { picture: Some(self.drawn(&moves, None)), ..start };
        let start = StepFrame { said: self.standing(&moves), ..start };
        let frames = best.moves.iter().map(|&index| {
            let chosen = self.moves(&state)[index as usize];
            let player = self.game.player(self.game.to_move(&state));
            let caption = format!("{player}: {}", self.game.told(&state, chosen));
            gained += self.game.gain(&state, chosen);
            let place = self.game.place(chosen);
            state = self.game.apply(&state, chosen);
            moves.push(index);
            let mut said = self.standing(&moves);
            if self.moves(&state).is_empty() {
                said.push(self.ending(gained + self.game.score(&state)));
            }
            Ok(StepFrame { caption, said, picture: Some(self.drawn(&moves, None)), place })
        });
        Posed::known(StepFrames::of(std::iter::once(Ok(start)).chain(frames)))
    }

    fn standing(&self, moves: &[u32]) -> Vec<String> {
        self.game.standing(&self.replayed(moves).0).into_iter().collect()
    }
}
