//! The states that a search has reached: each with the least that leads to it, be it steps or a sum, and with the step
//! by which it came.

use super::seen::{SeenStates, TableLook};
use super::states::Layout;
use crate::budget::{Budget, Stop};
use crate::evidence::plan::Closed;
use crate::logic::sheet::SheetState;
use crate::logic::sheet::actions::SheetStep;

/// States by their numbers, the start being 0.
pub struct ReachedStates<Least> {
    layout: Layout,
    seen: SeenStates,
    /// Of each state the one before it, and the step from there.
    came: Vec<(u32, u32)>,
    least: Vec<Least>,
    /// What was found of each state of a front.
    glances: Vec<TableLook>,
}

/// States that steps lead to, to be looked up together.
#[derive(Default)]
pub(super) struct Front {
    /// Their words, one state behind the other.
    pub words: Vec<u64>,
    /// Of each the state before it, and the step from there.
    pub came: Vec<(u32, u32)>,
}

impl Front {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.came.clear();
    }
}

/// What a state is that a step leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Visit {
    New,
    /// Less leads to it than was known.
    Nearer,
    Known,
}

impl<Least: Copy + PartialOrd> ReachedStates<Least> {
    /// The start, and that nothing leads to it.
    pub(super) fn new(
        layout: Layout,
        start: &SheetState,
        nothing: Least,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut reached = Self {
            seen: SeenStates::new(layout.words),
            came: Vec::new(),
            least: Vec::new(),
            glances: Vec::new(),
            layout,
        };
        let front = Front { words: reached.layout.pack(start), came: vec![(0, 0)] };
        reached.discover(&front, nothing, budget)?;
        Ok(reached)
    }

    pub(super) fn len(&self) -> usize {
        self.seen.len()
    }

    pub(super) fn words(&self, at: u32) -> &[u64] {
        self.seen.get(at)
    }

    pub(super) fn least(&self, at: u32) -> Least {
        self.least[at as usize]
    }

    /// The state from which one was reached.
    pub(super) fn before(&self, at: u32) -> u32 {
        self.came[at as usize].0
    }

    /// The number of a state that was reached.
    pub(super) fn find(&self, words: &[u64]) -> Option<u32> {
        self.seen.find(words)
    }

    /// Lets steps lead to states that are perhaps new, to all of them by so much; less leads to none that is known.
    pub(super) fn discover(
        &mut self,
        front: &Front,
        least: Least,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        self.seen.glance(&front.words, &mut self.glances);
        let states = front.words.chunks_exact(self.layout.words);
        for ((state, came), glance) in states.zip(&front.came).zip(&self.glances) {
            if self.seen.insert(state, *glance, budget)?.1 {
                self.came.push(*came);
                self.least.push(least);
            }
        }
        Ok(())
    }

    /// Lets steps lead to states, to each by so much, and tells the number of each, and what it is.
    pub(super) fn reach(
        &mut self,
        front: &Front,
        leasts: impl IntoIterator<Item = Least>,
        visits: &mut Vec<(u32, Visit)>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        visits.clear();
        self.seen.glance(&front.words, &mut self.glances);
        let states = front.words.chunks_exact(self.layout.words);
        let all = states.zip(&front.came).zip(&self.glances).zip(leasts);
        for (((state, came), glance), least) in all {
            let (number, is_new) = self.seen.insert(state, *glance, budget)?;
            let at = number as usize;
            let visit = if is_new {
                self.came.push(*came);
                self.least.push(least);
                Visit::New
            } else if least < self.least[at] {
                (self.came[at], self.least[at]) = (*came, least);
                Visit::Nearer
            } else {
                Visit::Known
            };
            visits.push((number, visit));
        }
        Ok(())
    }

    /// The steps to a state, of all steps.
    pub(super) fn way(&self, all: &[SheetStep], mut at: u32) -> Vec<SheetStep> {
        let mut steps = Vec::new();
        while at != 0 {
            let (before, step) = self.came[at as usize];
            steps.push(all[step as usize].clone());
            at = before;
        }
        steps.reverse();
        steps
    }

    /// A state.
    pub fn state(&self, at: u32) -> SheetState {
        self.layout.unpack(self.seen.get(at))
    }
}

impl<Least: Copy + Into<i64>> Closed for ReachedStates<Least> {
    fn count(&self) -> usize {
        self.seen.len()
    }

    fn read(&self, at: usize, state: &mut SheetState) {
        self.layout.unpack_into(self.seen.get(at as u32), state);
    }

    fn least(&self, at: usize) -> i64 {
        self.least[at].into()
    }
}
