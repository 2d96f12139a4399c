//! Why no plan leads to a goal, in words: each state that can be reached, where the steps from it lead, and what bars
//! the others.

use super::drawing::NOTHING;
use super::goals::PlanGoals;
use super::puzzle::SheetPuzzle;
use super::world::World;
use crate::kinds::argument::list;
use crate::kinds::{Posed, Question, Reasons, Refusal};
use puzzle_engine::logic::sheet::SheetState;
use puzzle_engine::logic::sheet::actions::{Bar, SheetStep};
use puzzle_engine::problem::plan::{BarredStep, PlanTask, StateGraph, aim};

/// Lines that anybody reads, and what is named in one of them.
const MOST_LINES: usize = 60;
const MOST_STEPS: usize = 4;
const MOST_VALUES: usize = 16;

impl SheetPuzzle<'_> {
    /// Poses why no goal is among the states that can be reached.
    pub(super) fn no_way_on(&self, question: &Question) -> Result<Posed<'_, Reasons>, Refusal> {
        let (sheet, PlanGoals { mut actions, goal, .. }) = self.task(question)?;
        actions.done = self.steps_done(question)?;
        let goal = goal.ok_or("the puzzle has no goal")?;
        let task = PlanTask { sheet, actions, aim: aim::ReachableStates(goal) };
        Ok(Posed::new(task, |_, found| match found {
            Ok(Some(StateGraph { states, steps, goals, barred: Some(barred) }))
                if goals.is_empty() =>
            {
                self.argued(&states, &steps, &barred)
            }
            _ => Reasons::default(),
        }))
    }

    fn argued(
        &self,
        states: &[SheetState],
        steps: &[(usize, SheetStep, usize)],
        barred: &[BarredStep],
    ) -> Reasons {
        let count = states.len();
        let is_never = |(_, step, bar): &&BarredStep| {
            barred.iter().filter(|it| (&it.1, it.2) == (step, *bar)).count() == count
        };
        let never = barred.iter().filter(|it| it.0 == 0 && count > 1).filter(is_never);
        let never: Vec<(&SheetStep, Bar)> = never.map(|it| (&it.1, it.2)).collect();
        let mut lines = self.bars(&never, "in no state");
        for (at, values) in self.told_apart(states).into_iter().enumerate() {
            let start = if at == 0 { ", the start" } else { "" };
            let is_one = if count == 1 { ", from which none other is reached" } else { "" };
            let colon = if values.is_empty() { "" } else { ": " };
            lines.push(format!("state {}{start}{is_one}{colon}{values}", at + 1));
            for to in 0..count {
                let steps = steps.iter().filter(|it| (it.0, it.2) == (at, to));
                let steps: Vec<&SheetStep> = steps.map(|it| &it.1).collect();
                let lead = if steps.len() == 1 { "leads" } else { "lead" };
                if !steps.is_empty() {
                    lines.push(format!("    {} {lead} to state {}", self.some(&steps), to + 1));
                }
            }
            let barred = barred.iter().filter(|it| it.0 == at).map(|it| (&it.1, it.2));
            let barred: Vec<_> = barred.filter(|it| !never.contains(it)).collect();
            let barred = self.bars(&barred, "here");
            lines.extend(barred.into_iter().map(|it| format!("    {it}")));
        }
        let end = if count == 1 { "it is not a goal" } else { "none of these states is a goal" };
        lines.push(end.to_owned());
        let is_short = lines.len() <= MOST_LINES;
        if is_short { Reasons::argued(lines) } else { Reasons::default() }
    }

    /// What bars some steps, a line for each bar.
    fn bars(&self, barred: &[(&SheetStep, Bar)], somewhere: &str) -> Vec<String> {
        let mut bars: Vec<(usize, Bar)> = barred.iter().map(|it| (it.0.action, it.1)).collect();
        // Rules, which are of all actions, last.
        bars.sort_by_key(|it| (matches!(it.1, Bar::Rule(_)), it.0));
        for it in &mut bars {
            if matches!(it.1, Bar::Rule(_)) {
                it.0 = 0;
            }
        }
        let mut lines = Vec::new();
        for at in 0..bars.len() {
            let (action, bar) = bars[at];
            if bars[..at].contains(&bars[at]) {
                continue;
            }
            let is_rule = matches!(bar, Bar::Rule(_));
            let of = barred.iter().filter(|it| it.1 == bar && (is_rule || it.0.action == action));
            let steps: Vec<&SheetStep> = of.map(|it| it.0).collect();
            let Some((_, words)) = self.bar(&(Some(action), bar)) else { continue };
            let why = if is_rule { format!("the rule {words} would be broken") } else { words };
            lines.push(format!("{} cannot be done {somewhere}: {why}", self.some(&steps)));
        }
        lines
    }

    /// Some steps, of which the first are named.
    fn some(&self, steps: &[&SheetStep]) -> String {
        let mut words: Vec<String> =
            steps.iter().take(MOST_STEPS).map(|it| self.step(it)).collect();
        match steps.len() - words.len() {
            0 => {}
            more => words.push(format!("{more} more")),
        }
        list(&words)
    }

    /// Of each state what is not the same in all.
    fn told_apart(&self, states: &[SheetState]) -> Vec<String> {
        let all: Vec<_> =
            states.iter().map(|it| World::new(&self.understood, it).values()).collect();
        let said = |(name, value): &(String, String)| match value.as_str() {
            "+" => name.clone(),
            NOTHING => format!("not {name}"),
            _ => format!("{name} = {value}"),
        };
        let differs = |at: usize| all.iter().any(|it| it[at].1 != all[0][at].1);
        let told = |values: &Vec<(String, String)>| {
            let values = (0..values.len()).filter(|at| differs(*at)).map(|at| said(&values[at]));
            let mut values: Vec<String> = values.collect();
            if values.len() > MOST_VALUES {
                values.truncate(MOST_VALUES);
                values.push("…".to_owned());
            }
            values.join(", ")
        };
        all.iter().map(told).collect()
    }
}
