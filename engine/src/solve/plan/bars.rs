//! Why no way leads to a goal: a minimal set of conditions and rules that bars them all, even if
//! all others were waived. Found by waiving one after the other (deletion).

use super::{AskedActions, VERY_FEW, listed};
use crate::budget::Budget;
use crate::logic::sheet::actions::{Actions, Bar};
use crate::logic::sheet::{SentenceId, Sheet, SheetSentence, SheetState};
use crate::planning::{BreadthSearch, Ending};
use crate::verify::plan::{self as check, PlanClaim};

/// Steps of all searches together.
const STEPS: u64 = 1 << 22;

/// Conditions and rules at most.
const MEMBERS: usize = 64;

/// A condition with its action, or a rule.
type Member = (Option<usize>, Bar);

/// What bars the way to a goal that cannot be reached; nothing where that is not found out soon, or
/// it is neither conditions nor rules.
pub(super) fn of(
    sheet: &Sheet,
    actions: &Actions,
    start: &SheetState,
    goal: SentenceId,
    budget: &Budget,
) -> Vec<Member> {
    let mut members: Vec<Member> = (0..sheet.rules.len()).map(|it| (None, Bar::Rule(it))).collect();
    for (number, action) in actions.actions.iter().enumerate() {
        let conditions = 0..action.conditions.len();
        members.extend(conditions.map(|it| (Some(number), Bar::Condition(it))));
    }
    if members.len() > MEMBERS {
        return Vec::new();
    }
    let mut part = budget.part(STEPS);
    let mut are_enough = |kept: &[Member]| {
        let waived: Vec<Member> = members.iter().filter(|it| !kept.contains(it)).copied().collect();
        bar(sheet, actions, start, goal, &waived, &mut part)
    };
    if are_enough(&[]) != Some(false) {
        return Vec::new();
    }
    let mut kept = members.clone();
    for member in &members {
        let fewer: Vec<Member> = kept.iter().filter(|it| *it != member).copied().collect();
        match are_enough(&fewer) {
            Some(true) => kept = fewer,
            Some(false) => {}
            None => return Vec::new(),
        }
    }
    kept
}

/// Whether a goal cannot be reached even when these are waived; `None` when that is not found out.
fn bar(
    sheet: &Sheet,
    actions: &Actions,
    start: &SheetState,
    goal: SentenceId,
    waived: &[Member],
    budget: &mut Budget,
) -> Option<bool> {
    let (mut sheet, mut actions) = (sheet.clone(), actions.clone());
    let always = sheet.sentence(SheetSentence::Truth(true));
    for member in waived {
        match *member {
            (_, Bar::Rule(rule)) => sheet.rules[rule] = always,
            (Some(action), Bar::Condition(at)) => actions.actions[action].conditions[at] = always,
            _ => {}
        }
    }
    let mut asked = AskedActions::new(&sheet, &actions).ok()?;
    let packed = asked.packed(start, budget).ok()?;
    let mut search = BreadthSearch::new(packed, start, budget).ok()?;
    let (mut ended, mut dead_ends) = (search.run_within(goal, VERY_FEW, budget).ok()?, None);
    if ended.is_none() {
        let task = (start, goal);
        (search.dead_ends, dead_ends) = asked.dead_ends(&mut search.packed, task, budget).ok()?;
        ended = search.run_within(goal, usize::MAX, budget).ok()?;
    }
    match ended? {
        Ending::Goal(at) => {
            let plan = check::plan(&mut asked.book, start, search.steps(at), goal, budget);
            plan.ok().map(|_| false)
        }
        Ending::Exhausted => {
            let list = listed(&search, dead_ends.as_ref());
            let shown = asked.shown((start, goal), list, &PlanClaim::Steps(None), budget).ok()?;
            shown.map(|_| true)
        }
        // What is waived keeps changes from disagreeing.
        Ending::Clash(..) => None,
    }
}
