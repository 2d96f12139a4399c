//! Games that rule sheets say: opened by the book, then packed into as many words as a state takes.

use std::sync::Arc;

use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, Side};
use crate::logic::sheet::SheetState;
use crate::logic::sheet::actions::{Flaw, SheetStep};
use crate::logic::sheet::rules::{GameWords, Rules};
use crate::planning::game::PackedGame;
use crate::problem::game::{AnyGame, StateWords, Unplayable, WrittenGame};
use crate::reader::plays::ByTheBook;
use crate::verify::plan;

impl Rules {
    /// The game, ready to be played.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn opened(
        self: Arc<Self>,
        budget: &mut Budget,
    ) -> Result<Arc<dyn WrittenGame>, Unplayable> {
        let mut book =
            ByTheBook::new(&self.sheet, &self.actions).map_err(super::super::plan::refused)?;
        let start = plan::start(&mut book, budget)?;
        let state = match &*start {
            Ok(Ok(state)) => state.clone(),
            Ok(Err(none)) => return Err(Unplayable::NoStart(*none)),
            Err(flaw) => return Err(Unplayable::Flaw(flaw.clone())),
        };
        Ok(match PackedGame::<1>::words(&self, &state, budget)? {
            1 => packed::<1>(&self, &state, budget)?,
            2 => packed::<2>(&self, &state, budget)?,
            // A width of its own for three and four words would be one more copy of every procedure.
            3..=8 => packed::<8>(&self, &state, budget)?,
            _ => return Err(Stop::Size("more changes in this game than fits into 512 bits").into()),
        })
    }
}

fn packed<const WORDS: usize>(
    rules: &Arc<Rules>,
    start: &SheetState,
    budget: &mut Budget,
) -> Result<Arc<dyn WrittenGame>, Unplayable> {
    let game = PackedGame::<WORDS>::new(rules, start, budget)?;
    match game.disagreement() {
        Some((state, step, one, other)) => {
            Err(Unplayable::Flaw(Flaw::Disagree(Box::new((state, step)), one, other)))
        }
        None => Ok(Arc::new(game)),
    }
}

fn words<const WORDS: usize>(position: &StateWords) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    words.iter_mut().zip(position).for_each(|(word, it)| *word = *it);
    words
}

impl<const WORDS: usize> WrittenGame for PackedGame<WORDS> {
    fn any(self: Arc<Self>) -> Arc<dyn AnyGame> {
        self
    }

    fn begins(&self) -> StateWords {
        self.start().into()
    }

    fn mover(&self, position: &StateWords) -> Side {
        self.to_move(&words(position))
    }

    fn allowed(&self, position: &StateWords) -> Vec<u32> {
        super::moves(self, &words(position))
    }

    fn after(&self, position: &StateWords, chosen: u32) -> StateWords {
        self.apply(&words(position), chosen).into()
    }

    fn ends_with(&self, position: &StateWords) -> i32 {
        self.score(&words(position))
    }

    fn gains(&self, position: &StateWords, chosen: u32) -> i32 {
        self.gain(&words(position), chosen)
    }

    fn counted(&self, made: &[u32]) -> Option<[i64; 2]> {
        self.counted(made)
    }

    fn limits(&self) -> (i32, i32) {
        self.scores()
    }

    fn may_repeat(&self) -> bool {
        self.repeats()
    }

    fn state(&self, position: &StateWords) -> SheetState {
        GameWords::state(self, &words(position))
    }

    fn step(&self, chosen: u32) -> SheetStep {
        GameWords::step(self, chosen).clone()
    }

    fn total(&self) -> Option<i64> {
        self.promise(&self.start()).points_left
    }
}
