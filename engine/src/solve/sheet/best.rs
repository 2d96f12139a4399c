//! The best value of a term: a world, then a better one, until there is none. Where one rule alone says
//! how good it can be, a world that is so is looked for at once, and nothing has to be refuted.

use super::{AskedSheet, Assumption, Decided};
use crate::budget::Budget;
use crate::logic::sheet::{Comparison, SheetState, TermId};
use crate::problem::sheet::{BestValue, Direction, SheetFound};
use crate::problem::{Failure, ProblemAnswer};
use crate::verify::sheet::{Assumed, WorldBound, bound};

impl AskedSheet<'_> {
    pub(super) fn best(
        &mut self,
        direction: Direction,
        term: TermId,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<BestValue>>, Failure> {
        let first = match self.decide(&[], &[], budget)? {
            Decided::World(state) => state.into_inner(),
            Decided::None(_) => return self.none(&[], SheetFound::Contradictory, budget),
        };
        let mut best: Option<(i64, SheetState)> =
            self.reader.value(term, &[], budget)?.map(|value| (value, first));
        let bound =
            bound(self.sheet, self.ground.cnf(), &self.ground.cells(), direction, term, budget)?;
        if let Some(bound) = bound.as_deref()
            && best.as_ref().is_some_and(|it| it.0 != bound.value)
            && let Decided::World(state) = self.decide(&bound.literals, &[], budget)?
        {
            let value = self.reader.value(term, &[], budget)?;
            best = value.map(|value| (value, state.into_inner()));
        }
        let missing = self.ground.missing(term, budget)?;
        loop {
            if let (Some(bound), Some((value, state))) = (&bound, &best)
                && bound.value == *value
            {
                let best = |bound: WorldBound| {
                    SheetFound::Found(BestValue::Value(*value, state.clone(), bound.reason))
                };
                return Ok(bound.clone().told_as(best).into());
            }
            let mut assumed: Vec<Assumption> =
                vec![(Some(!missing), Assumed::Compared(term, None))];
            if let Some((value, _)) = &best {
                assumed.extend(self.better_than(*value, direction, term, budget)?);
            }
            let literals: Vec<_> = assumed.iter().filter_map(|it| it.0).collect();
            let state = match (self.decide(&literals, &[], budget)?, best) {
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
                (Decided::None(_), None) => {
                    let missing = |reason| SheetFound::Found(BestValue::Missing(reason));
                    return self.none(&assumed, missing, budget);
                }
                (Decided::None(_), Some((value, state))) => {
                    let best = |reason| SheetFound::Found(BestValue::Value(value, state, reason));
                    return self.none(&assumed, best, budget);
                }
            };
            best = Some(state);
        }
    }

    /// That a term has a better value than this one; `None` where numbers end here.
    fn better_than(
        &mut self,
        value: i64,
        direction: Direction,
        term: TermId,
        budget: &mut Budget,
    ) -> Result<Option<Assumption>, Failure> {
        let at_most = match direction {
            Direction::Smallest => value.checked_sub(1),
            Direction::Largest => Some(value),
        };
        let Some(bound) = at_most else { return Ok(None) };
        let literal = self.ground.compared(term, Comparison::AtMost, bound, budget)?;
        let is_smallest = direction == Direction::Smallest;
        let said = Assumed::Compared(term, Some((bound, is_smallest)));
        Ok(Some((Some(if is_smallest { literal } else { !literal }), said)))
    }
}
