//! What clauses leave open: literals that no model lacks are found one refutation each; the atoms that are left fall
//! into parts that share no clause.

use num_bigint::BigUint;

use super::clauses::{AssumptionResult, Growing};
use crate::budget::Budget;
use crate::logic::cnf::{Atom, Literal};
use crate::problem::{ClauseFreedom, Failure, FindModelFreedom, Problem, ProblemAnswer};
use crate::sat::{count, parts};
use crate::verify::accept::{self, CountedModels};
use crate::verify::checked::Checked;
use crate::verify::parts::vary_apart;

impl Problem for FindModelFreedom {
    type Solution = Option<ClauseFreedom>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Option<ClauseFreedom>>, Failure> {
        let Self(cnf) = self;
        let mut solver = Growing::default();
        let first = match solver.decide(cnf, &[], budget)? {
            AssumptionResult::Model(model) => model,
            AssumptionResult::Core(core) => return Ok(core.told_as(|_| None).into()),
        };
        let literals = (0..).zip(first.iter()).map(|(at, it)| Literal::new(Atom(at), *it));
        let mut open: Vec<Literal> = literals.collect();
        let mut fixed: Vec<Checked<Literal>> = Vec::new();
        while let Some(literal) = open.pop() {
            match solver.decide(cnf, &[!literal], budget)? {
                AssumptionResult::Core(core) => fixed.push(core.told_as(|_| literal)),
                AssumptionResult::Model(model) => {
                    open.retain(|it| model[it.atom().0 as usize] == it.is_positive());
                }
            }
        }
        let mut values = vec![None; cnf.atoms() as usize];
        for literal in &fixed {
            values[literal.atom().0 as usize] = Some(literal.is_positive());
        }
        let found = parts::parts(cnf, &values, budget)?;
        let mut counts = Vec::with_capacity(found.len());
        for part in &found {
            counts.push(count::count(&parts::about(cnf, &values, part, budget)?, budget)?);
        }
        let whole: BigUint = counts.iter().product();
        let apart = vary_apart(cnf, &fixed, found, budget)?;
        let counted = accept::counted(CountedModels::Models(cnf), whole, budget)?;
        let mut fixed: Vec<_> = fixed.into_iter().map(Checked::into_inner).collect();
        fixed.sort_unstable();
        let parts = apart.into_inner().into_iter().zip(counts).collect();
        Ok(counted.told_as(|count| Some(ClauseFreedom { count, fixed, parts })))
    }
}
