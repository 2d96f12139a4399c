//! Breadth first: every state with the number of steps that it takes to reach it, until a goal is
//! seen or nothing is new (Moore, "The shortest path through a maze", 1959).

use num_bigint::BigUint;

use super::dead_ends::DeadEnds;
use super::moves::{Clash, Packed};
use super::reached::{Front, ReachedStates};
use crate::budget::{Budget, Excluded, Stop};
use crate::logic::sheet::actions::SheetStep;
use crate::logic::sheet::{SentenceId, SheetState};

/// States that are looked up together, unless those before them have few successors.
const FRONT: usize = 256;

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
    /// States that are not looked at, once that was found out.
    pub dead_ends: DeadEnds,
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
        Ok(Self { packed, reached, dead_ends: DeadEnds::default(), next: 0 })
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
        let mut state = self.reached.words(0).to_vec();
        if self.packed.is_true(goal, &state, budget)? {
            return Ok(Some(Ending::Goal(0)));
        }
        let (mut front, mut steps) = (Front::default(), Vec::new());
        while (self.next as usize) < self.reached.len() {
            if self.reached.len() > most {
                return Ok(None);
            }
            front.clear();
            let (depth, mut clash) = (self.depth(), None);
            budget.exclude(Excluded::Plans, depth.into());
            while (self.next as usize) < self.reached.len()
                && self.depth() == depth
                && front.came.len() < FRONT
                && clash.is_none()
            {
                budget.check()?;
                let at = self.next;
                state.copy_from_slice(self.reached.words(at));
                let actions = (&mut self.packed, &self.dead_ends);
                clash = expand(actions, (at, &state), &mut steps, &mut front, budget)?;
                self.next += 1;
            }
            let first = self.reached.len() as u32;
            self.reached.discover(&front, depth + 1, budget)?;
            for number in first..self.reached.len() as u32 {
                if self.packed.is_true(goal, self.reached.words(number), budget)? {
                    return Ok(Some(Ending::Goal(number)));
                }
            }
            if let Some(clash) = clash {
                return Ok(Some(Ending::Clash(self.next - 1, clash)));
            }
        }
        Ok(Some(Ending::Exhausted))
    }

    /// How many states were reached that are no dead ends, as far as these are known.
    pub fn live(&self) -> usize {
        let all = 0..self.reached.len() as u32;
        all.filter(|it| !self.dead_ends.has(self.reached.words(*it))).count()
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
        let (mut front, mut steps) = (Front::default(), Vec::new());
        let (mut visits, mut targets) = (Vec::new(), Vec::new());
        for at in 0..self.reached.len() {
            let behind = self.reached.least(at as u32) + 1;
            if behind > depth {
                break;
            }
            budget.check()?;
            let state = self.reached.words(at as u32).to_vec();
            front.clear();
            let from = (at as u32, &state[..]);
            let actions = (&mut self.packed, &DeadEnds::default());
            if let Some(clash) = expand(actions, from, &mut steps, &mut front, budget)? {
                return Ok(Err((at as u32, clash)));
            }
            self.reached.reach(&front, std::iter::repeat(behind), &mut visits, budget)?;
            targets.clear();
            targets.extend(visits.iter().map(|it| it.0));
            ways.resize(self.reached.len(), BigUint::default());
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

/// Adds the states that steps lead to from one, but for dead ends, until changes of a step disagree.
pub(super) fn expand(
    (packed, dead_ends): (&mut Packed<'_>, &DeadEnds),
    (at, state): (u32, &[u64]),
    steps: &mut Vec<(u32, u32)>,
    front: &mut Front,
    budget: &mut Budget,
) -> Result<Option<Clash>, Stop> {
    if dead_ends.has(state) {
        return Ok(None);
    }
    packed.successors(state, steps, budget)?;
    budget.work(packed.steps.len())?;
    for step in &*steps {
        let start = front.words.len();
        match packed.effect(*step) {
            Err(clash) => return Ok(Some(clash)),
            Ok(effect) => effect.write(state, &mut front.words),
        }
        if dead_ends.has(&front.words[start..]) {
            front.words.truncate(start);
        } else {
            front.came.push((at, step.0));
        }
    }
    Ok(None)
}
