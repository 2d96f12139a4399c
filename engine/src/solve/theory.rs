//! What follows from first-order theories: the questions and the answers. A sentence follows when the
//! axioms and its negation are true in no structure, and where it does not there is a structure to show.

mod answers;
mod ask;
pub mod decide;
mod deduced;
mod finite;
mod induction;
mod shorter;
mod single_cases;
pub mod traced;

use num_bigint::BigUint;

use self::answers::Collector;
use self::decide::{TheoryProcedure, TheorySearch, TheoryVerdict};
use self::finite::Finite;
use self::induction::Inductions;
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::Refutation;
use crate::first_order::smallest::smallest;
use crate::logic::first_order::{Theory, TheorySentence, TheorySentenceId, TheorySort};
use crate::problem::theory::aim::DeniedGoal;
use crate::problem::theory::{
    TheoryAnswers, TheoryComparison, TheoryDecision, TheoryFound, TheoryMethod, TheoryReason,
    TheoryRefutation, TheoryTask, TheoryWorld, aim,
};
use crate::problem::{Doubt, Failure, Outcome, Problem, ProblemAnswer};
use crate::verify::checked::Checked;
use crate::verify::structure::is_true;

/// What sentences and axioms come to.
enum TheoryDecided {
    /// They contradict each other.
    Follows(ProblemAnswer<TheoryReason>),
    /// They are true in this world.
    World(ProblemAnswer<TheoryWorld>),
}

impl Problem for TheoryTask<aim::FindStructure> {
    type Solution = TheoryFound<TheoryWorld>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryWorld>>, Failure> {
        let asked = self.asked();
        let found = asked.answered(
            Finite::model,
            |budget| match asked.decided(&[], budget)? {
                TheoryDecided::Follows(reason) => {
                    Ok(asked.fewest(reason, budget)?.told_as(Outcome::Contradictory))
                }
                TheoryDecided::World(world) => Ok(world.told_as(Outcome::Found)),
            },
            budget,
        )?;
        let found = asked.deduced(found, &[], budget)?;
        asked.with_needed_sorts(found, budget)
    }
}

impl Problem for TheoryTask<aim::BreakingStructure> {
    type Solution = Option<(TheoryWorld, Option<usize>)>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let (mut theory, broken) = (self.theory.clone(), &self.aim.0);
        let all = theory.sentence(TheorySentence::And(broken.clone().into()));
        // Which axioms it takes that there is none is not asked, and would be found one by one.
        let (aim, method) = (aim::AnotherStructure(all), self.method);
        let task = TheoryTask { theory, aim, method };
        let found = task.answer(budget)?;
        let mut at = None;
        if let Outcome::Found(TheoryWorld::Shown(structure)) = &*found {
            for (index, sentence) in broken.iter().enumerate() {
                if !is_true(&task.theory, structure, *sentence, &[], budget)? {
                    at = Some(index);
                    break;
                }
            }
        }
        Ok(found.told_as(|found| match found {
            Outcome::Found(world) => Some((world, at)),
            Outcome::Contradictory(_) => None,
        }))
    }
}

impl Problem for TheoryTask<aim::Refute> {
    type Solution = Outcome<TheoryWorld, TheoryRefutation>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let mut theory = self.theory.clone();
        let axioms = theory.axioms.len();
        let (collector, demands) = match &self.aim.0 {
            DeniedGoal::Nothing => (None, Vec::new()),
            DeniedGoal::Sentence(goal) => (None, vec![(*goal, false)]),
            DeniedGoal::Something(sentence, variables) => {
                let collector = Collector::new(&mut theory, *sentence, variables);
                (Some(collector), collector.demands().to_vec())
            }
        };
        let asked = AskedTheory { theory: &theory, method: self.method };
        let proof = match asked.searched(&demands, budget)?.run(budget)? {
            TheoryVerdict::Contradictory(proof) => proof,
            TheoryVerdict::Model(world) => {
                return Ok(world.told_as(|it| Outcome::Found(TheoryWorld::Shown(it))).into());
            }
            TheoryVerdict::Saturated(none_up_to) => {
                return Ok(unseen(none_up_to).told_as(Outcome::Found));
            }
        };
        let uses_goal = proof.sentences().into_iter().any(|it| it as usize >= axioms);
        let answers = match collector.filter(|_| uses_goal) {
            Some(collector) => {
                let proof = collector.proof(&proof, budget)?;
                let told = collector.told(&proof);
                Some((proof.into_inner(), told))
            }
            None => None,
        };
        Ok(proof
            .told_as(|proof| Outcome::Contradictory(TheoryRefutation { proof, answers }))
            .into())
    }
}

