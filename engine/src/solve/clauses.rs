//! Clauses, by the textbook procedure or by the solver that learns, with its checkers beside it: each step of
//! its proof is checked as it is done, a model at the end.

use std::cell::RefCell;
use std::rc::Rc;

use num_bigint::BigUint;

use crate::budget::{Budget, Stop};
use crate::evidence::argument::ClauseArgument;
use crate::evidence::clauses::{SearchStep, Tracer};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::problem::{
    CountModels, Failure, FindArgument, FindModel, Problem, ProblemAnswer, Refutable, SatEngine,
};
use crate::sat::argument::argue;
use crate::sat::cdcl::{OnDemand, Options, Solver, SolverOutcome, Statistics};
use crate::sat::{SatVerdict, count, dpll};
use crate::verify::accept::{self, CountedModels};
use crate::verify::argument::checked_argument;
use crate::verify::checked::Checked;
use crate::verify::lrat::{LratChecker, RefutedClauses};

impl Problem for FindModel {
    type Solution = Option<Vec<bool>>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Option<Vec<bool>>>, Failure> {
        let Self(cnf, engine) = self;
        let decided = match engine {
            SatEngine::Cdcl => decide_by_learning(cnf, Options::for_clauses(), None, budget).0,
            SatEngine::Dpll => decide(cnf, SatEngine::Dpll, budget),
        };
        Ok(decided?.into())
    }
}

/// An argument of more steps is not read.
const MOST_STEPS: usize = 40;

impl Problem for FindArgument {
    type Solution = ClauseArgument;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<ClauseArgument>, Failure> {
        let refused = |words: &str| Failure::Refused(words.to_owned());
        let members = FindModel(self.0.clone(), SatEngine::Cdcl).core(budget);
        let members = members.ok_or_else(|| refused("no argument from few clauses was found"))?;
        let literals = members.iter().flat_map(|it| self.0.clause(*it));
        let mut atoms: Vec<Atom> = literals.map(|it| it.atom()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let mut few = Cnf::new(atoms.len() as u32);
        for member in &members {
            let number = |it: Atom| atoms.partition_point(|one| *one < it) as u32;
            let literals = self.0.clause(*member).iter();
            few.add(literals.map(|it| Literal::new(Atom(number(it.atom())), it.is_positive())));
        }
        let argument = argue(&few, budget)?.ok_or_else(|| refused("the clauses have a model"))?;
        if argument.count() > MOST_STEPS {
            return Err(refused("an argument takes more steps than anybody reads"));
        }
        let whole = argument.renumbered(&members, &atoms);
        let checked = checked_argument(&self.0, whole);
        Ok(checked.ok_or_else(|| Failure::Unverified("an argument has a gap".to_owned()))?.into())
    }
}

impl Problem for CountModels {
    type Solution = BigUint;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<BigUint>, Failure> {
        let count = count::count(&self.0, budget)?;
        accept::counted(CountedModels::Models(&self.0), count, budget)
    }
}

/// A model of clauses, `None` when there is none.
///
/// # Errors
/// See [`Failure`].
pub fn decide(cnf: &Cnf, engine: SatEngine, budget: &mut Budget) -> ModelDecided {
    match engine {
        SatEngine::Cdcl => decide_by_learning(cnf, Options::default(), None, budget).0,
        SatEngine::Dpll => decide_by_textbook(cnf, &mut dpll::Silent, budget),
    }
}

/// Decides as [`decide`] does by the textbook procedure. The observer hears each of its steps.
///
/// # Errors
/// See [`Failure`].
pub fn decide_by_textbook(
    cnf: &Cnf,
    observer: &mut impl dpll::Observer,
    budget: &mut Budget,
) -> ModelDecided {
    Ok(match dpll::solve(cnf, observer, budget)? {
        SatVerdict::Satisfiable(model) => accept::satisfying(cnf, model)?.told_as(Some),
        SatVerdict::Unsatisfiable(proof) => {
            accept::refuted(cnf, &proof, budget)?.told_as(|()| None)
        }
    })
}

/// A model of clauses, `None` when there is none.
pub type ModelDecided = Result<Checked<Option<Vec<bool>>>, Failure>;

/// A model of clauses, `None` when there is none; and what was done on the way, also when a limit
/// was reached. The steps of the proof are told to `also`.
pub fn decide_by_learning(
    cnf: &Cnf,
    options: Options,
    also: Option<&mut dyn Tracer>,
    budget: &mut Budget,
) -> (ModelDecided, Statistics) {
    // The checker keeps all clauses as they are, the solver with a few words for each.
    let words = 2 * cnf.literals() + 6 * cnf.len() + 4 * cnf.atoms() as usize;
    if let Err(stop) = budget.room(words * size_of::<Literal>()) {
        return (Err(stop.into()), Statistics::default());
    }
    let checker = Rc::new(RefCell::new(LratChecker::of(cnf)));
    let both = Both { checker: Rc::clone(&checker), also };
    let mut solver = Solver::with_tracer(options, Box::new(both));
    let answer = match outcome(cnf, &mut solver, budget) {
        Err(stop) => Err(stop.into()),
        Ok(SolverOutcome::Satisfiable) => {
            let model: Vec<_> = (0..cnf.atoms()).map(|atom| solver.value(Atom(atom))).collect();
            accept::satisfying(cnf, model).map(|it| it.told_as(Some))
        }
        Ok(SolverOutcome::Unsatisfiable) => {
            accept::core(&checker.borrow(), Vec::new()).map(|it| it.told_as(|_| None))
        }
    };
    (answer, solver.statistics())
}

fn outcome(cnf: &Cnf, solver: &mut Solver<'_>, budget: &mut Budget) -> Result<SolverOutcome, Stop> {
    solver.reserve(cnf);
    solver.seal();
    for clause in cnf.clauses() {
        budget.check()?;
        solver.add_clause(clause);
    }
    solver.solve(&[], budget)
}

/// What clauses come to together with literals that shall be true.
pub enum AssumptionResult {
    /// They have this model.
    Model(Checked<Vec<bool>>),
    /// They have none: some of the literals that the clauses do not allow together.
    Core(Checked<Vec<Literal>>),
}

/// Clauses that grow and are asked again and again, each time with other literals that shall be true.
/// What was learnt stays.
pub struct Growing {
    solver: Solver<'static>,
    checker: Rc<RefCell<LratChecker>>,
    /// How many clauses the solver knows.
    known: usize,
}

impl Default for Growing {
    fn default() -> Self {
        Self::with(LratChecker::default())
    }
}

impl Growing {
    /// None yet; of a refutation it can be said [on which clauses it rests](Self::rests_on).
    pub fn trimming() -> Self {
        Self::with(LratChecker::trimming())
    }

