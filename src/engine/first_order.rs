//! What follows from first-order theories. Over sorts that are listed in full everything is decided by
//! clauses, in both directions: a sentence follows when the axioms and its negation have no model,
//! and where it does not there is a structure to show.

pub mod decide;
mod ground;
mod instances;
mod models;
mod places;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use self::decide::{Search, Verdict};
use self::ground::{Ground, Table};
use super::sat::count;
use super::verify::structure::{fits, is_true};
use super::resolution::proof::Refutation;
use super::{Failure, SatEngine, decide};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::first_order::{SentenceId, Structure, Theory, Variable};

/// What is asked about a theory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// A structure in which the axioms are true.
    Model,
    /// In how many structures over its sorts they are.
    Count,
    /// Whether a sentence follows from them, or its negation does.
    Prove(SentenceId),
    /// What variables may stand for so that a sentence with them follows.
    Ask(SentenceId, Vec<Variable>),
    /// Whether two sentences have the same value in all structures in which the axioms are true.
    Equivalent(SentenceId, SentenceId),
}

/// A question about a theory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The theory, with the sentences of the question in it.
    pub theory: Theory,
    /// What is asked.
    pub aim: Aim,
}

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The axioms are true in this structure.
    Model(Structure),
    /// They are true in none: these of them, by index, already contradict each other.
    Contradictory(Vec<usize>),
    /// In so many structures.
    Count(BigUint),
    /// The sentence follows from these axioms, or the two sentences are equivalent by them.
    Proved(Vec<usize>),
    /// The sentence's negation follows from these axioms.
    Refuted(Vec<usize>),
    /// Neither follows: the sentence is true in the first structure and false in the second.
    Neither(Structure, Structure),
    /// The two sentences have different values in this structure.
    Differ(Structure),
    /// For which elements the sentence follows.
    Answers {
        /// The elements, a list for the variables each.
        answers: Vec<Vec<u32>>,
        /// For one of each of these lists it follows, too, but for none of them alone.
        either: Vec<Vec<Vec<u32>>>,
        /// That it is false for all others follows.
        no_others: bool,
    },
}

impl Task {
    /// The checked answer.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn answer(&self, budget: &mut Budget) -> Result<Found, Failure> {
        let sizes = self.theory.signature.sorts.iter();
        let sizes: Option<Vec<u32>> =
            sizes.map(|it| it.as_ref().map(|elements| elements.len() as u32)).collect();
        let Some(sizes) = sizes else { return self.search(budget) };
        Finite::new(&self.theory, sizes, budget)?.answer(&self.aim, budget)
    }

    /// Where not all sorts are listed, provers and finders of models look for an answer in turn.
    fn search(&self, budget: &mut Budget) -> Result<Found, Failure> {
        let decided = |demands: &[(SentenceId, bool)], budget: &mut Budget| {
            Search::new(&self.theory, demands, budget)?.run(budget)
        };
        match &self.aim {
            Aim::Model => match decided(&[], budget)? {
                Verdict::Contradictory(proof) => Ok(Found::Contradictory(self.used(&proof))),
                Verdict::Model(structure) => Ok(Found::Model(structure)),
                Verdict::Saturated => Err(UNSEEN.into()),
            },
            Aim::Prove(goal) => self.prove(*goal, budget),
            Aim::Equivalent(one, other) => {
                let mut axioms = Vec::new();
                for demands in [[(*one, true), (*other, false)], [(*one, false), (*other, true)]] {
                    match decided(&demands, budget)? {
                        Verdict::Contradictory(proof) => axioms.extend(self.used(&proof)),
                        Verdict::Model(structure) => return Ok(Found::Differ(structure)),
                        Verdict::Saturated => return Err(UNSEEN.into()),
                    }
                }
                axioms.sort_unstable();
                axioms.dedup();
                Ok(Found::Proved(axioms))
            }
            Aim::Count => Err(Stop::Size("a sort is not listed, so worlds have no number").into()),
            Aim::Ask(..) => {
                Err(Stop::Size("a sort is not listed, so answers have no names").into())
            }
        }
    }
}

