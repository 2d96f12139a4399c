//! Breadth first: every state with the number of steps that it takes to reach it, until a goal is
//! seen or nothing is new (Moore, "The shortest path through a maze", 1959).

use num_bigint::BigUint;

use super::moves::{Clash, Packed};
use super::reached::{ReachedStates, Visit};
use crate::budget::{Budget, Stop};
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
    /// All states, with the steps to them.
    pub reached: ReachedStates<u32>,
    /// The first state that was not expanded.
    next: u32,
}

impl<'s> BreadthSearch<'s> {
    /// Begins in a state.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(packed: Packed<'s>, start: &SheetState, budget: &mut Budget) -> Result<Self, Stop> {
        let reached = ReachedStates::new(packed.layout.clone(), start, 0, budget)?;
        Ok(Self { packed, reached, next: 0 })
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
        let (mut state, mut next) = (self.reached.words(0).to_vec(), Vec::new());
        if self.packed.is_true(goal, &state, budget)? {
            return Ok(Some(Ending::Goal(0)));
        }
        while (self.next as usize) < self.reached.len() {
            if self.reached.len() > most {
                return Ok(None);
            }
            budget.check()?;
            let at = self.next;
            state.copy_from_slice(self.reached.words(at));
            let depth = self.reached.least(at) + 1;
            for step in 0..self.packed.steps.len() as u32 {
                match self.packed.effect(step, &state, budget)? {
                    None => continue,
                    Some(Err(clash)) => return Ok(Some(Ending::Clash(at, clash))),
                    Some(Ok(effect)) => effect.write(&state, &mut next),
                }
                let (number, visit) = self.reached.reach(&next, (at, step), depth, budget)?;
                if visit == Visit::New && self.packed.is_true(goal, &next, budget)? {
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
        self.reached.least(self.next.min(self.reached.len() as u32 - 1))
    }

    /// The steps to a state.
    pub fn steps(&self, at: u32) -> Vec<SheetStep> {
        self.reached.way(&self.packed.steps, at)
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
        let depth = self.reached.least(found);
        let mut ways = vec![BigUint::default(); self.reached.len()];
        ways[0] = 1_u32.into();
        let (mut next, mut targets) = (Vec::new(), Vec::new());
        for at in 0..self.reached.len() {
            let behind = self.reached.least(at as u32) + 1;
            if behind > depth {
                break;
            }
            budget.check()?;
            let state = self.reached.words(at as u32).to_vec();
            targets.clear();
            for step in 0..self.packed.steps.len() as u32 {
                match self.packed.effect(step, &state, budget)? {
                    None => continue,
                    Some(Err(clash)) => return Ok(Err((at as u32, clash))),
                    Some(Ok(effect)) => effect.write(&state, &mut next),
                }
                let came = (at as u32, step);
                let (number, visit) = self.reached.reach(&next, came, behind, budget)?;
                if visit == Visit::New {
                    ways.push(BigUint::default());
                }
                targets.push(number);
            }
            targets.sort_unstable();
            targets.dedup();
            let own = std::mem::take(&mut ways[at]);
            for number in &targets {
                if self.reached.least(*number) == behind {
                    ways[*number as usize] += &own;
                }
            }
        }
        let mut count = BigUint::default();
        for (at, ways) in ways.iter().enumerate() {
            if self.reached.least(at as u32) == depth {
                let state = self.reached.words(at as u32).to_vec();
                if self.packed.is_true(goal, &state, budget)? {
                    count += ways;
                }
            }
        }
        Ok(Ok(count))
    }
}
