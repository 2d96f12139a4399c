//! Plans: found on packed states, walked by the book. That there is none, none shorter and none
//! better rests on the list of all states that were seen, each of which is expanded by the book.

mod bars;

use num_bigint::BigUint;

use crate::budget::{Budget, Stop};
use crate::evidence::plan::Closed;
use crate::logic::sheet::actions::{Actions, Cases, Flaw, Step};
use crate::logic::sheet::definitions::{Definitions, Fault};
use crate::logic::sheet::{Sentence, SentenceId, Sheet, State};
use crate::planning::{Cheapest, Clash, Ended, Ending, Packed, Search, cases};
use crate::problem::plan::{Found, LISTED, Plan, Planned, Reached, Stand, Task, aim};
use crate::problem::sheet::Direction;
use crate::problem::{Answer, Doubt, Failure, Problem};
use crate::reader::plays::ByTheBook;
use crate::verify::checked::Checked;
use crate::verify::plan::{self as check, Claim};

/// Steps of expanding states by the book: some seconds.
const STEPS: u64 = 1 << 28;

/// A plan and what it comes to.
type Valued = (Plan, i64);

impl Problem for Task<aim::Reach> {
    type Solution = Found<Planned>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Found<Planned>>, Failure> {
        Asked::new(&self.sheet, &self.actions)?.reach(self.aim.0, false, budget)
    }
}

impl Problem for Task<aim::Shortest> {
    type Solution = Found<Planned>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Found<Planned>>, Failure> {
        Asked::new(&self.sheet, &self.actions)?.reach(self.aim.0, true, budget)
    }
}

impl Problem for Task<aim::Always> {
    /// A plan that breaks it, or that there is none.
    type Solution = Found<Planned>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Found<Planned>>, Failure> {
        let mut sheet = self.sheet.clone();
        let broken = sheet.sentence(Sentence::Not(self.aim.0));
        Asked::new(&sheet, &self.actions)?.reach(broken, false, budget)
    }
}

impl Problem for Task<aim::Count> {
    type Solution = Found<BigUint>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Found<BigUint>>, Failure> {
        let mut asked = Asked::new(&self.sheet, &self.actions)?;
        let none = |_| Ok(BigUint::default());
        match asked.start(budget)? {
            Ok(start) => asked.ways(&start, self.aim.0, budget),
            Err(no_start) => Ok(no_start.told_as(|it| it.map_or_else(Err, none)).into()),
        }
    }
}

impl Problem for Task<aim::Best> {
    type Solution = Found<Result<(Plan, i64), Reached>>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Self::Solution>, Failure> {
        let mut asked = Asked::new(&self.sheet, &self.actions)?;
        match asked.start(budget)? {
            Ok(start) => asked.best(&start, &self.aim, budget),
            Err(no_start) => Ok(no_start.told_as(|it| it.map(Err)).into()),
        }
    }
}

impl Problem for Task<aim::Walk> {
    type Solution = Found<bool>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Found<bool>>, Failure> {
        let mut asked = Asked::new(&self.sheet, &self.actions)?;
        let aim::Walk(steps, goal) = &self.aim;
        Ok(match asked.start(budget)? {
            Ok(start) => {
                check::walks(&mut asked.book, &start, steps, *goal, budget)?.told_as(Ok).into()
            }
            Err(no_start) => no_start.told_as(|it| it.map(|_| false)).into(),
        })
    }
}

impl Problem for Task<aim::Next> {
    type Solution = Found<Result<Stand, Reached>>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Self::Solution>, Failure> {
        let mut asked = Asked::new(&self.sheet, &self.actions)?;
        Ok(match asked.start(budget)? {
            Ok(_) => {
                check::next(&mut asked.book, self.aim.0, budget)?.told_as(|it| it.map(Ok)).into()
            }
            Err(no_start) => no_start.told_as(|it| it.map(Err)).into(),
        })
    }
}

