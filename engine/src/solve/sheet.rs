//! Rule sheets. They become clauses, which one solver is asked about again and again; the worlds it
//! finds are read by the plain reader, and what it refutes is checked step by step.

mod ask;
mod best;
mod clauses;
mod count;
mod founded;
mod reason;
mod steps;
mod why;

use num_bigint::BigUint;

use super::clauses::{Assumed as Solved, Growing};
use crate::budget::Budget;
use crate::grounding::{Founded, Ground};
use crate::logic::cnf::Literal;
use crate::logic::sheet::definitions::{Definitions, Fault};
use crate::logic::sheet::{SentenceId, Sheet, State};
use crate::problem::sheet::{Answers, Best, Decision, Found, Task, Worlds, aim};
use crate::problem::{Answer, Doubt, Failure, Problem};
use crate::reader::Reader;
use crate::verify::checked::Checked;
use crate::verify::sheet::{Assumed, Demand, says_no_more, world};
use founded::Loops;
use reason::Selected;

impl Problem for Task<aim::World> {
    type Solution = Found<State>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Found<State>>, Failure> {
        Asked::new(&self.sheet, budget)?.world(budget)
    }
}

impl Problem for Task<aim::Another> {
    type Solution = Option<State>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Option<State>>, Failure> {
        Asked::new(&self.sheet, budget)?.another(&self.aim.0, budget)
    }
}

impl Problem for Task<aim::Count> {
    type Solution = BigUint;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<BigUint>, Failure> {
        Asked::new(&self.sheet, budget)?.count(budget)
    }
}

impl Problem for Task<aim::All> {
    type Solution = Found<Worlds>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Found<Worlds>>, Failure> {
        Asked::new(&self.sheet, budget)?.all(self.aim.0, budget)
    }
}

impl Problem for Task<aim::Best> {
    type Solution = Found<Best>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Found<Best>>, Failure> {
        let aim::Best(direction, term) = self.aim;
        Asked::new(&self.sheet, budget)?.best(direction, term, budget)
    }
}

impl Problem for Task<aim::Prove> {
    type Solution = Found<Decision>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Found<Decision>>, Failure> {
        Asked::new(&self.sheet, budget)?.prove(self.aim.0, budget)
    }
}

impl Problem for Task<aim::Ask> {
    type Solution = Found<Answers>;

    fn answer(&self, budget: &mut Budget) -> Result<Answer<Found<Answers>>, Failure> {
        let aim::Ask(sentence, variables) = &self.aim;
        Asked::new(&self.sheet, budget)?.ask(*sentence, variables, budget)
    }
}

/// What rules come to together with literals that shall be true.
enum Decided {
    /// They are true in this state.
    World(Checked<State>),
    /// In none.
    None(Checked<()>),
}

fn refused(fault: Fault) -> Failure {
    Failure::Refused(match fault {
        Fault::Function(_) => "a function that depends on itself".to_owned(),
        Fault::Denied(_) => "a predicate that mentions itself where it is denied".to_owned(),
    })
}

fn reader(sheet: &Sheet) -> Result<Reader<'_>, Failure> {
    Reader::new(sheet).map_err(refused)
}

/// A sheet that is being asked about.
struct Asked<'s> {
    sheet: &'s Sheet,
    ground: Ground<'s>,
    /// What predicates that mention themselves rest on.
    founded: Founded,
    reader: Reader<'s>,
    solver: Growing,
    /// The same clauses, each with the rule that it belongs to.
    selected: Selected,
}

impl<'s> Asked<'s> {
    fn new(sheet: &'s Sheet, budget: &mut Budget) -> Result<Self, Failure> {
        let definitions = Definitions::of(sheet).map_err(refused)?;
        let reader = reader(sheet)?;
        let mut ground = Ground::new(sheet, definitions, budget)?;
        for rule in 0..sheet.rules.len() {
            ground.rule(rule, budget)?;
        }
        let (solver, selected) = (Growing::default(), Selected::default());
        let founded = Founded::default();
        Ok(Self { sheet, ground, founded, reader, solver, selected })
    }

