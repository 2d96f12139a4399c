//! Why a formula never has a value, step by step: from the clauses that say that it does, each part of it with an atom of
//! its own, until two things cannot be.

use crate::budget::{Budget, Stop};
use crate::evidence::argument::ClauseArgument;
use crate::logic::tseitin::FormulaEncoding;
use crate::problem::{Failure, FindFormulaArgument, Problem, ProblemAnswer};
use crate::sat::argument::argue;
use crate::verify::argument::checked_argument;
use crate::verify::encoding::{FormulaDemand, follows};

/// An argument of more steps is not read.
const MOST_STEPS: usize = 60;

/// An argument is worth so many steps of the budget.
const EFFORT: u64 = 1 << 20;

impl Problem for FindFormulaArgument {
    type Solution = (FormulaEncoding, ClauseArgument);

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let Self(formula, value) = self;
        let refused = |words: &str| Failure::Refused(words.to_owned());
        let long = || refused("an argument takes more steps than anybody reads");
        let encoding = FormulaEncoding::of(formula, *value, budget)?;
        let argument = match budget.turn(EFFORT, |part| argue(&encoding.cnf, part)).0 {
            Ok(argument) => argument.ok_or_else(|| refused("the formula has that value"))?,
            Err(Stop::Steps) => {
                budget.look()?;
                return Err(long());
            }
            Err(stop) => return Err(stop.into()),
        };
        if argument.count() > MOST_STEPS {
            return Err(long());
        }
        let demand = FormulaDemand::Value(&[formula], *value);
        if !follows(&encoding.cnf, &encoding.variables, demand, budget)? {
            return Err(super::unverified("clauses say something else than a formula"));
        }
        let checked = checked_argument(&encoding.cnf, argument);
        let checked = checked.ok_or_else(|| super::unverified("an argument has a gap"))?;
        Ok(checked.told_as(|argument| (encoding, argument)).into())
    }
}
