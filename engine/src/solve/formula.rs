//! Values that give a formula a value, by clauses: judged by the formula itself, and that there are none by
//! clauses that say no more than it.

use num_bigint::BigUint;

use super::clauses::decide;
use crate::budget::Budget;
use crate::logic::truth_table;
use crate::logic::tseitin::FormulaEncoding;
use crate::problem::{
    Assignment, CountAssignments, Failure, MakeFalse, MakeTrue, Problem, ProblemAnswer, SatEngine,
    TellApart,
};
use crate::sat::count;
use crate::verify::accept::{self, CountedModels};
use crate::verify::encoding::FormulaDemand;

impl Problem for MakeTrue {
    type Solution = Assignment;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Assignment>, Failure> {
        let Self(formula, engine) = self;
        let encoding = FormulaEncoding::of(formula, true, budget)?;
        assignment(&encoding, FormulaDemand::Value(&[formula], true), *engine, budget)
    }
}

impl Problem for MakeFalse {
    type Solution = Assignment;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Assignment>, Failure> {
        let Self(formula, engine) = self;
        let encoding = FormulaEncoding::of(formula, false, budget)?;
        assignment(&encoding, FormulaDemand::Value(&[formula], false), *engine, budget)
    }
}

impl Problem for TellApart {
    type Solution = Assignment;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Assignment>, Failure> {
        let Self(first, second, engine) = self;
        let encoding = FormulaEncoding::of_difference(first, second, budget)?;
        assignment(&encoding, FormulaDemand::Difference([first, second]), *engine, budget)
    }
}

/// Variables up to which a truth table is the quickest way to count.
const MOST_IN_TABLE: usize = 26;

impl Problem for CountAssignments {
    type Solution = BigUint;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<BigUint>, Failure> {
        // Each assignment is one model of the clauses, which also say what the parts come to.
        let count = match self.0.variables().len() {
            ..=MOST_IN_TABLE => truth_table::count_models(&self.0, budget)?.into(),
            _ => count::count(&FormulaEncoding::of(&self.0, true, budget)?.cnf, budget)?,
        };
        accept::counted(CountedModels::Assignments(&self.0), count, budget)
    }
}

/// An assignment that the encoding asks for. That there is none rests on the clauses, so these have to follow
/// from the demand.
fn assignment(
    encoding: &FormulaEncoding,
    demand: FormulaDemand<'_>,
    engine: SatEngine,
    budget: &mut Budget,
) -> Result<ProblemAnswer<Assignment>, Failure> {
    let found = decide(&encoding.cnf, engine, budget)?;
    Ok(match &*found {
        Some(model) => {
            let values = encoding.variables.iter().copied().zip(model.iter().copied());
            accept::meeting(demand, values.collect())?.told_as(Some).into()
        }
        None => {
            let refuted = found.told_as(|_| ());
            let (cnf, variables) = (&encoding.cnf, &encoding.variables);
            accept::unmet(cnf, variables, demand, refuted, budget)?.told_as(|()| None).into()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::cnf::Literal;
    use crate::logic::formula::{Formula, FormulaVariable};

    #[test]
    fn a_refutation_of_wrong_clauses_is_no_answer() {
        let [x, y] = [23, 24].map(|letter| Formula::variable(FormulaVariable(letter)));
        let formula = Formula::and([x.clone(), Formula::or([y, !x])]);
        let budget = &mut Budget::unlimited();
        let mut encoding = FormulaEncoding::of(&formula, true, budget).unwrap();
        let mut found = |encoding: &FormulaEncoding| {
            let demand = FormulaDemand::Value(&[&formula], true);
            assignment(encoding, demand, SatEngine::Cdcl, budget)
        };
        assert!(found(&encoding).unwrap().is_some());
        let x = Literal::new(encoding.atom(formula.variables()[0]).unwrap(), true);
        encoding.cnf.add([!x]);
        assert!(matches!(found(&encoding), Err(Failure::Unverified(_))));
    }
}
