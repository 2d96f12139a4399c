//! What follows from first-order theories: the questions and the answers. A sentence follows when the
//! axioms and its negation are true in no structure, and where it does not there is a structure to show.

pub mod answers;
mod ask;
pub mod decide;
mod finite;

use self::decide::{Procedure, Search, Verdict};
use self::finite::Finite;
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::Refutation;
use crate::first_order::smallest::smallest;
use crate::logic::first_order::{Sentence, SentenceId, Sort};
use crate::portfolio::{Pace, Share};
use crate::problem::theory::{Aim, Found, Method, Reason, Task, World};
use crate::problem::{Answer, Doubt, Failure};
use crate::verify::checked::Checked;

/// What sentences and axioms come to.
enum Decided {
    /// They contradict each other.
    Follows(Answer<Reason>),
    /// They are true in this world.
    World(Answer<World>),
}

impl Task {
    /// The answer, and how far it was checked.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn answer(&self, budget: &mut Budget) -> Result<Answer<Found>, Failure> {
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
        let found = found?;
        let Found::Contradictory(reason) = &*found else { return Ok(found) };
        let (sorts, doubts) = self.needed_sorts(&reason.axioms, budget)?;
        let found = found.doubted(&doubts);
        Ok(found.told_as(|found| match found {
            Found::Contradictory(reason) => Found::Contradictory(Reason { sorts, ..reason }),
            found => found,
        }))
    }

    /// Where not all sorts are listed, a prover and a finder of models look for an answer in turn.
    fn search(&self, budget: &mut Budget) -> Result<Answer<Found>, Failure> {
        match &self.aim {
            Aim::Model => match self.decided(&[], budget)? {
                Decided::Follows(reason) => {
                    Ok(self.fewest(reason, budget)?.told_as(Found::Contradictory))
                }
                Decided::World(world) => Ok(world.told_as(Found::Model)),
            },
            Aim::Another(sentence) => match self.decided(&[(*sentence, false)], budget)? {
                Decided::Follows(reason) => Ok(reason.told_as(Found::Proved)),
                Decided::World(world) => Ok(world.told_as(Found::Model)),
            },
            Aim::Prove(goal) => self.prove(*goal, budget),
            Aim::Ask(sentence, variables) => self.ask(*sentence, variables, budget),
            Aim::Equivalent(one, other) => {
                let mut both: Option<Answer<Reason>> = None;
                for is_first in [true, false] {
                    let demands = [(*one, is_first), (*other, !is_first)];
                    match self.decided(&demands, budget)? {
                        Decided::Follows(reason) => {
                            both = Some(match both {
                                Some(before) => together(before, reason),
                                None => reason,
                            });
                        }
                        Decided::World(world) => return Ok(world.told_as(Found::Differ)),
                    }
                }
                match both {
                    Some(both) => self.unless_contradictory(both.told_as(Found::Proved), 0, budget),
                    None => Err(UNSEEN.into()),
                }
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
        Ok(match self.searched(demands, budget)?.run(budget)? {
            Verdict::Contradictory(proof) => Decided::Follows(self.reason(proof)),
            Verdict::Model(world) => Decided::World(world.told_as(World::Shown).into()),
            Verdict::Saturated(none_up_to) => Decided::World(unseen(none_up_to)),
        })
    }

    /// A search that has not begun, by the procedures of the task's method.
    fn searched(
        &self,
        demands: &[(SentenceId, bool)],
        budget: &mut Budget,
    ) -> Result<Search<'_>, Stop> {
        let is_asked_for = |it: &&(Procedure, Share)| match self.method {
            Method::Auto => true,
            Method::Resolution => it.0 != Procedure::Instances,
        };
        let procedures: Vec<_> = Procedure::ALL.iter().filter(is_asked_for).copied().collect();
        Search::new(&self.theory, demands, &procedures, budget)
    }

    /// What was found, or that the axioms contradict each other, from which all follows: as far as that is
    /// found in little more turns than what was found took.
    fn unless_contradictory(
        &self,
        found: Answer<Found>,
        turns: u32,
        budget: &mut Budget,
    ) -> Result<Answer<Found>, Failure> {
        let reason = found.reason().filter(|it| it.is_without_question(self.theory.axioms.len()));
        if let Some(reason) = reason.cloned() {
            let reason = self.fewest(found.told_as(|_| reason), budget)?;
            return Ok(reason.told_as(Found::Contradictory));
        }
        match self.contradiction((turns + MORE_TURNS).max(LEAST_TURNS), budget) {
            Ok(Some(reason)) => Ok(reason.told_as(Found::Contradictory)),
            // What was found is right, whatever a limit leaves open.
            Ok(None) | Err(Failure::Stopped(_)) => Ok(found),
            Err(failure) => Err(failure),
        }
    }

    /// Why the axioms contradict each other, if that is found in so many turns.
    fn contradiction(
        &self,
        turns: u32,
        budget: &mut Budget,
    ) -> Result<Option<Answer<Reason>>, Failure> {
        let mut search = self.searched(&[], budget)?;
        for _ in 0..turns {
            match search.take_turn(budget)? {
                Some(Verdict::Contradictory(proof)) => {
                    return self.fewest(self.reason(proof), budget).map(Some);
                }
                None if !search.is_over() => {}
                _ => break,
            }
        }
        Ok(None)
    }

    /// The listed sorts without whose sizes axioms that contradict each other would not: with any number of
    /// things there is a world, which is looked for a little while. And what is doubted of that.
    fn needed_sorts(
        &self,
        axioms: &[usize],
        budget: &Budget,
    ) -> Result<(Vec<Sort>, Vec<Doubt>), Failure> {
        let mut theory = self.theory.clone();
        theory.axioms = axioms.iter().map(|it| theory.axioms[*it]).collect();
        let (mut needed, mut doubts) = (Vec::new(), Vec::new());
        for sort in 0..theory.signature.sorts.len() {
            let Some(listed) = theory.signature.sorts[sort].clone() else { continue };
            let mut open = theory.clone();
            open.signature.sorts[sort] = None;
            open.signature.distinct.retain(|it| !it.iter().any(|one| listed.contains(one)));
            let mut part = budget.part(SORT_STEPS);
            let decided =
                Search::new(&open, &[], &Procedure::ALL, &mut part).map_err(Failure::from);
            match decided.and_then(|it| it.run(&mut part)) {
                Ok(Verdict::Model(_)) => needed.push(Sort(sort as u32)),
                Ok(Verdict::Saturated(_)) => {
                    needed.push(Sort(sort as u32));
                    doubts.push(Doubt::Saturated);
                }
                Ok(Verdict::Contradictory(_)) => theory = open,
                Err(Failure::Stopped(_)) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok((needed, doubts))
    }

    /// The fewest axioms that contradict each other, where that is found soon. Else fewer than were found, if any
    /// can be left out.
    fn fewest(&self, found: Answer<Reason>, budget: &Budget) -> Result<Answer<Reason>, Failure> {
        let count = self.theory.axioms.len();
        let mut best = found;
        let mut proofs: Vec<Answer<Reason>> = Vec::new();
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
    fn reduced(
        &self,
        some: &[usize],
        budget: &mut Budget,
    ) -> Result<Option<Answer<Reason>>, Failure> {
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
    fn prove(&self, goal: SentenceId, budget: &mut Budget) -> Result<Answer<Found>, Failure> {
        let mut searches = Vec::new();
        for value in [false, true] {
            searches.push((value, self.searched(&[(goal, value)], budget)?));
        }
        let mut worlds = [None, None];
        for turns in 0.. {
            let mut open = Vec::new();
            for (value, mut search) in searches {
                match search.take_turn(budget)? {
                    Some(Verdict::Contradictory(proof)) => {
                        let reason = self.reason(proof);
                        let found =
                            reason.told_as(if value { Found::Refuted } else { Found::Proved });
                        // With a world for the other value the axioms do not contradict each other.
                        return match worlds {
                            [None, None] => self.unless_contradictory(found, turns, budget),
                            _ => Ok(found),
                        };
                    }
                    Some(Verdict::Model(world)) => {
                        worlds[usize::from(value)] =
                            Some(Answer::from(world.told_as(World::Shown)));
                    }
                    Some(Verdict::Saturated(none_up_to)) => {
                        worlds[usize::from(value)] = Some(unseen(none_up_to));
                    }
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
            [Some(no), Some(yes)] => {
                let yes = yes.resting_on(&no);
                Ok(yes.told_as(|yes| Found::Neither(yes, no.into_inner())))
            }
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
        let decided = budget.turn(ROUNDS.of(round), |part| self.decided(demands, part)).0;
        // That the whole is used up is no matter of this round alone.
        budget.look()?;
        match decided {
            Ok(decided) => Ok(Some(decided)),
            Err(Failure::Stopped(Stop::Steps | Stop::Size(_) | Stop::Open(_))) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The reason that a proof is.
    fn reason(&self, proof: Checked<Refutation>) -> Answer<Reason> {
        let used = proof.sentences().into_iter().map(|it| it as usize);
        let axioms = used.filter(|it| *it < self.theory.axioms.len()).collect();
        proof.told_as(|proof| Reason { axioms, proofs: vec![proof], ..Reason::default() }).into()
    }
}

/// For both reasons together.
fn together(one: Answer<Reason>, other: Answer<Reason>) -> Answer<Reason> {
    one.resting_on(&other).told_as(|one| one.and(other.into_inner()))
}

/// A world of which only complete rules say that it is there.
fn unseen(none_up_to: u32) -> Answer<World> {
    Answer::Unchecked(World::Unseen(none_up_to), Doubt::Unseen, Vec::new())
}

const UNSEEN: Stop = Stop::Open("neither a proof nor a world was found");

/// Turns in which it is looked for a contradiction of the axioms alone, beyond those that an answer took.
const MORE_TURNS: u32 = 2;

/// Turns in which it is looked for one at least.
const LEAST_TURNS: u32 = 6;

/// Steps of looking for a world with another number of things.
const SORT_STEPS: u64 = 100_000;

/// Steps of the rounds in which several sentences are looked at, each anew.
const ROUNDS: Pace = Pace { first: 100_000, growth: 4 };

/// Steps for choosing a smallest contradictory set, and for finding out whether sets are contradictory.
const SMALLEST_STEPS: u64 = 2_000_000;
