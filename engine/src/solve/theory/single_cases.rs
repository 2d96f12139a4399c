//! Why a theory contradicts itself, in few single cases: those that a refutation comes to, and an argument about them.

use crate::budget::Budget;
use crate::evidence::argument::{CaseClauses, ClauseArgument};
use crate::first_order::single_cases::single_cases;
use crate::problem::{Failure, FindArgument, FindCaseArgument, Problem, ProblemAnswer};
use crate::verify::refutation::{case_clauses, flaw};

impl Problem for FindCaseArgument {
    /// The cases, and an argument that they have no model.
    type Solution = (CaseClauses, ClauseArgument);

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let Self(proof) = self;
        if flaw(proof, budget)?.is_some() {
            return Err(super::super::unverified("a proof has a gap"));
        }
        let refused = || Failure::Refused("no argument in few single cases was found".to_owned());
        let cases = single_cases(proof, budget)?.ok_or_else(refused)?;
        let ground = ProblemAnswer::from(case_clauses(proof, cases, budget)?);
        let argument = FindArgument(ground.cnf.clone()).answer(budget)?;
        Ok(ground.resting_on(&argument).told_as(|ground| (ground, argument.into_inner())))
    }
}
