//! Breadth first: every state with the number of steps that it takes to reach it, until a goal is
//! seen or nothing is new (Moore, "The shortest path through a maze", 1959).

use num_bigint::BigUint;

use super::moves::{Clash, Packed};
use super::states::Seen;
use crate::budget::{Budget, Stop};
use crate::evidence::plan::Closed;
use crate::logic::sheet::actions::SheetStep;
use crate::logic::sheet::{SentenceId, SheetState};

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With this state, in which the goal holds.
    Goal(u32),
    /// Without one: nothing is new.
    Exhausted,
    /// At a step of which two changes disagree, in this state.
    Clash(u32, Clash),
}

/// A search and all that it has seen.
pub struct BreadthSearch<'s> {
    /// The actions.
    pub packed: Packed<'s>,
    seen: Seen,
    /// Of each state the one before it, and the step from there.
    came: Vec<(u32, u32)>,
    depths: Vec<u32>,
    /// The first state that was not expanded.
    next: u32,
}

impl<'s> BreadthSearch<'s> {
    /// Begins in a state.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(packed: Packed<'s>, start: &SheetState, budget: &mut Budget) -> Result<Self, Stop> {
        let mut seen = Seen::new(packed.layout.words);
        seen.insert(&packed.layout.pack(start), budget)?;
        Ok(Self { packed, seen, came: vec![(0, 0)], depths: vec![0], next: 0 })
    }

    /// Looks for the nearest state in which a sentence is true.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn run(&mut self, goal: SentenceId, budget: &mut Budget) -> Result<Ending, Stop> {
        let ended = self.run_within(goal, usize::MAX, budget)?;
        ended.ok_or(Stop::Size("there are too many states"))
    }

    /// As [`BreadthSearch::run`], until more than so many states were seen, in which case there is nothing
    /// to tell yet. It goes on where it was left, for the same sentence.
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
        if self.packed.is_true(goal, &state, budget)? {
            return Ok(Some(Ending::Goal(0)));
        }
        while (self.next as usize) < self.seen.len() {
            if self.seen.len() > most {
                return Ok(None);
            }
            budget.check()?;
            let at = self.next;
            state.copy_from_slice(self.seen.get(at));
            for step in 0..self.packed.steps.len() as u32 {
                match self.packed.effect(step, &state, budget)? {
                    None => continue,
                    Some(Err(clash)) => return Ok(Some(Ending::Clash(at, clash))),
                    Some(Ok(effect)) => effect.write(&state, &mut next),
                }
                let (number, is_new) = self.seen.insert(&next, budget)?;
                if !is_new {
                    continue;
                }
                self.came.push((at, step));
                self.depths.push(self.depths[at as usize] + 1);
                if self.packed.is_true(goal, &next, budget)? {
                    return Ok(Some(Ending::Goal(number)));
                }
            }
            budget.work(self.packed.steps.len())?;
            self.next += 1;
        }
        Ok(Some(Ending::Exhausted))
    }

    /// Below which no goal is nearer, as far as the search went.
    pub fn depth(&self) -> u32 {
        self.depths[(self.next as usize).min(self.depths.len() - 1)]
    }

    /// A state that was seen.
    pub fn state(&self, at: u32) -> SheetState {
        self.packed.layout.unpack(self.seen.get(at))
    }

    /// The steps to a state.
    pub fn steps(&self, at: u32) -> Vec<SheetStep> {
        self.packed.way(&self.came, at)
    }

    /// How many ways lead to states in which a sentence is true, with as few steps as to this one,
    /// which was found first. Ways are told apart by their states. As an error a state with a step
    /// on the way of which two changes disagree.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn ways(
        &mut self,
        goal: SentenceId,
        found: u32,
        budget: &mut Budget,
    ) -> Result<Result<BigUint, (u32, Clash)>, Stop> {
        let depth = self.depths[found as usize];
        let mut ways = vec![BigUint::default(); self.seen.len()];
        ways[0] = 1_u32.into();
        let (mut next, mut targets) = (Vec::new(), Vec::new());
        for at in 0..self.seen.len() {
            if self.depths[at] >= depth {
                break;
            }
            budget.check()?;
            let state = self.seen.get(at as u32).to_vec();
            targets.clear();
            for step in 0..self.packed.steps.len() as u32 {
                match self.packed.effect(step, &state, budget)? {
                    None => continue,
                    Some(Err(clash)) => return Ok(Err((at as u32, clash))),
                    Some(Ok(effect)) => effect.write(&state, &mut next),
                }
                let (number, is_new) = self.seen.insert(&next, budget)?;
                if is_new {
                    self.came.push((at as u32, step));
                    self.depths.push(self.depths[at] + 1);
                    ways.push(BigUint::default());
                }
                targets.push(number);
            }
            targets.sort_unstable();
            targets.dedup();
            let own = std::mem::take(&mut ways[at]);
            for number in &targets {
                if self.depths[*number as usize] == self.depths[at] + 1 {
                    ways[*number as usize] += &own;
                }
            }
        }
        let mut count = BigUint::default();
        for (at, ways) in ways.iter().enumerate() {
            if self.depths[at] == depth {
                let state = self.seen.get(at as u32).to_vec();
                if self.packed.is_true(goal, &state, budget)? {
                    count += ways;
                }
            }
        }
        Ok(Ok(count))
    }
}

impl Closed for BreadthSearch<'_> {
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
