//! Values that give a formula a value, by clauses: judged by the formula itself, and that there are none by
//! clauses that say no more than it.

use num_bigint::BigUint;

use super::clauses::decide;
use crate::budget::{Budget, Stop};
use crate::evidence::tableau::ClosedTableau;
use crate::first_order::tableau;
use crate::logic::first_order::Predicate;
use crate::logic::formula::{Formula, FormulaSymbol};
use crate::logic::statements::{Statement, StatementNumber, Statements};
use crate::logic::truth_table;
use crate::logic::tseitin::FormulaEncoding;
use crate::problem::theory::MOST_TABLEAU_NODES;
use crate::problem::{
    Assignment, CloseTableau, CountAssignments, Failure, MakeFalse, MakeTrue, Problem,
    ProblemAnswer, SatEngine, TellApart,
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

/// Nodes of a formula for which a tableau is looked for: whatever is larger has none that anybody would read.
const MOST_IN_TABLEAU: usize = 1000;

/// Steps of looking for a tableau.
const TABLEAU_STEPS: u64 = 400_000;

impl Problem for CloseTableau {
    type Solution = Option<Box<ClosedTableau>>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let Self(formula, value) = self;
        let mut statements = Statements::default();
        let said = stated(formula, &mut statements, budget)?;
        let (premises, goal) = match value {
            true => (Vec::new(), said),
            false => (vec![said], statements.statement(Statement::Truth(false))),
        };
        let find = || {
            let (statements, mut part) = (statements.clone(), budget.part(TABLEAU_STEPS));
            tableau::find(statements, &premises, goal, MOST_TABLEAU_NODES, &mut part)
        };
        let found = match (formula.nodes().len() <= MOST_IN_TABLEAU).then(find).transpose() {
            Err(Stop::Steps | Stop::Time) => None,
            found => found?.flatten(),
        };
        let found = accept::tableau(&statements, &premises, goal, found, budget)?;
        Ok(found.told_as(|it| it.map(Box::new)).into())
    }
}

/// A formula as a statement, with propositions for its variables.
fn stated(
    formula: &Formula,
    statements: &mut Statements,
    budget: &mut Budget,
) -> Result<StatementNumber, Stop> {
    let mut open: Vec<StatementNumber> = Vec::new();
    for symbol in formula.nodes() {
        budget.work(1)?;
        let count = match symbol {
            FormulaSymbol::Variable(_) => 0,
            FormulaSymbol::Not => 1,
            FormulaSymbol::And(count) | FormulaSymbol::Or(count) => *count as usize,
        };
        let parts = open.split_off(open.len() - count);
        open.push(match (symbol, &parts[..]) {
            (FormulaSymbol::Variable(it), _) => {
                statements.statement(Statement::Atom(Predicate(it.0), Box::default()))
            }
            (FormulaSymbol::Not, parts) => statements.not(parts[0]),
            (_, [only]) => *only,
            (FormulaSymbol::And(_), []) => statements.statement(Statement::Truth(true)),
            (FormulaSymbol::Or(_), []) => statements.statement(Statement::Truth(false)),
            (FormulaSymbol::And(_), _) => statements.statement(Statement::And(parts.into())),
            (FormulaSymbol::Or(_), _) => statements.statement(Statement::Or(parts.into())),
        });
    }
    Ok(open[0])
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