impl Problem for TheoryTask<aim::AnotherStructure> {
    type Solution = TheoryFound<TheoryWorld>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryWorld>>, Failure> {
        let (asked, &aim::AnotherStructure(sentence)) = (self.asked(), &self.aim);
        asked.answered(
            |finite, budget| finite.another(sentence, budget),
            |budget| match asked.decided(&[(sentence, false)], budget)? {
                TheoryDecided::Follows(reason) => {
                    let reason = asked.shortest(&[(sentence, false)], reason, budget)?;
                    Ok(reason.told_as(Outcome::Contradictory))
                }
                TheoryDecided::World(world) => Ok(world.told_as(Outcome::Found)),
            },
            budget,
        )
    }
}

impl Problem for TheoryTask<aim::CountStructures> {
    type Solution = BigUint;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<BigUint>, Failure> {
        let sizes = self.asked().sizes();
        let open = Stop::Size("a sort is not listed, so worlds have no number");
        Finite::new(&self.theory, sizes.ok_or(open)?, budget)?.count(budget)
    }
}

impl Problem for TheoryTask<aim::ProveSentence> {
    type Solution = TheoryFound<TheoryDecision>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryDecision>>, Failure> {
        let (asked, &aim::ProveSentence(goal)) = (self.asked(), &self.aim);
        let found = asked.answered(
            |finite, budget| finite.prove(goal, budget),
            |budget| asked.prove(goal, budget),
            budget,
        )?;
        let found = asked.deduced(found, &[goal], budget)?;
        asked.with_needed_sorts(found, budget)
    }
}

impl Problem for TheoryTask<aim::AskForTerms> {
    type Solution = TheoryFound<TheoryAnswers>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryAnswers>>, Failure> {
        let (asked, aim::AskForTerms(sentence, variables)) = (self.asked(), &self.aim);
        let found = asked.answered(
            |finite, budget| finite.ask(*sentence, variables, budget),
            |budget| asked.ask(*sentence, variables, budget),
            budget,
        )?;
        asked.with_needed_sorts(found, budget)
    }
}

impl Problem for TheoryTask<aim::Equivalent> {
    type Solution = TheoryFound<TheoryComparison>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryComparison>>, Failure> {
        let (asked, &aim::Equivalent(one, other)) = (self.asked(), &self.aim);
        let found = asked.answered(
            |finite, budget| finite.compare(one, other, budget),
            |budget| asked.compare(one, other, budget),
            budget,
        )?;
        let found = asked.deduced(found, &[one, other], budget)?;
        asked.with_needed_sorts(found, budget)
    }
}

impl<Aim> TheoryTask<Aim> {
    fn asked(&self) -> AskedTheory<'_> {
        AskedTheory { theory: &self.theory, method: self.method }
    }
}

/// A theory that is asked about, and how answers are looked for.
#[derive(Clone, Copy)]
struct AskedTheory<'t> {
    theory: &'t Theory,
    method: TheoryMethod,
}

impl<'t> AskedTheory<'t> {
    /// How many elements each sort has, if all are listed.
    fn sizes(self) -> Option<Vec<u32>> {
        let sorts = self.theory.signature.sorts.iter();
        sorts.map(|it| it.as_ref().map(|elements| elements.len() as u32)).collect()
    }

