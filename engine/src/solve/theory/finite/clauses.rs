//! A theory over listed sorts as clauses, a solver for them, and whoever compares them with the theory.

use super::super::super::clauses::{AssumptionResult, Growing};
use super::super::super::unverified;
use crate::budget::Budget;
use crate::first_order::ground::{GroundClauses, LiteralTable, TRUE};
use crate::logic::cnf::Literal;
use crate::logic::first_order::{Structure, Theory, TheorySentenceId, TheoryVariable};
use crate::problem::Failure;
use crate::verify::accept;
use crate::verify::checked::Checked;
use crate::verify::grounding::Grounding;
use rustc_hash::FxHashSet;

/// That a sentence has a value when its free variables are some elements.
#[derive(Clone)]
pub(super) struct SentenceDemand {
    pub sentence: TheorySentenceId,
    pub values: Vec<(TheoryVariable, u32)>,
    pub value: bool,
    /// What is true where it has.
    pub literal: Literal,
}

impl SentenceDemand {
    pub(super) fn denied(&self) -> Self {
        Self { value: !self.value, literal: !self.literal, ..self.clone() }
    }
}

/// What demands come to.
pub(super) enum DemandsDecided {
    /// They are true in this structure.
    World(Checked<Structure>),
    /// They contradict each other: some that do, by index.
    Core(Checked<Vec<usize>>),
}

pub(super) struct TheoryClauses<'t> {
    theory: &'t Theory,
    pub ground: GroundClauses<'t>,
    pub axioms: Vec<SentenceDemand>,
    /// Whether all axioms are true. Otherwise some of them may be.
    are_given: bool,
    solver: Growing,
    /// What the clauses say, for what rests on a refutation of them.
    grounding: Option<Grounding<'t>>,
}

impl<'t> TheoryClauses<'t> {
    /// Clauses that say that all axioms are true, each written knowing those before it.
    ///
    /// # Errors
    /// A limit, or that there would be too many.
    pub(super) fn given(
        theory: &'t Theory,
        sizes: Vec<u32>,
        budget: &mut Budget,
    ) -> Result<Self, Failure> {
        Self::new(theory, sizes, true, budget)
    }

    /// Clauses that say that the axioms are true that are chosen, so that it can be told which are needed.
    ///
    /// # Errors
    /// A limit, or that there would be too many.
    pub(super) fn of_some(
        theory: &'t Theory,
        sizes: Vec<u32>,
        budget: &mut Budget,
    ) -> Result<Self, Failure> {
        Self::new(theory, sizes, false, budget)
    }

    fn new(
        theory: &'t Theory,
        sizes: Vec<u32>,
        are_given: bool,
        budget: &mut Budget,
    ) -> Result<Self, Failure> {
        let choices = if are_given { 0 } else { theory.axioms.len() };
        let (mut ground, chosen) = GroundClauses::new(theory, sizes, choices, budget)?;
        let mut axioms = Vec::with_capacity(theory.axioms.len());
        for (at, &sentence) in theory.axioms.iter().enumerate() {
            let guard = chosen.get(at).copied();
            ground.assert(sentence, guard, budget)?;
            let literal = guard.unwrap_or(TRUE);
            axioms.push(SentenceDemand { sentence, values: Vec::new(), value: true, literal });
        }
        let solver = Growing::given(ground.cnf.clauses().filter(|it| it.len() == 1));
        Ok(Self { theory, ground, axioms, are_given, solver, grounding: None })
    }

    /// That a sentence without free variables has a value.
    pub(super) fn demand(
        &mut self,
        sentence: TheorySentenceId,
        value: bool,
        budget: &mut Budget,
    ) -> Result<SentenceDemand, Failure> {
        let literal = self.ground.sentence(sentence, budget)?.cells[0];
        let demand = SentenceDemand { sentence, values: Vec::new(), value: true, literal };
        Ok(if value { demand } else { demand.denied() })
    }

    /// That a sentence is true, for all lists of elements.
    pub(super) fn tuples(
        &self,
        sentence: TheorySentenceId,
        table: &LiteralTable,
        variables: &[TheoryVariable],
    ) -> Vec<SentenceDemand> {
        let tuples = self.ground.assignments(variables);
        let demand = |tuple: Vec<u32>| {
            let literal = self.ground.cell(table, variables, &tuple);
            let values = variables.iter().copied().zip(tuple).collect();
            SentenceDemand { sentence, values, value: true, literal }
        };
        tuples.map(demand).collect()
    }

    /// Lets structures be looked for that meet a demand before others.
    pub(super) fn try_first(&mut self, demand: &SentenceDemand) {
        self.solver.try_first(demand.literal);
    }

    /// What some demands come to, together with all axioms if these are given. Checked: a structure by the
    /// sentences, a refutation by the clauses, and these by the sentences.
    pub(super) fn decide(
        &mut self,
        demands: &[SentenceDemand],
        budget: &mut Budget,
    ) -> Result<DemandsDecided, Failure> {
        let literals: Vec<_> = demands.iter().map(|it| it.literal).collect();
        match self.solver.decide(&self.ground.cnf, &literals, budget)? {
            AssumptionResult::Core(core) => {
                let used: FxHashSet<Literal> = core.iter().copied().collect();
                let is_needed = |at: &usize| used.contains(&demands[*at].literal);
                let needed: Vec<_> = (0..demands.len()).filter(is_needed).collect();
                let said: Vec<_> = needed.iter().map(|it| demands[*it].clone()).collect();
                self.says(&said, budget)?;
                Ok(DemandsDecided::Core(core.told_as(|_| needed)))
            }
            AssumptionResult::Model(model) => {
                let world = self.ground.structure(&model);
                let given: &[SentenceDemand] = if self.are_given { &self.axioms } else { &[] };
                let said = given.iter().chain(demands);
                let said = said.map(|it| (it.sentence, &it.values[..], it.value));
                accept::structure(self.theory, world, said, budget).map(DemandsDecided::World)
            }
        }
    }

    /// Checks that the clauses say what the theory and some demands say.
    pub(super) fn says(
        &mut self,
        demands: &[SentenceDemand],
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        let wrong = || unverified("the clauses say something else than the theory");
        if self.grounding.is_none() {
            let chosen = if self.are_given { 0 } else { self.axioms.len() };
            let mut grounding = Grounding::new(self.theory, chosen)?.ok_or_else(wrong)?;
            if !grounding.reads_axioms(&self.ground.cnf, budget)? {
                return Err(wrong());
            }
            self.grounding = Some(grounding);
        }
        let grounding = self.grounding.as_mut().ok_or_else(wrong)?;
        if !grounding.reads(&self.ground.cnf, budget)? {
            return Err(wrong());
        }
        for it in demands {
            let is_axiom = grounding.is_axiom(it.literal, it.sentence) && it.value;
            let said = (it.sentence, it.value);
            if !is_axiom && !grounding.stands_for(it.literal, said, &it.values, budget)? {
                return Err(wrong());
            }
        }
        Ok(())
    }
}
