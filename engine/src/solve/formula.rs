//! Values that give a formula a value, by clauses: judged by the formula itself, and that there are none by
//! clauses that say no more than it.

use super::clauses::decide;
use crate::budget::Budget;
use crate::logic::tseitin::Encoding;
use crate::problem::{Failure, SatEngine, Solution};
use crate::verify::accept;
use crate::verify::checked::Checked;
use crate::verify::encoding::Demand;

/// An assignment that the encoding asks for. That there is none rests on the clauses, so these have to follow
/// from the demand.
pub(super) fn assignment(
    encoding: &Encoding,
    demand: Demand<'_>,
    engine: SatEngine,
    budget: &mut Budget,
) -> Result<Checked<Solution>, Failure> {
    let found = decide(&encoding.cnf, engine, budget)?;
    Ok(match &*found {
        Some(model) => {
            let values = encoding.variables.iter().copied().zip(model.iter().copied());
            accept::meeting(demand, values.collect())?
                .told_as(|values| Solution::Assignment(Some(values)))
        }
        None => {
            let refuted = found.told_as(|_| ());
            let (cnf, variables) = (&encoding.cnf, &encoding.variables);
            accept::unmet(cnf, variables, demand, refuted, budget)?
                .told_as(|()| Solution::Assignment(None))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::cnf::Literal;
    use crate::logic::formula::{Formula, Variable};

    #[test]
    fn a_refutation_of_wrong_clauses_is_no_answer() {
        let [x, y] = [23, 24].map(|letter| Formula::variable(Variable(letter)));
        let formula = Formula::and([x.clone(), Formula::or([y, !x])]);
        let budget = &mut Budget::unlimited();
        let mut encoding = Encoding::of(&formula, true, budget).unwrap();
        let mut found = |encoding: &Encoding| {
            let demand = Demand::Value(&[&formula], true);
            assignment(encoding, demand, SatEngine::Cdcl, budget)
        };
        assert!(matches!(*found(&encoding).unwrap(), Solution::Assignment(Some(_))));
        let x = Literal::new(encoding.atom(formula.variables()[0]).unwrap(), true);
        encoding.cnf.add([!x]);
        assert!(matches!(found(&encoding), Err(Failure::Unverified(_))));
    }
}
