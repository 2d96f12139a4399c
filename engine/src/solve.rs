//! The doors: each finds an answer by a procedure and has it checked. They are the only place that sees both.

pub mod clauses;
mod formula;
pub mod functions;
pub(crate) mod game;
mod maze;
mod quantified;
mod sheet;
pub mod theory;
pub mod unsat_core;

pub use clauses::{decide, decide_by_textbook};

use crate::budget::Budget;
use crate::logic::maze_encoding::{Axioms, encode};
use crate::logic::truth_table;
use crate::logic::tseitin::Encoding;
use crate::problem::{Answer, Failure, MazeEngine, Problem, Solution};
use crate::sat;
use crate::search::path;
use crate::verify::accept::{Counted, counted};
use crate::verify::encoding::Demand;

/// Solves a problem and has the solution checked.
///
/// # Errors
/// See [`Failure`].
pub fn solve(problem: &Problem, budget: &mut Budget) -> Result<Answer<Solution>, Failure> {
    Ok(match problem {
        Problem::Formula(formula, value, engine) => {
            let encoding = Encoding::of(formula, *value, budget)?;
            let demand = Demand::Value(&[formula], *value);
            formula::assignment(&encoding, demand, *engine, budget)?.into()
        }
        Problem::Difference(first, second, engine) => {
            let encoding = Encoding::of_difference(first, second, budget)?;
            let demand = Demand::Difference([first, second]);
            formula::assignment(&encoding, demand, *engine, budget)?.into()
        }
        Problem::CountFormula(formula) => {
            let count = truth_table::count_models(formula, budget)?.into();
            counted(Counted::Assignments(formula), count, budget)?.told_as(Solution::Count)
        }
        Problem::Clauses(cnf, engine) => {
            let model = decide(cnf, *engine, budget)?;
            model.told_as(Solution::Model).into()
        }
        Problem::CountModels(cnf) => {
            let count = sat::count::count(cnf, budget)?;
            counted(Counted::Models(cnf), count, budget)?.told_as(Solution::Count)
        }
        Problem::Path(maze, engine) => maze::find_path(maze, *engine, budget)?,
        Problem::ShortestPath(maze, engine) => maze::shortest_path(maze, *engine, budget)?,
        Problem::AnotherPath(maze, path) => maze::another_path(maze, path, budget)?,
        Problem::CountPlays(maze, engine) => {
            let count = match engine {
                MazeEngine::Search => path::count(maze, maze.steps, budget)?,
                MazeEngine::Sat => {
                    let encoding = encode(maze, Axioms::Pruned, maze.steps, budget)?;
                    sat::count::count(&encoding.cnf, budget)?
                }
            };
            counted(Counted::Plays(maze), count, budget)?.told_as(Solution::Count)
        }
        Problem::Quantified(game, with_strategy) => {
            let win = quantified::win(game, *with_strategy, budget)?;
            win.told_as(|it| Solution::Winner(Box::new(it))).into()
        }
        Problem::Play(task) => task.answer(budget)?.told_as(Solution::Play),
        Problem::Sheet(task) => task.answer(budget)?.told_as(|it| Solution::Sheet(Box::new(it))),
        Problem::Theory(task) => task.answer(budget)?.told_as(|it| Solution::Theory(Box::new(it))),
    })
}

fn unverified(what: &str) -> Failure {
    Failure::Unverified(what.to_owned())
}
