//! Theories whose sorts are all listed. Their sentences are clauses, which decide everything in both
//! directions; one solver answers all that a question comes down to.

mod clauses;

use std::{mem, slice};

use num_bigint::BigUint;

use self::clauses::{DemandsDecided, SentenceDemand, TheoryClauses};
use super::SMALLEST_STEPS;
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{ProofTerm, ProofTermKind};
use crate::first_order::smallest::smallest;
use crate::logic::first_order::{Structure, Theory, TheorySentenceId, TheoryVariable};
use crate::problem::theory::{
    TheoryAnswers, TheoryComparison, TheoryDecision, TheoryFound, TheoryReason, TheoryWorld,
};
use crate::problem::{Failure, Outcome, ProblemAnswer};
use crate::sat::count;
use crate::verify::accept::{self, CountedModels};
use crate::verify::checked::Checked;
use crate::verify::structure::is_true;

/// A theory over sorts of known sizes.
pub(super) struct Finite<'t> {
    theory: &'t Theory,
    world: TheoryClauses<'t>,
}

impl<'t> Finite<'t> {
    /// Makes clauses of the theory.
    ///
    /// # Errors
    /// A limit, or that there would be too many.
    pub(super) fn new(
        theory: &'t Theory,
        sizes: Vec<u32>,
        budget: &mut Budget,
    ) -> Result<Self, Failure> {
        Ok(Self { theory, world: TheoryClauses::given(theory, sizes, budget)? })
    }

    /// How many structures there are.
    pub(super) fn count(mut self, budget: &mut Budget) -> Result<ProblemAnswer<BigUint>, Failure> {
        let count = count::count(&self.world.ground.cnf, budget)?;
        self.world.says(&[], budget)?;
        let what = CountedModels::Worlds(self.theory, &self.world.ground.sizes);
        accept::counted(what, count, budget)
    }

