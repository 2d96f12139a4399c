//! What follows step by step. One solver searches and is believed nothing; another one, whose refutations
//! are checked, refutes that a value is another one where its reasons are so, and for each reason left out
//! the plain reader looks at a state in which it is.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::clauses::{AssumptionResult, Growing};
use super::founded::FoundedLoops;
use super::{AskedSheet, Decided};
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::SheetClauseSource;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::sheet::{SheetState, SymbolId};
use crate::problem::sheet::{
    CellValue, DerivationStep, RuleInstance, SheetDerivation, SheetFound, SheetTask, aim,
};
use crate::problem::{Failure, Problem, ProblemAnswer};
use crate::sat::cdcl::{Options, Solver, SolverOutcome};
use crate::sat::smallest::Oracle;
use crate::sat::steps::{Derived, ImpliedSteps};
use crate::verify::checked::Checked;
use crate::verify::sheet::{StepConclusion, Without, holds_without};

impl Problem for SheetTask<aim::DeriveSteps> {
    type Solution = SheetFound<SheetDerivation>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<SheetDerivation>>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.steps(self.aim.0, budget)
    }
}

/// Clauses that can be turned off instance by instance: the atoms that do so stand before those of the
/// sheet.
pub(super) struct RuleInstances {
    pub(super) groups: Vec<RuleInstance>,
    /// The instances that belong together, by the index of the sheet.
    group_of: Vec<usize>,
    /// The clauses of each.
    clauses_of: Vec<Vec<usize>>,
    cnf: Cnf,
}

impl RuleInstances {
    pub(super) fn of(asked: &AskedSheet<'_>) -> Self {
        Self::grouped(asked, |instance| instance)
    }

    /// The same, where all instances of a rule belong together.
    pub(super) fn by_rule(asked: &AskedSheet<'_>) -> Self {
        Self::grouped(asked, |it| RuleInstance { values: Vec::new(), ..it })
    }

    fn grouped(asked: &AskedSheet<'_>, group: impl Fn(RuleInstance) -> RuleInstance) -> Self {
        let sources = asked.ground.sources();
        let mut groups: Vec<RuleInstance> = Vec::new();
        let mut numbers: FxHashMap<RuleInstance, usize> = FxHashMap::default();
        let mut group_of = Vec::with_capacity(sources.instances.len());
        for (rule, values) in sources.instances {
            let instance = group(RuleInstance { rule, values });
            group_of.push(*numbers.entry(instance.clone()).or_insert_with(|| {
                groups.push(instance);
                groups.len() - 1
            }));
        }
        let clauses_of = vec![Vec::new(); groups.len()];
        Self { groups, group_of, clauses_of, cnf: Cnf::default() }
    }

    /// What turns on the rules that tell no single value, and the values that are told.
    pub(super) fn members(&self, given: &[GivenValue]) -> (Vec<Literal>, Vec<Literal>) {
        let told: FxHashSet<usize> = given.iter().map(|it| it.2).collect();
        let rules = (0..self.groups.len()).filter(|it| !told.contains(it));
        let rules = rules.filter(|it| !self.clauses_of[*it].is_empty());
        (rules.map(Self::switch).collect(), given.iter().map(|it| it.0).collect())
    }

    /// The literals of the clauses of what a literal turns on.
    pub(super) fn literals_of(&self, switch: Literal) -> impl Iterator<Item = &Literal> {
        let clauses = self.clauses_of.get(switch.atom().0 as usize).into_iter().flatten();
        clauses.flat_map(|it| self.cnf.clause(*it))
    }

    /// What turns an instance on.
    pub(super) fn switch(number: usize) -> Literal {
        Literal::new(Atom(number as u32), true)
    }

    /// A literal of the sheet as it is here.
    pub(super) fn renamed(&self, literal: Literal) -> Literal {
        let atom = Atom(self.groups.len() as u32 + literal.atom().0);
        Literal::new(atom, literal.is_positive())
    }

    /// Takes over the clauses that are new.
    pub(super) fn copy(&mut self, asked: &AskedSheet<'_>) {
        let sources = asked.ground.clause_sources();
        while self.cnf.len() < sources.len() {
            let at = self.cnf.len();
            let mut off = None;
            if let SheetClauseSource::Instance(it) = sources[at] {
                let group = self.group_of[it as usize];
                self.clauses_of[group].push(at);
                off = Some(!Self::switch(group));
            }
            let clause = asked.ground.cnf().clause(at).iter();
            let clause: Vec<_> = clause.map(|it| self.renamed(*it)).chain(off).collect();
            self.cnf.add(clause);
        }
        // What no clause names has a value all the same.
        let atoms = self.groups.len() as u32 + asked.ground.cnf().atoms();
        for _ in self.cnf.atoms()..atoms {
            self.cnf.add_atom();
        }
    }
}

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
}

