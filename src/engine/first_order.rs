//! What follows from first-order theories. Over sorts that are listed in full everything is decided by
//! clauses, in both directions: a sentence follows when the axioms and its negation have no model,
//! and where it does not there is a structure to show.

mod ask;
pub mod decide;
mod ground;
mod instances;
mod models;
mod places;
mod smallest;

pub use super::resolution::Rule;
pub use super::resolution::proof::{
    Made, ProofLiteral, ProofTerm, ProofTermKind, Refutation, Step, Thing,
};

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use self::decide::{Search, Verdict};
use self::ground::{Ground, Table};
use self::smallest::smallest;
use super::sat::count;
use super::verify::structure::{fits, is_true};
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
    /// How the answer is looked for.
    pub method: Method,
}

/// How an answer is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// By clauses where all sorts are listed, by resolution where not.
    Auto,
    /// By resolution, so that there is a proof to show.
    Resolution,
}

/// Why something follows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reason {
    /// The axioms from which it follows, by index.
    pub axioms: Vec<usize>,
    /// Proofs by resolution, if that is how it was found: of an equivalence one for each direction.
    /// Of their sentences those behind the axioms are the question's.
    pub proofs: Vec<Refutation>,
}

impl Reason {
    fn of_axioms(axioms: Vec<usize>) -> Self {
        Self { axioms, proofs: Vec::new() }
    }

    /// Whether a proof rests on nothing but the axioms, of which there are so many.
    fn is_without_question(&self, axioms: usize) -> bool {
        let is_axiom = |it: u32| (it as usize) < axioms;
        self.proofs.iter().any(|proof| proof.sentences().into_iter().all(is_axiom))
    }

    /// For both reasons together.
    fn and(mut self, other: Self) -> Self {
        self.axioms.extend(other.axioms);
        self.axioms.sort_unstable();
        self.axioms.dedup();
        self.proofs.extend(other.proofs);
        self
    }
}

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The axioms are true in this structure.
    Model(Structure),
    /// They are true in none: some of them contradict each other.
    Contradictory(Reason),
    /// In so many structures.
    Count(BigUint),
    /// The sentence follows from axioms, or the two sentences are equivalent by them.
    Proved(Reason),
    /// The sentence's negation follows from axioms.
    Refuted(Reason),
    /// Neither follows: the sentence is true in the first structure and false in the second.
    Neither(Structure, Structure),
    /// The two sentences have different values in this structure.
    Differ(Structure),
    /// For what the sentence follows.
    Answers {
        /// The things, a list for the variables each.
        answers: Vec<Vec<ProofTerm>>,
        /// For one of each of these lists it follows, too, but for none of them alone.
        either: Vec<Vec<Vec<ProofTerm>>>,
        /// Whether it follows that it is false for all others; `None` when that was not found out.
        no_others: Option<bool>,
        /// Why it follows for these.
        reason: Reason,
    },
}

impl Found {
    /// Why it is so, where it follows from something.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Contradictory(reason) | Self::Proved(reason) | Self::Refuted(reason) => {
                Some(reason)
            }
            Self::Answers { reason, .. } => Some(reason),
            Self::Model(_) | Self::Count(_) | Self::Neither(..) | Self::Differ(_) => None,
        }
    }
}

