//! The doors: each finds an answer by a procedure and has it checked. They are the only place that sees both.

pub mod clauses;
mod formula;
pub mod functions;
pub mod game;
mod maze;
mod quantified;
pub mod theory;
pub mod unsat_core;

use num_bigint::BigUint;

pub use clauses::{decide, decide_by_textbook};

use crate::budget::{Budget, Stop};
use crate::logic::formula::Variable;
use crate::logic::maze_encoding::{Axioms, encode};
use crate::logic::truth_table;
use crate::logic::tseitin::Encoding;
use crate::problem::{Failure, MazeEngine, Problem, Solution};
use crate::search::path;
use crate::verify::encoding::Demand;
use crate::{sat, verify};

/// Solves a problem and checks the solution.
///
/// # Errors
/// See [`Failure`].
pub fn solve(problem: &Problem, budget: &mut Budget) -> Result<Solution, Failure> {
    match problem {
        Problem::Formula(formula, value, engine) => {
            let encoding = Encoding::of(formula, *value, budget)?;
            let demand = Demand::Value(&[formula], *value);
            formula::assignment(
                &encoding,
                demand,
                |values| formula.evaluate(values) == *value,
                *engine,
                budget,
            )
        }
        Problem::Difference(first, second, engine) => {
            let encoding = Encoding::of_difference(first, second, budget)?;
            let differ = |values: &dyn Fn(Variable) -> bool| {
                first.evaluate(values) != second.evaluate(values)
            };
            let demand = Demand::Difference([first, second]);
            formula::assignment(&encoding, demand, differ, *engine, budget)
        }
        Problem::CountFormula(formula) => {
            let count = truth_table::count_models(formula, budget)?.into();
            let count = recounted(count, |part| verify::count::assignments(formula, part), budget)?;
            Ok(Solution::Count(count))
        }
        Problem::Clauses(cnf, engine) => {
            Ok(decide(cnf, *engine, budget)?.map_or(Solution::None, Solution::Model))
        }
        Problem::CountModels(cnf) => {
            let count = sat::count::count(cnf, budget)?;
            let count = recounted(count, |part| verify::count::models(cnf, part), budget)?;
            Ok(Solution::Count(count))
        }
        Problem::Path(maze, engine) => maze::find_path(maze, *engine, budget),
        Problem::ShortestPath(maze, engine) => maze::shortest_path(maze, *engine, budget),
        Problem::AnotherPath(maze, path) => maze::another_path(maze, path, budget),
        Problem::CountPlays(maze, engine) => {
            let count = match engine {
                MazeEngine::Search => path::count(maze, maze.steps, budget)?,
                MazeEngine::Sat => {
                    let encoding = encode(maze, Axioms::Pruned, maze.steps, budget)?;
                    sat::count::count(&encoding.cnf, budget)?
                }
            };
            let again = |part: &mut Budget| verify::count::plays(maze, maze.steps, part);
            Ok(Solution::Count(recounted(count, again, budget)?))
        }
        Problem::Quantified(game, with_strategy) => {
            let win = quantified::win(game, *with_strategy, budget)?;
            Ok(Solution::Winner(Box::new(win)))
        }
        Problem::Play(task) => Ok(Solution::Play(task.answer(budget)?)),
        Problem::Theory(task) => Ok(Solution::Theory(Box::new(task.answer(budget)?))),
    }
}

/// Steps of counting again: some hundredths of a second.
const RECOUNT: u64 = 1 << 22;

/// A count that another way to count confirms, as far as that comes to an end within [`RECOUNT`].
///
/// # Errors
/// See [`Failure`].
fn recounted(
    count: BigUint,
    again: impl FnOnce(&mut Budget) -> Result<BigUint, Stop>,
    budget: &Budget,
) -> Result<BigUint, Failure> {
    match again(&mut budget.part(RECOUNT)) {
        Ok(second) if second != count => {
            Err(unverified(format!("{count} was counted as {second}")))
        }
        Ok(_) | Err(Stop::Steps | Stop::Size(_)) => Ok(count),
        Err(stop) => Err(stop.into()),
    }
}

fn unverified(what: String) -> Failure {
    Failure::Unverified(what)
}
