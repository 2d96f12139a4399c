//! Rule sheets. They become clauses, which one solver is asked about again and again; the worlds it
//! finds are read by the plain reader, and what it refutes is checked step by step.

mod argument;
mod ask;
mod best;
mod clauses;
mod count;
mod finder;
mod founded;
mod freedom;
mod givens;
mod instances;
mod meanings;
mod reason;
mod steps;
mod way;
mod why;
mod why_answers;
mod why_only;

use num_bigint::BigUint;

use super::clauses::{AssumptionResult as Solved, Growing};
use super::unverified;
use crate::budget::Budget;
use crate::grounding::{Founded, GroundSheet};
use crate::logic::cnf::Literal;
use crate::logic::sheet::definitions::{DefinitionFault, Definitions};
use crate::logic::sheet::{SentenceId, Sheet, SheetSentence, SheetState};
use crate::problem::sheet::{
    Answers, BestValue, Decision, OtherState, SheetFound, SheetTask, Worlds, aim,
};
use crate::problem::{Doubt, Failure, Problem, ProblemAnswer};
use crate::reader::StateReader;
use crate::verify::checked::Checked;
use crate::verify::sheet::{Assumed, SheetDemand, refutes_no_world, says_no_more, world};
use founded::FoundedLoops;
use reason::Selected;

impl Problem for SheetTask<aim::FindState> {
    type Solution = SheetFound<SheetState>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<SheetState>>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.world(budget)
    }
}

impl Problem for SheetTask<aim::FindOnly> {
    type Solution = (SheetFound<SheetState>, Option<OtherState>);

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let mut asked = AskedSheet::new(&self.sheet, budget)?;
        let first = asked.world(budget)?;
        let other = match &*first {
            SheetFound::Found(state) => Some(asked.another(state, budget)),
            SheetFound::Contradictory(_) => None,
        };
        Ok(first.told_as(|it| (it, other)))
    }
}

impl Problem for SheetTask<aim::AnotherState> {
    type Solution = Option<SheetState>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Option<SheetState>>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.another(&self.aim.0, budget)
    }
}

impl Problem for SheetTask<aim::CountStates> {
    type Solution = BigUint;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<BigUint>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.count(budget)
    }
}

impl Problem for SheetTask<aim::AllStates> {
    type Solution = SheetFound<Worlds>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<SheetFound<Worlds>>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.all((self.aim.0, true), budget)
    }
}

impl Problem for SheetTask<aim::FirstStates> {
    type Solution = SheetFound<Worlds>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<SheetFound<Worlds>>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.all((self.aim.0, false), budget)
    }
}

impl Problem for SheetTask<aim::BestState> {
    type Solution = SheetFound<BestValue>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<SheetFound<BestValue>>, Failure> {
        let aim::BestState(direction, term) = self.aim;
        AskedSheet::new(&self.sheet, budget)?.best(direction, term, budget)
    }
}

impl Problem for SheetTask<aim::Prove> {
    type Solution = SheetFound<Decision>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<SheetFound<Decision>>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.prove(self.aim.0, budget)
    }
}

impl Problem for SheetTask<aim::BreakOne> {
    type Solution = SheetFound<(SheetState, usize)>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let (mut sheet, broken) = (self.sheet.clone(), &self.aim.0);
        let all = sheet.sentence(SheetSentence::And(broken.clone().into()));
        let denied = sheet.sentence(SheetSentence::Not(all));
        sheet.rules.push(denied);
        let found = AskedSheet::new(&sheet, budget)?.world(budget)?;
        let SheetFound::Found(state) = &*found else {
            return Ok(found.told_as(|_| SheetFound::Contradictory(Vec::new())));
        };
        let mut reader = reader(&sheet)?;
        reader.turn_to(state.clone());
        for (at, sentence) in broken.iter().enumerate() {
            if !reader.is_true(*sentence, &[], budget)? {
                let state = state.clone();
                return Ok(found.told_as(|_| SheetFound::Found((state, at))));
            }
        }
        Err(unverified("a state breaks none of the sentences that it should break"))
    }
}

impl Problem for SheetTask<aim::Ask> {
    type Solution = SheetFound<Answers>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<SheetFound<Answers>>, Failure> {
        let aim::Ask(sentence, variables) = &self.aim;
        AskedSheet::new(&self.sheet, budget)?.ask(*sentence, variables, budget)
    }
}

/// What rules come to together with literals that shall be true.
enum Decided {
    /// They are true in this state.
    World(Checked<SheetState>),
    None(Checked<()>),
}

