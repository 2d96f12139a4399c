//! All worlds, one after the other, each forbidden once it is found; when they are very many the
//! counter of models counts them.

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::{AskedSheet, Decided};
use crate::budget::Budget;
use crate::logic::cnf::Cnf;
use crate::logic::sheet::SheetState;
use crate::problem::sheet::{SheetFound, Worlds};
use crate::problem::{Doubt, Failure, ProblemAnswer};
use crate::sat::count;
use crate::verify::checked::Checked;
use crate::verify::sheet::Assumed;

/// So many worlds are found one by one.
const ONE_BY_ONE: usize = 1 << 12;

impl AskedSheet<'_> {
    /// So many worlds at most; `looks_on` if it has to be known whether there are more.
    pub(super) fn all(
        &mut self,
        (most, looks_on): (usize, bool),
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
                    return self.resting_on_refutation(refuted.told_as(worlds), &[assumed], budget);
                }
                Decided::World(state) if looks_on && states.len() == most => {
                    let worlds = |_| SheetFound::Found(Worlds { states, are_all: false });
                    return Ok(state.told_as(worlds).into());
                }
                Decided::World(state) if !looks_on && states.len() + 1 >= most => {
                    let worlds = |it| {
                        states.push(it);
                        SheetFound::Found(Worlds { states, are_all: false })
                    };
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
        Ok(match self.listed(budget)? {
            StateList::All(states, refuted) => {
                let number = states.len();
                let assumed = (None, Assumed::NoneOf(states));
                let found = refuted.told_as(|()| number.into());
                return self.resting_on_refutation(found, &[assumed], budget);
            }
            StateList::Some => {
                let count = count::count(&self.first_clauses(base), budget)?;
                ProblemAnswer::Unchecked(count, Doubt::Count, vec![Doubt::Grounding])
            }
        })
    }

    /// So many clauses.
    pub(super) fn first_clauses(&self, count: usize) -> Cnf {
        let mut cnf = Cnf::new(self.ground.cnf().atoms());
        self.ground.cnf().clauses().take(count).for_each(|it| cnf.add(it.iter().copied()));
        cnf
    }

    /// All states one by one, if they are not too many.
    pub(super) fn listed(&mut self, budget: &mut Budget) -> Result<StateList, Failure> {
        let (mut states, mut seen) = (Vec::new(), FxHashSet::default());
        while states.len() < ONE_BY_ONE || self.ground.has_loops() {
            match self.decide(&[], &[], budget)? {
                Decided::None(refuted) => return Ok(StateList::All(states, refuted)),
                Decided::World(state) => {
                    if !seen.insert(state.tables.clone()) {
                        return Err(Failure::Unverified("a world was found twice".to_owned()));
                    }
                    self.ground.forbid(&state, states.len() as u32);
                    states.push(state.into_inner());
                }
            }
        }
        Ok(StateList::Some)
    }
}

/// States that were found one by one.
pub(super) enum StateList {
    /// There are no others.
    All(Vec<SheetState>, Checked<()>),
    /// There are too many.
    Some,
}
