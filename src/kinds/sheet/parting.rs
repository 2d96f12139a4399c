//! Where the shortest plans part ways: along one of them, each step in whose place another one leads to the goal as
//! soon, with how many plans go on behind each.

use super::goals::PlanGoals;
use super::puzzle::SheetPuzzle;
use crate::kinds::{Listing, Note, Posed, Question, Reasons, Refusal};
use num_bigint::BigUint;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::actions::{Actions, SheetStep};
use puzzle_engine::logic::sheet::{SentenceId, Sheet};
use puzzle_engine::problem::plan::{Plan, PlanFound, PlanTask, aim};
use puzzle_engine::{Doubt, Failure, Problem};

/// The search for what is told is worth so many steps of the budget.
const EFFORT: u64 = 1 << 22;

/// What is asked about the plans that begin with some steps.
struct PlansBehind {
    sheet: Sheet,
    actions: Actions,
    goal: SentenceId,
    doubts: Vec<Doubt>,
}

/// A step at which plans part: those before it since the last one, and what may be done, with how many plans there are
/// behind it.
struct PartingStep {
    number: usize,
    before: Vec<SheetStep>,
    ways: Vec<(SheetStep, BigUint)>,
}

impl PlansBehind {
    /// What is asked of the state behind some steps; `None` where these cannot be done.
    fn ask<Aim, T>(
        &mut self,
        done: &[SheetStep],
        aim: Aim,
        budget: &mut Budget,
    ) -> Result<Option<T>, Failure>
    where
        PlanTask<Aim>: Problem<Solution = PlanFound<T>>,
    {
        let actions = Actions { done: done.to_vec(), ..self.actions.clone() };
        let answer = PlanTask { sheet: self.sheet.clone(), actions, aim }.answer(budget)?;
        self.doubts.extend(answer.doubts());
        Ok(answer.into_inner().ok())
    }

    fn count(&mut self, done: &[SheetStep], budget: &mut Budget) -> Result<BigUint, Failure> {
        let aim = aim::CountPlans(self.goal);
        Ok(self.ask(done, aim, budget)?.unwrap_or_default())
    }

    fn shortest(
        &mut self,
        done: &[SheetStep],
        budget: &mut Budget,
    ) -> Result<Option<Plan>, Failure> {
        let aim = aim::ShortestPlan(self.goal);
        Ok(self.ask(done, aim, budget)?.and_then(Result::ok))
    }

    /// What may be done behind some steps so that the goal is so many steps away, one step for each state.
    fn ways(
        &mut self,
        done: &[SheetStep],
        length: usize,
        budget: &mut Budget,
    ) -> Result<Vec<(SheetStep, BigUint)>, Failure> {
        let aim = aim::NextSteps(self.goal);
        let stand = self.ask(done, aim, budget)?.and_then(Result::ok).unwrap_or_default();
        let (mut states, mut ways) = (Vec::new(), Vec::new());
        for step in stand.next {
            let with = [done, std::slice::from_ref(&step)].concat();
            let Some(rest) = self.shortest(&with, budget)? else { continue };
            let state = rest.states.into_iter().next();
            if rest.steps.len() == length && !states.contains(&state) {
                states.push(state);
                ways.push((step, self.count(&with, budget)?));
            }
        }
        Ok(ways)
    }

    /// Where the plans part along one of them.
    fn partings(
        &mut self,
        mut done: Vec<SheetStep>,
        budget: &mut Budget,
    ) -> Result<Vec<PartingStep>, Failure> {
        let (mut partings, mut before) = (Vec::new(), Vec::new());
        let Some(plan) = self.shortest(&done, budget)? else { return Ok(partings) };
        let mut left = self.count(&done, budget)?;
        for (at, step) in plan.steps.iter().enumerate() {
            let with = [&done[..], std::slice::from_ref(step)].concat();
            let count = self.count(&with, budget)?;
            if count != left {
                let ways = self.ways(&done, plan.steps.len() - at - 1, budget)?;
                if ways.iter().map(|it| &it.1).sum::<BigUint>() != left {
                    let what = "the plans behind the steps are not as many as all".to_owned();
                    return Err(Failure::Unverified(what));
                }
                let before = std::mem::take(&mut before);
                partings.push(PartingStep { number: at + 1, before, ways });
            }
            before.push(step.clone());
            (done, left) = (with, count);
        }
        Ok(partings)
    }
}

impl SheetPuzzle<'_> {
    /// Where the shortest plans part.
    ///
    /// # Errors
    /// Why nothing can be asked.
    pub(super) fn parting(&self, question: &Question) -> Result<Posed<'_, Reasons>, Refusal> {
        let (sheet, PlanGoals { actions, goal, .. }) = self.task(question)?;
        let goal = goal.ok_or("the puzzle has no goal")?;
        let done = self.steps_done(question)?;
        let found = Posed::asked(move |budget| {
            let mut plans = PlansBehind { sheet, actions, goal, doubts: Vec::new() };
            let partings = plans.partings(done, budget)?;
            plans.doubts.sort_unstable();
            plans.doubts.dedup();
            Ok((partings, plans.doubts))
        });
        Ok(found.within(EFFORT).map(|found| match found {
            None => {
                let words = "where they part was not found out in time".to_owned();
                Reasons { notes: vec![Note::Summary(words)], ..Reasons::default() }
            }
            Some(partings) if partings.is_empty() => Reasons::default(),
            Some(partings) => {
                let heading = Some("where they part:".to_owned());
                let lines = partings.iter().map(|it| self.parted(it)).collect();
                Reasons { proofs: vec![Listing { heading, lines }], ..Reasons::default() }
            }
        }))
    }

    fn parted(&self, PartingStep { number, before, ways }: &PartingStep) -> String {
        let ways = ways.iter().map(|(step, count)| {
            let plural = if *count == BigUint::from(1u32) { "" } else { "s" };
            format!("{} in {count} way{plural}", self.step(step))
        });
        let ways = ways.collect::<Vec<_>>().join(", ");
        match before.is_empty() {
            true => format!("step {number}: {ways}"),
            false => format!("step {number}, behind {}: {ways}", self.steps(before)),
        }
    }
}
