//! The best value of a term: a world, then a better one, until there is none.

use super::{Asked, Decided, resting_on_clauses};
use crate::budget::Budget;
use crate::logic::sheet::{Comparison, State, TermId};
use crate::problem::sheet::{Direction, Found};
use crate::problem::{Answer, Failure};

impl Asked<'_> {
    pub(super) fn best(
        &mut self,
        direction: Direction,
        term: TermId,
        budget: &mut Budget,
    ) -> Result<Answer<Found>, Failure> {
        let first = match self.decide(&[], &[], budget)? {
            Decided::World(state) => state.into_inner(),
            Decided::None(_) => return self.none(&[], Found::None, budget),
        };
        let missing = self.ground.missing(term, budget)?;
        let mut best: Option<(i64, State)> =
            self.reader.value(term, &[], budget)?.map(|value| (value, first));
        loop {
            let mut demands = vec![!missing];
            if let Some((value, _)) = &best {
                let at_most = match direction {
                    Direction::Smallest => value.checked_sub(1),
                    Direction::Largest => Some(*value),
                };
                if let Some(bound) = at_most {
                    let literal = self.ground.compared(term, Comparison::AtMost, bound, budget)?;
                    let is_smallest = direction == Direction::Smallest;
                    demands.push(if is_smallest { literal } else { !literal });
                }
            }
            let state = match (self.decide(&demands, &[], budget)?, best) {
                (Decided::World(state), best) => {
                    let value = self.reader.value(term, &[], budget)?;
                    let is_better = |value: i64| match (&best, direction) {
                        (None, _) => true,
                        (Some((best, _)), Direction::Smallest) => value < *best,
                        (Some((best, _)), Direction::Largest) => value > *best,
                    };
                    let wrong = || Failure::Unverified("a better value is no better".to_owned());
                    let value = value.filter(|it| is_better(*it)).ok_or_else(wrong)?;
                    (value, state.into_inner())
                }
                (Decided::None(_), None) => return self.none(&demands, Found::NoValue, budget),
                (Decided::None(_), Some((value, state))) => {
                    let reason = self.reason(&demands, budget)?;
                    let found = reason.told_as(|reason| Found::Best(value, state, reason));
                    return Ok(resting_on_clauses(found));
                }
            };
            best = Some(state);
        }
    }
}
