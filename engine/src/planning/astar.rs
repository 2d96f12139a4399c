//! A*: states in the order of the steps to them and the distance to the goal that pattern databases tell
//! together (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost
//! paths", 1968). These distances are consistent, so that the steps to a state that is
//! expanded are the fewest; until then it may be reached again by fewer.

use super::breadth::{Ending, expand};
use super::dead_ends::DeadEnds;
use super::moves::Packed;
use super::patterns::Estimates;
use super::reached::{Front, ReachedStates, Visit};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::actions::SheetStep;
use crate::logic::sheet::{SentenceId, SheetState};

/// A search and all that it has seen.
pub struct AStar<'p, 's> {
    /// The actions.
    pub packed: &'p mut Packed<'s>,
    /// States that are not looked at.
    dead_ends: &'p DeadEnds,
    /// What tells distances.
    pub estimates: Estimates,
    /// All states, with the steps to them.
    pub reached: ReachedStates<u32>,
    /// By the sum of steps and distance the states that are to be expanded, with their steps.
    open: Vec<Vec<(u32, u32)>>,
    /// The least sum of states that may be open.
    sum: usize,
}

impl<'p, 's> AStar<'p, 's> {
    /// Begins in a state.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        (packed, dead_ends): (&'p mut Packed<'s>, &'p DeadEnds),
        estimates: Estimates,
        start: &SheetState,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let reached = ReachedStates::new(packed.layout.clone(), start, 0, budget)?;
        let start = packed.layout.pack(start);
        let mut search = Self { packed, dead_ends, estimates, reached, open: Vec::new(), sum: 0 };
        search.push(0, &start);
        Ok(search)
    }

    /// Lets a state be expanded, unless no goal can be reached from it.
    fn push(&mut self, at: u32, state: &[u64]) {
        let depth = self.reached.least(at);
        let Some(distance) = self.estimates.distance(state, self.packed) else { return };
        let sum = depth as usize + distance;
        if sum >= self.open.len() {
            self.open.resize(sum + 1, Vec::new());
        }
        self.open[sum].push((at, depth));
    }

    /// Looks for the nearest state in which a sentence is true, until more than so many states were seen, in
    /// which case there is nothing to tell yet. It goes on where it was left, for the same sentence.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn run_within(
        &mut self,
        goal: SentenceId,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Stop> {
        let mut state = self.reached.words(0).to_vec();
        let (mut front, mut steps, mut visits) = (Front::default(), Vec::new(), Vec::new());
        while self.sum < self.open.len() {
            if self.reached.len() > most {
                return Ok(None);
            }
            let Some((at, depth)) = self.open[self.sum].pop() else {
                self.sum += 1;
                continue;
            };
            budget.check()?;
            if self.reached.least(at) < depth {
                continue;
            }
            state.copy_from_slice(self.reached.words(at));
            if self.packed.is_true(goal, &state, budget)? {
                return Ok(Some(Ending::Goal(at)));
            }
            front.clear();
            let actions = (&mut *self.packed, self.dead_ends);
            if let Some(clash) = expand(actions, (at, &state), &mut steps, &mut front, budget)? {
                return Ok(Some(Ending::Clash(at, clash)));
            }
            self.reached.reach(&front, std::iter::repeat(depth + 1), &mut visits, budget)?;
            let next = front.words.chunks_exact(state.len());
            for ((number, visit), next) in visits.iter().zip(next) {
                if *visit != Visit::Known {
                    self.push(*number, next);
                }
            }
        }
        Ok(Some(Ending::Exhausted))
    }

    /// The steps to a state.
    pub fn steps(&self, at: u32) -> Vec<SheetStep> {
        self.reached.way(&self.packed.steps, at)
    }
}
