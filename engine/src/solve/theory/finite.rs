//! Theories whose sorts are all listed. Their sentences are clauses, which decide everything in both
//! directions; one solver answers all that a question comes down to.

#[cfg(test)]
mod tests;

use super::super::clauses::{Assumed, Growing, decide_by_learning};
use super::super::unverified;
use super::SMALLEST_STEPS;
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{ProofTerm, ProofTermKind};
use crate::first_order::ground::{Ground, Table};
use crate::first_order::smallest::smallest;
use crate::logic::cnf::Literal;
use crate::logic::first_order::{SentenceId, Structure, Theory, Variable};
use crate::problem::theory::{Aim, Found, Reason, World};
use crate::problem::{Answer, Failure};
use crate::sat::cdcl::Options;
use crate::sat::count;
use crate::verify::accept::{self, Counted};
use crate::verify::checked::Checked;
use crate::verify::grounding::Grounding;
use crate::verify::structure::is_true;
use rustc_hash::FxHashSet;

/// A theory over sorts of known sizes.
pub struct Finite<'t> {
    theory: &'t Theory,
    ground: Ground<'t>,
    axioms: Vec<Demand>,
    solver: Growing,
    /// Whether the solver knows the axioms for clauses, so that no core has them: all may be needed.
    are_required: bool,
    /// What the clauses say, for what rests on a refutation of them.
    grounding: Option<Grounding<'t>>,
}

/// That a sentence has a value when its free variables are some elements.
#[derive(Clone)]
struct Demand {
    sentence: SentenceId,
    values: Vec<(Variable, u32)>,
    value: bool,
    /// What is true where it has.
    literal: Literal,
}

impl Demand {
    fn denied(&self) -> Self {
        Self { value: !self.value, literal: !self.literal, ..self.clone() }
    }
}

/// What demands come to.
enum Decided {
    /// They are true in this structure.
    World(Checked<Structure>),
    /// They contradict each other: some that do, by index.
    Core(Checked<Vec<usize>>),
}

impl<'t> Finite<'t> {
    /// Makes clauses of the theory.
    ///
    /// # Errors
    /// A limit, or that there would be too many.
    pub fn new(theory: &'t Theory, sizes: Vec<u32>, budget: &mut Budget) -> Result<Self, Failure> {
        let ground = Ground::new(theory, sizes, budget)?;
        let (axioms, solver) = (Vec::new(), Growing::default());
        let mut finite =
            Self { theory, ground, axioms, solver, are_required: false, grounding: None };
        for &axiom in &theory.axioms {
            let demand = finite.demand(axiom, true, budget)?;
            finite.axioms.push(demand);
        }
        Ok(finite)
    }

    /// That a sentence without free variables has a value.
    fn demand(
        &mut self,
        sentence: SentenceId,
        value: bool,
        budget: &mut Budget,
    ) -> Result<Demand, Failure> {
        let literal = self.ground.sentence(sentence, budget)?.cells[0];
        let demand = Demand { sentence, values: Vec::new(), value: true, literal };
        Ok(if value { demand } else { demand.denied() })
    }

