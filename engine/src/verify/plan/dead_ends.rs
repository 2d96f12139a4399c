//! Potentials of dead ends by the book: in every case of every step no more of the facts are true behind it than
//! before, and in every case of the goal as many as are needed. Only such cases count as are made of what may come to be so: no
//! step leads from there to anything else.

use rustc_hash::FxHashSet;

use super::cases::EachCase;
use super::expand::{LentExpander, StepOutcome};
use super::keys::{Keys, without_meters};
use crate::budget::{Budget, Stop};
use crate::evidence::plan::{DeadEndPotential, DeadEndPotentials, PlaceValue};
use crate::logic::sheet::actions::Actions;
use crate::logic::sheet::{SentenceId, Sheet, SheetState};
use crate::reader::plays::ByTheBook;

/// Cases of all steps together that are looked at.
const CASES: usize = 1 << 17;

/// Facts of a potential by bytes of keys.
struct KeyFacts {
    facts: Vec<(usize, u8)>,
    needed: usize,
}

/// The byte of a place and its value; `None` when it does not fit the sheet.
fn key_fact(
    (symbol, place, value): &PlaceValue,
    expander: &LentExpander<'_, '_>,
) -> Option<(usize, u8)> {
    let (byte, _) = expander.keys.byte((*symbol, *place))??;
    Some((byte, expander.keys.number((*symbol, *place), *value)?))
}

impl KeyFacts {
    fn of(potential: &DeadEndPotential, expander: &LentExpander<'_, '_>) -> Option<Self> {
        let facts = potential.facts.iter().map(|it| key_fact(it, expander));
        let mut facts = facts.collect::<Option<Vec<_>>>()?;
        facts.sort_unstable();
        facts.dedup();
        Some(Self { facts, needed: potential.needed as usize })
    }

    fn count(&self, key: &[u8]) -> usize {
        self.facts.iter().filter(|it| key[it.0] == it.1).count()
    }
}

/// Dead ends by potentials that have passed.
pub struct CheckedDeadEnds {
    all: Vec<KeyFacts>,
    /// The key of the state in which plays begin, and the goal.
    task: (Vec<u8>, SentenceId),
}

impl CheckedDeadEnds {
    /// Checks potentials; `None` where they say what is not so, or it is more than what is looked at.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn of(
        book: &mut ByTheBook<'_>,
        (sheet, actions): (&Sheet, &Actions),
        (start, goal): (&SheetState, SentenceId),
        potentials: &DeadEndPotentials,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stop> {
        let keys = Keys::new(sheet, actions);
        let first = without_meters(start.clone(), &actions.meters);
        let mut start = Vec::new();
        if !keys.write(&first, &mut start) {
            return Ok(None);
        }
        book.turn_to(first);
        let mut expander = LentExpander::new(book, keys, vec![(goal, Vec::new())], budget)?;
        let of = |it: &DeadEndPotential| KeyFacts::of(it, &expander);
        let Some(all) = potentials.all.iter().map(of).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let values = values(&expander, actions, &start, &potentials.values);
        let mut cases = EachCase::new(&mut expander, &values, CASES);
        let steps = cases.steps();
        let has_enough = cases.all(steps, &start, budget, |expander, key, known, budget| {
            let is_known = |at: &usize| known.contains(at) || values[*at].len() == 1;
            let has = |it: &KeyFacts| {
                let of = it.facts.iter().filter(|it| is_known(&it.0) && key[it.0] == it.1);
                of.count() >= it.needed
            };
            Ok(!expander.is_goal(key, budget)? || all.iter().all(has))
        })?;
        if !has_enough {
            return Ok(None);
        }
        let mut next = Vec::new();
        for step in 0..steps {
            let is_falling = cases.all(step, &start, budget, |expander, key, _, budget| {
                let outcome = expander.outcome(step, key, budget)?;
                let changed = match &expander.outcomes[outcome] {
                    StepOutcome::Barred => return Ok(true),
                    StepOutcome::Done(changed) => changed,
                    // What has no meaning in some state is told, be that a dead end or not.
                    StepOutcome::Disagree => return Ok(false),
                };
                next.clear();
                next.extend_from_slice(key);
                expander.keys.change(&mut next, changed);
                let mut changes = key.iter().zip(&next).zip(&values).filter(|it| it.0.0 != it.0.1);
                let can_be = |((_, value), values): ((_, &u8), &Vec<u8>)| values.contains(value);
                // What is changed is known in each case, and all else stays.
                Ok(changes.all(can_be) && all.iter().all(|it| it.count(&next) <= it.count(key)))
            })?;
            if !is_falling {
                return Ok(None);
            }
        }
        Ok(Some(Self { all, task: (start, goal) }))
    }

    /// Whether they are about plays that begin in this state, and this goal.
    pub(super) fn are_of(&self, start: &[u8], goal: SentenceId) -> bool {
        self.task.0 == start && self.task.1 == goal
    }

    /// Whether no goal is reached from a state.
    pub(super) fn have(&self, key: &[u8]) -> bool {
        self.all.iter().any(|it| it.count(key) < it.needed)
    }
}

/// What each byte may be, by what is said of it and what is so at the start.
fn values(
    expander: &LentExpander<'_, '_>,
    actions: &Actions,
    start: &[u8],
    said: &[PlaceValue],
) -> Vec<Vec<u8>> {
    let changes = || actions.actions.iter().flat_map(|it| &it.changes);
    let mut values = expander.keys.values(start, |it| changes().any(|by| by.symbol == it));
    let of = |it| key_fact(it, expander);
    let said: FxHashSet<(usize, u8)> = said.iter().filter_map(of).collect();
    for (byte, (values, first)) in values.iter_mut().zip(start).enumerate() {
        values.retain(|it| it == first || said.contains(&(byte, *it)));
    }
    values
}
