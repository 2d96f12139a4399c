//! Theories whose sorts are all listed. Their sentences are clauses, which decide everything in both
//! directions; one solver answers all that a question comes down to.

#[cfg(test)]
mod tests;

use super::ground::{Ground, Table};
use super::smallest::smallest;
use super::{Aim, Found, ProofTerm, ProofTermKind, Reason, SMALLEST_STEPS, World};
use crate::budget::{Budget, Stop};
use crate::engine::learn::{self, Assumed, Growing};
use crate::engine::sat::cdcl::Options;
use crate::engine::sat::count;
use crate::engine::verify;
use crate::engine::verify::grounding::Grounding;
use crate::engine::verify::structure::{fits, is_true};
use crate::engine::{Failure, recounted, unverified};
use crate::logic::cnf::Literal;
use crate::logic::first_order::{SentenceId, Structure, Theory, Variable};
use rustc_hash::FxHashSet;

/// Steps of counting worlds again, which take longer than those of other counts: some hundredths of a second.
const RECOUNT: u64 = 1 << 19;

/// A theory over sorts of known sizes.
pub struct Finite<'t> {
    theory: &'t Theory,
    ground: Ground<'t>,
    axioms: Vec<Demand>,
    solver: Growing,
    /// Whether the solver knows the axioms for clauses, so that they are in no core.
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
    World(Structure),
    /// They contradict each other: some that do, by index.
    Core(Vec<usize>),
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

    /// The checked answer.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn answer(mut self, aim: &Aim, budget: &mut Budget) -> Result<Found, Failure> {
        if *aim == Aim::Count {
            let mut cnf = self.ground.cnf.clone();
            self.axioms.iter().for_each(|it| cnf.add([it.literal]));
            let count = count::count(&cnf, budget)?;
            self.says(&self.axioms.clone(), budget)?;
            let (theory, sizes) = (self.theory, &self.ground.sizes);
            let again =
                |part: &mut Budget| verify::count::worlds(theory, sizes, &mut part.part(RECOUNT));
            return Ok(Found::Count(recounted(count, again, budget)?));
        }
        let mut demands = self.axioms.clone();
        if let Aim::Another(sentence) = aim {
            demands.push(self.demand(*sentence, false, budget)?);
            return Ok(match self.world(&demands, budget)? {
                Some(world) => Found::Model(World::Shown(world)),
                None => Found::Proved(Reason::of_axioms(self.all())),
            });
        }
        let Some(model) = self.world(&demands, budget)? else {
            return Ok(Found::Contradictory(Reason::of_axioms(self.smallest(budget)?)));
        };
        match aim {
            Aim::Model | Aim::Count | Aim::Another(_) => Ok(Found::Model(World::Shown(model))),
            Aim::Prove(sentence) => {
                let goal = self.demand(*sentence, true, budget)?;
                let Decided::World(yes) = self.with_axioms(&[&goal], budget)? else {
                    return Ok(Found::Refuted(Reason::of_axioms(self.core(&[goal], budget)?)));
                };
                let denied = goal.denied();
                let Decided::World(no) = self.with_axioms(&[&denied], budget)? else {
                    return Ok(Found::Proved(Reason::of_axioms(self.core(&[denied], budget)?)));
                };
                Ok(Found::Neither(World::Shown(yes), World::Shown(no)))
            }
            Aim::Equivalent(one, other) => {
                for value in [true, false] {
                    let first = self.demand(*one, value, budget)?;
                    let second = self.demand(*other, !value, budget)?;
                    if let Decided::World(world) = self.with_axioms(&[&first, &second], budget)? {
                        return Ok(Found::Differ(World::Shown(world)));
                    }
                }
                Ok(Found::Proved(Reason::default()))
            }
            Aim::Ask(sentence, variables) => {
                self.are_required = true;
                self.axioms.iter().for_each(|it| self.solver.require(it.literal));
                self.ask(*sentence, variables, budget)
            }
        }
    }

    /// A structure that meets some demands; `None` when there is none. The demands are clauses here: what
    /// follows from one of them is known from the beginning, but not which of them a refutation needs.
    fn world(
        &mut self,
        demands: &[Demand],
        budget: &mut Budget,
    ) -> Result<Option<Structure>, Failure> {
        let mut cnf = self.ground.cnf.clone();
        demands.iter().for_each(|it| cnf.add([it.literal]));
        match learn::decide(&cnf, Options::default(), None, budget).0? {
            Some(model) => self.meeting(&model, demands, budget).map(Some),
            None => self.says(demands, budget).map(|()| None),
        }
    }

    /// The structure that a model of the clauses is, which meets some demands.
    fn meeting(
        &self,
        model: &[bool],
        demands: &[Demand],
        budget: &mut Budget,
    ) -> Result<Structure, Failure> {
        let world = self.ground.structure(model);
        if !fits(self.theory, &world) {
            return Err(unverified("a structure does not fit its theory".to_owned()));
        }
        for it in demands {
            if is_true(self.theory, &world, it.sentence, &it.values, budget)? != it.value {
                let what = "a sentence has another value in a structure";
                return Err(unverified(what.to_owned()));
            }
        }
        Ok(world)
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
                let core: FxHashSet<Literal> = core.into_iter().collect();
                let is_needed = |at: &usize| core.contains(&demands[*at].literal);
                let needed: Vec<_> = (0..demands.len()).filter(is_needed).collect();
                let is_said = |at: &usize| self.are_required || needed.binary_search(at).is_ok();
                let said = (0..demands.len()).filter(is_said);
                let said: Vec<_> = said.map(|it| demands[it].clone()).collect();
                self.says(&said, budget)?;
                Ok(Decided::Core(needed))
            }
            Assumed::Model(model) => self.meeting(&model, demands, budget).map(Decided::World),
        }
    }

    /// Checks that the clauses say what the theory and some demands say.
    fn says(&mut self, demands: &[Demand], budget: &mut Budget) -> Result<(), Failure> {
        let wrong = || unverified("the clauses say something else than the theory".to_owned());
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
    fn smallest(&mut self, budget: &mut Budget) -> Result<Vec<usize>, Failure> {
        let (mut choice, mut part) = (budget.part(SMALLEST_STEPS), budget.part(SMALLEST_STEPS));
        let axioms = self.axioms.clone();
        let is_contradictory = |some: &[usize]| {
            let some: Vec<_> = some.iter().map(|it| axioms[*it].clone()).collect();
            Ok(matches!(self.decide(&some, &mut part)?, Decided::Core(_)))
        };
        match smallest(axioms.len(), is_contradictory, &mut choice) {
            Err(Failure::Stopped(Stop::Steps)) => self.core(&[], budget),
            found => found,
        }
    }

    /// Axioms that leave no structure that meets some demands, while any one less would.
    fn core(&mut self, demands: &[Demand], budget: &mut Budget) -> Result<Vec<usize>, Failure> {
        let mut core = self.all();
        for axiom in 0..self.axioms.len() {
            if !core.contains(&axiom) {
                continue;
            }
            let without: Vec<_> = core.iter().copied().filter(|it| *it != axiom).collect();
            let rest = without.iter().map(|it| &self.axioms[*it]);
            let rest: Vec<_> = rest.chain(demands).cloned().collect();
            // What the solver did not need can be left out as well.
            if let Decided::Core(needed) = self.decide(&rest, budget)? {
                core = needed.iter().filter_map(|it| without.get(*it)).copied().collect();
            }
        }
        Ok(core)
    }

    /// For which elements a sentence follows.
    fn ask(
        &mut self,
        sentence: SentenceId,
        variables: &[Variable],
        budget: &mut Budget,
    ) -> Result<Found, Failure> {
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
        Ok(Found::Answers { answers, either, no_others: Some(no_others), reason })
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
