//! A*: states in the order of the steps to them and the distance to the goal that pattern databases tell
//! together (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost
//! paths", 1968). These distances are consistent, so that no state is expanded twice.

use super::breadth::Ending;
use super::moves::Packed;
use super::patterns::Estimates;
use super::states::Seen;
use crate::budget::{Budget, Stop};
use crate::evidence::plan::Closed;
use crate::logic::sheet::actions::SheetStep;
use crate::logic::sheet::{SentenceId, SheetState};

/// A search and all that it has seen.
pub struct AStar<'p, 's> {
    /// The actions.
    pub packed: &'p mut Packed<'s>,
    /// What tells distances.
    pub estimates: Estimates,
    seen: Seen,
    came: Vec<(u32, u32)>,
    depths: Vec<u32>,
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
        packed: &'p mut Packed<'s>,
        estimates: Estimates,
        start: &SheetState,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let start = packed.layout.pack(start);
        let mut seen = Seen::new(packed.layout.words);
        seen.insert(&start, budget)?;
        let (came, depths, open) = (vec![(0, 0)], vec![0], Vec::new());
        let mut search = Self { packed, estimates, seen, came, depths, open, sum: 0 };
        search.push(0, &start);
        Ok(search)
    }

    /// Lets a state be expanded, unless no goal can be reached from it.
    fn push(&mut self, at: u32, state: &[u64]) {
        let depth = self.depths[at as usize];
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
        let (mut state, mut next) = (self.seen.get(0).to_vec(), Vec::new());
        while self.sum < self.open.len() {
            if self.seen.len() > most {
                return Ok(None);
            }
            let Some((at, depth)) = self.open[self.sum].pop() else {
                self.sum += 1;
                continue;
            };
            budget.check()?;
            if self.depths[at as usize] < depth {
                continue;
            }
            state.copy_from_slice(self.seen.get(at));
            if self.packed.is_true(goal, &state, budget)? {
                return Ok(Some(Ending::Goal(at)));
            }
            for step in 0..self.packed.steps.len() as u32 {
                match self.packed.effect(step, &state, budget)? {
                    None => continue,
                    Some(Err(clash)) => return Ok(Some(Ending::Clash(at, clash))),
                    Some(Ok(effect)) => effect.write(&state, &mut next),
                }
                let (number, is_new) = self.seen.insert(&next, budget)?;
                if is_new {
                    self.came.push((at, step));
                    self.depths.push(depth + 1);
                } else if depth + 1 < self.depths[number as usize] {
                    self.came[number as usize] = (at, step);
                    self.depths[number as usize] = depth + 1;
                } else {
                    continue;
                }
                self.push(number, &next);
            }
            budget.work(self.packed.steps.len())?;
        }
        Ok(Some(Ending::Exhausted))
    }

    /// A state that was seen.
    pub fn state(&self, at: u32) -> SheetState {
        self.packed.layout.unpack(self.seen.get(at))
    }

    /// The steps to a state.
    pub fn steps(&self, at: u32) -> Vec<SheetStep> {
        self.packed.way(&self.came, at)
    }
}

impl Closed for AStar<'_, '_> {
    fn count(&self) -> usize {
        self.seen.len()
    }

    fn read(&self, at: usize, state: &mut SheetState) {
        self.packed.layout.unpack_into(self.seen.get(at as u32), state);
    }

    fn least(&self, at: usize) -> i64 {
        self.depths[at].into()
    }
}
