//! What leads to the answer of a slice's question, whose places are told wherever the text stands by then.

use super::{Slice, SlicePlace, placed, refusal, target};
use crate::diagnostic::Related;
use crate::kinds::{Answer, Definition};
use crate::service::check::{Analysis, Puzzles};
use crate::service::solve::{AskedPuzzle, NoAnswer, asked_with};
use crate::service::steps::{ShownFrame, steps};
use crate::syntax::ast::ItemKind;
use puzzle_engine::budget::Budget;

/// What leads to an answer.
pub struct SliceSteps {
    /// The answer.
    pub answer: Answer,
    /// Whether these are all frames.
    pub are_all: bool,
    frames: Vec<(ShownFrame, Option<SlicePlace>)>,
}

impl Slice {
    /// What leads to the answer, frame by frame.
    ///
    /// # Errors
    /// See [`NoAnswer`].
    pub fn steps(&self, budget: &mut Budget) -> Result<SliceSteps, NoAnswer> {
        let checked = self.check();
        let analysis = checked.analysis();
        let refused = || NoAnswer::Refused(refusal(&checked));
        let (_, facts) = target(&analysis).ok_or_else(refused)?;
        let ItemKind::Query(query) = &analysis.scope.tree(0).items[0].kind else {
            return Err(refused());
        };
        let asked = asked_with(&mut Puzzles::new(analysis), 0, query, budget);
        let AskedPuzzle { puzzle, question, .. } = asked.ok_or_else(refused)?;
        let found = steps(puzzle.as_ref(), (&question, facts), budget)?;
        let (shown, are_all) = ShownFrame::all(&found.frames, budget)?;
        let own = &checked.program().documents[0].source;
        let places = found.frames.frames.into_iter().map(|it| it.place);
        let places = places.map(|it| it.map(|it| self.relative(it, own)));
        let frames = shown.into_iter().zip(places).collect();
        Ok(SliceSteps { answer: found.answer, are_all, frames })
    }
}

impl SliceSteps {
    /// The frames, each with what the program says of it and where.
    pub fn frames(
        self,
        analysis: &Analysis<'_>,
        question: Definition,
    ) -> Vec<(ShownFrame, Option<Related>)> {
        let frames = self.frames.into_iter();
        let placed = frames.map(|(frame, place)| {
            let place = place.and_then(|it| placed(analysis, question, &it));
            (frame, place)
        });
        placed.collect()
    }
}
