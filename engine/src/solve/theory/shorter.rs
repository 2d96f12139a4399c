//! Shorter proofs of what has one. What a proof does not use only stands in the way of the next search, so it is
//! looked for again from the axioms that were used, and from fewer. The first proof is kept whatever happens.

use super::AskedTheory;
use super::decide::{TheoryProcedure, TheorySearch, TheoryVerdict};
use crate::budget::Budget;
use crate::logic::first_order::{TheorySentence, TheorySentenceId};
use crate::problem::theory::TheoryReason;
use crate::problem::{Failure, ProblemAnswer};

/// Steps that all these searches may take together: a fraction of a second, since somebody waits for the first proof.
const STEPS: u64 = 50_000;

/// Turns of one search. Short proofs, which people read, take few.
const TURNS: u32 = 2;

impl AskedTheory<'_> {
    /// The shortest proof that is found of what follows with such values of sentences; the first one where no other
    /// is shorter.
    pub(super) fn shortest(
        self,
        demands: &[(TheorySentenceId, bool)],
        first: ProblemAnswer<TheoryReason>,
        budget: &Budget,
    ) -> Result<ProblemAnswer<TheoryReason>, Failure> {
        let mut best = first;
        let mut part = budget.part(STEPS);
        // Which axioms matter here: those of the last proof, which is perhaps not the shortest one.
        let mut used = best.axioms.clone();
        let mut from = self.theory.axioms.len();
        while used.len() < from {
            from = used.len();
            let Some(again) = self.proof_from(&used, demands, &mut part)? else { break };
            used.clone_from(&again.axioms);
            best = shorter(best, again);
        }
        for axiom in used.clone() {
            if part.look().is_err() {
                break;
            }
            let others: Vec<_> = used.iter().copied().filter(|it| *it != axiom).collect();
            if others.len() < used.len()
                && let Some(again) = self.proof_from(&others, demands, &mut part)?
            {
                used.clone_from(&again.axioms);
                best = shorter(best, again);
            }
        }
        Ok(best)
    }

    /// A proof from some of the axioms, if it is found soon.
    fn proof_from(
        self,
        some: &[usize],
        demands: &[(TheorySentenceId, bool)],
        budget: &mut Budget,
    ) -> Result<Option<ProblemAnswer<TheoryReason>>, Failure> {
        if budget.spend(self.theory.sentences().len() as u64).is_err() {
            return Ok(None);
        }
        let mut theory = self.theory.clone();
        let nothing = theory.sentence(TheorySentence::Truth(true));
        for at in (0..theory.axioms.len()).filter(|it| !some.contains(it)) {
            theory.axioms[at] = nothing;
        }
        // Worlds would only say that there is no such proof, and may be large.
        let provers = TheoryProcedure::ALL.into_iter();
        let provers = provers.filter(|it| matches!(it.0, TheoryProcedure::Resolution(_)));
        let provers: Vec<_> = provers.map(|(it, share)| (it.whole(), share)).collect();
        let search = TheorySearch::new(&theory, demands, &provers, budget);
        match search.map_err(Failure::from).and_then(|mut it| it.within(TURNS, budget)) {
            Ok(Some(TheoryVerdict::Contradictory(proof))) => {
                Ok(Some(AskedTheory { theory: &theory, ..self }.reason(proof, demands)))
            }
            // A limit leaves what was found before.
            Ok(_) | Err(Failure::Stopped(_)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }
}

/// The one with fewer steps, or as many from fewer axioms; the first one where they are alike.
fn shorter(
    one: ProblemAnswer<TheoryReason>,
    other: ProblemAnswer<TheoryReason>,
) -> ProblemAnswer<TheoryReason> {
    let length = |reason: &TheoryReason| {
        let steps: usize = reason.proofs.iter().map(|it| it.steps.len()).sum();
        (steps, reason.axioms.len())
    };
    if length(&other) < length(&one) { other } else { one }
}
