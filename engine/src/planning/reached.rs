//! The states that a search has reached: each with the least that leads to it, be it steps or a sum, and with the step
//! by which it came.

use super::states::{Layout, SeenStates};
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
        let mut seen = SeenStates::new(layout.words);
        seen.insert(&layout.pack(start), budget)?;
        Ok(Self { layout, seen, came: vec![(0, 0)], least: vec![nothing] })
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

    /// Lets a step lead from a state to one that is perhaps new; its number.
    pub(super) fn reach(
        &mut self,
        words: &[u64],
        came: (u32, u32),
        least: Least,
        budget: &mut Budget,
    ) -> Result<(u32, Visit), Stop> {
        let (number, is_new) = self.seen.insert(words, budget)?;
        let at = number as usize;
        let visit = if is_new {
            self.came.push(came);
            self.least.push(least);
            Visit::New
        } else if least < self.least[at] {
            (self.came[at], self.least[at]) = (came, least);
            Visit::Nearer
        } else {
            Visit::Known
        };
        Ok((number, visit))
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
