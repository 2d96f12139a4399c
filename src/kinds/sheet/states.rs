//! The picture of all states of a puzzle of doing, where they are few: each with its values, and on the walk that
//! a plan takes with the step that leads there.

use super::drawing::NOTHING;
use super::goals::PlanGoals;
use super::puzzle::SheetPuzzle;
use super::world::World;
use crate::kinds::Question;
use crate::picture::{GraphNode, Label, PartRole, PictureGraph};
use crate::syntax::ast::Verb;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::SheetState;
use puzzle_engine::problem::Problem;
use puzzle_engine::problem::plan::{Plan, PlanTask, StateGraph, aim};

/// What looking for the states may take: whatever has more to be read than this does not have few.
const EFFORT: u64 = 1 << 22;

/// Values of a state at most, and their characters, so that a node has room for them.
const MANY: usize = 8;
const WIDE: usize = 48;

impl SheetPuzzle<'_> {
    /// All states, with the walk of a plan among them; `None` where they are many, much is to be said of each, or
    /// they have a board.
    pub(super) fn all_states(&self, plan: &Plan) -> Option<PictureGraph> {
        if !super::board::shown(&self.understood).is_empty() {
            return None;
        }
        let (sheet, PlanGoals { actions, goal, .. }) =
            self.task(&Question::new(Verb::Solve)).ok()?;
        let meters = actions.meters.clone();
        let task = PlanTask { sheet, actions, aim: aim::ReachableStates(goal?) };
        let found = task.answer(&mut Budget::unlimited().part(EFFORT)).ok()?.into_inner();
        let StateGraph { states, steps, goals, .. } = found.ok()??;
        let (names, said) = self.what_changes(&states)?;
        let place = |state: &SheetState| {
            let mut state = state.clone();
            for meter in &meters {
                state.tables[meter.0 as usize].clone_from(&states[0].tables[meter.0 as usize]);
            }
            states.iter().position(|it| *it == state)
        };
        let walk: Vec<usize> = plan.states.iter().map(place).collect::<Option<_>>()?;
        let mut nodes: Vec<GraphNode> =
            said.into_iter().map(|it| GraphNode { label: it.into(), badges: Vec::new() }).collect();
        let names = names.into_iter().map(|it| Label::new(it, PartRole::Muted));
        nodes[0].badges = [Label::from("start")].into_iter().chain(names).collect();
        for goal in goals {
            nodes[goal].label.role = PartRole::Emphasis;
            nodes[goal].badges.push(Label::new("goal", PartRole::Plus));
        }
        for (at, step) in walk.iter().skip(1).zip(&plan.steps) {
            nodes[*at].badges.push(Label::new(self.step(step), PartRole::Highlight));
        }
        let mut edges = Vec::new();
        for (from, _, to) in steps {
            if from != to && !edges.contains(&(from, to)) {
                edges.push((from, to));
            }
        }
        Some(PictureGraph { nodes, start: 0, edges, walk, here: None })
    }

    /// The names of what differs between states, and its values in each of them.
    fn what_changes(&self, states: &[SheetState]) -> Option<(Vec<String>, Vec<String>)> {
        let all: Vec<_> =
            states.iter().map(|it| World::new(&self.understood, it).values()).collect();
        let first = all.first()?;
        let differs = |at: &usize| all.iter().any(|it| it[*at].1 != first[*at].1);
        let changing: Vec<usize> = (0..first.len()).filter(differs).collect();
        let names: Vec<String> = changing.iter().map(|it| first[*it].0.clone()).collect();
        // Of predicates alone signs that are read at a glance.
        let is_sign = |it: &String| it == "+" || it == NOTHING;
        let are_signs = all.iter().all(|all| changing.iter().all(|it| is_sign(&all[*it].1)));
        let between = if are_signs { "" } else { "," };
        let values = |all: &Vec<(String, String)>| {
            changing.iter().map(|it| all[*it].1.as_str()).collect::<Vec<_>>().join(between)
        };
        let said: Vec<String> = all.iter().map(values).collect();
        let has_room = names.len() <= MANY && said.iter().all(|it| it.chars().count() <= WIDE);
        has_room.then_some((names, said))
    }
}
