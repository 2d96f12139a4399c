//! All states that can be reached, each with the least sum that leads to it (Dijkstra, "A note on
//! two problems in connexion with graphs", 1959).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::moves::{Clash, Packed};
use super::reached::{Front, ReachedStates, Visit};
use crate::budget::{Budget, Stop};
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
    /// All states, with the sums to them.
    pub reached: ReachedStates<i64>,
}

impl<'s> Cheapest<'s> {
    /// Begins in a state.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(packed: Packed<'s>, start: &SheetState, budget: &mut Budget) -> Result<Self, Stop> {
        let reached = ReachedStates::new(packed.layout.clone(), start, 0, budget)?;
        Ok(Self { packed, reached })
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
        let mut state = self.reached.words(0).to_vec();
        let (mut front, mut steps) = (Front::default(), Vec::new());
        let (mut sums, mut visits) = (Vec::new(), Vec::new());
        while let Some(Reverse((sum, at))) = open.pop() {
            budget.check()?;
            if sum > self.reached.least(at) {
                continue;
            }
            state.copy_from_slice(self.reached.words(at));
            front.clear();
            sums.clear();
            self.packed.successors(&state, &mut steps, budget)?;
            for step in &steps {
                let effect = match self.packed.effect(*step) {
                    Err(clash) => return Ok(CheapestEnded::Clash(at, clash)),
                    Ok(effect) => effect,
                };
                let of = |meter| effect.amounts.iter().filter(move |it| it.0 == meter);
                let amounts = meters.iter().flat_map(|it| of(*it)).map(|it| it.1);
                let amount = amounts.fold(0_i64, i64::saturating_add);
                if amount < 0 {
                    return Ok(CheapestEnded::Falls);
                }
                sums.push(sum.checked_add(amount).ok_or(Stop::Size("a number is too large"))?);
                effect.write(&state, &mut front.words);
                front.came.push((at, step.0));
            }
            self.reached.reach(&front, sums.iter().copied(), &mut visits, budget)?;
            for ((number, visit), sum) in visits.iter().zip(&sums) {
                if *visit != Visit::Known {
                    open.push(Reverse((*sum, *number)));
                }
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
        for at in 0..self.reached.len() as u32 {
            budget.check()?;
            let state = self.reached.words(at).to_vec();
            if !self.packed.is_true(goal, &state, budget)? {
                continue;
            }
            let value = match term {
                None => Some(0),
                Some(term) => self.packed.value(term, &state, budget)?,
            };
            let Some(value) = value.and_then(|it| it.checked_add(self.reached.least(at))) else {
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

    /// The steps to a state.
    pub fn steps(&self, at: u32) -> Vec<SheetStep> {
        self.reached.way(&self.packed.steps, at)
    }
}
