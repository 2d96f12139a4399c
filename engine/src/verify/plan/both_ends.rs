//! Searches from both ends by the book. Where every step can be undone and the goal is one state, a list of what is near the
//! start and one of what is near the goal show together that no plan is shorter: it would lead through a state of both.

use rustc_hash::FxHashSet;

use super::super::checked::Checked;
use super::cases::EachCase;
use super::closed::{PlanClaim, SearchedStates, closed, read_list};
use super::expand::{LentExpander, StepOutcome};
use super::keys::{Keys, without_meters};
use super::wrong;
use crate::budget::{Budget, Stop};
use crate::evidence::plan::Closed;
use crate::logic::sheet::actions::Actions;
use crate::logic::sheet::{SentenceId, Sheet, SheetState};
use crate::problem::Failure;
use crate::reader::plays::ByTheBook;

/// Cases of all steps together that are looked at.
const CASES: usize = 1 << 13;

/// The only state in which the goal is true, of a puzzle whose steps can all be undone.
pub struct OnlyGoal(SheetState);

impl OnlyGoal {
    /// The state. Its meters may be anything.
    pub const fn state(&self) -> &SheetState {
        &self.0
    }

    /// Whether the goal is one state, and every step in every state can be undone there by a step; `None` where that is
    /// not so, or is more than what is looked at.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn of(
        book: &mut ByTheBook<'_>,
        (sheet, actions): (&Sheet, &Actions),
        (start, goal): (&SheetState, SentenceId),
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stop> {
        let keys = Keys::new(sheet, actions);
        let start = without_meters(start.clone(), &actions.meters);
        let mut key = Vec::new();
        if !keys.write(&start, &mut key) {
            return Ok(None);
        }
        let changes = || actions.actions.iter().flat_map(|it| &it.changes);
        let values = keys.values(&key, |it| changes().any(|by| by.symbol == it));
        if values.iter().any(Vec::is_empty) {
            return Ok(None);
        }
        book.turn_to(start.clone());
        let mut expander = LentExpander::new(book, keys, vec![(goal, Vec::new())], budget)?;
        let mut cases = EachCase::new(&mut expander, &values, CASES);
        let count = cases.steps();
        let mut goals = Vec::new();
        let is_single = cases.all(count, &key, budget, |expander, key, known, budget| {
            if expander.is_goal(key, budget)? {
                let is_open = |it: usize| values[it].len() > 1 && !known.contains(&it);
                if !goals.is_empty() || (0..values.len()).any(is_open) {
                    return Ok(false);
                }
                goals.push(key.to_vec());
            }
            Ok(true)
        })?;
        let Some(goal) = goals.pop().filter(|_| is_single) else { return Ok(None) };
        for step in 0..count {
            let is_undone = |expander: &mut LentExpander<'_, '_>,
                             key: &[u8],
                             known: &FxHashSet<usize>,
                             budget: &mut Budget| {
                is_undone(
                    expander,
                    step,
                    key,
                    |it| values[it].len() == 1 || known.contains(&it),
                    budget,
                )
            };
            if !cases.all(step, &key, budget, is_undone)? {
                return Ok(None);
            }
        }
        let mut state = start;
        expander.keys.read(&goal, &mut state);
        Ok(Some(Self(state)))
    }
}

/// Whether some step undoes another one in all states that agree with one in bytes that are known.
fn is_undone(
    expander: &mut LentExpander<'_, '_>,
    step: usize,
    key: &[u8],
    is_known: impl Fn(usize) -> bool,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let outcome = expander.outcome(step, key, budget)?;
    let mut next = key.to_vec();
    match &expander.outcomes[outcome] {
        StepOutcome::Barred => return Ok(true),
        StepOutcome::Disagree => return Ok(false),
        StepOutcome::Done(changed) => expander.keys.change(&mut next, changed),
    }
    if next == key {
        return Ok(true);
    }
    for back in 0..expander.count() {
        budget.check()?;
        let outcome = expander.outcome(back, &next, budget)?;
        let StepOutcome::Done(changed) = &expander.outcomes[outcome] else { continue };
        let mut again = next.clone();
        expander.keys.change(&mut again, changed);
        let reads_known = |it: Vec<usize>| it.into_iter().all(&is_known);
        if again == key && expander.read(back, &next).is_some_and(reads_known) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether two lists show that no plan has as few steps as both numbers together: the states to which so many steps lead from the
/// start, and likewise from the goal.
///
/// # Errors
/// What is wrong with a list, or the limit that was reached.
pub fn apart(
    book: &mut ByTheBook<'_>,
    (sheet, actions): (&Sheet, &Actions),
    (start, goal, only): (&SheetState, SentenceId, &OnlyGoal),
    lists: [&dyn Closed; 2],
    near: [u32; 2],
    budget: &mut Budget,
) -> Result<Checked<()>, Failure> {
    for ((list, end), near) in lists.into_iter().zip([start, only.state()]).zip(near) {
        let claim = PlanClaim::Within(near);
        closed(book, (sheet, actions), (end, goal), SearchedStates::whole(list), &claim, budget)?;
    }
    let keys = Keys::new(sheet, actions);
    let [one, other] = lists;
    let [ones, others] =
        [read_list(&keys, start, one, budget)?, read_list(&keys, start, other, budget)?];
    let is_near = |list: &dyn Closed, at: u32, near: u32| list.least(at as usize) <= near.into();
    for at in (0..other.count() as u32).filter(|it| is_near(other, *it, near[1])) {
        budget.check()?;
        if ones.find(others.get(at)).is_some_and(|it| is_near(one, it, near[0])) {
            return wrong("a state is near both ends");
        }
    }
    Ok(Checked::new(()))
}