impl Problem for Task<aim::WrittenOut> {
    type Solution = Found<Result<Cases, Reached>>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Self::Solution>, Failure> {
        let mut asked = Asked::new(&self.sheet, &self.actions)?;
        Ok(match asked.start(budget)? {
            Ok(start) => {
                let mut packed = asked.packed(&start, budget)?;
                let found = cases(&mut packed, &start, self.aim.0, budget)?;
                Answer::Unchecked(Ok(Ok(found)), Doubt::Grounding, Vec::new())
            }
            Err(no_start) => no_start.told_as(|it| it.map(Err)).into(),
        })
    }
}

pub(super) fn refused(fault: Fault) -> Failure {
    Failure::Refused(match fault {
        Fault::Function(_) => "a function that depends on itself".to_owned(),
        Fault::Denied(_) => "a predicate that mentions itself where it is denied".to_owned(),
    })
}

fn book<'s>(sheet: &'s Sheet, actions: &'s Actions) -> Result<ByTheBook<'s>, Failure> {
    ByTheBook::new(sheet, actions).map_err(refused)
}

/// Actions that are being asked about.
struct Asked<'s> {
    sheet: &'s Sheet,
    actions: &'s Actions,
    book: ByTheBook<'s>,
}

impl<'s> Asked<'s> {
    fn new(sheet: &'s Sheet, actions: &'s Actions) -> Result<Self, Failure> {
        Ok(Self { sheet, actions, book: book(sheet, actions)? })
    }