fn refused(fault: DefinitionFault) -> Failure {
    Failure::Refused(match fault {
        DefinitionFault::Function(_) => "a function that depends on itself".to_owned(),
        DefinitionFault::Denied(_) => {
            "a predicate that mentions itself where it is denied".to_owned()
        }
    })
}

fn reader(sheet: &Sheet) -> Result<StateReader<'_>, Failure> {
    StateReader::new(sheet).map_err(refused)
}

/// A sheet that is being asked about.
struct AskedSheet<'s> {
    sheet: &'s Sheet,
    ground: GroundSheet<'s>,
    /// What predicates that mention themselves rest on.
    founded: Founded,
    reader: StateReader<'s>,
    solver: Growing,
    /// The same clauses, each with the rule that it belongs to.
    selected: Selected,
}

impl<'s> AskedSheet<'s> {
    fn new(sheet: &'s Sheet, budget: &mut Budget) -> Result<Self, Failure> {
        let definitions = Definitions::of(sheet).map_err(refused)?;
        let reader = reader(sheet)?;
        let mut ground = GroundSheet::new(sheet, definitions, budget)?;
        for rule in 0..sheet.rules.len() {
            ground.rule(rule, budget)?;
        }
        let (solver, selected) = (Growing::trimming(), Selected::default());
        let founded = Founded::default();
        Ok(Self { sheet, ground, founded, reader, solver, selected })
    }

    /// What the rules come to together with literals, which say what some demands do.
    fn decide(
        &mut self,
        literals: &[Literal],
        demands: &[SheetDemand<'_>],
        budget: &mut Budget,
    ) -> Result<Decided, Failure> {
        self.ground.bar_impossible(budget)?;
        self.founded = self.ground.founded(std::mem::take(&mut self.founded));
        let mut loops = FoundedLoops::new(&mut self.founded, 0);
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

    fn world(
        &mut self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<SheetState>>, Failure> {
        Ok(match self.decide(&[], &[], budget)? {
            Decided::World(state) => state.told_as(SheetFound::Found).into(),
            Decided::None(_) => self.none(&[], SheetFound::Contradictory, budget)?,
        })
    }

    /// That the rules leave no state with what was assumed, and why.
    fn none<T>(
        &mut self,
        assumed: &[Assumption],
        found: impl FnOnce(Vec<usize>) -> T,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<T>, Failure> {
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
    ) -> Result<ProblemAnswer<T>, Failure> {
        let sources = self.ground.sources();
        let is_right = says_no_more(self.sheet, self.ground.cnf(), &sources, assumed, budget)?;
        Ok(compared(found, is_right))
    }

    /// An answer that rests on the latest refutation of the clauses with what was assumed.
    fn resting_on_refutation<T>(
        &mut self,
        found: Checked<T>,
        assumed: &[Assumption],
        budget: &Budget,
    ) -> Result<ProblemAnswer<T>, Failure> {
        let Some(refuted) = self.solver.rests_on() else {
            return self.resting_on_clauses(found, assumed, budget);
        };
        let (sources, cnf, reader) = (self.ground.sources(), self.ground.cnf(), &mut self.reader);
        let is_right = refutes_no_world(reader, cnf, &sources, (assumed, &refuted), budget)?;
        Ok(compared(found, is_right))
    }

    fn another(
        &mut self,
        state: &SheetState,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<Option<SheetState>>, Failure> {
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
                self.resting_on_refutation(found, &[assumed], budget)
            }
        }
    }

    fn prove(
        &mut self,
        sentence: SentenceId,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<Decision>>, Failure> {
        let first = match self.decide(&[], &[], budget)? {
            Decided::World(first) => first,
            Decided::None(_) => return self.none(&[], SheetFound::Contradictory, budget),
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
                    SheetFound::Found(Decision::Neither(yes, no))
                })
                .into()),
            Decided::None(_) => {
                let decision = if is_true { Decision::Proved } else { Decision::Refuted };
                self.none(&assumed, |reason| SheetFound::Found(decision(reason)), budget)
            }
        }
    }
}

/// An answer that is doubted unless clauses were compared with the sheet.
fn compared<T>(found: Checked<T>, is_right: bool) -> ProblemAnswer<T> {
    let answer = ProblemAnswer::from(found);
    if is_right { answer } else { answer.doubted(&[Doubt::Grounding]) }
}

/// A literal that is assumed, and what it stands for.
type Assumption = (Option<Literal>, Assumed);
