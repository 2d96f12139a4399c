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
use crate::logic::first_order::{Sentence, SentenceId, Sort, Structure, Theory, Variable};

/// What is asked about a theory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// A structure in which the axioms are true.
    Model,
    /// A structure in which they are true and a sentence is false, or that it follows from all of them: whether
    /// a structure that the sentence describes is the only one.
    Another(SentenceId),
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
    /// By clauses where all sorts are listed, by resolution or by instances where not.
    Auto,
    /// By resolution, so that there is a proof to show.
    Resolution,
}

/// Why something follows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reason {
    /// The axioms from which it follows, by index.
    pub axioms: Vec<usize>,
    /// Of a contradiction the listed sorts without whose sizes there would be none.
    pub sorts: Vec<Sort>,
    /// Proofs by resolution, if that is how it was found: of an equivalence one for each direction.
    /// Of their sentences those behind the axioms are the question's.
    pub proofs: Vec<Refutation>,
}

impl Reason {
    fn of_axioms(axioms: Vec<usize>) -> Self {
        Self { axioms, ..Self::default() }
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

/// A world in which some sentences are true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum World {
    /// It is this structure.
    Shown(Structure),
    /// There is one, perhaps an infinite one, since complete rules derive no contradiction. Nothing else
    /// has checked that. None has up to so many elements of each sort that is not listed.
    Unseen(u32),
}

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The axioms are true in this world.
    Model(World),
    /// They are true in none: some of them contradict each other.
    Contradictory(Reason),
    /// In so many structures.
    Count(BigUint),
    /// The sentence follows from axioms, or the two sentences are equivalent by them.
    Proved(Reason),
    /// The sentence's negation follows from axioms.
    Refuted(Reason),
    /// Neither follows: the sentence is true in the first world and false in the second.
    Neither(World, World),
    /// The two sentences have different values in this world.
    Differ(World),
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

    /// The worlds that it shows, or that are known to be.
    pub fn worlds(&self) -> Vec<&World> {
        match self {
            Self::Model(world) | Self::Differ(world) => vec![world],
            Self::Neither(yes, no) => vec![yes, no],
            _ => Vec::new(),
        }
    }
}

