//! Who looks for reasons, and is believed nothing, and who checks them.

use super::super::clauses::{AssumptionResult, Growing};
use super::AskedSheet;
use super::founded::FoundedLoops;
use super::instances::RuleInstances;
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::sheet::SheetState;
use crate::problem::Failure;
use crate::sat::cdcl::{Options, Solver, SolverOutcome};
use crate::sat::smallest::Oracle;
use crate::verify::checked::Checked;

/// The solver that searches.
pub(super) struct Finder<'f, 's> {
    pub(super) asked: &'f mut AskedSheet<'s>,
    pub(super) instances: &'f mut RuleInstances,
    solver: Solver<'static>,
    /// How many clauses the solver knows.
    known: usize,
}

impl<'f, 's> Finder<'f, 's> {
    pub(super) fn new(asked: &'f mut AskedSheet<'s>, instances: &'f mut RuleInstances) -> Self {
        Self { asked, instances, solver: Solver::new(Options::default()), known: 0 }
    }

    /// What follows from literals by propagation alone.
    pub(super) fn propagated(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Vec<Literal>, Stop> {
        self.take_over(budget)?;
        self.solver.propagated(literals, budget)
    }

    /// Lets the solver know all clauses.
    fn take_over(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.instances.copy(self.asked);
        let cnf = self.instances.cnf();
        while self.known < cnf.len() {
            budget.check()?;
            self.solver.add_clause(cnf.clause(self.known));
            self.known += 1;
        }
        Ok(())
    }
}

impl Oracle for Finder<'_, '_> {
    fn refuted(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop> {
        self.take_over(budget)?;
        let before = self.solver.statistics().demanded;
        let mut loops =
            FoundedLoops::new(&mut self.asked.founded, self.instances.groups.len() as u32);
        let outcome = self.solver.solve_with(literals, &mut loops, budget);
        self.known += (self.solver.statistics().demanded - before) as usize;
        self.asked.ground.add_loops(&mut self.asked.founded)?;
        Ok(match outcome? {
            SolverOutcome::Satisfiable => None,
            SolverOutcome::Unsatisfiable => Some(self.solver.core().to_vec()),
        })
    }

    /// Of what turns an instance on that the instance is true.
    fn is_true(&self, literal: Literal) -> bool {
        let has = |it: &Literal| self.solver.value(it.atom()) == it.is_positive();
        match self.instances.clauses().nth(literal.atom().0 as usize) {
            Some(clauses) => clauses.iter().all(|it| {
                let own = |it: &&Literal| it.atom() != literal.atom();
                self.instances.clause(*it).iter().filter(own).any(has)
            }),
            None => has(&literal),
        }
    }
}

/// The solver whose refutations are checked.
#[derive(Default)]
pub(super) struct StepChecker {
    solver: Growing,
}

impl StepChecker {
    /// A state in which literals are true, or those of them that leave none.
    pub(super) fn decide(
        &mut self,
        asked: &mut AskedSheet<'_>,
        instances: &mut RuleInstances,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Result<SheetState, Checked<Vec<Literal>>>, Failure> {
        instances.copy(asked);
        let before = instances.groups.len();
        let mut loops = FoundedLoops::new(&mut asked.founded, before as u32);
        let solved = self.solver.decide_with(instances.cnf(), &mut loops, literals, budget);
        asked.ground.add_loops(&mut asked.founded)?;
        Ok(match solved? {
            AssumptionResult::Core(core) => Err(core),
            AssumptionResult::Model(model) => Ok(asked.ground.state(&model[before..])),
        })
    }
}