impl Oracle for Finder<'_, '_> {
    fn refuted(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop> {
        self.instances.copy(self.asked);
        let cnf = &self.instances.cnf;
        while self.known < cnf.len() {
            budget.check()?;
            self.solver.add_clause(cnf.clause(self.known));
            self.known += 1;
        }
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
        match self.instances.clauses_of.get(literal.atom().0 as usize) {
            Some(clauses) => clauses.iter().all(|it| {
                let own = |it: &&Literal| it.atom() != literal.atom();
                self.instances.cnf.clause(*it).iter().filter(own).any(has)
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
        let solved = self.solver.decide_with(&instances.cnf, &mut loops, literals, budget);
        asked.ground.add_loops(&mut asked.founded)?;
        Ok(match solved? {
            AssumptionResult::Core(core) => Err(core),
            AssumptionResult::Model(model) => Ok(asked.ground.state(&model[before..])),
        })
    }
}

/// The instances of rules and the values from which something follows.
pub(super) type StepReasons = (Vec<RuleInstance>, Vec<CellValue>);

/// A value that a rule tells, with its literal and its instance.
pub(super) type GivenValue = (Literal, CellValue, usize);

/// The values that something may have, as literals of the instances.
pub(super) type ValuesByLiteral = FxHashMap<Literal, CellValue>;

impl AskedSheet<'_> {
    fn steps(
        &mut self,
        most: usize,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<SheetDerivation>>, Failure> {
        let Decided::World(first) = self.decide(&[], &[], budget)? else {
            return self.none(&[], SheetFound::Contradictory, budget);
        };
        let (follows, other) = self.follows(&first, budget)?;
        let mut instances = RuleInstances::of(self);
        instances.copy(self);
        let literals: ValuesByLiteral =
            follows.iter().map(|(value, literal)| (instances.renamed(*literal), *value)).collect();
        let given = given(&instances, &literals);
        let (rules, facts) = instances.members(&given);
        let open = follows.iter().map(|it| instances.renamed(it.1));
        let open: Vec<_> = open.filter(|it| !facts.contains(it)).collect();
        let count = open.len();
        let mut search = ImpliedSteps::new(rules, facts, &open);
        let mut checker = StepChecker::default();
        let mut finder = Finder::new(self, &mut instances);
        let mut steps: Vec<Checked<DerivationStep>> = Vec::new();
        while steps.len() < most
            && let Some(found) = search.next(&mut finder, budget)?
        {
            let (asked, instances) = (&mut *finder.asked, &mut *finder.instances);
            steps.push(asked.step(&found, &literals, instances, &mut checker, budget)?);
        }
        let are_all = steps.len() == count;
        let given = given.into_iter().map(|it| (it.1, instances.groups[it.2].rule)).collect();
        let found = first.told_as(|first| {
            let steps = steps.into_iter().map(Checked::into_inner).collect();
            let open = other.map(|it| (first, it.into_inner()));
            SheetFound::Found(SheetDerivation { given, steps, are_all, open })
        });
        self.resting_on_clauses(found, &[], budget)
    }

    /// What everything is in a state that may be something else, with its literal.
    pub(super) fn values_of(&self, state: &SheetState) -> Vec<(CellValue, Literal)> {
        let mut found = Vec::new();
        for (at, (cells, table)) in self.ground.cells().cells.iter().zip(&state.tables).enumerate()
        {
            for (place, (cell, value)) in cells.iter().zip(table).enumerate() {
                if let [_, _, ..] = cell[..]
                    && let Some((_, literal)) = cell.iter().find(|it| it.0 == *value)
                {
                    let symbol = SymbolId(at as u32);
                    found.push((CellValue { symbol, place, value: *value }, *literal));
                }
            }
        }
        found
    }

    /// The values that are the same in all states, with their literals, and a state that differs from
    /// the first one.
    #[expect(clippy::type_complexity, reason = "two results that the caller takes apart")]
    fn follows(
        &mut self,
        first: &SheetState,
        budget: &mut Budget,
    ) -> Result<(Vec<(CellValue, Literal)>, Option<Checked<SheetState>>), Failure> {
        let mut open = self.values_of(first);
        let (mut follows, mut other) = (Vec::new(), None);
        while let Some(next) = open.pop() {
            match self.decide(&[!next.1], &[], budget)? {
                Decided::None(_) => follows.push(next),
                Decided::World(state) => {
                    let has = |it: &CellValue| {
                        state.tables[it.symbol.0 as usize].get(it.place) == Some(&it.value)
                    };
                    open.retain(|it| has(&it.0));
                    other.get_or_insert(state);
                }
            }
        }
        follows.reverse();
        Ok((follows, other))
    }

    /// A step that was found, checked.
    fn step(
        &mut self,
        found: &Derived,
        literals: &ValuesByLiteral,
        instances: &mut RuleInstances,
        checker: &mut StepChecker,
        budget: &mut Budget,
    ) -> Result<Checked<DerivationStep>, Failure> {
        let value = *literals.get(&found.literal).ok_or_else(another)?;
        let conclusion = StepConclusion::Value(value);
        let reasons = self.reasons((found, conclusion), literals, instances, checker, budget)?;
        let is_smallest = found.is_smallest;
        Ok(reasons.told_as(|(rules, facts)| DerivationStep { value, rules, facts, is_smallest }))
    }

    /// The reasons of what was found, checked: they are enough, and without each there is a state in which
    /// it is not so.
    pub(super) fn reasons(
        &mut self,
        following: (&Derived, StepConclusion<'_>),
        literals: &ValuesByLiteral,
        instances: &mut RuleInstances,
        checker: &mut StepChecker,
        budget: &mut Budget,
    ) -> Result<Checked<StepReasons>, Failure> {
        self.reasons_besides(0, following, literals, instances, checker, budget)
    }

    /// The same, where so many rules stand at the beginning that are never left out.
    pub(super) fn reasons_besides(
        &mut self,
        firm: usize,
        (found, conclusion): (&Derived, StepConclusion<'_>),
        literals: &ValuesByLiteral,
        instances: &mut RuleInstances,
        checker: &mut StepChecker,
        budget: &mut Budget,
    ) -> Result<Checked<StepReasons>, Failure> {
        let wrong = |what: &str| Failure::Unverified(what.to_owned());
        let rules = found.rules.iter().map(|it| instances.groups.get(it.atom().0 as usize));
        let mut rules: Vec<_> =
            rules.map(Option::<&_>::cloned).collect::<Option<_>>().ok_or_else(another)?;
        let facts = found.facts.iter().map(|it| literals.get(it).copied());
        let mut facts: Vec<CellValue> = facts.collect::<Option<_>>().ok_or_else(another)?;
        let reasons = [&found.rules[..], &found.facts].concat();
        for left_out in firm..reasons.len() {
            let mut assumed = reasons.clone();
            assumed.remove(left_out);
            assumed.push(!found.literal);
            let state = checker.decide(self, instances, &assumed, budget)?;
            let state = state.map_err(|_| wrong("a reason of a step can be left out"))?;
            let (mut some_rules, mut some_facts) = (rules.clone(), facts.clone());
            match left_out.checked_sub(rules.len()) {
                Some(fact) => drop(some_facts.remove(fact)),
                None => drop(some_rules.remove(left_out)),
            }
            let without = Without { conclusion, rules: &some_rules, facts: &some_facts };
            holds_without(&mut self.reader, self.sheet, state, without, budget)?;
        }
        let assumed = [&reasons[..], &[!found.literal]].concat();
        let refuted = checker.decide(self, instances, &assumed, budget)?;
        let Err(core) = refuted else { return Err(wrong("a step does not follow")) };
        rules.sort();
        facts.sort();
        Ok(core.told_as(|_| (rules, facts)))
    }
}

pub(super) fn another() -> Failure {
    Failure::Unverified("a step is of something else".to_owned())
}

/// The values that single rules tell: a clause of an instance is nothing but one. Each with its literal
/// and its instance.
pub(super) fn given(instances: &RuleInstances, literals: &ValuesByLiteral) -> Vec<GivenValue> {
    let mut given: Vec<GivenValue> = Vec::new();
    for (group, clauses) in instances.clauses_of.iter().enumerate() {
        let [clause] = clauses[..] else { continue };
        let clause = instances.cnf.clause(clause);
        let mut own = clause.iter().filter(|it| it.atom().0 as usize != group);
        if let (Some(literal), None) = (own.next(), own.next())
            && let Some(value) = literals.get(literal)
            && given.iter().all(|it| it.0 != *literal)
        {
            given.push((*literal, *value, group));
        }
    }
    given
}