/// What sentences and axioms come to.
enum Decided {
    /// They contradict each other.
    Follows(Reason),
    /// They are true in this world.
    World(World),
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
        let found = match sizes {
            Some(sizes) if self.method == Method::Auto || self.aim == Aim::Count => {
                let finite = Finite::new(&self.theory, sizes, budget);
                match finite.and_then(|it| it.answer(&self.aim, budget)) {
                    // What has too many instances may need few of them.
                    Err(Failure::Stopped(stop @ Stop::Size(_))) if self.aim != Aim::Count => {
                        match self.search(budget) {
                            Err(Failure::Stopped(Stop::Open(_))) => Err(stop.into()),
                            found => found,
                        }
                    }
                    found => found,
                }
            }
            _ => self.search(budget),
        };
        match found? {
            Found::Contradictory(reason) => {
                let sorts = self.needed_sorts(&reason.axioms, budget)?;
                Ok(Found::Contradictory(Reason { sorts, ..reason }))
            }
            found => Ok(found),
        }
    }

    /// Where not all sorts are listed, a prover and a finder of models look for an answer in turn.
    fn search(&self, budget: &mut Budget) -> Result<Found, Failure> {
        match &self.aim {
            Aim::Model => match self.decided(&[], budget)? {
                Decided::Follows(reason) => Ok(Found::Contradictory(self.fewest(reason, budget)?)),
                Decided::World(world) => Ok(Found::Model(world)),
            },
            Aim::Another(sentence) => match self.decided(&[(*sentence, false)], budget)? {
                Decided::Follows(reason) => Ok(Found::Proved(reason)),
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
                self.unless_contradictory(Found::Proved(both), 0, budget)
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
        let mut search = Search::new(&self.theory, demands, budget)?;
        let verdict = match search.take_turn(budget)? {
            Some(verdict) => verdict,
            None => self.widened(search).run(budget)?,
        };
        Ok(match verdict {
            Verdict::Contradictory(proof) => Decided::Follows(self.reason(proof)),
            Verdict::Model(world) => Decided::World(World::Shown(world)),
            Verdict::Saturated(none_up_to) => Decided::World(World::Unseen(none_up_to)),
        })
    }

    /// A search behind its first turn: what has no short proof by resolution, which is easier to read, may have
    /// one by instances.
    fn widened<'t>(&self, search: Search<'t>) -> Search<'t> {
        match self.method {
            Method::Auto => search.with_instances(),
            Method::Resolution => search,
        }
    }

    /// What was found, or that the axioms contradict each other, from which all follows: as far as that is
    /// found in little more turns than what was found took.
    fn unless_contradictory(
        &self,
        found: Found,
        turns: u32,
        budget: &mut Budget,
    ) -> Result<Found, Failure> {
        if let Some(reason) =
            found.reason().filter(|it| it.is_without_question(self.theory.axioms.len()))
        {
            return Ok(Found::Contradictory(self.fewest(reason.clone(), budget)?));
        }
        match self.contradiction(turns + MORE_TURNS, budget) {
            Ok(Some(reason)) => Ok(Found::Contradictory(reason)),
            // What was found is right, whatever a limit leaves open.
            Ok(None) | Err(Failure::Stopped(_)) => Ok(found),
            Err(failure) => Err(failure),
        }
    }

    /// Why the axioms contradict each other, if that is found in so many turns.
    fn contradiction(&self, turns: u32, budget: &mut Budget) -> Result<Option<Reason>, Failure> {
        let mut search = Search::new(&self.theory, &[], budget)?;
        for turn in 0..turns {
            match search.take_turn(budget)? {
                Some(Verdict::Contradictory(proof)) => {
                    return self.fewest(self.reason(proof), budget).map(Some);
                }
                None if turn == 0 => search = self.widened(search),
                None if !search.is_over() => {}
                _ => break,
            }
        }
        Ok(None)
    }

    /// The listed sorts without whose sizes axioms that contradict each other would not: with any number of
    /// things there is a world, which is looked for a little while.
    fn needed_sorts(&self, axioms: &[usize], budget: &Budget) -> Result<Vec<Sort>, Failure> {
        let mut theory = self.theory.clone();
        theory.axioms = axioms.iter().map(|it| theory.axioms[*it]).collect();
        let mut needed = Vec::new();
        for sort in 0..theory.signature.sorts.len() {
            let Some(listed) = theory.signature.sorts[sort].clone() else { continue };
            let mut open = theory.clone();
            open.signature.sorts[sort] = None;
            open.signature.distinct.retain(|it| !it.iter().any(|one| listed.contains(one)));
            let mut part = budget.part(SORT_STEPS);
            let decided = Search::new(&open, &[], &mut part).map_err(Failure::from);
            match decided.and_then(|it| it.run(&mut part)) {
                Ok(Verdict::Model(_) | Verdict::Saturated(_)) => needed.push(Sort(sort as u32)),
                Ok(Verdict::Contradictory(_)) => theory = open,
                Err(Failure::Stopped(_)) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(needed)
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
            Err(Failure::Stopped(Stop::Steps | Stop::Size(_) | Stop::Open(_))) => {
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
        for turns in 0.. {
            let mut open = Vec::new();
            for (value, mut search) in searches {
                match search.take_turn(budget)? {
                    Some(Verdict::Contradictory(proof)) => {
                        let reason = self.reason(proof);
                        let found =
                            if value { Found::Refuted(reason) } else { Found::Proved(reason) };
                        // With a world for the other value the axioms do not contradict each other.
                        return match worlds {
                            [None, None] => self.unless_contradictory(found, turns, budget),
                            _ => Ok(found),
                        };
                    }
                    Some(Verdict::Model(world)) => {
                        worlds[usize::from(value)] = Some(World::Shown(world));
                    }
                    Some(Verdict::Saturated(none_up_to)) => {
                        worlds[usize::from(value)] = Some(World::Unseen(none_up_to));
                    }
                    None if turns == 0 => open.push((value, self.widened(search))),
                    None if search.is_over() => {}
                    None => open.push((value, search)),
                }
            }
            searches = open;
            if searches.is_empty() {
                break;
            }
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
        budget: &mut Budget,
    ) -> Result<Option<Decided>, Failure> {
        let steps = FIRST_ROUND.saturating_mul(1 << (2 * round).min(40));
        let decided = budget.turn(steps, |part| self.decided(demands, part)).0;
        // That the whole is used up is no matter of this round alone.
        budget.look()?;
        match decided {
            Ok(decided) => Ok(Some(decided)),
            Err(Failure::Stopped(Stop::Steps | Stop::Size(_) | Stop::Open(_))) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The reason that a proof is.
    fn reason(&self, proof: Refutation) -> Reason {
        let used = proof.sentences().into_iter().map(|it| it as usize);
        let axioms = used.filter(|it| *it < self.theory.axioms.len()).collect();
        Reason { axioms, proofs: vec![proof], ..Reason::default() }
    }
}

const UNSEEN: Stop = Stop::Open("neither a proof nor a world was found");

/// Turns in which it is looked for a contradiction of the axioms alone, beyond those that an answer took.
const MORE_TURNS: u32 = 2;

/// Steps of looking for a world with another number of things.
const SORT_STEPS: u64 = 100_000;

/// Steps of the first round; each round has four times as many as the one before.
const FIRST_ROUND: u64 = 100_000;

/// Steps for choosing a smallest contradictory set, and for finding out whether sets are contradictory.
const SMALLEST_STEPS: u64 = 2_000_000;
