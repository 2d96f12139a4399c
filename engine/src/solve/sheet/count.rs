//! All worlds, one after the other, each forbidden once it is found; when they are very many the
//! counter of models counts them.

use super::{Asked, Decided, resting_on_clauses};
use crate::budget::Budget;
use crate::logic::sheet::State;
use crate::problem::sheet::Found;
use crate::problem::{Answer, Doubt, Failure};
use crate::sat::count;
use crate::verify::checked::Checked;

/// So many worlds are found one by one.
const ONE_BY_ONE: usize = 1 << 12;

impl Asked<'_> {
    pub(super) fn all(
        &mut self,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Answer<Found>, Failure> {
        let mut states = Vec::new();
        loop {
            match self.decide(&[], &[], budget)? {
                Decided::None(refuted) => {
                    let found = refuted.told_as(|()| Found::All(states, true));
                    return Ok(resting_on_clauses(found));
                }
                Decided::World(state) if states.len() == most => {
                    return Ok(state.told_as(|_| Found::All(states, false)).into());
                }
                Decided::World(state) => {
                    self.forbid(&state);
                    states.push(state.into_inner());
                }
            }
        }
    }

    pub(super) fn count(&mut self, budget: &mut Budget) -> Result<Answer<Found>, Failure> {
        let base = self.ground.cnf().len();
        let mut number = 0_usize;
        while number < ONE_BY_ONE || self.ground.has_loops() {
            match self.decide(&[], &[], budget)? {
                Decided::None(refuted) => {
                    return Ok(resting_on_clauses(
                        refuted.told_as(|()| Found::Count(number.into())),
                    ));
                }
                Decided::World(state) => self.forbid(&state),
            }
            number += 1;
        }
        let mut cnf = crate::logic::cnf::Cnf::new(self.ground.cnf().atoms());
        self.ground.cnf().clauses().take(base).for_each(|it| cnf.add(it.iter().copied()));
        let count = count::count(&cnf, budget)?;
        Ok(Answer::Unchecked(Found::Count(count), Doubt::Count, vec![Doubt::Grounding]))
    }

    /// No further world is this one.
    fn forbid(&mut self, state: &Checked<State>) {
        let literals = self.ground.literals_of(state);
        let clause: Vec<_> = literals.iter().map(|it| !*it).collect();
        self.ground.add(&clause);
    }
}