    /// The answer by clauses where all sorts are listed. Where not all are, a prover and a finder
    /// of models look for it in turn. Before a natural deduction or a tableau they do so for a while in any case:
    /// of several sets of axioms that are enough, the prover's has the shorter proof.
    fn answered<T>(
        self,
        finite: impl FnOnce(Finite<'t>, &mut Budget) -> Result<ProblemAnswer<T>, Failure>,
        search: impl Fn(&mut Budget) -> Result<ProblemAnswer<T>, Failure>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<T>, Failure> {
        let Some(sizes) = self.sizes().filter(|_| self.method != TheoryMethod::Resolution) else {
            return search(budget);
        };
        if self.method != TheoryMethod::Auto {
            match search(&mut budget.part(SHORT_PROOF_STEPS)) {
                Err(Failure::Stopped(_)) => budget.look()?,
                found => return found,
            }
        }
        let ground = Finite::new(self.theory, sizes, budget);
        match ground.and_then(|it| finite(it, budget)) {
            // What has too many instances may need few of them.
            Err(Failure::Stopped(stop @ Stop::Size(_))) => match search(budget) {
                Err(Failure::Stopped(Stop::Open(_))) => Err(stop.into()),
                found => found,
            },
            found => found,
        }
    }

    /// With the sorts whose sizes a contradiction needs.
    fn with_needed_sorts<T>(
        self,
        found: ProblemAnswer<TheoryFound<T>>,
        budget: &Budget,
    ) -> Result<ProblemAnswer<TheoryFound<T>>, Failure> {
        let Outcome::Contradictory(reason) = &*found else { return Ok(found) };
        let (sorts, doubts) = self.needed_sorts(&reason.axioms, budget)?;
        let found = found.doubted(&doubts);
        Ok(found.told_as(|found| match found {
            Outcome::Contradictory(reason) => {
                Outcome::Contradictory(TheoryReason { sorts, ..reason })
            }
            found @ Outcome::Found(_) => found,
        }))
    }

    /// Whether two sentences have the same value in all worlds.
    fn compare(
        self,
        one: TheorySentenceId,
        other: TheorySentenceId,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryComparison>>, Failure> {
        let mut both: Option<ProblemAnswer<TheoryReason>> = None;
        for is_first in [true, false] {
            match self.decided(&[(one, is_first), (other, !is_first)], budget)? {
                TheoryDecided::Follows(reason) => {
                    let demands = [(one, is_first), (other, !is_first)];
                    let reason = self.shortest(&demands, reason, budget)?;
                    both = Some(match both {
                        Some(before) => together(before, reason),
                        None => reason,
                    });
                }
                TheoryDecided::World(world) => {
                    return Ok(world.told_as(|it| Outcome::Found(TheoryComparison::Differ(it))));
                }
            }
        }
        let reason = both.ok_or(UNSEEN)?;
        self.unless_contradictory(reason, TheoryComparison::Equivalent, 0, budget)
    }

    /// Whether axioms and sentences with such values contradict each other, or a world.
    fn decided(
        self,
        demands: &[(TheorySentenceId, bool)],
        budget: &mut Budget,
    ) -> Result<TheoryDecided, Failure> {
        let verdict = self.searched(demands, budget)?.run(budget)?;
        Ok(self.decided_by(verdict, demands))
    }

    fn decided_by(
        self,
        verdict: TheoryVerdict,
        demands: &[(TheorySentenceId, bool)],
    ) -> TheoryDecided {
        match verdict {
            TheoryVerdict::Contradictory(proof) => {
                TheoryDecided::Follows(self.reason(proof, demands))
            }
            TheoryVerdict::Model(world) => {
                TheoryDecided::World(world.told_as(TheoryWorld::Shown).into())
            }
            TheoryVerdict::Saturated(none_up_to) => TheoryDecided::World(unseen(none_up_to)),
        }
    }

    /// A search that has not begun, by the procedures of the task's method.
    fn searched(
        self,
        demands: &[(TheorySentenceId, bool)],
        budget: &mut Budget,
    ) -> Result<TheorySearch<'t>, Stop> {
        let mut procedures = TheoryProcedure::ALL.to_vec();
        if self.theory.signature.is_endless() {
            procedures.retain(|it| it.0 != TheoryProcedure::Models);
        }
        if self.method != TheoryMethod::Auto {
            let by_clauses = [TheoryProcedure::Instances, TheoryProcedure::Herbrand];
            procedures.retain(|it| !by_clauses.contains(&it.0));
            procedures.iter_mut().for_each(|it| it.0 = it.0.whole());
        }
        TheorySearch::new(self.theory, demands, &procedures, budget)
    }

    /// What follows for a reason, or that the axioms contradict each other, from which all follows:
    /// as far as that is found in little more turns than the reason took.
    fn unless_contradictory<T>(
        self,
        reason: ProblemAnswer<TheoryReason>,
        found: impl FnOnce(TheoryReason) -> T,
        turns: u32,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<T>>, Failure> {
        if reason.is_without_question(self.theory.axioms.len()) {
            return Ok(self.fewest(reason, budget)?.told_as(Outcome::Contradictory));
        }
        let endless = self.theory.signature.is_endless();
        let least = if endless { 0 } else { LEAST_TURNS };
        match self.contradiction((turns + MORE_TURNS).max(least), budget) {
            Ok(Some(reason)) => Ok(reason.told_as(Outcome::Contradictory)),
            // What was found is right, whatever a limit leaves open.
            Ok(None) | Err(Failure::Stopped(_)) => {
                Ok(reason.told_as(|it| Outcome::Found(found(it))))
            }
            Err(failure) => Err(failure),
        }
    }

    /// Why the axioms contradict each other, if that is found in so many turns.
    fn contradiction(
        self,
        turns: u32,
        budget: &mut Budget,
    ) -> Result<Option<ProblemAnswer<TheoryReason>>, Failure> {
        match self.searched(&[], budget)?.within(turns, budget)? {
            Some(TheoryVerdict::Contradictory(proof)) => {
                self.fewest(self.reason(proof, &[]), budget).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The listed sorts without whose sizes axioms that contradict each other would not: with any number of
    /// things there is a world, which is looked for a little while. And what is doubted of that.
    fn needed_sorts(
        self,
        axioms: &[usize],
        budget: &Budget,
    ) -> Result<(Vec<TheorySort>, Vec<Doubt>), Failure> {
        let mut theory = self.theory.clone();
        theory.axioms = axioms.iter().map(|it| theory.axioms[*it]).collect();
        let (mut needed, mut doubts) = (Vec::new(), Vec::new());
        for sort in 0..theory.signature.sorts.len() {
            let Some(listed) = theory.signature.sorts[sort].clone() else { continue };
            let mut open = theory.clone();
            open.signature.sorts[sort] = None;
            open.signature.distinct.retain(|it| !it.iter().any(|one| listed.contains(one)));
            let mut part = budget.part(SORT_STEPS);
            let decided = TheorySearch::new(&open, &[], &TheoryProcedure::ALL, &mut part)
                .map_err(Failure::from);
            match decided.and_then(|mut it| it.within(SORT_TURNS, &mut part)) {
                Ok(Some(TheoryVerdict::Model(_))) => needed.push(TheorySort(sort as u32)),
                Ok(Some(TheoryVerdict::Saturated(_))) => {
                    needed.push(TheorySort(sort as u32));
                    doubts.push(Doubt::Saturated);
                }
                Ok(Some(TheoryVerdict::Contradictory(_))) => theory = open,
                Ok(None) | Err(Failure::Stopped(_)) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok((needed, doubts))
    }

    /// The fewest axioms that contradict each other, where that is found soon. Else fewer than were found, if any
    /// can be left out.
    fn fewest(
        self,
        found: ProblemAnswer<TheoryReason>,
        budget: &Budget,
    ) -> Result<ProblemAnswer<TheoryReason>, Failure> {
        let count = self.theory.axioms.len();
        let mut best = found;
        let mut proofs: Vec<ProblemAnswer<TheoryReason>> = Vec::new();
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
        self,
        some: &[usize],
        budget: &mut Budget,
    ) -> Result<Option<ProblemAnswer<TheoryReason>>, Failure> {
        let mut theory = self.theory.clone();
        let nothing = theory.sentence(TheorySentence::Truth(true));
        for at in (0..theory.axioms.len()).filter(|it| !some.contains(it)) {
            theory.axioms[at] = nothing;
        }
        match (AskedTheory { theory: &theory, ..self }).decided(&[], budget)? {
            TheoryDecided::Follows(reason) => Ok(Some(reason)),
            TheoryDecided::World(_) => Ok(None),
        }
    }

    /// Searches in turn for proofs and counterexamples of a sentence and of its negation.
    fn prove(
        self,
        goal: TheorySentenceId,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryDecision>>, Failure> {
        let mut searches = Vec::new();
        for value in [false, true] {
            searches.push((value, self.searched(&[(goal, value)], budget)?));
        }
        let mut inductions = Inductions::new(self.theory, goal);
        let mut worlds = [None, None];
        for turns in 0.. {
            let mut open = Vec::new();
            for (value, mut search) in searches {
                match search.take_turn(budget)? {
                    Some(TheoryVerdict::Contradictory(proof)) => {
                        let first = self.reason(proof, &[(goal, value)]);
                        let reason = self.shortest(&[(goal, value)], first, budget)?;
                        let found =
                            if value { TheoryDecision::Refuted } else { TheoryDecision::Proved };
                        // With a world for the other value the axioms do not contradict each other.
                        return match worlds {
                            [None, None] => self.unless_contradictory(reason, found, turns, budget),
                            _ => Ok(reason.told_as(|it| Outcome::Found(found(it)))),
                        };
                    }
                    Some(TheoryVerdict::Model(world)) => {
                        worlds[usize::from(value)] =
                            Some(ProblemAnswer::from(world.told_as(TheoryWorld::Shown)));
                    }
                    Some(TheoryVerdict::Saturated(none_up_to)) => {
                        worlds[usize::from(value)] = Some(unseen(none_up_to));
                    }
                    None if search.is_over() => {}
                    None => open.push((value, search)),
                }
            }
            searches = open;
            if let Some((found, reason)) = inductions.take_turn(self, &worlds, budget)? {
                return self.unless_contradictory(reason, found, turns, budget);
            }
            if searches.is_empty() && inductions.are_over(&worlds) {
                break;
            }
        }
        match worlds {
            [Some(no), Some(yes)] => {
                let yes = yes.resting_on(&no);
                Ok(yes.told_as(|yes| Outcome::Found(TheoryDecision::Neither(yes, no.into_inner()))))
            }
            _ => Err(UNSEEN.into()),
        }
    }

    /// What a round of looking shows of sentences with such values.
    fn turn(
        self,
        demands: &[(TheorySentenceId, bool)],
        round: u32,
        budget: &mut Budget,
    ) -> Result<Option<TheoryDecided>, Failure> {
        let turns = FIRST_TURNS + TURNS_LONGER * round;
        match self.searched(demands, budget)?.within(turns, budget) {
            Ok(verdict) => Ok(verdict.map(|it| self.decided_by(it, demands))),
            Err(Failure::Stopped(Stop::Size(_))) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The reason that a proof from such values of sentences is.
    fn reason(
        self,
        proof: Checked<Refutation>,
        demands: &[(TheorySentenceId, bool)],
    ) -> ProblemAnswer<TheoryReason> {
        let used = proof.sentences().into_iter().map(|it| it as usize);
        let axioms = used.filter(|it| *it < self.theory.axioms.len()).collect();
        proof
            .told_as(|proof| TheoryReason {
                axioms,
                proofs: vec![proof],
                demands: vec![demands.to_vec()],
                ..TheoryReason::default()
            })
            .into()
    }
}

/// For both reasons together.
fn together(
    one: ProblemAnswer<TheoryReason>,
    other: ProblemAnswer<TheoryReason>,
) -> ProblemAnswer<TheoryReason> {
    one.resting_on(&other).told_as(|one| one.and(other.into_inner()))
}

/// A world of which only complete rules say that it is there.
fn unseen(none_up_to: u32) -> ProblemAnswer<TheoryWorld> {
    ProblemAnswer::Unchecked(TheoryWorld::Unseen(none_up_to), Doubt::Unseen, Vec::new())
}

const UNSEEN: Stop = Stop::Open("neither a proof nor a world was found");

/// Turns in which it is looked for a contradiction of the axioms alone, beyond those that an answer took.
const MORE_TURNS: u32 = 2;

/// Turns in which it is looked for one at least, where a world may end that sooner.
const LEAST_TURNS: u32 = 6;

/// Steps of a prover before clauses decide, where a short proof is wanted.
const SHORT_PROOF_STEPS: u64 = 20_000;

/// Steps, and turns, of looking for a world with another number of things.
const SORT_STEPS: u64 = 100_000;
const SORT_TURNS: u32 = 6;

/// Turns of the first round in which several sentences are looked at, each anew, and how many more each later one has.
const FIRST_TURNS: u32 = 3;
const TURNS_LONGER: u32 = 2;

/// Steps for choosing a smallest contradictory set, and for finding out whether sets are contradictory.
const SMALLEST_STEPS: u64 = 2_000_000;
