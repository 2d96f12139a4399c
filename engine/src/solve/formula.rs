//! Values that give a formula a value, by clauses: judged by the formula itself, and that there are none by
//! clauses that say no more than it.

use super::clauses::decide;
use super::unverified;
use crate::budget::Budget;
use crate::logic::formula::Variable;
use crate::logic::tseitin::Encoding;
use crate::problem::{Failure, SatEngine, Solution};
use crate::verify::encoding::{Demand, follows};

/// An assignment that the encoding asks for; `is_right` judges it by the formulas themselves. That there is
/// none rests on the clauses, so these have to follow from the demand.
pub(super) fn assignment(
    encoding: &Encoding,
    demand: Demand<'_>,
    is_right: impl Fn(&dyn Fn(Variable) -> bool) -> bool,
    engine: SatEngine,
    budget: &mut Budget,
) -> Result<Solution, Failure> {
    let Some(model) = decide(&encoding.cnf, engine, budget)? else {
        // The clauses have no model; but do they say no more than the formulas?
        return if follows(&encoding.cnf, &encoding.variables, demand, budget)? {
            Ok(Solution::None)
        } else {
            Err(unverified("the clauses say something else than the formula".to_owned()))
        };
    };
    let values: Vec<_> = encoding.variables.iter().copied().zip(model).collect();
    if is_right(&|variable| values.contains(&(variable, true))) {
        Ok(Solution::Assignment(values))
    } else {
        Err(unverified("an assignment does not give the formula its value".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refutation_of_wrong_clauses_is_no_answer() {
        let [x, y] = [23, 24].map(|letter| Formula::variable(Variable(letter)));
        let formula = Formula::and([x.clone(), Formula::or([y, !x])]);
        let budget = &mut Budget::unlimited();
        let mut encoding = Encoding::of(&formula, true, budget).unwrap();
        let mut found = |encoding: &Encoding| {
            let demand = Demand::Value(&[&formula], true);
            assignment(encoding, demand, |_| true, SatEngine::Cdcl, budget)
        };
        assert!(matches!(found(&encoding), Ok(Solution::Assignment(_))));
        let x = Literal::new(encoding.atom(formula.variables()[0]).unwrap(), true);
        encoding.cnf.add([!x]);
        assert!(matches!(found(&encoding), Err(Failure::Unverified(_))));
    }
}
