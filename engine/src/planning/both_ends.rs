//! From both ends: breadth first from the start and from the goal in turn, each time where fewer states are to be expanded,
//! until one is seen from both (Pohl, "Bi-directional search", 1971). It is for puzzles whose goal is one state and whose steps can
//! be undone, so that what leads away from the goal leads back to it.

use super::breadth::expand;
use super::dead_ends::DeadEnds;
use super::moves::Packed;
use super::reached::{Front, ReachedStates};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::SheetState;
use crate::logic::sheet::actions::SheetStep;

/// A search and all that it has seen.
pub struct BothEnds<'p, 's> {
    packed: &'p mut Packed<'s>,
    /// The states that were seen from the start, and those from the goal, with the steps to them.
    pub reached: [ReachedStates<u32>; 2],
    /// The first states that were not expanded.
    next: [u32; 2],
}

/// A state that was seen from both ends.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The plan that leads through it.
    pub steps: Vec<SheetStep>,
    /// How far from each end all states are known; no state is so near both of them.
    pub near: [u32; 2],
}

impl<'p, 's> BothEnds<'p, 's> {
    /// Begins in both states.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        packed: &'p mut Packed<'s>,
        start: &SheetState,
        goal: &SheetState,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut from = |end| ReachedStates::new(packed.layout.clone(), end, 0, budget);
        let reached = [from(start)?, from(goal)?];
        Ok(Self { packed, reached, next: [0; 2] })
    }

    /// Looks for a shortest plan until more than so many states were seen; `None` when none was found, be it that an end
    /// was searched wholly, or that changes of a step disagree.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn run_within(
        &mut self,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Meeting>, Stop> {
        let mut front = Front::default();
        let (mut state, mut steps) = (self.reached[0].words(0).to_vec(), Vec::new());
        while self.reached[0].len() + self.reached[1].len() <= most {
            let open = [0, 1].map(|it: usize| self.reached[it].len() - self.next[it] as usize);
            let end = usize::from(open[1] < open[0]);
            if open[end] == 0 {
                return Ok(None);
            }
            let [depth, beyond] = [end, 1 - end].map(|it| self.depth(it));
            for _ in 0..open[end] {
                budget.check()?;
                state.copy_from_slice(self.reached[end].words(self.next[end]));
                front.clear();
                let from = (self.next[end], &state[..]);
                let actions = (&mut *self.packed, &DeadEnds::default());
                if expand(actions, from, &mut steps, &mut front, budget)?.is_some() {
                    return Ok(None);
                }
                self.next[end] += 1;
                let first = self.reached[end].len() as u32;
                self.reached[end].discover(&front, depth + 1, budget)?;
                for at in first..self.reached[end].len() as u32 {
                    let Some(other) = self.reached[1 - end].find(self.reached[end].words(at))
                    else {
                        continue;
                    };
                    let (at, near) = match end {
                        0 => ([at, other], [depth, beyond]),
                        _ => ([other, at], [beyond, depth]),
                    };
                    let steps = self.plan(at, budget)?;
                    return Ok(steps.map(|steps| Meeting { steps, near }));
                }
            }
        }
        Ok(None)
    }

    /// How far from an end all states are known.
    fn depth(&self, end: usize) -> u32 {
        self.reached[end].least(self.next[end])
    }

    /// The plan through a state that has these numbers; `None` where a step cannot be undone.
    fn plan(&mut self, at: [u32; 2], budget: &mut Budget) -> Result<Option<Vec<SheetStep>>, Stop> {
        let mut plan = self.reached[0].way(&self.packed.steps, at[0]);
        let (mut at, mut steps, mut next) = (at[1], Vec::new(), Vec::new());
        while at != 0 {
            let before = self.reached[1].before(at);
            let state = self.reached[1].words(at);
            self.packed.successors(state, &mut steps, budget)?;
            let back = steps.iter().find(|step| {
                next.clear();
                let is_done =
                    self.packed.effect(**step).map(|it| it.write(state, &mut next)).is_ok();
                is_done && next == self.reached[1].words(before)
            });
            let Some((step, _)) = back else { return Ok(None) };
            plan.push(self.packed.steps[*step as usize].clone());
            at = before;
        }
        Ok(Some(plan))
    }
}