/// What sentences and axioms come to.
enum Decided {
    /// They contradict each other.
    Follows(Reason),
    /// They are true in this structure.
    World(Structure),
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
        match sizes {
            Some(sizes) if self.method == Method::Auto || self.aim == Aim::Count => {
                Finite::new(&self.theory, sizes, budget)?.answer(&self.aim, budget)
            }
            _ => self.search(budget),
        }
    }

    /// Where not all sorts are listed, a prover and a finder of models look for an answer in turn.
    fn search(&self, budget: &mut Budget) -> Result<Found, Failure> {
        match &self.aim {
            Aim::Model => match self.decided(&[], budget)? {
                Decided::Follows(reason) => Ok(Found::Contradictory(reason)),
                Decided::World(world) => Ok(Found::Model(world)),
            },
            Aim::Prove(goal) => self.prove(*goal, budget),
            Aim::Ask(sentence, variables) => self.ask(*sentence, variables, budget),
            Aim::Equivalent(one, other) => {
                let mut both = Reason::default();
                for is_first in [true, false] {
                    let demands = [(*one, is_first), (*other, !is_first)];
                    match self.decided(&demands, budget)? {
                        Decided::Follows(reason) => both = both.and(reason),
                        Decided::World(world) => return Ok(Found::Differ(world)),
                    }
                }
                Ok(Found::Proved(both))
            }
            Aim::Count => Err(Stop::Size("a sort is not listed, so worlds have no number").into()),
        }
    }

    /// Whether axioms and sentences with such values contradict each other, or a world.
    fn decided(
        &self,
        demands: &[(SentenceId, bool)],
        budget: &mut Budget,
    ) -> Result<Decided, Failure> {
        match Search::new(&self.theory, demands, budget)?.run(budget)? {
            Verdict::Contradictory(proof) => Ok(Decided::Follows(self.reason(proof))),
            Verdict::Model(world) => Ok(Decided::World(world)),
            Verdict::Saturated => Err(UNSEEN.into()),
        }
    }

    /// Searches in turn for proofs and counterexamples of a sentence and of its negation.
    fn prove(&self, goal: SentenceId, budget: &mut Budget) -> Result<Found, Failure> {
        let mut searches = Vec::new();
        for value in [false, true] {
            searches.push((value, Search::new(&self.theory, &[(goal, value)], budget)?));
        }
        let mut worlds = [None, None];
        while !searches.is_empty() {
            let mut open = Vec::new();
            for (value, mut search) in searches {
                match search.take_turn(budget)? {
                    Some(Verdict::Contradictory(proof)) => {
                        let reason = self.reason(proof);
                        // What follows without the question is that there is no world at all.
                        return Ok(match value {
                            _ if reason.is_without_question(self.theory.axioms.len()) => {
                                Found::Contradictory(reason)
                            }
                            false => Found::Proved(reason),
                            true => Found::Refuted(reason),
                        });
                    }
                    Some(Verdict::Model(world)) => worlds[usize::from(value)] = Some(world),
                    Some(Verdict::Saturated) => {}
                    None if search.is_over() => {}
                    None => open.push((value, search)),
                }
            }
            searches = open;
        }
        match worlds {
            [Some(no), Some(yes)] => Ok(Found::Neither(yes, no)),
            _ => Err(UNSEEN.into()),
        }
    }

    /// What a round of looking shows of sentences with such values.
    fn turn(
        &self,
        demands: &[(SentenceId, bool)],
        round: u32,
        budget: &Budget,
    ) -> Result<Option<Decided>, Failure> {
        let steps = FIRST_ROUND.saturating_mul(1 << (2 * round).min(40));
        match self.decided(demands, &mut budget.part(steps)) {
            Ok(decided) => Ok(Some(decided)),
            Err(Failure::Stopped(Stop::Steps | Stop::Size(_))) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The reason that a proof is.
    fn reason(&self, proof: Refutation) -> Reason {
        let used = proof.sentences().into_iter().map(|it| it as usize);
        let axioms = used.filter(|it| *it < self.theory.axioms.len()).collect();
        Reason { axioms, proofs: vec![proof] }
    }
}

const UNSEEN: Stop = Stop::Size("neither a proof nor a finite world was found");

/// Steps of the first round; each round has four times as many as the one before.
const FIRST_ROUND: u64 = 20_000;

/// Steps for the smallest contradictory set.
const SMALLEST_STEPS: u64 = 2_000_000;

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
            return Ok(Found::Contradictory(Reason::of_axioms(self.smallest(budget)?)));
        };
        match aim {
            Aim::Model | Aim::Count => Ok(Found::Model(model)),
            Aim::Prove(sentence) => {
                let goal = self.ground.sentence(*sentence, budget)?.cells[0];
                let (yes, no) = (self.world(&[goal], budget)?, self.world(&[!goal], budget)?);
                match (yes, no) {
                    (_, None) => Ok(Found::Proved(Reason::of_axioms(self.core(&[!goal], budget)?))),
                    (None, _) => Ok(Found::Refuted(Reason::of_axioms(self.core(&[goal], budget)?))),
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
        Ok(Found::Proved(Reason::default()))
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

    /// The fewest axioms that leave no structure, or, where finding them takes long, axioms none of
    /// which can be left out.
    fn smallest(&self, budget: &mut Budget) -> Result<Vec<usize>, Failure> {
        let (mut choice, mut part) = (budget.part(SMALLEST_STEPS), budget.part(SMALLEST_STEPS));
        let is_contradictory = |some: &[usize]| {
            let axioms: Vec<_> = some.iter().map(|it| self.axioms[*it]).collect();
            Ok(self.model(&axioms, &[], &mut part)?.is_none())
        };
        match smallest(self.axioms.len(), is_contradictory, &mut choice) {
            Err(Failure::Stopped(Stop::Steps)) => self.core(&[], budget),
            found => found,
        }
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
        let named = |tuple: &Vec<u32>| self.named(variables, tuple);
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
            either.push(core.iter().map(|it| named(&it.0)).collect());
        }
        let answers = answers.iter().map(named).collect();
        let reason = Reason::default();
        Ok(Found::Answers { answers, either, no_others: Some(no_others), reason })
    }

    /// The constants that elements of listed sorts are.
    fn named(&self, variables: &[Variable], tuple: &[u32]) -> Vec<ProofTerm> {
        let sorts = variables.iter().map(|it| self.theory.variables[it.0 as usize]);
        let named = sorts.zip(tuple).filter_map(|(sort, element)| {
            let elements = self.theory.signature.sorts[sort.0 as usize].as_ref()?;
            let kind = ProofTermKind::Apply(elements[*element as usize].0, Vec::new());
            Some(ProofTerm { sort: sort.0, kind })
        });
        named.collect()
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
