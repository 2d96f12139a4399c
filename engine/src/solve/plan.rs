//! Plans: found on packed states, walked by the book. That there is none, none shorter and none
//! better rests on the list of all states that were seen, each of which is expanded by the book.

mod bars;
mod written;

use num_bigint::BigUint;

use crate::budget::{Budget, Stop};
use crate::evidence::plan::Closed;
use crate::logic::sheet::actions::{Actions, Flaw, SheetStep};
use crate::logic::sheet::definitions::{DefinitionFault, Definitions};
use crate::logic::sheet::{SentenceId, Sheet, SheetSentence, SheetState};
use crate::planning::{
    AStar, BothEnds, BreadthSearch, Cheapest, CheapestEnded, Clash, DeadEnds, Ending, Estimates,
    Packed,
};
use crate::problem::plan::{
    LISTED, NothingReached, Plan, PlanFound, PlanTask, Planned, Stand, StateGraph, aim,
};
use crate::problem::sheet::Direction;
use crate::problem::{Doubt, Failure, Problem, ProblemAnswer};
use crate::reader::plays::ByTheBook;
use crate::verify::checked::Checked;
use crate::verify::plan::{self as check, CheckedDeadEnds, OnlyGoal, PlanClaim, SearchedStates};

/// Steps that the check of a list of states may take by the book. What its trees know costs none of them, so that a long
/// list takes more time than they tell.
const STEPS: u64 = 1 << 28;

/// States that are searched breadth first before anything else is tried, and those before it is tried from both ends.
const FEW: usize = 1 << 20;
const VERY_FEW: usize = 1 << 14;

/// Steps that it may take to find out whether a plan can be looked for from both ends, and likewise which states are dead ends.
const LOOK: u64 = 1 << 22;

/// What procedures may do in turn.
struct Stage {
    /// Steps of the solver of clauses.
    clauses: u64,
    /// Abstract states of a pattern database.
    abstract_states: usize,
    /// States that are searched, with such databases or, where they tell nothing, breadth first.
    states: usize,
}

const STAGES: [Stage; 2] = [
    Stage { clauses: 1 << 22, abstract_states: 1 << 20, states: 1 << 21 },
    Stage { clauses: 1 << 24, abstract_states: 1 << 23, states: usize::MAX },
];

/// How a search ended that pattern databases lead.
enum Led {
    Answered(ProblemAnswer<PlanFound<Planned>>),
    /// The stage let it go no further.
    Open,
    /// They know no more than that no goal is nearer than what was searched, or there is no goal.
    Nowhere,
}

/// A plan and what it comes to.
type Valued = (Plan, i64);

impl Problem for PlanTask<aim::Reach> {
    type Solution = PlanFound<Planned>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<PlanFound<Planned>>, Failure> {
        AskedActions::new(&self.sheet, &self.actions)?.reach(self.aim.0, false, budget)
    }
}

impl Problem for PlanTask<aim::ShortestPlan> {
    type Solution = PlanFound<Planned>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<PlanFound<Planned>>, Failure> {
        AskedActions::new(&self.sheet, &self.actions)?.reach(self.aim.0, true, budget)
    }
}

impl Problem for PlanTask<aim::Always> {
    /// A plan that breaks it, or that there is none.
    type Solution = PlanFound<Planned>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<PlanFound<Planned>>, Failure> {
        let mut sheet = self.sheet.clone();
        let broken = sheet.sentence(SheetSentence::Not(self.aim.0));
        AskedActions::new(&sheet, &self.actions)?.reach(broken, false, budget)
    }
}

impl Problem for PlanTask<aim::CountPlans> {
    type Solution = PlanFound<BigUint>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<PlanFound<BigUint>>, Failure> {
        let mut asked = AskedActions::new(&self.sheet, &self.actions)?;
        let none = |_| Ok(BigUint::default());
        match asked.start(budget)? {
            Ok(start) => asked.ways(&start, self.aim.0, budget),
            Err(no_start) => Ok(no_start.told_as(|it| it.map_or_else(Err, none)).into()),
        }
    }
}

