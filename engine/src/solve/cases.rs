//! Cases in each of which formulas have one value, whatever the variables are that it does not name: variables are
//! split, each time the one that settles most, until all formulas are settled.

use crate::budget::{Budget, Stop};
use crate::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use crate::problem::{Failure, FindCases, Problem, ProblemAnswer, ValueCase};
use crate::verify::cases::all_cases;

/// More cases are not read.
const MOST: usize = 24;

impl Problem for FindCases {
    type Solution = Vec<ValueCase>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Vec<ValueCase>>, Failure> {
        let Self(formulas) = self;
        let mut variables: Vec<_> = formulas.iter().flat_map(Formula::variables).collect();
        variables.sort_unstable();
        variables.dedup();
        let (mut cases, mut open) = (Vec::new(), vec![Vec::new()]);
        while let Some(values) = open.pop() {
            if cases.len() + open.len() >= MOST {
                let words = format!("it takes more than {MOST} cases, which nobody reads");
                return Err(Failure::Refused(words));
            }
            let (told, _) = settled(formulas, &values, budget)?;
            if let Some(told) = told {
                cases.push((values, told));
                continue;
            }
            let split = split(formulas, &variables, &values, budget)?;
            for value in [true, false] {
                open.push([&values[..], &[(split, value)]].concat());
            }
        }
        Ok(all_cases(formulas, cases, budget)?.into())
    }
}

/// The values of formulas, if each has one, and how much of them has none.
fn settled(
    formulas: &[Formula],
    values: &[(FormulaVariable, bool)],
    budget: &mut Budget,
) -> Result<(Option<Vec<bool>>, usize), Stop> {
    let (mut told, mut open) = (Some(Vec::new()), 0);
    for formula in formulas {
        budget.work(formula.nodes().len())?;
        let (value, left) = value(formula, values);
        open += left;
        told = told.zip(value).map(|(told, it)| [&told[..], &[it]].concat());
    }
    Ok((told, open))
}

/// The value of a formula, if it has one, and how many variables its parts without one have.
fn value(formula: &Formula, values: &[(FormulaVariable, bool)]) -> (Option<bool>, usize) {
    let mut stack: Vec<(Option<bool>, usize)> = Vec::new();
    for node in formula.nodes() {
        let next = match node {
            FormulaSymbol::Variable(it) => match values.iter().find(|one| one.0 == *it) {
                Some((_, value)) => (Some(*value), 0),
                None => (None, 1),
            },
            FormulaSymbol::Not => {
                let (value, open) = stack.pop().unwrap_or_default();
                (value.map(|it| !it), open)
            }
            FormulaSymbol::And(count) | FormulaSymbol::Or(count) => {
                let decides = matches!(node, FormulaSymbol::Or(_));
                let operands = stack.split_off(stack.len().saturating_sub(*count as usize));
                let open = operands.iter().map(|it| it.1).sum();
                if operands.iter().any(|it| it.0 == Some(decides)) {
                    (Some(decides), 0)
                } else if operands.iter().all(|it| it.0.is_some()) {
                    (Some(!decides), 0)
                } else {
                    (None, open)
                }
            }
        };
        stack.push(next);
    }
    stack.pop().unwrap_or_default()
}

/// The variable whose values leave least open.
fn split(
    formulas: &[Formula],
    variables: &[FormulaVariable],
    values: &[(FormulaVariable, bool)],
    budget: &mut Budget,
) -> Result<FormulaVariable, Failure> {
    let mut best: Option<(usize, FormulaVariable)> = None;
    for variable in variables.iter().filter(|it| values.iter().all(|one| one.0 != **it)) {
        let mut left = 0;
        for value in [true, false] {
            left += settled(formulas, &[values, &[(*variable, value)]].concat(), budget)?.1;
        }
        if best.is_none_or(|it| left < it.0) {
            best = Some((left, *variable));
        }
    }
    let lost = || Failure::Unverified("formulas without open variables have no value".to_owned());
    best.map(|it| it.1).ok_or_else(lost)
}