    fn packed(&self, start: &State, budget: &mut Budget) -> Result<Packed<'s>, Failure> {
        let definitions = Definitions::of(self.sheet).map_err(refused)?;
        Ok(Packed::new(self.sheet, self.actions, definitions, start, budget)?)
    }

    /// The state to begin in, or why nothing can be done at all.
    fn start(
        &mut self,
        budget: &mut Budget,
    ) -> Result<Result<State, Checked<Found<Reached>>>, Failure> {
        let start = check::start(&mut self.book, budget)?;
        Ok(match &*start {
            Ok(Ok(state)) => Ok(state.clone()),
            _ => {
                Err(start
                    .told_as(|it| it.map(|it| Reached { broken: it.err(), ..Reached::default() })))
            }
        })
    }

    /// A nearest goal; that there is none nearer is checked only if that was asked.
    fn reach(
        &mut self,
        goal: SentenceId,
        is_shortest: bool,
        budget: &mut Budget,
    ) -> Result<Answer<Found<Planned>>, Failure> {
        match self.start(budget)? {
            Ok(start) => self.nearest(&start, goal, is_shortest, budget),
            Err(no_start) => Ok(no_start.told_as(|it| it.map(Err)).into()),
        }
    }

    /// As [`Asked::reach`], from a state on.
    fn nearest(
        &mut self,
        start: &State,
        goal: SentenceId,
        is_shortest: bool,
        budget: &mut Budget,
    ) -> Result<Answer<Found<Planned>>, Failure> {
        let mut search = Search::new(self.packed(start, budget)?, start, budget)?;
        match search.run(goal, budget)? {
            Ending::Clash(at, clash) => {
                self.clash(search.state(at as usize), &search.packed, clash, budget)
            }
            Ending::Goal(at) => {
                let steps = search.steps(at);
                let plan = check::plan(&mut self.book, start, steps, goal, budget)?;
                let length = plan.steps.len() as u32;
                let answer = Answer::from(plan.told_as(|plan| Ok(Ok(plan))));
                if !is_shortest {
                    return Ok(answer);
                }
                let shown =
                    self.shown(start, goal, &search, &Claim::Steps(Some(length)), budget)?;
                Ok(answer.resting_on(&told(shown, ())))
            }
            Ending::Exhausted => {
                let shown = self.shown(start, goal, &search, &Claim::Steps(None), budget)?;
                let bars = bars::of(self.sheet, self.actions, start, goal, budget);
                Ok(told(shown, Ok(Err(Reached { bars, ..reached(&search) }))))
            }
        }
    }

    /// That a list of states shows a claim; `None` when that takes too long to find out.
    fn shown(
        &mut self,
        start: &State,
        goal: SentenceId,
        list: &dyn Closed,
        claim: &Claim,
        budget: &mut Budget,
    ) -> Result<Option<Checked<()>>, Failure> {
        let both = (self.sheet, self.actions);
        let mut part = budget.part(STEPS);
        match check::closed(&mut self.book, both, start, goal, list, claim, &mut part) {
            Ok(shown) => Ok(Some(shown)),
            Err(Failure::Stopped(Stop::Steps)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    fn clash<T>(
        &mut self,
        state: State,
        packed: &Packed<'_>,
        clash: Clash,
        budget: &mut Budget,
    ) -> Result<Answer<Found<T>>, Failure> {
        let step: Step = packed.steps[clash.step as usize].clone();
        let flaw: Checked<Flaw> = check::disagree(&mut self.book, state, step, budget)?;
        Ok(flaw.told_as(Err).into())
    }

    fn ways(
        &mut self,
        start: &State,
        goal: SentenceId,
        budget: &mut Budget,
    ) -> Result<Answer<Found<BigUint>>, Failure> {
        let mut search = Search::new(self.packed(start, budget)?, start, budget)?;
        let counted = match search.run(goal, budget)? {
            Ending::Clash(at, clash) => Err((at, clash)),
            Ending::Goal(at) => {
                let length = search.steps(at).len() as u32;
                let ways = search.ways(goal, at, budget)?;
                ways.map(|it| (Claim::Ways(length, it.clone()), it))
            }
            Ending::Exhausted => Ok((Claim::Steps(None), BigUint::default())),
        };
        let (claim, ways) = match counted {
            Ok(counted) => counted,
            Err((at, clash)) => {
                return self.clash(search.state(at as usize), &search.packed, clash, budget);
            }
        };
        let shown = self.shown(start, goal, &search, &claim, budget)?;
        Ok(told(shown, Ok(ways)))
    }

    fn best(
        &mut self,
        start: &State,
        aim: &aim::Best,
        budget: &mut Budget,
    ) -> Result<Answer<Found<Result<Valued, Reached>>>, Failure> {
        let mut search = Cheapest::new(self.packed(start, budget)?, start, budget)?;
        match search.run(&aim.meters, budget)? {
            Ended::Clash(at, clash) => {
                return self.clash(search.state(at as usize), &search.packed, clash, budget);
            }
            Ended::Falls => {
                let why = "an action makes it smaller, so that it may have no smallest value";
                return Err(Failure::Refused(why.to_owned()));
            }
            Ended::Whole => {}
        }
        let is_largest = aim.direction == Direction::Largest;
        let best = search.best(aim.goal, aim.term, is_largest, budget)?;
        let value = best.map(|it| it.1);
        let claim = Claim::Value(aim.direction, aim.meters.clone(), aim.term, value);
        let shown = self.shown(start, aim.goal, &search, &claim, budget)?;
        let Some((at, value)) = best else {
            return Ok(told(shown, Ok(Err(reached(&search)))));
        };
        let plan = check::plan(&mut self.book, start, search.steps(at), aim.goal, budget)?;
        if check::worth(&mut self.book, &plan, &aim.meters, aim.term, budget)? != Some(value) {
            return Err(super::unverified("a plan has another value than claimed"));
        }
        let answer = Answer::from(plan.told_as(|plan| Ok(Ok((plan, value)))));
        Ok(answer.resting_on(&told(shown, ())))
    }
}

/// What rests on a list of states alone.
fn told<T>(shown: Option<Checked<()>>, what: T) -> Answer<T> {
    match shown {
        Some(shown) => shown.told_as(|()| what).into(),
        None => Answer::Unchecked(what, Doubt::States, Vec::new()),
    }
}

/// The states of a list, where they are few.
fn reached(list: &dyn Closed) -> Reached {
    let count = list.count();
    let listed = if count <= LISTED { count } else { 0 };
    let states = (0..listed).map(|it| list.state(it)).collect();
    Reached { count: count as u64, states, ..Reached::default() }
}
