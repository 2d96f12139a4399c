//! What tells two walks apart: found by walking both side by side, and checked by taking the steps, or by a list of
//! states that none leave. The path that tells two mazes apart is judged by the rules of each as well.

use super::plan::refused;
use super::unverified;
use crate::budget::{Budget, Stop};
use crate::logic::maze::{Maze, NodeId};
use crate::logic::maze_walk::MazeWalk;
use crate::logic::sheet::SheetState;
use crate::logic::sheet::actions::Flaw;
use crate::logic::walk::Walk;
use crate::problem::walk::{
    JudgedPath, NamedPlans, PathApart, PlanApart, TellMazesApart, TellPlansApart, TellWalksApart,
};
use crate::problem::{Failure, Problem, ProblemAnswer, Violation};
use crate::reader::plays::{ByTheBook, StepAttempt};
use crate::search::apart::{WalksCompared, compare};
use crate::verify::accept;
use crate::verify::checked::Checked;
use crate::verify::path::check_path;

impl<W: Walk + Clone> Problem for TellWalksApart<W> {
    type Solution = Option<Vec<W::Step>>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let Self(walks, most) = self;
        Ok(told_apart(&mut walks.clone(), *most, budget)?.into())
    }
}

/// Steps behind which two walks look different, if there are any.
fn told_apart<W: Walk>(
    walks: &mut [W; 2],
    most: u64,
    budget: &mut Budget,
) -> Result<Checked<Option<Vec<W::Step>>>, Failure> {
    match compare(walks, most, budget)? {
        WalksCompared::Differ(steps) => {
            Ok(accept::apart(walks, steps, most, budget)?.told_as(Some))
        }
        WalksCompared::Alike(states) => {
            Ok(accept::alike(walks, most, &states, budget)?.told_as(|()| None))
        }
    }
}

impl Problem for TellMazesApart {
    type Solution = Option<PathApart>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let (mut walks, most) = MazeWalk::both(&self.mazes, &self.names);
        let found = told_apart(&mut walks, most, budget)?;
        let Some(steps) = &*found else { return Ok(found.told_as(|_| None).into()) };
        let start = self.names[0][self.mazes[0].start.0 as usize];
        let nodes: Vec<u32> = std::iter::once(start).chain(steps.iter().copied()).collect();
        let judged = [0, 1].map(|side| judge(&self.mazes[side], &self.names[side], &nodes));
        if judged[0].1.is_none() == judged[1].1.is_none() {
            return Err(unverified("a path does not tell two mazes apart"));
        }
        Ok(found.told_as(|_| Some(PathApart { nodes, judged })).into())
    }
}

/// What a maze says of a path.
fn judge(maze: &Maze, names: &[u32], nodes: &[u32]) -> JudgedPath {
    let node = |it: &u32| names.iter().position(|name| name == it).map(|it| NodeId(it as u32));
    let path: Vec<NodeId> = nodes.iter().map_while(node).collect();
    let violation = match check_path(maze, &path, maze.steps) {
        // Before the path leaves what the maze knows, it is only not at its end.
        Err(Violation::NotToGoal) | Ok(()) if path.len() < nodes.len() => {
            Some(Violation::UnknownNode { index: path.len() })
        }
        judged => judged.err(),
    };
    (path, violation)
}

impl Problem for TellPlansApart<'_> {
    type Solution = Option<PlanApart>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let [one, other] = &self.0;
        let mut walks = [PlanWalk::new(one)?, PlanWalk::new(other)?];
        let found = told_apart(&mut walks, u64::MAX, budget);
        if walks.iter().any(|it| it.flaw.is_some()) {
            return Err(Failure::Refused("an action has no meaning in some state".to_owned()));
        }
        let found = found?;
        let Some(steps) = &*found else { return Ok(found.told_as(|_| None).into()) };
        let [one, other] = &mut walks;
        let ends = [one.end(steps, budget)?, other.end(steps, budget)?];
        Ok(found.told_as(|steps| Some(PlanApart { steps: steps.unwrap_or_default(), ends })).into())
    }
}

/// Steps by the book. What is seen of a state is whether it is a goal.
struct PlanWalk<'p> {
    plans: &'p NamedPlans<'p>,
    book: ByTheBook<'p>,
    /// Why the actions have no meaning, once that was seen.
    flaw: Option<Flaw>,
}

impl<'p> PlanWalk<'p> {
    fn new(plans: &'p NamedPlans<'p>) -> Result<Self, Failure> {
        let book = ByTheBook::new(&plans.task.sheet, &plans.task.actions).map_err(refused)?;
        Ok(Self { plans, book, flaw: None })
    }

    /// Whether steps lead to the goal, or the index of the first that cannot be done.
    fn end(&mut self, steps: &[String], budget: &mut Budget) -> Result<Result<bool, usize>, Stop> {
        let mut state = self.start(budget)?;
        if state.is_none() {
            return Ok(Err(steps.len()));
        }
        for (at, step) in steps.iter().enumerate() {
            match self.steps(&state, budget)?.into_iter().find(|it| it.0 == *step) {
                Some((_, next)) => state = next,
                None => return Ok(Err(at)),
            }
        }
        Ok(Ok(self.sight(&state, budget)?.is_some()))
    }
}

impl Walk for PlanWalk<'_> {
    /// Nothing where there is no state to begin in.
    type State = Option<SheetState>;
    type Step = String;
    type Sight = ();

    fn start(&mut self, budget: &mut Budget) -> Result<Option<SheetState>, Stop> {
        match self.book.start(budget)? {
            Ok(start) => Ok(start.ok()),
            Err(flaw) => {
                self.flaw = Some(flaw);
                Ok(None)
            }
        }
    }

    fn steps(
        &mut self,
        state: &Option<SheetState>,
        budget: &mut Budget,
    ) -> Result<Vec<(String, Option<SheetState>)>, Stop> {
        let Some(state) = state else { return Ok(Vec::new()) };
        self.book.turn_to(state.clone());
        let mut steps: Vec<(String, Option<SheetState>)> = Vec::new();
        for (step, attempt) in self.book.steps(budget)? {
            match attempt {
                StepAttempt::Done(changed) => {
                    let mut next = state.clone();
                    // Meters are no part of a state.
                    let meters = &self.book.actions.meters;
                    for (symbol, place, value) in changed {
                        if !meters.contains(&symbol) {
                            next.tables[symbol.0 as usize][place] = value;
                        }
                    }
                    steps.push(((self.plans.name)(&step), Some(next)));
                }
                StepAttempt::Disagree(one, other) => {
                    self.flaw = Some(Flaw::Disagree(Box::new((state.clone(), step)), one, other));
                }
                StepAttempt::Barred(_) => {}
            }
        }
        Ok(steps)
    }

    fn sight(
        &mut self,
        state: &Option<SheetState>,
        budget: &mut Budget,
    ) -> Result<Option<()>, Stop> {
        let Some(state) = state else { return Ok(None) };
        self.book.turn_to(state.clone());
        Ok(self.book.reader.is_true(self.plans.task.aim.0, &[], budget)?.then_some(()))
    }
}
