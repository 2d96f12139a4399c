//! Checks a proof by induction that a sentence has a value. What its cases are, with their hypotheses, is read off the
//! declarations of the sorts; each is refuted where it is denied.

use std::borrow::Cow;

use super::{clause_form, refutation};
use crate::budget::{Budget, Stop};
use crate::evidence::induction::{CaseProof, Induction};
use crate::logic::first_order::{Theory, TheorySentenceId};

/// What is wrong with an induction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InductionFlaw {
    /// It has other cases than its sort.
    Cases,
    /// A step of the refutation of a case does not follow.
    Step(usize),
    /// A clause of the refutation of a case does not say what its sentence says.
    Clause(usize),
}

/// The first flaw of an induction.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn flaw(
    theory: &Theory,
    (sentence, value): (TheorySentenceId, bool),
    proof: &Induction,
    budget: &mut Budget,
) -> Result<Option<InductionFlaw>, Stop> {
    let mut open = vec![(Cow::Borrowed(theory), sentence, value, proof)];
    while let Some((theory, sentence, value, induction)) = open.pop() {
        let cases = theory.induction(sentence, value, induction.on);
        let is_whole = |count: usize| count > 0 && count == induction.cases.len();
        let Some(cases) = cases.filter(|it| is_whole(it.len())) else {
            return Ok(Some(InductionFlaw::Cases));
        };
        for (case, proof) in cases.zip(&induction.cases) {
            match proof {
                CaseProof::Refutation(proof) => {
                    if let Some(step) = refutation::flaw(proof, budget)? {
                        return Ok(Some(InductionFlaw::Step(step)));
                    }
                    let denied = [(case.goal, false)];
                    if let Some(step) = clause_form::flaw(&case.theory, &denied, proof, budget)? {
                        return Ok(Some(InductionFlaw::Clause(step)));
                    }
                }
                CaseProof::Induction(inner) => {
                    open.push((Cow::Owned(case.theory), case.goal, true, inner));
                }
            }
        }
    }
    Ok(None)
}
