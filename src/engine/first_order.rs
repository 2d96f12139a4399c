//! What follows from first-order theories: the questions and the answers. A sentence follows when the
//! axioms and its negation are true in no structure, and where it does not there is a structure to show.

mod ask;
pub mod decide;
mod finite;
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

use self::decide::{Search, Verdict};
use self::finite::Finite;
use self::smallest::smallest;
use super::Failure;
use crate::budget::{Budget, Stop};
use crate::logic::first_order::{Sentence, SentenceId, Structure, Theory, Variable};

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
                let finite = Finite::new(&self.theory, sizes, budget);
                match finite.and_then(|it| it.answer(&self.aim, budget)) {
                    // What has too many instances may need few of them.
                    Err(Failure::Stopped(Stop::Size(_))) if self.aim != Aim::Count => {
                        self.search(budget)
                    }
                    found => found,
                }
            }
            _ => self.search(budget),
        }
    }

    /// Where not all sorts are listed, a prover and a finder of models look for an answer in turn.
    fn search(&self, budget: &mut Budget) -> Result<Found, Failure> {
        match &self.aim {
            Aim::Model => match self.decided(&[], budget)? {
                Decided::Follows(reason) => Ok(Found::Contradictory(self.fewest(reason, budget)?)),
                Decided::World(world) => Ok(Found::Model(world)),
            },
            Aim::Prove(goal) => self.prove(*goal, budget),
            Aim::Ask(sentence, variables) => self.ask(*sentence, variables, budget),
            Aim::Equivalent(one, other) => {
                let mut both = Reason::default();
                for is_first in [true, false] {
                    let demands = [(*one, is_first), (*other, !is_first)];
                    match self.decided(&demands, budget)? {
                        Decided::Follows(reason)
                            if reason.is_without_question(self.theory.axioms.len()) =>
                        {
                            return Ok(Found::Contradictory(reason));
                        }
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

    /// The fewest axioms that contradict each other, where that is found soon. Else fewer than were found, if any
    /// can be left out.
    fn fewest(&self, found: Reason, budget: &Budget) -> Result<Reason, Failure> {
        let count = self.theory.axioms.len();
        let mut best = found;
        let mut proofs: Vec<Reason> = Vec::new();
        let (mut choice, mut part) = (budget.part(SMALLEST_STEPS), budget.part(SMALLEST_STEPS));
        let contradicts = |some: &[usize]| match self.reduced(some, &mut part)? {
            Some(reason) => {
                proofs.push(reason);
                Ok(true)
            }
            None => Ok(false),
        };
        match smallest(count, contradicts, &mut choice) {
            Ok(_) => Ok(proofs.pop().unwrap_or(best)),
            Err(Failure::Stopped(Stop::Steps | Stop::Size(_))) => {
                let mut part = budget.part(SMALLEST_STEPS);
                for axiom in best.axioms.clone() {
                    let others: Vec<_> =
                        best.axioms.iter().copied().filter(|it| *it != axiom).collect();
                    if let Ok(Some(fewer)) = self.reduced(&others, &mut part) {
                        best = fewer;
                    }
                }
                Ok(best)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Why some of the axioms contradict each other, if they do.
    fn reduced(&self, some: &[usize], budget: &mut Budget) -> Result<Option<Reason>, Failure> {
        let mut task = self.clone();
        let nothing = task.theory.sentence(Sentence::Truth(true));
        for at in (0..task.theory.axioms.len()).filter(|it| !some.contains(it)) {
            task.theory.axioms[at] = nothing;
        }
        match task.decided(&[], budget)? {
            Decided::Follows(reason) => Ok(Some(reason)),
            Decided::World(_) => Ok(None),
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

/// Steps for choosing a smallest contradictory set, and for finding out whether sets are contradictory.
const SMALLEST_STEPS: u64 = 2_000_000;
