//! Models of clauses one after the other: each that is found is told apart from the next ones by a clause that bars it.

use super::clauses::{AssumptionResult, Growing};
use crate::budget::Budget;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::tseitin::FormulaEncoding;
use crate::problem::{
    Failure, ListAssignments, ListModels, ListedAssignments, ListedSolutions, Problem,
    ProblemAnswer,
};
use crate::verify::accept;
use crate::verify::checked::Checked;

impl Problem for ListModels {
    type Solution = ListedSolutions<Vec<bool>>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let Self(cnf, most) = self;
        Ok(models(cnf, cnf.atoms(), *most, budget)?.into())
    }
}

impl Problem for ListAssignments {
    type Solution = ListedAssignments;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let Self(formula, most) = self;
        let FormulaEncoding { cnf, variables, .. } = FormulaEncoding::of(formula, true, budget)?;
        let models = models(&cnf, variables.len() as u32, *most, budget)?;
        Ok(accept::listed_assignments(formula, (&cnf, &variables), &models, budget)?.into())
    }
}

/// So many models at most that differ in the first `told_apart` atoms.
fn models(
    cnf: &Cnf,
    told_apart: u32,
    most: usize,
    budget: &mut Budget,
) -> Result<Checked<ListedSolutions<Vec<bool>>>, Failure> {
    let (mut growing, mut barred) = (Growing::default(), cnf.clone());
    let mut models = Vec::new();
    loop {
        match growing.decide(&barred, &[], budget)? {
            AssumptionResult::Model(_) if models.len() == most => {
                return accept::listed(cnf, told_apart, models, None, budget);
            }
            AssumptionResult::Model(model) => {
                let model = model.into_inner();
                let values = (0..told_apart).map(Atom).zip(&model);
                barred.add(values.map(|(atom, value)| Literal::new(atom, !value)));
                models.push(model);
            }
            AssumptionResult::Core(none) => {
                return accept::listed(cnf, told_apart, models, Some((&barred, &none)), budget);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(number: i64) -> Literal {
        Literal::from_dimacs(number).unwrap()
    }

    /// `1 or 2`, with what bars some of its models, and that this was refuted.
    fn told(models: &[[bool; 2]], bars: &[[i64; 2]]) -> Result<(), Failure> {
        let mut cnf = Cnf::new(2);
        cnf.add([literal(1), literal(2)]);
        let mut barred = cnf.clone();
        bars.iter().for_each(|it| barred.add(it.map(literal)));
        let none = Growing::default().decide(&refuted(), &[], &mut Budget::unlimited())?;
        let AssumptionResult::Core(none) = none else { panic!("they have no model") };
        let models = models.iter().map(|it| it.to_vec()).collect();
        let budget = &mut Budget::unlimited();
        accept::listed(&cnf, 2, models, Some((&barred, &none)), budget)
            .map(|it| assert!(it.are_all))
    }

    fn refuted() -> Cnf {
        let mut cnf = Cnf::new(1);
        cnf.add([literal(1)]);
        cnf.add([literal(-1)]);
        cnf
    }

    #[test]
    fn a_list_is_refused_that_has_a_wrong_model_or_one_twice_or_rests_on_something_else() {
        let models = [[true, true], [true, false], [false, true]];
        let bars = [[-1, -2], [-1, 2], [1, -2]];
        assert!(told(&models, &bars).is_ok());
        assert!(told(&[[true, true], [true, false], [false, false]], &bars).is_err());
        assert!(told(&[[true, true], [true, true], [false, true]], &bars).is_err());
        assert!(told(&models[..2], &bars).is_err());
        assert!(told(&models, &[[-1, -2], [-1, 2], [1, 2]]).is_err());
        assert!(told(&models, &[[-1, -1], [-1, 2], [1, -2]]).is_err());
    }
}