impl Task {
    /// Searches in turn for proofs and counterexamples of a sentence and of its negation.
    fn prove(&self, goal: SentenceId, budget: &mut Budget) -> Result<Found, Failure> {
        let mut searches = Vec::new();
        for value in [false, true] {
            searches.push((value, Search::new(&self.theory, &[(goal, value)], budget)?));
        }
        let (mut worlds, mut is_unseen) = ([None, None], false);
        while !searches.is_empty() {
            let mut at = 0;
            while at < searches.len() {
                let (value, search) = &mut searches[at];
                let value = *value;
                match search.take_turn(budget)? {
                    Some(Verdict::Contradictory(proof)) => {
                        let axioms = self.used(&proof);
                        let rests_on_axioms =
                            proof.sentences().into_iter().all(|it| (it as usize) < self.theory.axioms.len());
                        return Ok(match value {
                            _ if rests_on_axioms => Found::Contradictory(axioms),
                            false => Found::Proved(axioms),
                            true => Found::Refuted(axioms),
                        });
                    }
                    Some(verdict) => {
                        searches.remove(at);
                        match verdict {
                            Verdict::Model(world) => worlds[usize::from(value)] = Some(world),
                            _ => is_unseen = true,
                        }
                    }
                    None if search.is_over() => {
                        searches.remove(at);
                        is_unseen = true;
                    }
                    None => at += 1,
                }
            }
        }
        match worlds {
            [Some(no), Some(yes)] if !is_unseen => Ok(Found::Neither(yes, no)),
            _ => Err(UNSEEN.into()),
        }
    }

    /// The axioms that a proof rests on.
    fn used(&self, proof: &Refutation) -> Vec<usize> {
        let used = proof.sentences().into_iter().map(|it| it as usize);
        used.filter(|it| *it < self.theory.axioms.len()).collect()
    }
}

const UNSEEN: Stop = Stop::Size("neither a proof nor a finite model was found");

/// A theory over sorts of known sizes.
struct Finite<'t> {
    theory: &'t Theory,
    ground: Ground<'t>,
    /// What each axiom demands.
    axioms: Vec<Literal>,
}

impl<'t> Finite<'t> {
    fn new(theory: &'t Theory, sizes: Vec<u32>, budget: &mut Budget) -> Result<Self, Failure> {
        let mut ground = Ground::new(theory, sizes, budget)?;
        let mut axioms = Vec::with_capacity(theory.axioms.len());
        for &axiom in &theory.axioms {
            axioms.push(ground.sentence(axiom, budget)?.cells[0]);
        }
        Ok(Self { theory, ground, axioms })
    }

    fn answer(mut self, aim: &Aim, budget: &mut Budget) -> Result<Found, Failure> {
        if *aim == Aim::Count {
            let mut cnf = self.ground.cnf.clone();
            self.axioms.iter().for_each(|it| cnf.add([*it]));
            return Ok(Found::Count(count::count(&cnf, budget)?));
        }
        let Some(model) = self.model(&self.axioms, &[], budget)? else {
            return Ok(Found::Contradictory(self.core(&[], budget)?));
        };
        match aim {
            Aim::Model | Aim::Count => Ok(Found::Model(model)),
            Aim::Prove(sentence) => {
                let goal = self.ground.sentence(*sentence, budget)?.cells[0];
                let (yes, no) = (self.world(&[goal], budget)?, self.world(&[!goal], budget)?);
                match (yes, no) {
                    (_, None) => Ok(Found::Proved(self.core(&[!goal], budget)?)),
                    (None, _) => Ok(Found::Refuted(self.core(&[goal], budget)?)),
                    (Some(yes), Some(no)) => {
                        self.has_value(*sentence, &yes, true, budget)?;
                        self.has_value(*sentence, &no, false, budget)?;
                        Ok(Found::Neither(yes, no))
                    }
                }
            }
            Aim::Equivalent(one, other) => self.equivalent(*one, *other, budget),
            Aim::Ask(sentence, variables) => {
                let table = self.ground.sentence(*sentence, budget)?;
                self.ask(&table, variables, budget)
            }
        }
    }

    fn equivalent(
        &mut self,
        one: SentenceId,
        other: SentenceId,
        budget: &mut Budget,
    ) -> Result<Found, Failure> {
        let [first, second] = [one, other].map(|it| self.ground.sentence(it, budget));
        let (first, second) = (first?.cells[0], second?.cells[0]);
        for (is_first, demands) in [(true, [first, !second]), (false, [!first, second])] {
            if let Some(world) = self.world(&demands, budget)? {
                self.has_value(one, &world, is_first, budget)?;
                self.has_value(other, &world, !is_first, budget)?;
                return Ok(Found::Differ(world));
            }
        }
        Ok(Found::Proved(Vec::new()))
    }