    /// What the rules come to together with literals, which say what some demands do.
    fn decide(
        &mut self,
        literals: &[Literal],
        demands: &[Demand<'_>],
        budget: &mut Budget,
    ) -> Result<Decided, Failure> {
        self.ground.bar_impossible(budget)?;
        self.founded = self.ground.founded(std::mem::take(&mut self.founded));
        let mut loops = Loops::new(&mut self.founded, 0);
        let solved = self.solver.decide_with(self.ground.cnf(), &mut loops, literals, budget);
        self.ground.add_loops(&mut self.founded)?;
        match solved? {
            Solved::Core(core) => Ok(Decided::None(core.told_as(|_| ()))),
            Solved::Model(model) => {
                let state = self.ground.state(&model);
                world(&mut self.reader, state, demands, budget).map(Decided::World)
            }
        }
    }

    fn world(&mut self, budget: &mut Budget) -> Result<Answer<Found<State>>, Failure> {
        Ok(match self.decide(&[], &[], budget)? {
            Decided::World(state) => state.told_as(Found::Found).into(),
            Decided::None(_) => self.none(&[], Found::Contradictory, budget)?,
        })
    }

    /// That the rules leave no state with what was assumed, and why.
    fn none<T>(
        &mut self,
        assumed: &[Assumption],
        found: impl FnOnce(Vec<usize>) -> T,
        budget: &mut Budget,
    ) -> Result<Answer<T>, Failure> {
        let literals: Vec<_> = assumed.iter().filter_map(|it| it.0).collect();
        let found = self.reason(&literals, budget)?.told_as(found);
        self.resting_on_clauses(found, assumed, budget)
    }

    /// An answer that rests on a refutation of the clauses with what was assumed.
    fn resting_on_clauses<T>(
        &self,
        found: Checked<T>,
        assumed: &[Assumption],
        budget: &Budget,
    ) -> Result<Answer<T>, Failure> {
        let sources = self.ground.sources();
        let is_right = says_no_more(self.sheet, self.ground.cnf(), &sources, assumed, budget)?;
        let answer = Answer::from(found);
        Ok(if is_right { answer } else { answer.doubted(&[Doubt::Grounding]) })
    }

    fn another(
        &mut self,
        state: &State,
        budget: &mut Budget,
    ) -> Result<Answer<Option<State>>, Failure> {
        let is_other = self.ground.atom();
        let literals = self.ground.literals_of(state);
        let clause: Vec<_> = literals.iter().map(|it| !*it).chain([!is_other]).collect();
        self.ground.add(&clause);
        match self.decide(&[is_other], &[], budget)? {
            Decided::World(other) if *other == *state => {
                Err(Failure::Unverified("another state is the same".to_owned()))
            }
            Decided::World(other) => Ok(other.told_as(Some).into()),
            Decided::None(refuted) => {
                // Nobody is told why there is no other: most often it takes nearly all rules.
                let assumed = (Some(is_other), Assumed::Other(state.clone()));
                let found = refuted.told_as(|()| None);
                self.resting_on_clauses(found, &[assumed], budget)
            }
        }
    }

    fn prove(
        &mut self,
        sentence: SentenceId,
        budget: &mut Budget,
    ) -> Result<Answer<Found<Decision>>, Failure> {
        let first = match self.decide(&[], &[], budget)? {
            Decided::World(first) => first,
            Decided::None(_) => return self.none(&[], Found::Contradictory, budget),
        };
        let is_true = self.reader.is_true(sentence, &[], budget)?;
        let literal = self.ground.literal(sentence, &[], budget)?;
        let other = if is_true { !literal } else { literal };
        let assumed = [(Some(other), Assumed::Sentence(sentence, Vec::new(), !is_true))];
        match self.decide(&[other], &[(sentence, &[], !is_true)], budget)? {
            Decided::World(second) => Ok(first
                .told_as(|first| {
                    let (mut yes, mut no) = (first, second.into_inner());
                    if !is_true {
                        std::mem::swap(&mut yes, &mut no);
                    }
                    Found::Found(Decision::Neither(yes, no))
                })
                .into()),
            Decided::None(_) => {
                let decision = if is_true { Decision::Proved } else { Decision::Refuted };
                self.none(&assumed, |reason| Found::Found(decision(reason)), budget)
            }
        }
    }
}

/// A literal that is assumed, and what it stands for.
type Assumption = (Option<Literal>, Assumed);
