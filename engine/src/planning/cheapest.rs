//! All states that can be reached, each with the least sum that leads to it (Dijkstra, "A note on
//! two problems in connexion with graphs", 1959).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::moves::{Clash, Packed};
use super::states::Seen;
use crate::budget::{Budget, Stop};
use crate::evidence::plan::Closed;
use crate::logic::sheet::actions::SheetStep;
use crate::logic::sheet::{SentenceId, SheetState, SymbolId, TermId};

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheapestEnded {
    /// With all states.
    Whole,
    /// At a step of which two changes disagree, in this state.
    Clash(u32, Clash),
    /// At a step that makes a meter smaller.
    Falls,
}

/// A search and all that it has seen.
pub struct Cheapest<'s> {
    /// The actions.
    pub packed: Packed<'s>,
    seen: Seen,
    came: Vec<(u32, u32)>,
    sums: Vec<i64>,
}

impl<'s> Cheapest<'s> {
    /// Begins in a state.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(packed: Packed<'s>, start: &SheetState, budget: &mut Budget) -> Result<Self, Stop> {
        let mut seen = Seen::new(packed.layout.words);
        seen.insert(&packed.layout.pack(start), budget)?;
        Ok(Self { packed, seen, came: vec![(0, 0)], sums: vec![0] })
    }

    /// Finds the least sum of these meters to every state.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn run(
        &mut self,
        meters: &[(SymbolId, usize)],
        budget: &mut Budget,
    ) -> Result<CheapestEnded, Stop> {
        let meters: Vec<usize> = meters.iter().map(|it| self.packed.cell(*it)).collect();
        let mut open = BinaryHeap::from([Reverse((0_i64, 0_u32))]);
        let (mut state, mut next) = (self.seen.get(0).to_vec(), Vec::new());
        while let Some(Reverse((sum, at))) = open.pop() {
            budget.check()?;
            if sum > self.sums[at as usize] {
                continue;
            }
            state.copy_from_slice(self.seen.get(at));
            for step in 0..self.packed.steps.len() as u32 {
                let amount = match self.packed.effect(step, &state, budget)? {
                    None => continue,
                    Some(Err(clash)) => return Ok(CheapestEnded::Clash(at, clash)),
                    Some(Ok(effect)) => {
                        effect.write(&state, &mut next);
                        let of = |meter| effect.amounts.iter().filter(move |it| it.0 == meter);
                        let amounts = meters.iter().flat_map(|it| of(*it)).map(|it| it.1);
                        amounts.fold(0_i64, i64::saturating_add)
                    }
                };
                if amount < 0 {
                    return Ok(CheapestEnded::Falls);
                }
                let (number, is_new) = self.seen.insert(&next, budget)?;
                let sum = sum.checked_add(amount).ok_or(Stop::Size("a number is too large"))?;
                if is_new {
                    self.came.push((at, step));
                    self.sums.push(sum);
                } else if sum < self.sums[number as usize] {
                    self.came[number as usize] = (at, step);
                    self.sums[number as usize] = sum;
                } else {
                    continue;
                }
                open.push(Reverse((sum, number)));
            }
            budget.work(self.packed.steps.len())?;
        }
        Ok(CheapestEnded::Whole)
    }

    /// A state in which a sentence is true with the best value, which is that of its sum and of a
    /// term together; where the term is missing there is none.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn best(
        &mut self,
        goal: SentenceId,
        term: Option<TermId>,
        is_largest: bool,
        budget: &mut Budget,
    ) -> Result<Option<(u32, i64)>, Stop> {
        let mut best: Option<(u32, i64)> = None;
        for at in 0..self.seen.len() as u32 {
            budget.check()?;
            let state = self.seen.get(at).to_vec();
            if !self.packed.is_true(goal, &state, budget)? {
                continue;
            }
            let value = match term {
                None => Some(0),
                Some(term) => self.packed.value(term, &state, budget)?,
            };
            let Some(value) = value.and_then(|it| it.checked_add(self.sums[at as usize])) else {
                continue;
            };
            let is_better = best.is_none_or(|(_, best)| match is_largest {
                true => value > best,
                false => value < best,
            });
            if is_better {
                best = Some((at, value));
            }
        }
        Ok(best)
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

impl Closed for Cheapest<'_> {
    fn count(&self) -> usize {
        self.seen.len()
    }

    fn read(&self, at: usize, state: &mut SheetState) {
        self.packed.layout.unpack_into(self.seen.get(at as u32), state);
    }

    fn least(&self, at: usize) -> i64 {
        self.sums[at]
    }
}
