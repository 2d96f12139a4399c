//! Games of taking from a heap: a sieve finds the losing heaps, and that they are is checked by the
//! definition.

use super::expert::Expert;
use super::unverified;
use crate::budget::Budget;
use crate::evidence::play::PlayClaim;
use crate::logic::game::{Game, GameStructure};
use crate::problem::{Failure, ProblemAnswer};
use crate::search::PlayFinder;
use crate::search::heap::Heaps;
use crate::verify::accept;
use crate::verify::play::GameRules;

pub(super) struct HeapExpert<'g, G: Game> {
    game: &'g G,
    heaps: Heaps<'g, G>,
    /// Up to which heap the losing ones were checked, and how far.
    checked: Option<(u32, ProblemAnswer<()>)>,
}

impl<'g, G: Game> HeapExpert<'g, G> {
    pub(super) fn new(game: &'g G) -> Self {
        Self { game, heaps: Heaps::new(game), checked: None }
    }
}

impl<G: Game> Expert<G> for HeapExpert<'_, G> {
    fn finder(&mut self) -> &mut dyn PlayFinder<G> {
        &mut self.heaps
    }

    fn check(
        &mut self,
        _: &GameRules<'_, G>,
        state: &G::State,
        PlayClaim { side, score, .. }: PlayClaim,
        _: usize,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<()>, Failure> {
        self.heaps.value(state, budget)?;
        let GameStructure::Heap(heap) = self.game.structure(state) else {
            return Err(unverified("a position is no heap"));
        };
        let losing = self.heaps.losing();
        let shown = match self.checked.take().filter(|(most, _)| heap.size <= *most) {
            Some(checked) => checked,
            None => {
                let loses = |it| losing.contains(it);
                (heap.size, accept::losing(heap.size, heap.takeable(), loses, budget)?)
            }
        };
        let mover = self.game.to_move(state);
        let winner = if losing.contains(heap.size) { mover.other() } else { mover };
        if side.likes(winner.win(), score) {
            Ok(self.checked.insert(shown).1.clone())
        } else {
            Err(unverified("a heap was taken for another one"))
        }
    }
}
