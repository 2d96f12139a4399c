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
    for clause in cnf.clauses() {
        budget.check()?;
        solver.add_clause(clause);
    }
    solver.solve(&[], budget)
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

    fn delete(&mut self, number: u64, clause: &[Literal]) {
        self.each(|it| it.delete(number, clause));
    }
}
