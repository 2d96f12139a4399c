//! Puzzles of doing and games by rules, written out in cells: for other programs, and for plans by clauses.

use super::{AskedActions, refused};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::actions::{PlanCases, SheetStep};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::rules::GameCases;
use crate::logic::sheet::{SentenceId, SheetState};
use crate::planning::{ConditionWriter, LayeredSearch, Packed, cases, goal_cases};
use crate::problem::plan::{NothingReached, PlanFound, PlanTask, aim};
use crate::problem::{Doubt, Failure, Problem, ProblemAnswer};

impl Problem for PlanTask<aim::WrittenOut> {
    type Solution = PlanFound<Result<PlanCases, NothingReached>>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let mut asked = AskedActions::new(&self.sheet, &self.actions)?;
        Ok(match asked.start(budget)? {
            Ok(start) => {
                let mut packed = asked.packed(&start, budget)?;
                let found = asked.written_out(&mut packed, &start, self.aim.0, budget)?;
                ProblemAnswer::Unchecked(Ok(Ok(found)), Doubt::Grounding, Vec::new())
            }
            Err(no_start) => no_start.told_as(|it| it.map(Err)).into(),
        })
    }
}

impl Problem for PlanTask<aim::PlayWrittenOut> {
    type Solution = PlanFound<Result<GameCases, NothingReached>>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let mut asked = AskedActions::new(&self.sheet, &self.actions)?;
        let start = match asked.start(budget)? {
            Ok(start) => start,
            Err(no_start) => return Ok(no_start.told_as(|it| it.map(Err)).into()),
        };
        let players = &self.aim.0;
        let mut packed = asked.packed(&start, budget)?;
        let doing = cases(&mut packed, &start, budget)?;
        let definitions = Definitions::of(&self.sheet).map_err(refused)?;
        let mut ends = ConditionWriter::new(&self.sheet, &definitions, &packed.layout);
        let wins = ends.wins(players, budget)?;
        let points = players.points.as_ref();
        let stuck = players.stuck;
        let points = points.map(|it| ends.points(stuck, it, &start, budget)).transpose()?;
        let (turn, defined) = (packed.cell((players.turn, 0)), ends.into_defined());
        let found = GameCases { turn, doing, wins, defined, points };
        Ok(ProblemAnswer::Unchecked(Ok(Ok(found)), Doubt::Grounding, Vec::new()))
    }
}

impl AskedActions<'_> {
    /// What may be done, and where the goal is reached, in cells.
    fn written_out(
        &self,
        packed: &mut Packed<'_>,
        start: &SheetState,
        goal: SentenceId,
        budget: &mut Budget,
    ) -> Result<PlanCases, Failure> {
        let doing = cases(packed, start, budget)?;
        let definitions = Definitions::of(self.sheet).map_err(refused)?;
        let mut writer = ConditionWriter::new(self.sheet, &definitions, &packed.layout);
        let goal = match writer.sentence(goal, budget) {
            Ok(Some(goal)) => goal,
            // Where a part calculates with many cells, what it asks may still be settled by few of them.
            Ok(None) | Err(Stop::Size(_)) => goal_cases(packed, goal, budget)?,
            Err(stop) => return Err(stop.into()),
        };
        Ok(PlanCases { doing, goal })
    }

    /// A search for plans by clauses, where all can be written out.
    pub(super) fn layered(
        &self,
        packed: &mut Packed<'_>,
        start: &SheetState,
        goal: SentenceId,
        budget: &mut Budget,
    ) -> Result<Option<LayeredSearch>, Failure> {
        let cases = self.written_out(packed, start, goal, budget);
        match cases.and_then(|it| Ok(LayeredSearch::new(&it, budget)?)) {
            Ok(search) => Ok(search),
            Err(Failure::Stopped(Stop::Size(_))) => Ok(None),
            Err(failure) => Err(failure),
        }
    }
}

/// What such a search finds in so many steps.
pub(super) fn by_clauses(
    search: &mut Option<LayeredSearch>,
    steps: u64,
    budget: &mut Budget,
) -> Result<Option<Vec<SheetStep>>, Stop> {
    let Some(search) = search else { return Ok(None) };
    match budget.turn(steps, |part| search.run(part)).0 {
        Err(Stop::Steps | Stop::Size(_)) => budget.look().map(|()| None),
        found => found,
    }
}