    /// A structure in which a sentence is false.
    pub(super) fn another(
        mut self,
        sentence: TheorySentenceId,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryWorld>>, Failure> {
        let other = self.world.demand(sentence, false, budget)?;
        Ok(match self.world.decide(&[other], budget)? {
            DemandsDecided::World(model) => shown(model).told_as(Outcome::Found).into(),
            DemandsDecided::Core(core) => {
                let all = (0..self.theory.axioms.len()).collect();
                core.told_as(|_| Outcome::Contradictory(TheoryReason::of_axioms(all))).into()
            }
        })
    }

    /// A structure.
    pub(super) fn model(
        mut self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryWorld>>, Failure> {
        Ok(match self.structure(budget)? {
            Outcome::Found(model) => shown(model).told_as(Outcome::Found),
            Outcome::Contradictory(reason) => reason.told_as(Outcome::Contradictory),
        }
        .into())
    }

    /// Whether a sentence follows.
    pub(super) fn prove(
        mut self,
        sentence: TheorySentenceId,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryDecision>>, Failure> {
        if let Outcome::Contradictory(reason) = self.structure(budget)? {
            return Ok(reason.told_as(Outcome::Contradictory).into());
        }
        let goal = self.world.demand(sentence, true, budget)?;
        let denied = goal.denied();
        let decision = match self.world.decide(&[goal], budget)? {
            DemandsDecided::Core(core) => {
                let axioms = self.needed(core, (sentence, true), budget)?;
                axioms.told_as(|it| TheoryDecision::Refuted(TheoryReason::of_axioms(it)))
            }
            DemandsDecided::World(yes) => match self.world.decide(&[denied], budget)? {
                DemandsDecided::World(no) => {
                    let yes = shown(yes);
                    yes.told_as(|yes| TheoryDecision::Neither(yes, shown(no).into_inner()))
                }
                DemandsDecided::Core(core) => {
                    let axioms = self.needed(core, (sentence, false), budget)?;
                    axioms.told_as(|it| TheoryDecision::Proved(TheoryReason::of_axioms(it)))
                }
            },
        };
        Ok(decision.told_as(Outcome::Found).into())
    }

    /// Whether two sentences have the same value in all structures.
    pub(super) fn compare(
        mut self,
        one: TheorySentenceId,
        other: TheorySentenceId,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryComparison>>, Failure> {
        if let Outcome::Contradictory(reason) = self.structure(budget)? {
            return Ok(reason.told_as(Outcome::Contradictory).into());
        }
        let mut differ = |value| -> Result<DemandsDecided, Failure> {
            let first = self.world.demand(one, value, budget)?;
            let second = self.world.demand(other, !value, budget)?;
            self.world.decide(&[first, second], budget)
        };
        let mut decided = differ(true)?;
        if let DemandsDecided::Core(_) = decided {
            decided = differ(false)?;
        }
        let comparison = match decided {
            DemandsDecided::World(world) => shown(world).told_as(TheoryComparison::Differ),
            DemandsDecided::Core(core) => {
                core.told_as(|_| TheoryComparison::Equivalent(TheoryReason::default()))
            }
        };
        Ok(comparison.told_as(Outcome::Found).into())
    }

    /// A structure, or axioms that leave none.
    fn structure(
        &mut self,
        budget: &mut Budget,
    ) -> Result<Outcome<Checked<Structure>, Checked<TheoryReason>>, Failure> {
        Ok(match self.world.decide(&[], budget)? {
            DemandsDecided::World(model) => Outcome::Found(model),
            DemandsDecided::Core(core) => {
                let axioms = self.smallest(core, budget)?;
                Outcome::Contradictory(axioms.told_as(TheoryReason::of_axioms))
            }
        })
    }

    /// The fewest axioms that leave no structure, or, where finding them takes long, axioms none of
    /// which can be left out.
    fn smallest(
        &self,
        all: Checked<Vec<usize>>,
        budget: &mut Budget,
    ) -> Result<Checked<Vec<usize>>, Failure> {
        let mut some = self.some(budget)?;
        let (mut choice, mut part) = (budget.part(SMALLEST_STEPS), budget.part(SMALLEST_STEPS));
        let axioms = some.axioms.clone();
        let mut last = None;
        let is_contradictory = |chosen: &[usize]| {
            let said: Vec<_> = chosen.iter().map(|it| axioms[*it].clone()).collect();
            if let DemandsDecided::Core(core) = some.decide(&said, &mut part)? {
                last = Some(core.told_as(|_| chosen.to_vec()));
                return Ok(true);
            }
            Ok(false)
        };
        match smallest(axioms.len(), is_contradictory, &mut choice) {
            Err(Failure::Stopped(Stop::Steps)) => core(&mut some, all, &[], budget),
            // What was asked about last is what was found.
            found => found.map(|_| last.unwrap_or(all)),
        }
    }

    /// Axioms that leave no structure in which a sentence has a value, as all do, while any one less would.
    fn needed(
        &self,
        all: Checked<Vec<usize>>,
        (sentence, value): (TheorySentenceId, bool),
        budget: &mut Budget,
    ) -> Result<Checked<Vec<usize>>, Failure> {
        let mut some = self.some(budget)?;
        let demand = some.demand(sentence, value, budget)?;
        core(&mut some, all, &[demand], budget)
    }

    fn some(&self, budget: &mut Budget) -> Result<TheoryClauses<'t>, Failure> {
        TheoryClauses::of_some(self.theory, self.world.ground.sizes.clone(), budget)
    }

    /// For which elements a sentence follows.
    pub(super) fn ask(
        mut self,
        sentence: TheorySentenceId,
        variables: &[TheoryVariable],
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryAnswers>>, Failure> {
        let table = self.world.ground.sentence(sentence, budget)?;
        let (mut answers, mut rest) = (Vec::new(), Vec::new());
        let mut open = self.world.tuples(sentence, &table, variables);
        open.reverse();
        // What is false in a world does not follow: the more, the fewer questions are left.
        open.iter().for_each(|it| self.world.try_first(&it.denied()));
        // Without a world everything would follow.
        let model = match self.structure(budget)? {
            Outcome::Found(model) => model,
            Outcome::Contradictory(reason) => {
                return Ok(reason.told_as(Outcome::Contradictory).into());
            }
        };
        let mut seen = Some(model.clone());
        while let Some(world) = seen.take() {
            for tuple in mem::take(&mut open) {
                if is_true(self.theory, &world, sentence, &tuple.values, budget)? {
                    open.push(tuple);
                } else {
                    self.world.try_first(&tuple);
                    rest.push(tuple);
                }
            }
            while seen.is_none()
                && let Some(tuple) = open.pop()
            {
                match self.world.decide(&[tuple.denied()], budget)? {
                    DemandsDecided::Core(_) => answers.push(tuple),
                    DemandsDecided::World(world) => {
                        open.push(tuple);
                        seen = Some(world);
                    }
                }
            }
        }
        rest.sort_unstable_by(|one, other| one.values.cmp(&other.values));
        let mut either = Vec::new();
        if let Some(alternatives) = self.alternatives(&rest, budget)? {
            either.push(alternatives.iter().map(|it| self.named(&rest[*it])).collect());
            let mut at = 0..;
            rest.retain(|_| at.next().is_none_or(|it| alternatives.binary_search(&it).is_err()));
        }
        let mut no_others = true;
        for it in &rest {
            no_others = no_others
                && matches!(
                    self.world.decide(slice::from_ref(it), budget)?,
                    DemandsDecided::Core(_)
                );
        }
        let answers = answers.iter().map(|it| self.named(it)).collect();
        let (no_others, theory) = (Some(no_others), self.theory.clone());
        let answers = TheoryAnswers { answers, either, no_others, theory, ..Default::default() };
        Ok(model.told_as(|_| Outcome::Found(answers)).into())
    }

    /// Demands by index, in order, one of which is met in every structure, while this is so of no fewer of
    /// them; `None` where no structure has to meet any.
    fn alternatives(
        &mut self,
        demands: &[SentenceDemand],
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, Failure> {
        let mut of_some = |some: Vec<usize>| -> Result<Option<Vec<usize>>, Failure> {
            let denied: Vec<_> = some.iter().map(|it| demands[*it].denied()).collect();
            Ok(match self.world.decide(&denied, budget)? {
                DemandsDecided::World(_) => None,
                DemandsDecided::Core(core) => {
                    Some(core.into_inner().iter().map(|it| some[*it]).collect())
                }
            })
        };
        let Some(mut needed) = of_some((0..demands.len()).collect())? else { return Ok(None) };
        // What is named first stays.
        for last in needed.clone().into_iter().rev() {
            if needed.binary_search(&last).is_ok() {
                let fewer = needed.iter().copied().filter(|it| *it != last).collect();
                needed = of_some(fewer)?.unwrap_or(needed);
            }
        }
        Ok(Some(needed))
    }

    /// The constants that the elements of listed sorts are for which a sentence shall be true.
    fn named(&self, demand: &SentenceDemand) -> Vec<ProofTerm> {
        let named = demand.values.iter().filter_map(|(variable, element)| {
            let sort = self.theory.variables[variable.0 as usize];
            let elements = self.theory.signature.sorts[sort.0 as usize].as_ref()?;
            let kind = ProofTermKind::Apply(elements[*element as usize].0, Vec::new());
            Some(ProofTerm { sort: sort.0, kind })
        });
        named.collect()
    }
}

/// Axioms that leave no structure that meets some demands, as all do, while any one less would.
fn core(
    some: &mut TheoryClauses<'_>,
    all: Checked<Vec<usize>>,
    demands: &[SentenceDemand],
    budget: &mut Budget,
) -> Result<Checked<Vec<usize>>, Failure> {
    let count = some.axioms.len();
    let mut core = all.told_as(|_| (0..count).collect::<Vec<_>>());
    for axiom in 0..count {
        if !core.contains(&axiom) {
            continue;
        }
        let without: Vec<_> = core.iter().copied().filter(|it| *it != axiom).collect();
        let rest = without.iter().map(|it| &some.axioms[*it]);
        let rest: Vec<_> = rest.chain(demands).cloned().collect();
        // What the solver did not need can be left out as well.
        if let DemandsDecided::Core(needed) = some.decide(&rest, budget)? {
            core = needed.told_as(|needed| {
                needed.iter().filter_map(|it| without.get(*it)).copied().collect()
            });
        }
    }
    Ok(core)
}

fn shown(world: Checked<Structure>) -> Checked<TheoryWorld> {
    world.told_as(TheoryWorld::Shown)
}