impl Problem for PlanTask<aim::BestPlan> {
    type Solution = PlanFound<Result<(Plan, i64), NothingReached>>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let mut asked = AskedActions::new(&self.sheet, &self.actions)?;
        match asked.start(budget)? {
            Ok(start) => asked.best(&start, &self.aim, budget),
            Err(no_start) => Ok(no_start.told_as(|it| it.map(Err)).into()),
        }
    }
}

impl Problem for PlanTask<aim::WalkSteps> {
    type Solution = PlanFound<bool>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<PlanFound<bool>>, Failure> {
        let mut asked = AskedActions::new(&self.sheet, &self.actions)?;
        let aim::WalkSteps(steps, goal) = &self.aim;
        Ok(match asked.start(budget)? {
            Ok(start) => {
                check::walks(&mut asked.book, &start, steps, *goal, budget)?.told_as(Ok).into()
            }
            Err(no_start) => no_start.told_as(|it| it.map(|_| false)).into(),
        })
    }
}

impl Problem for PlanTask<aim::NextSteps> {
    type Solution = PlanFound<Result<Stand, NothingReached>>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let mut asked = AskedActions::new(&self.sheet, &self.actions)?;
        Ok(match asked.start(budget)? {
            Ok(_) => {
                check::next(&mut asked.book, self.aim.0, budget)?.told_as(|it| it.map(Ok)).into()
            }
            Err(no_start) => no_start.told_as(|it| it.map(Err)).into(),
        })
    }
}

impl Problem for PlanTask<aim::ReachableStates> {
    /// None where they are many, or there is no state to begin in.
    type Solution = PlanFound<Option<StateGraph>>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let mut asked = AskedActions::new(&self.sheet, &self.actions)?;
        Ok(match asked.start(budget)? {
            Ok(start) => check::graph(&mut asked.book, &start, self.aim.0, budget)?.into(),
            Err(no_start) => no_start.told_as(|it| it.map(|_| None)).into(),
        })
    }
}

pub(super) fn refused(fault: DefinitionFault) -> Failure {
    Failure::Refused(match fault {
        DefinitionFault::Function(_) => "a function that depends on itself".to_owned(),
        DefinitionFault::Denied(_) => {
            "a predicate that mentions itself where it is denied".to_owned()
        }
    })
}

fn book<'s>(sheet: &'s Sheet, actions: &'s Actions) -> Result<ByTheBook<'s>, Failure> {
    ByTheBook::new(sheet, actions).map_err(refused)
}

/// Actions that are being asked about.
struct AskedActions<'s> {
    sheet: &'s Sheet,
    actions: &'s Actions,
    book: ByTheBook<'s>,
}

impl<'s> AskedActions<'s> {
    fn new(sheet: &'s Sheet, actions: &'s Actions) -> Result<Self, Failure> {
        Ok(Self { sheet, actions, book: book(sheet, actions)? })
    }

