//! Who looks for reasons, and is believed nothing, and who checks them.

use super::super::clauses::{AssumptionResult, Growing};
use super::AskedSheet;
use super::founded::FoundedLoops;
use super::instances::RuleInstances;
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Cnf, Literal};
use crate::logic::sheet::SheetState;
use crate::problem::Failure;
use crate::sat::cdcl::{Options, Solver, SolverOutcome};
use crate::sat::smallest::Oracle;
use crate::sat::steps::KnowingOracle;
use crate::verify::checked::Checked;

/// A solver, and how many clauses it knows.
struct LearningSearch {
    solver: Solver<'static>,
    known: usize,
}

impl LearningSearch {
    fn new() -> Self {
        Self { solver: Solver::new(Options::default()), known: 0 }
    }

    /// Lets the solver know all clauses.
    fn take_over(&mut self, cnf: &Cnf, budget: &mut Budget) -> Result<(), Stop> {
        while self.known < cnf.len() {
            budget.check()?;
            self.solver.add_clause(cnf.clause(self.known));
            self.known += 1;
        }
        Ok(())
    }

    fn has(&self, literal: Literal) -> bool {
        self.solver.value(literal.atom()) == literal.is_positive()
    }
}

/// Facts, and the clauses that they leave.
#[derive(Default)]
struct KnownFacts {
    facts: Vec<Literal>,
    /// Of each instance the clauses that are not true by the facts, of so many clauses at the beginning.
    open: Vec<Vec<usize>>,
    clauses: usize,
}

/// Who searches: one solver for any literals, and one for those beside the facts.
pub(super) struct Finder<'f, 's> {
    pub(super) asked: &'f mut AskedSheet<'s>,
    pub(super) instances: &'f mut RuleInstances,
    plain: LearningSearch,
    knowing: LearningSearch,
    known: KnownFacts,
    /// Which of both found the last model.
    knows: bool,
}

impl<'f, 's> Finder<'f, 's> {
    pub(super) fn new(asked: &'f mut AskedSheet<'s>, instances: &'f mut RuleInstances) -> Self {
        let (plain, knowing) = (LearningSearch::new(), LearningSearch::new());
        Self { asked, instances, plain, knowing, known: KnownFacts::default(), knows: false }
    }

    /// What follows from literals by propagation alone.
    pub(super) fn propagated(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Vec<Literal>, Stop> {
        self.instances.copy(self.asked);
        self.plain.take_over(self.instances.cnf(), budget)?;
        self.plain.solver.propagated(literals, budget)
    }

    fn decide(
        &mut self,
        knows: bool,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop> {
        self.knows = knows;
        self.instances.copy(self.asked);
        let search = if knows { &mut self.knowing } else { &mut self.plain };
        search.take_over(self.instances.cnf(), budget)?;
        let before = search.solver.statistics().demanded;
        let mut loops =
            FoundedLoops::new(&mut self.asked.founded, self.instances.groups.len() as u32);
        let outcome = search.solver.solve_with(literals, &mut loops, budget);
        search.known += (search.solver.statistics().demanded - before) as usize;
        self.asked.ground.add_loops(&mut self.asked.founded)?;
        Ok(match outcome? {
            SolverOutcome::Satisfiable => None,
            SolverOutcome::Unsatisfiable => Some(search.solver.core().to_vec()),
        })
    }
}

impl Oracle for Finder<'_, '_> {
    fn refuted(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop> {
        self.decide(false, literals, budget)
    }

    /// Of what turns an instance on that the instance is true.
    fn is_true(&self, literal: Literal) -> bool {
        let search = if self.knows { &self.knowing } else { &self.plain };
        let group = literal.atom().0 as usize;
        let Some(clauses) = self.instances.clauses().nth(group) else { return search.has(literal) };
        let is_so = |it: &usize| {
            let own = self.instances.clause(*it).iter().filter(|it| it.atom() != literal.atom());
            own.into_iter().any(|it| search.has(*it))
        };
        if !self.knows {
            return clauses.iter().all(is_so);
        }
        let new = clauses.iter().rev().take_while(|it| self.known.clauses <= **it);
        self.known.open[group].iter().chain(new).all(is_so)
    }
}

impl KnowingOracle for Finder<'_, '_> {
    fn know(&mut self, facts: &[Literal], budget: &mut Budget) -> Result<(), Stop> {
        if self.known.clauses > 0 && self.known.facts == facts {
            return Ok(());
        }
        self.instances.copy(self.asked);
        let cnf = self.instances.cnf();
        let mut signs = vec![None; cnf.atoms() as usize];
        facts.iter().for_each(|it| signs[it.atom().0 as usize] = Some(it.is_positive()));
        let sign = |it: &Literal| signs[it.atom().0 as usize].map(|sign| sign == it.is_positive());
        let is_open = |clause: &[Literal]| clause.iter().all(|it| sign(it) != Some(true));
        self.knowing = LearningSearch { known: cnf.len(), ..LearningSearch::new() };
        let solver = &mut self.knowing.solver;
        facts.iter().for_each(|it| solver.add_clause(&[*it]));
        for clause in cnf.clauses().filter(|it| is_open(it)) {
            budget.check()?;
            let rest: Vec<_> = clause.iter().copied().filter(|it| sign(it).is_none()).collect();
            solver.add_clause(&rest);
        }
        let clauses = self.instances.clauses();
        let open = |it: &Vec<usize>| {
            it.iter().copied().filter(|it| is_open(self.instances.clause(*it))).collect()
        };
        let open = clauses.map(open).collect();
        self.known = KnownFacts { facts: facts.to_vec(), open, clauses: cnf.len() };
        Ok(())
    }

    fn refuted_knowing(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop> {
        self.decide(true, literals, budget)
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