    /// A structure in which the axioms and some literals are true.
    fn world(
        &self,
        demands: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Structure>, Failure> {
        self.model(&self.axioms, demands, budget)
    }

    fn model(
        &self,
        axioms: &[Literal],
        demands: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Structure>, Failure> {
        let mut cnf = self.ground.cnf.clone();
        axioms.iter().chain(demands).for_each(|it| cnf.add([*it]));
        let Some(model) = decide(&cnf, SatEngine::Cdcl, budget)? else { return Ok(None) };
        let structure = self.ground.structure(&model);
        if !fits(self.theory, &structure) {
            return Err(Failure::Unverified("a structure does not fit its theory".to_owned()));
        }
        if axioms.len() == self.axioms.len() {
            for axiom in &self.theory.axioms {
                self.has_value(*axiom, &structure, true, budget)?;
            }
        }
        Ok(Some(structure))
    }

    fn has_value(
        &self,
        sentence: SentenceId,
        structure: &Structure,
        value: bool,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        if is_true(self.theory, structure, sentence, &[], budget)? == value {
            return Ok(());
        }
        Err(Failure::Unverified("a sentence has another value in a structure".to_owned()))
    }

    /// Axioms that leave no structure together with the demands, while any one less would.
    fn core(&self, demands: &[Literal], budget: &mut Budget) -> Result<Vec<usize>, Failure> {
        let mut core: Vec<usize> = (0..self.axioms.len()).collect();
        for axiom in 0..self.axioms.len() {
            let without: Vec<_> = core.iter().copied().filter(|it| *it != axiom).collect();
            let axioms: Vec<_> = without.iter().map(|it| self.axioms[*it]).collect();
            if self.model(&axioms, demands, budget)?.is_none() {
                core = without;
            }
        }
        Ok(core)
    }

    /// For which elements a sentence follows. `table` has a literal for each.
    fn ask(
        &mut self,
        table: &Table,
        variables: &[Variable],
        budget: &mut Budget,
    ) -> Result<Found, Failure> {
        let tuples = self.tuples(table, variables);
        let mut answers = Vec::new();
        let mut rest = Vec::new();
        let mut open: FxHashSet<usize> = (0..tuples.len()).collect();
        for (index, (tuple, literal)) in tuples.iter().enumerate() {
            if !open.contains(&index) {
                rest.push((tuple.clone(), *literal));
                continue;
            }
            let counter = self.decided(&[!*literal], budget)?;
            match counter {
                None => answers.push(tuple.clone()),
                Some(model) => {
                    // What is false there does not follow either.
                    let is_true = |at: &usize| {
                        let literal = tuples[*at].1;
                        model[literal.atom().0 as usize] == literal.is_positive()
                    };
                    open.retain(is_true);
                    rest.push((tuple.clone(), *literal));
                }
            }
        }
        let mut either = Vec::new();
        let mut no_others = true;
        for (_, literal) in &rest {
            if self.decided(&[*literal], budget)?.is_some() {
                no_others = false;
                break;
            }
        }
        let denied: Vec<_> = rest.iter().map(|it| !it.1).collect();
        if !no_others && self.decided(&denied, budget)?.is_none() {
            let mut core = rest.clone();
            for (tuple, _) in &rest {
                let fewer: Vec<_> = core.iter().filter(|it| it.0 != *tuple).cloned().collect();
                let denied: Vec<_> = fewer.iter().map(|it| !it.1).collect();
                if self.decided(&denied, budget)?.is_none() {
                    core = fewer;
                }
            }
            either.push(core.into_iter().map(|it| it.0).collect());
        }
        Ok(Found::Answers { answers, either, no_others })
    }

    fn decided(
        &self,
        demands: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<bool>>, Failure> {
        let mut cnf = self.ground.cnf.clone();
        self.axioms.iter().chain(demands).for_each(|it| cnf.add([*it]));
        decide(&cnf, SatEngine::Cdcl, budget)
    }

    /// All lists of elements for the variables, each with the literal of the sentence for them.
    fn tuples(&self, table: &Table, variables: &[Variable]) -> Vec<(Vec<u32>, Literal)> {
        self.ground
            .assignments(variables)
            .map(|tuple| {
                let literal = self.ground.cell(table, variables, &tuple);
                (tuple, literal)
            })
            .collect()
    }
}