    /// The answer, and how far it was checked.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn answer(mut self, aim: &Aim, budget: &mut Budget) -> Result<Answer<Found>, Failure> {
        if *aim == Aim::Count {
            let mut cnf = self.ground.cnf.clone();
            self.axioms.iter().for_each(|it| cnf.add([it.literal]));
            let count = count::count(&cnf, budget)?;
            self.says(&self.axioms.clone(), budget)?;
            let what = Counted::Worlds(self.theory, &self.ground.sizes);
            return Ok(accept::counted(what, count, budget)?.told_as(Found::Count));
        }
        let mut demands = self.axioms.clone();
        if let Aim::Another(sentence) = aim {
            demands.push(self.demand(*sentence, false, budget)?);
            return Ok(match self.world(&demands, budget)? {
                Decided::World(model) => shown(model).told_as(Found::Model).into(),
                Decided::Core(core) => {
                    core.told_as(|_| Found::Proved(Reason::of_axioms(self.all()))).into()
                }
            });
        }
        let model = match self.world(&demands, budget)? {
            Decided::World(model) => model,
            Decided::Core(core) => {
                let axioms = self.smallest(core, budget)?;
                return Ok(axioms.told_as(|it| Found::Contradictory(Reason::of_axioms(it))).into());
            }
        };
        let found = match aim {
            Aim::Model | Aim::Count | Aim::Another(_) => shown(model).told_as(Found::Model),
            Aim::Prove(sentence) => {
                let goal = self.demand(*sentence, true, budget)?;
                let yes = match self.with_axioms(&[&goal], budget)? {
                    Decided::World(yes) => yes,
                    Decided::Core(core) => {
                        let axioms = self.core(core, &[goal], budget)?;
                        return Ok(axioms
                            .told_as(|it| Found::Refuted(Reason::of_axioms(it)))
                            .into());
                    }
                };
                let denied = goal.denied();
                match self.with_axioms(&[&denied], budget)? {
                    Decided::World(no) => {
                        let yes = shown(yes);
                        yes.told_as(|yes| Found::Neither(yes, shown(no).into_inner()))
                    }
                    Decided::Core(core) => {
                        let axioms = self.core(core, &[denied], budget)?;
                        axioms.told_as(|it| Found::Proved(Reason::of_axioms(it)))
                    }
                }
            }
            Aim::Equivalent(one, other) => {
                let mut differ = |value| -> Result<Decided, Failure> {
                    let first = self.demand(*one, value, budget)?;
                    let second = self.demand(*other, !value, budget)?;
                    self.with_axioms(&[&first, &second], budget)
                };
                let mut decided = differ(true)?;
                if let Decided::Core(_) = decided {
                    decided = differ(false)?;
                }
                match decided {
                    Decided::World(world) => shown(world).told_as(Found::Differ),
                    Decided::Core(core) => core.told_as(|_| Found::Proved(Reason::default())),
                }
            }
            Aim::Ask(sentence, variables) => {
                self.are_required = true;
                self.axioms.iter().for_each(|it| self.solver.require(it.literal));
                self.ask(model, *sentence, variables, budget)?
            }
        };
        Ok(found.into())
    }

    /// What some demands come to. They are clauses here: what follows from one of them is known from the
    /// beginning, but not which of them a refutation needs, so these are all.
    fn world(&mut self, demands: &[Demand], budget: &mut Budget) -> Result<Decided, Failure> {
        let mut cnf = self.ground.cnf.clone();
        demands.iter().for_each(|it| cnf.add([it.literal]));
        let decided = decide_by_learning(&cnf, Options::default(), None, budget).0?;
        if let Some(model) = &*decided {
            return self.meeting(model, demands, budget);
        }
        self.says(demands, budget)?;
        Ok(Decided::Core(decided.told_as(|_| (0..demands.len()).collect())))
    }

    /// The structure that a model of the clauses is, which meets some demands.
    fn meeting(
        &self,
        model: &[bool],
        demands: &[Demand],
        budget: &mut Budget,
    ) -> Result<Decided, Failure> {
        let world = self.ground.structure(model);
        let said = demands.iter().map(|it| (it.sentence, &it.values[..], it.value));
        accept::structure(self.theory, world, said, budget).map(Decided::World)
    }

    fn all(&self) -> Vec<usize> {
        (0..self.axioms.len()).collect()
    }

    fn with_axioms(
        &mut self,
        demands: &[&Demand],
        budget: &mut Budget,
    ) -> Result<Decided, Failure> {
        let all: Vec<_> = self.axioms.iter().chain(demands.iter().copied()).cloned().collect();
        self.decide(&all, budget)
    }

    /// What some demands come to, checked: a structure by the sentences, a refutation by the clauses, and
    /// these by the sentences.
    fn decide(&mut self, demands: &[Demand], budget: &mut Budget) -> Result<Decided, Failure> {
        let literals: Vec<_> = demands.iter().map(|it| it.literal).collect();
        match self.solver.decide(&self.ground.cnf, &literals, budget)? {
            Assumed::Core(core) => {
                let used: FxHashSet<Literal> = core.iter().copied().collect();
                let is_needed =
                    |at: &usize| self.are_required || used.contains(&demands[*at].literal);
                let needed: Vec<_> = (0..demands.len()).filter(is_needed).collect();
                let said: Vec<_> = needed.iter().map(|it| demands[*it].clone()).collect();
                self.says(&said, budget)?;
                Ok(Decided::Core(core.told_as(|_| needed)))
            }
            Assumed::Model(model) => self.meeting(&model, demands, budget),
        }
    }

    /// Checks that the clauses say what the theory and some demands say.
    fn says(&mut self, demands: &[Demand], budget: &mut Budget) -> Result<(), Failure> {
        let wrong = || unverified("the clauses say something else than the theory");
        if self.grounding.is_none() {
            self.grounding = Grounding::new(self.theory)?;
        }
        let grounding = self.grounding.as_mut().ok_or_else(wrong)?;
        if !grounding.reads(&self.ground.cnf, budget)? {
            return Err(wrong());
        }
        for it in demands {
            let said = (it.sentence, it.value);
            if !grounding.stands_for(it.literal, said, &it.values, budget)? {
                return Err(wrong());
            }
        }
        Ok(())
    }

    /// The fewest axioms that leave no structure, or, where finding them takes long, axioms none of
    /// which can be left out.
    fn smallest(
        &mut self,
        all: Checked<Vec<usize>>,
        budget: &mut Budget,
    ) -> Result<Checked<Vec<usize>>, Failure> {
        let (mut choice, mut part) = (budget.part(SMALLEST_STEPS), budget.part(SMALLEST_STEPS));
        let axioms = self.axioms.clone();
        let mut last = None;
        let is_contradictory = |some: &[usize]| {
            let said: Vec<_> = some.iter().map(|it| axioms[*it].clone()).collect();
            if let Decided::Core(core) = self.decide(&said, &mut part)? {
                last = Some(core.told_as(|_| some.to_vec()));
                return Ok(true);
            }
            Ok(false)
        };
        match smallest(axioms.len(), is_contradictory, &mut choice) {
            Err(Failure::Stopped(Stop::Steps)) => self.core(all, &[], budget),
            // What was asked about last is what was found.
            found => found.map(|_| last.unwrap_or(all)),
        }
    }

    /// Axioms that leave no structure that meets some demands, as all do, while any one less would.
    fn core(
        &mut self,
        all: Checked<Vec<usize>>,
        demands: &[Demand],
        budget: &mut Budget,
    ) -> Result<Checked<Vec<usize>>, Failure> {
        let mut core = all.told_as(|_| self.all());
        for axiom in 0..self.axioms.len() {
            if !core.contains(&axiom) {
                continue;
            }
            let without: Vec<_> = core.iter().copied().filter(|it| *it != axiom).collect();
            let rest = without.iter().map(|it| &self.axioms[*it]);
            let rest: Vec<_> = rest.chain(demands).cloned().collect();
            // What the solver did not need can be left out as well.
            if let Decided::Core(needed) = self.decide(&rest, budget)? {
                core = needed.told_as(|needed| {
                    needed.iter().filter_map(|it| without.get(*it)).copied().collect()
                });
            }
        }
        Ok(core)
    }

    /// For which elements a sentence follows.
    fn ask(
        &mut self,
        model: Checked<Structure>,
        sentence: SentenceId,
        variables: &[Variable],
        budget: &mut Budget,
    ) -> Result<Checked<Found>, Failure> {
        let table = self.ground.sentence(sentence, budget)?;
        let (mut answers, mut rest) = (Vec::new(), Vec::new());
        let mut open = self.tuples(sentence, &table, variables);
        open.reverse();
        while let Some(tuple) = open.pop() {
            match self.with_axioms(&[&tuple.denied()], budget)? {
                Decided::Core(_) => answers.push(tuple),
                Decided::World(world) => {
                    rest.push(tuple);
                    // What is false there does not follow either.
                    let mut kept = Vec::new();
                    for tuple in open {
                        let is_true =
                            is_true(self.theory, &world, sentence, &tuple.values, budget)?;
                        (if is_true { &mut kept } else { &mut rest }).push(tuple);
                    }
                    open = kept;
                }
            }
        }
        rest.sort_unstable_by(|one, other| one.values.cmp(&other.values));
        let mut either = Vec::new();
        if self.is_one_true(&rest, budget)? {
            let mut core = rest.clone();
            for at in (0..rest.len()).rev() {
                let fewer = [&core[..at], &core[at + 1..]].concat();
                if self.is_one_true(&fewer, budget)? {
                    core = fewer;
                }
            }
            rest.retain(|it| !core.iter().any(|other| other.values == it.values));
            either.push(core.iter().map(|it| self.named(it)).collect());
        }
        let mut no_others = true;
        for it in &rest {
            no_others = no_others && matches!(self.with_axioms(&[it], budget)?, Decided::Core(_));
        }
        let answers = answers.iter().map(|it| self.named(it)).collect();
        let reason = Reason::default();
        // Without a world everything would follow.
        Ok(model.told_as(|_| Found::Answers {
            answers,
            either,
            no_others: Some(no_others),
            reason,
        }))
    }

    /// Whether the axioms leave no structure in which none of some demands is met.
    fn is_one_true(&mut self, demands: &[Demand], budget: &mut Budget) -> Result<bool, Failure> {
        let denied: Vec<_> = demands.iter().map(Demand::denied).collect();
        let denied: Vec<_> = denied.iter().collect();
        Ok(matches!(self.with_axioms(&denied, budget)?, Decided::Core(_)))
    }

    /// The constants that the elements of listed sorts are for which a sentence shall be true.
    fn named(&self, demand: &Demand) -> Vec<ProofTerm> {
        let named = demand.values.iter().filter_map(|(variable, element)| {
            let sort = self.theory.variables[variable.0 as usize];
            let elements = self.theory.signature.sorts[sort.0 as usize].as_ref()?;
            let kind = ProofTermKind::Apply(elements[*element as usize].0, Vec::new());
            Some(ProofTerm { sort: sort.0, kind })
        });
        named.collect()
    }

    /// That a sentence is true, for all lists of elements.
    fn tuples(&self, sentence: SentenceId, table: &Table, variables: &[Variable]) -> Vec<Demand> {
        let tuples = self.ground.assignments(variables);
        let demand = |tuple: Vec<u32>| {
            let literal = self.ground.cell(table, variables, &tuple);
            let values = variables.iter().copied().zip(tuple).collect();
            Demand { sentence, values, value: true, literal }
        };
        tuples.map(demand).collect()
    }
}

fn shown(world: Checked<Structure>) -> Checked<World> {
    world.told_as(World::Shown)
}
