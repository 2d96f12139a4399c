//! Clauses answered by the solver that learns, with its checkers beside it: each step of a proof is
//! checked as it is done, a model at the end.

use std::cell::RefCell;
use std::rc::Rc;

use super::sat::cdcl::{Options, Outcome, Solver, Statistics};
use super::sat::proof::Tracer;
use super::verify::lrat::Checker;
use super::{Failure, checked_model, unverified};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};

/// A model of clauses, `None` when there is none; and what was done on the way, also when a limit
/// was reached. The steps of the proof are told to `also`.
pub fn decide(
    cnf: &Cnf,
    options: Options,
    also: Option<&mut dyn Tracer>,
    budget: &mut Budget,
) -> (Result<Option<Vec<bool>>, Failure>, Statistics) {
    let checker = Rc::new(RefCell::new(Checker::of(cnf)));
    let both = Both { checker: Rc::clone(&checker), also };
    let mut solver = Solver::with_tracer(options, Box::new(both));
    let answer = match outcome(cnf, &mut solver, budget) {
        Err(stop) => Err(stop.into()),
        Ok(Outcome::Satisfiable) => {
            let model: Vec<_> = (0..cnf.atoms()).map(|atom| solver.value(Atom(atom))).collect();
            checked_model(cnf, model)
        }
        Ok(Outcome::Unsatisfiable) => match checker.borrow().refutes(&[]) {
            Ok(true) => Ok(None),
            Ok(false) => Err(unverified("a refutation lacks its end".to_owned())),
            Err(flaw) => Err(unverified(format!("a refutation is wrong: {flaw:?}"))),
        },
    };
    (answer, solver.statistics())
}

fn outcome(cnf: &Cnf, solver: &mut Solver<'_>, budget: &mut Budget) -> Result<Outcome, Stop> {
    solver.reserve(cnf);
    solver.seal();
    for clause in cnf.clauses() {
        budget.check()?;
        solver.add_clause(clause);
    }
    solver.solve(&[], budget)
}

/// What clauses come to together with literals that shall be true.
pub enum Assumed {
    /// They have this model.
    Model(Vec<bool>),
    /// They have none: some of the literals that the clauses do not allow together.
    Core(Vec<Literal>),
}

/// Clauses that grow and are asked again and again, each time with other literals that shall be true.
/// What was learnt stays.
pub struct Growing {
    solver: Solver<'static>,
    checker: Rc<RefCell<Checker>>,
    /// How many clauses the solver knows.
    known: usize,
}

impl Default for Growing {
    fn default() -> Self {
        let checker = Rc::new(RefCell::new(Checker::default()));
        let both = Both { checker: Rc::clone(&checker), also: None };
        Self { solver: Solver::with_tracer(Options::default(), Box::new(both)), checker, known: 0 }
    }
}

impl Growing {
    /// Makes a literal true for good. The caller checks that it is true in models.
    pub fn require(&mut self, literal: Literal) {
        self.solver.add_clause(&[literal]);
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
    ) -> Result<Assumed, Failure> {
        while self.known < cnf.len() {
            budget.check()?;
            self.solver.add_clause(cnf.clause(self.known));
            self.known += 1;
        }
        if self.solver.solve(literals, budget)? == Outcome::Unsatisfiable {
            let core = self.solver.core().to_vec();
            let is_denied = |it: &Literal| core.contains(&!*it);
            return match self.checker.borrow().refutes(&core) {
                Ok(true) => Ok(Assumed::Core(core)),
                // Of two such literals no clause has to speak.
                Ok(false) if core.iter().any(is_denied) => Ok(Assumed::Core(core)),
                Ok(false) => Err(unverified("a refutation lacks its end".to_owned())),
                Err(flaw) => Err(unverified(format!("a refutation is wrong: {flaw:?}"))),
            };
        }
        let model: Vec<_> = (0..cnf.atoms()).map(|it| self.solver.value(Atom(it))).collect();
        let is_true = |it: &Literal| model[it.atom().0 as usize] == it.is_positive();
        if !literals.iter().all(is_true) {
            return Err(unverified("a model violates what was assumed".to_owned()));
        }
        let model = checked_model(cnf, model)?;
        model.map(Assumed::Model).ok_or_else(|| unverified("a model was lost".to_owned()))
    }
}

/// The checker, and somebody else who listens.
struct Both<'a> {
    checker: Rc<RefCell<Checker>>,
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
}