    fn packed(&self, start: &SheetState, budget: &mut Budget) -> Result<Packed<'s>, Failure> {
        let definitions = Definitions::of(self.sheet).map_err(refused)?;
        Ok(Packed::new(self.sheet, self.actions, definitions, start, budget)?)
    }

    /// The state to begin in, or why nothing can be done at all.
    fn start(
        &mut self,
        budget: &mut Budget,
    ) -> Result<Result<SheetState, Checked<PlanFound<NothingReached>>>, Failure> {
        let start = check::start(&mut self.book, budget)?;
        Ok(match &*start {
            Ok(Ok(state)) => Ok(state.clone()),
            _ => Err(start.told_as(|it| {
                it.map(|it| NothingReached { no_start: it.err(), ..NothingReached::default() })
            })),
        })
    }

    /// A nearest goal; that there is none nearer is checked only if that was asked.
    fn reach(
        &mut self,
        goal: SentenceId,
        is_shortest: bool,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlanFound<Planned>>, Failure> {
        match self.start(budget)? {
            Ok(start) => self.nearest(&start, goal, is_shortest, budget),
            Err(no_start) => Ok(no_start.told_as(|it| it.map(Err)).into()),
        }
    }

    /// As [`AskedActions::reach`], from a state on.
    fn nearest(
        &mut self,
        start: &SheetState,
        goal: SentenceId,
        is_shortest: bool,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlanFound<Planned>>, Failure> {
        let mut search = BreadthSearch::new(self.packed(start, budget)?, start, budget)?;
        let mut checked = None;
        let mut ended = search.run_within(goal, VERY_FEW, budget)?;
        if ended.is_none() {
            let packed = &mut search.packed;
            if let Some(found) = self.at_both_ends(packed, (start, goal), is_shortest, budget)? {
                return Ok(found);
            }
            (search.dead_ends, checked) = self.dead_ends(packed, (start, goal), budget)?;
            ended = search.run_within(goal, FEW, budget)?;
        }
        // That no plan has fewer layers does not say that none has fewer steps.
        let mut layered = match ended {
            None if !is_shortest => self.layered(&mut search.packed, start, goal, budget)?,
            _ => None,
        };
        let mut may_lead = true;
        for stage in STAGES {
            if ended.is_some() {
                break;
            }
            if let Some(steps) = written::by_clauses(&mut layered, stage.clauses, budget)? {
                return self.planned((start, goal), steps, None, budget);
            }
            if may_lead {
                let depth = search.depth();
                let actions = (&mut search.packed, &search.dead_ends, checked.as_ref());
                match self.led(actions, depth, (start, goal), (&stage, is_shortest), budget)? {
                    Led::Answered(found) => return Ok(found),
                    Led::Open => continue,
                    Led::Nowhere => may_lead = false,
                }
            }
            ended = search.run_within(goal, stage.states, budget)?;
        }
        let ended = ended.map_or_else(|| search.run(goal, budget), Ok)?;
        match ended {
            Ending::Clash(at, clash) => {
                self.clash(search.reached.state(at), &search.packed, clash, budget)
            }
            Ending::Goal(at) => {
                let steps = search.steps(at);
                self.planned(
                    (start, goal),
                    steps,
                    is_shortest.then_some(listed(&search, checked.as_ref())),
                    budget,
                )
            }
            Ending::Exhausted => self.nowhere(&search, checked.as_ref(), (start, goal), budget),
        }
    }

    /// That a search found no goal at all.
    fn nowhere(
        &mut self,
        search: &BreadthSearch<'_>,
        dead_ends: Option<&CheckedDeadEnds>,
        (start, goal): (&SheetState, SentenceId),
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlanFound<Planned>>, Failure> {
        let (list, claim) = (listed(search, dead_ends), PlanClaim::Steps(None));
        let shown = self.shown((start, goal), list, &claim, budget)?;
        let reached = match dead_ends {
            None => reached(search.reached.count(), |it| search.reached.state(it)),
            Some(_) => NothingReached {
                count: search.live() as u64,
                has_dead_ends: true,
                ..NothingReached::default()
            },
        };
        let bars = match reached.count {
            // Whatever bars the ways on is not what is amiss.
            0 => Vec::new(),
            _ => bars::of(self.sheet, self.actions, start, goal, budget),
        };
        Ok(told(shown, Ok(Err(NothingReached { bars, ..reached }))))
    }

    /// As [`AskedActions::nearest`], from the start and from the goal, where that is one state and steps can be undone.
    fn at_both_ends(
        &mut self,
        packed: &mut Packed<'_>,
        (start, goal): (&SheetState, SentenceId),
        is_shortest: bool,
        budget: &mut Budget,
    ) -> Result<Option<ProblemAnswer<PlanFound<Planned>>>, Failure> {
        let both = (self.sheet, self.actions);
        let only =
            budget.turn(LOOK, |part| OnlyGoal::of(&mut self.book, both, (start, goal), part));
        let only = match only.0 {
            Err(Stop::Steps | Stop::Size(_)) => None,
            only => only?,
        };
        let Some(only) = only else { return Ok(None) };
        let mut search = BothEnds::new(packed, start, only.state(), budget)?;
        let Some(met) = search.run_within(FEW, budget)? else { return Ok(None) };
        let plan = check::plan(&mut self.book, start, met.steps, goal, budget)?;
        let answer = ProblemAnswer::from(plan.told_as(|plan| Ok(Ok(plan))));
        if !is_shortest {
            return Ok(Some(answer));
        }
        let lists = search.reached.each_ref().map(|it| it as &dyn Closed);
        let task = (start, goal, &only);
        let mut part = budget.part(STEPS);
        let shown = match check::apart(&mut self.book, both, task, lists, met.near, &mut part) {
            // The plan is right, however long it takes to find out that none is shorter.
            Err(Failure::Stopped(Stop::Steps | Stop::Time | Stop::Memory | Stop::Size(_))) => None,
            shown => Some(shown?),
        };
        Ok(Some(answer.resting_on(&told(shown, ()))))
    }

    /// The dead ends that are found soon, if they pass their check.
    fn dead_ends(
        &mut self,
        packed: &mut Packed<'_>,
        task: (&SheetState, SentenceId),
        budget: &mut Budget,
    ) -> Result<(DeadEnds, Option<CheckedDeadEnds>), Stop> {
        let both = (self.sheet, self.actions);
        let known = budget.turn(LOOK, |part| {
            let found = DeadEnds::of(packed, task, part)?;
            let Some(potentials) = found.potentials() else { return Ok(None) };
            let checked = CheckedDeadEnds::of(&mut self.book, both, task, potentials, part)?;
            Ok(checked.map(|it| (found, Some(it))))
        });
        match known.0 {
            Err(Stop::Steps | Stop::Size(_)) => budget.look().map(|()| None),
            known => known,
        }
        .map(Option::unwrap_or_default)
    }

    /// As [`AskedActions::nearest`], led by pattern databases, as far as a stage lets it go.
    fn led(
        &mut self,
        (packed, dead_ends, checked): (&mut Packed<'_>, &DeadEnds, Option<&CheckedDeadEnds>),
        depth: u32,
        (start, goal): (&SheetState, SentenceId),
        (stage, is_shortest): (&Stage, bool),
        budget: &mut Budget,
    ) -> Result<Led, Failure> {
        let first = packed.layout.pack(start);
        let estimates = Estimates::of(packed, &first, goal, stage.abstract_states, budget)?;
        let helps = |it: &Estimates| it.distance(&first, packed) > Some(depth as usize);
        let Some(estimates) = estimates.filter(helps) else { return Ok(Led::Nowhere) };
        let mut search = AStar::new((packed, dead_ends), estimates, start, budget)?;
        Ok(match search.run_within(goal, stage.states, budget)? {
            None => Led::Open,
            Some(Ending::Clash(at, clash)) => {
                let state = search.reached.state(at);
                Led::Answered(self.clash(state, search.packed, clash, budget)?)
            }
            Some(Ending::Goal(at)) => {
                let steps = search.steps(at);
                let list = SearchedStates {
                    states: &search.reached,
                    databases: &search.estimates.databases,
                    dead_ends: checked,
                };
                let list = is_shortest.then_some(list);
                Led::Answered(self.planned((start, goal), steps, list, budget)?)
            }
            Some(Ending::Exhausted) => Led::Nowhere,
        })
    }

    /// A plan, and where there is a list of states that nothing is shorter.
    fn planned(
        &mut self,
        (start, goal): (&SheetState, SentenceId),
        steps: Vec<SheetStep>,
        list: Option<SearchedStates<'_>>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlanFound<Planned>>, Failure> {
        let plan = check::plan(&mut self.book, start, steps, goal, budget)?;
        let length = plan.steps.len() as u32;
        let answer = ProblemAnswer::from(plan.told_as(|plan| Ok(Ok(plan))));
        let Some(list) = list else { return Ok(answer) };
        let claim = PlanClaim::Steps(Some(length));
        let shown = match self.shown((start, goal), list, &claim, budget) {
            // The plan is right, however long it takes to find out that none is shorter.
            Err(Failure::Stopped(Stop::Time | Stop::Memory | Stop::Size(_))) => None,
            shown => shown?,
        };
        Ok(answer.resting_on(&told(shown, ())))
    }

    /// That a list of states shows a claim; `None` when that takes too long to find out.
    fn shown(
        &mut self,
        task: (&SheetState, SentenceId),
        list: SearchedStates<'_>,
        claim: &PlanClaim,
        budget: &mut Budget,
    ) -> Result<Option<Checked<()>>, Failure> {
        let both = (self.sheet, self.actions);
        let mut part = budget.part(STEPS);
        match check::closed(&mut self.book, both, task, list, claim, &mut part) {
            Ok(shown) => Ok(Some(shown)),
            Err(Failure::Stopped(Stop::Steps)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    fn clash<T>(
        &mut self,
        state: SheetState,
        packed: &Packed<'_>,
        clash: Clash,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlanFound<T>>, Failure> {
        let step: SheetStep = packed.steps[clash.step as usize].clone();
        let flaw: Checked<Flaw> = check::disagree(&mut self.book, state, step, budget)?;
        Ok(flaw.told_as(Err).into())
    }

    fn ways(
        &mut self,
        start: &SheetState,
        goal: SentenceId,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlanFound<BigUint>>, Failure> {
        let mut search = BreadthSearch::new(self.packed(start, budget)?, start, budget)?;
        let counted = match search.run(goal, budget)? {
            Ending::Clash(at, clash) => Err((at, clash)),
            Ending::Goal(at) => {
                let length = search.steps(at).len() as u32;
                let ways = search.ways(goal, at, budget)?;
                ways.map(|it| (PlanClaim::Ways(length, it.clone()), it))
            }
            Ending::Exhausted => Ok((PlanClaim::Steps(None), BigUint::default())),
        };
        let (claim, ways) = match counted {
            Ok(counted) => counted,
            Err((at, clash)) => {
                return self.clash(search.reached.state(at), &search.packed, clash, budget);
            }
        };
        let shown =
            self.shown((start, goal), SearchedStates::whole(&search.reached), &claim, budget)?;
        Ok(told(shown, Ok(ways)))
    }

    fn best(
        &mut self,
        start: &SheetState,
        aim: &aim::BestPlan,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlanFound<Result<Valued, NothingReached>>>, Failure> {
        let mut search = Cheapest::new(self.packed(start, budget)?, start, budget)?;
        match search.run(&aim.meters, budget)? {
            CheapestEnded::Clash(at, clash) => {
                return self.clash(search.reached.state(at), &search.packed, clash, budget);
            }
            CheapestEnded::Falls => {
                let why = "an action makes it smaller, so that it may have no smallest value";
                return Err(Failure::Refused(why.to_owned()));
            }
            CheapestEnded::Whole => {}
        }
        let is_largest = aim.direction == Direction::Largest;
        let best = search.best(aim.goal, aim.term, is_largest, budget)?;
        let value = best.map(|it| it.1);
        let claim = PlanClaim::Value(aim.direction, aim.meters.clone(), aim.term, value);
        let shown =
            self.shown((start, aim.goal), SearchedStates::whole(&search.reached), &claim, budget)?;
        let Some((at, value)) = best else {
            return Ok(told(
                shown,
                Ok(Err(reached(search.reached.count(), |it| search.reached.state(it)))),
            ));
        };
        let plan = check::plan(&mut self.book, start, search.steps(at), aim.goal, budget)?;
        if check::worth(&mut self.book, &plan, &aim.meters, aim.term, budget)? != Some(value) {
            return Err(super::unverified("a plan has another value than claimed"));
        }
        let answer = ProblemAnswer::from(plan.told_as(|plan| Ok(Ok((plan, value)))));
        Ok(answer.resting_on(&told(shown, ())))
    }
}

/// What a breadth first search has seen.
fn listed<'l>(
    search: &'l BreadthSearch<'_>,
    dead_ends: Option<&'l CheckedDeadEnds>,
) -> SearchedStates<'l> {
    SearchedStates { dead_ends, ..SearchedStates::whole(&search.reached) }
}

/// What rests on a list of states alone.
fn told<T>(shown: Option<Checked<()>>, what: T) -> ProblemAnswer<T> {
    match shown {
        Some(shown) => shown.told_as(|()| what).into(),
        None => ProblemAnswer::Unchecked(what, Doubt::States, Vec::new()),
    }
}

/// All states that can be reached, which are shown where they are few.
fn reached(count: usize, state: impl Fn(u32) -> SheetState) -> NothingReached {
    let listed = if count <= LISTED { count as u32 } else { 0 };
    let states = (0..listed).map(state).collect();
    NothingReached { count: count as u64, states, ..NothingReached::default() }
}
