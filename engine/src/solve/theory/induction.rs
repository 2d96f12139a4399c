//! Proofs by structural induction, where sorts have constructors. Each variable that the goal is about is tried; a case
//! is shown by resolution, or by one more induction inside it, as the commutativity of addition needs. Hypotheses are
//! taken as they are, with all other variables free: what needs a stronger goal or a lemma is not found.

use super::AskedTheory;
use super::decide::{TheoryProcedure, TheorySearch, TheoryVerdict};
use crate::budget::{Budget, Stop};
use crate::evidence::induction::{CaseProof, Induction};
use crate::evidence::refutation::Refutation;
use crate::logic::first_order::{InductionCase, Theory, TheorySentenceId};
use crate::problem::theory::{TheoryDecision, TheoryReason, TheoryWorld};
use crate::problem::{Failure, ProblemAnswer};
use crate::verify::accept;

/// How many inductions may stand inside each other.
const DEEPEST: u32 = 2;

/// Looks for proofs by induction of a sentence and of its negation.
pub(super) struct Inductions {
    /// That it is false, and that it is true.
    values: [InductionSearch; 2],
}

/// A world where a sentence is false, and one where it is true.
type OpposingWorlds = [Option<ProblemAnswer<TheoryWorld>>; 2];

impl Inductions {
    pub(super) fn new(theory: &Theory, goal: TheorySentenceId) -> Self {
        Self { values: [false, true].map(|value| InductionSearch::new(theory, (goal, value))) }
    }

    /// Whether more time would find nothing that these worlds leave open.
    pub(super) fn are_over(&self, worlds: &OpposingWorlds) -> bool {
        let is_over = |value: usize| self.values[value].is_over || worlds[1 - value].is_some();
        is_over(0) && is_over(1)
    }

    /// What is shown in this turn, and why it follows.
    pub(super) fn take_turn(
        &mut self,
        asked: AskedTheory<'_>,
        worlds: &OpposingWorlds,
        budget: &mut Budget,
    ) -> Result<Option<(DecidedBy, ProblemAnswer<TheoryReason>)>, Failure> {
        let found: [DecidedBy; 2] = [TheoryDecision::Refuted, TheoryDecision::Proved];
        for value in [1, 0] {
            if worlds[1 - value].is_none()
                && let Some(reason) = self.values[value].take_turn(asked, budget)?
            {
                return Ok(Some((found[value], reason)));
            }
        }
        Ok(None)
    }
}

/// What follows for a reason.
type DecidedBy = fn(TheoryReason) -> TheoryDecision;

/// Looks for proofs by induction that a sentence has a value, a little longer in each turn.
struct InductionSearch {
    goal: (TheorySentenceId, bool),
    turns: u32,
    /// More time would find nothing.
    is_over: bool,
}

impl InductionSearch {
    fn new(theory: &Theory, goal: (TheorySentenceId, bool)) -> Self {
        Self { goal, turns: 0, is_over: theory.signature.constructors.is_empty() }
    }

    /// The checked proof, if it is found in this turn.
    fn take_turn(
        &mut self,
        asked: AskedTheory<'_>,
        budget: &mut Budget,
    ) -> Result<Option<ProblemAnswer<TheoryReason>>, Failure> {
        if self.is_over {
            return Ok(None);
        }
        self.turns += 1;
        let mut turn = InductionTurn { turns: self.turns, is_cut: false };
        let found = turn.induction(asked.theory, self.goal, DEEPEST, budget)?;
        self.is_over = !turn.is_cut;
        let Some(found) = found else { return Ok(None) };
        let checked = accept::induction(asked.theory, self.goal, found, budget)?;
        let count = asked.theory.axioms.len();
        let used = checked.refutations().into_iter().flat_map(Refutation::sentences);
        let mut axioms: Vec<_> = used.map(|it| it as usize).filter(|it| *it < count).collect();
        axioms.sort_unstable();
        axioms.dedup();
        let reason = checked.told_as(|it| TheoryReason {
            axioms,
            induction: Some(Box::new(it)),
            ..TheoryReason::default()
        });
        Ok(Some(reason.into()))
    }
}

/// One turn.
struct InductionTurn {
    /// Turns of the provers of each case.
    turns: u32,
    /// With more of them more might be found.
    is_cut: bool,
}

impl InductionTurn {
    fn induction(
        &mut self,
        theory: &Theory,
        (goal, value): (TheorySentenceId, bool),
        deepest: u32,
        budget: &mut Budget,
    ) -> Result<Option<Induction>, Failure> {
        let variables = theory.universal_variables(goal, value).len();
        for on in (0..variables).filter(|_| deepest > 0) {
            let Some(cases) = theory.induction(goal, value, on) else { continue };
            let (count, mut proofs) = (cases.len(), Vec::new());
            for case in cases {
                let Some(proof) = self.case(&case, deepest - 1, budget)? else { break };
                proofs.push(proof);
            }
            if proofs.len() == count {
                return Ok(Some(Induction { on, cases: proofs }));
            }
        }
        Ok(None)
    }

    fn case(
        &mut self,
        case: &InductionCase,
        deepest: u32,
        budget: &mut Budget,
    ) -> Result<Option<CaseProof>, Failure> {
        let theory = &case.theory;
        let provers = TheoryProcedure::ALL.into_iter();
        let provers = provers.filter(|it| matches!(it.0, TheoryProcedure::Resolution(_)));
        let provers: Vec<_> = provers.map(|(it, share)| (it.whole(), share)).collect();
        let mut search = TheorySearch::new(theory, &[(case.goal, false)], &provers, budget)?;
        match search.within(self.turns, budget) {
            Ok(Some(TheoryVerdict::Contradictory(proof))) => {
                return Ok(Some(CaseProof::Refutation(proof.into_inner())));
            }
            Ok(found) => self.is_cut |= found.is_none() && !search.is_over(),
            Err(Failure::Stopped(Stop::Size(_))) => self.is_cut = true,
            Err(failure) => return Err(failure),
        }
        let inner = self.induction(theory, (case.goal, true), deepest, budget)?;
        Ok(inner.map(CaseProof::Induction))
    }
}