    fn with(checker: LratChecker) -> Self {
        let checker = Rc::new(RefCell::new(checker));
        let both = Both { checker: Rc::clone(&checker), also: None };
        Self { solver: Solver::with_tracer(Options::default(), Box::new(both)), checker, known: 0 }
    }

    /// The clauses on which the latest refutation rests; nothing where that is not known.
    pub fn rests_on(&self) -> Option<RefutedClauses> {
        self.checker.borrow().rests_on()
    }

    /// Clauses that are told before all others, so that of these less is kept.
    pub fn given<'c>(clauses: impl IntoIterator<Item = &'c [Literal]>) -> Self {
        let mut growing = Self::default();
        clauses.into_iter().for_each(|it| growing.solver.add_clause(it));
        growing
    }

    /// What the clauses come to, which begin with those that were asked before.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn decide(
        &mut self,
        cnf: &Cnf,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<AssumptionResult, Failure> {
        self.learn_of(cnf, budget)?;
        let outcome = self.solver.solve(literals, budget)?;
        self.accept(outcome, cnf, literals)
    }

    /// As [`Growing::decide`], where somebody knows more clauses. Those that were told come next when
    /// the clauses are asked again, in the same order.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn decide_with(
        &mut self,
        cnf: &Cnf,
        demand: &mut dyn OnDemand,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<AssumptionResult, Failure> {
        self.learn_of(cnf, budget)?;
        let before = self.solver.statistics().demanded;
        let outcome = self.solver.solve_with(literals, demand, budget);
        self.known += (self.solver.statistics().demanded - before) as usize;
        self.accept(outcome?, cnf, literals)
    }

    /// Lets a search for a model try this literal before its negation.
    pub fn try_first(&mut self, literal: Literal) {
        self.solver.set_phase(literal.atom(), Some(literal.is_positive()));
    }

    /// Tells the solver the clauses that are new.
    fn learn_of(&mut self, cnf: &Cnf, budget: &mut Budget) -> Result<(), Stop> {
        while self.known < cnf.len() {
            budget.check()?;
            self.solver.add_clause(cnf.clause(self.known));
            self.known += 1;
        }
        Ok(())
    }

    fn accept(
        &self,
        outcome: SolverOutcome,
        cnf: &Cnf,
        literals: &[Literal],
    ) -> Result<AssumptionResult, Failure> {
        if outcome == SolverOutcome::Unsatisfiable {
            let core = self.solver.core().to_vec();
            return accept::core(&self.checker.borrow(), core).map(AssumptionResult::Core);
        }
        let model: Vec<_> = (0..cnf.atoms()).map(|it| self.solver.value(Atom(it))).collect();
        accept::satisfying_with(cnf, literals, model).map(AssumptionResult::Model)
    }
}

/// The checker, and somebody else who listens.
struct Both<'a> {
    checker: Rc<RefCell<LratChecker>>,
    also: Option<&'a mut dyn Tracer>,
}

impl Both<'_> {
    fn each(&mut self, mut tell: impl FnMut(&mut dyn Tracer)) {
        tell(&mut *self.checker.borrow_mut());
        if let Some(also) = &mut self.also {
            tell(&mut **also);
        }
    }
}

impl Tracer for Both<'_> {
    fn input(&mut self, number: u64, clause: &[Literal]) {
        self.each(|it| it.input(number, clause));
    }

    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) {
        self.each(|it| it.derive(number, clause, reasons));
    }

    fn define(&mut self, number: u64, clause: &[Literal], reasons: &[i64]) {
        self.each(|it| it.define(number, clause, reasons));
    }

    fn delete(&mut self, number: u64, clause: &[Literal]) {
        self.each(|it| it.delete(number, clause));
    }

    fn hears_search(&self) -> bool {
        self.also.as_ref().is_some_and(|it| it.hears_search())
    }

    fn search(&mut self, step: SearchStep) {
        if let Some(also) = &mut self.also {
            also.search(step);
        }
    }
}
