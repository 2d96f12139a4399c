//! All worlds, one after the other, each forbidden once it is found; when they are very many the
//! counter of models counts them.

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::{AskedSheet, Decided};
use crate::budget::Budget;
use crate::logic::cnf::Cnf;
use crate::problem::sheet::{SheetFound, Worlds};
use crate::problem::{Doubt, Failure, ProblemAnswer};
use crate::sat::count;
use crate::verify::sheet::Assumed;

/// So many worlds are found one by one.
const ONE_BY_ONE: usize = 1 << 12;

impl AskedSheet<'_> {
    pub(super) fn all(
        &mut self,
        most: usize,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<Worlds>>, Failure> {
        let mut states = Vec::new();
        loop {
            match self.decide(&[], &[], budget)? {
                Decided::None(_) if states.is_empty() => {
                    return self.none(&[], SheetFound::Contradictory, budget);
                }
                Decided::None(refuted) => {
                    let assumed = (None, Assumed::NoneOf(states.clone()));
                    let worlds = |()| SheetFound::Found(Worlds { states, are_all: true });
                    return self.resting_on_clauses(refuted.told_as(worlds), &[assumed], budget);
                }
                Decided::World(state) if states.len() == most => {
                    let worlds = |_| SheetFound::Found(Worlds { states, are_all: false });
                    return Ok(state.told_as(worlds).into());
                }
                Decided::World(state) => {
                    self.ground.forbid(&state, states.len() as u32);
                    states.push(state.into_inner());
                }
            }
        }
    }

    pub(super) fn count(&mut self, budget: &mut Budget) -> Result<ProblemAnswer<BigUint>, Failure> {
        let base = self.ground.cnf().len();
        let (mut states, mut seen) = (Vec::new(), FxHashSet::default());
        while states.len() < ONE_BY_ONE || self.ground.has_loops() {
            match self.decide(&[], &[], budget)? {
                Decided::None(refuted) => {
                    let number = states.len();
                    let assumed = (None, Assumed::NoneOf(states));
                    let found = refuted.told_as(|()| number.into());
                    return self.resting_on_clauses(found, &[assumed], budget);
                }
                Decided::World(state) => {
                    if !seen.insert(state.tables.clone()) {
                        return Err(Failure::Unverified("a world was found twice".to_owned()));
                    }
                    self.ground.forbid(&state, states.len() as u32);
                    states.push(state.into_inner());
                }
            }
        }
        let mut cnf = Cnf::new(self.ground.cnf().atoms());
        self.ground.cnf().clauses().take(base).for_each(|it| cnf.add(it.iter().copied()));
        let count = count::count(&cnf, budget)?;
        Ok(ProblemAnswer::Unchecked(count, Doubt::Count, vec![Doubt::Grounding]))
    }
}
