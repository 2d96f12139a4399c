//! How to search and prove. Numbers in, numbers out; names and
//! source positions stay with the puzzle that asked. [`solve`] is the one way in, and what it returns has
//! been checked by [`verify`]: wholly, but for numbers that take long to count again, plays of which
//! there are millions, where it is tried whether samples contradict, and [`first_order::World::Unseen`],
//! which says of itself that it has not.

#![cfg_attr(not(test), warn(clippy::disallowed_macros, clippy::disallowed_methods))]

pub mod budget;
pub mod contradiction;
pub mod first_order;
pub mod game;
pub mod learn;
pub mod logic;
mod maze;
pub mod qbf;
pub mod quantified;
pub mod resolution;
pub mod sat;
pub mod search;
pub mod verify;

use num_bigint::BigUint;

pub use verify::path::Violation;

use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Cnf, Literal};
use crate::logic::formula::{Formula, Variable};
use crate::logic::functions::Functions;
use crate::logic::maze::{Maze, NodeId};
use crate::logic::maze_encoding::{Axioms, encode};
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;
use crate::logic::truth_table;
use crate::logic::tseitin::Encoding;
use crate::qbf::{Freedom, Search};
use crate::sat::{Verdict, cdcl, dpll};
use crate::search::path;
use crate::verify::encoding::{Demand, follows};

/// A question in numbers.
#[derive(Clone, Debug)]
pub enum Problem {
    /// Values that give a formula a value.
    Formula(Formula, bool, SatEngine),
    /// Values where two formulas differ.
    Difference(Formula, Formula, SatEngine),
    /// How many assignments to its variables make a formula true.
    CountFormula(Formula),
    /// A model of clauses.
    Clauses(Cnf, SatEngine),
    /// How many models clauses have.
    CountModels(Cnf),
    /// A path within the steps a maze allows; without an engine one is picked, as for the next.
    Path(Maze, Option<MazeEngine>),
    /// A path of as few steps as there can be.
    ShortestPath(Maze, Option<MazeEngine>),
    /// Another path than one within the steps a maze allows.
    AnotherPath(Maze, Vec<NodeId>),
    /// How many plays there are within the steps a maze allows.
    CountPlays(Maze, MazeEngine),
    /// Who wins a game of quantified clauses, and if asked for how.
    Quantified(Prenex, bool),
    /// A question about a game of any kind.
    Play(game::Task),
    /// A question about a theory.
    Theory(Box<first_order::Task>),
}

/// What decides clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatEngine {
    /// Clause learning.
    Cdcl,
    /// The textbook procedure.
    Dpll,
}

/// What answers questions about paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MazeEngine {
    /// Best-first search from site to site; plays are counted breadth first over states.
    Search,
    /// Clauses.
    Sat,
}

/// A checked answer in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// Values of the formulas' variables.
    Assignment(Vec<(Variable, bool)>),
    /// A value for each atom.
    Model(Vec<bool>),
    /// There is none.
    None,
    /// That many.
    Count(BigUint),
    /// Who wins a game of quantified clauses.
    Winner(Box<Win>),
    /// From START to GOAL, and what found it.
    Path(Vec<NodeId>, MazeEngine),
    /// There is no path within the steps asked for.
    NoPath {
        /// The fewest steps that are enough, if any are.
        least_steps: Option<u64>,
        /// What found that out.
        by: MazeEngine,
    },
    /// What was found out about a game of any kind.
    Play(game::Found),
    /// What was found out about a theory.
    Theory(Box<first_order::Found>),
}

/// What is known of who wins a game of quantified clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// The player who wins.
    pub winner: Player,
    /// What the winner chooses before the opponent has chosen anything.
    pub opening: Vec<Literal>,
    /// How the winner plays, where that was asked for.
    pub strategy: Option<Functions>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A limit was reached; the answer is unknown.
    Stopped(Stop),
    /// It would take for ever; the text says what.
    Refused(String),
    /// An engine's answer did not pass the checker: a fault of ours.
    Unverified(String),
}

impl MazeEngine {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Sat => "sat",
        }
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Solves a problem and checks the solution.
///
/// # Errors
/// See [`Failure`].
pub fn solve(problem: &Problem, budget: &mut Budget) -> Result<Solution, Failure> {
    match problem {
        Problem::Formula(formula, value, engine) => {
            let encoding = Encoding::of(formula, *value, budget)?;
            let demand = Demand::Value(&[formula], *value);
            assignment(
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
            assignment(&encoding, demand, differ, *engine, budget)
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
            let win = win(game, *with_strategy, budget)?;
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

/// Steps of a turn of each way to decide quantified clauses.
const TURN: u64 = 1 << 14;

/// Who wins a game of quantified clauses. Clauses that change nothing may guide the learning, or be in its
/// way; so the game is tried with them and without them in turn. Where E chooses before A, so is a search
/// that may only guess that E wins.
fn win(game: &Prenex, with_strategy: bool, budget: &mut Budget) -> Result<Win, Failure> {
    let (kept, blocked) = qbf::blocked::eliminate(game, budget)?;
    let small = (!blocked.is_empty()).then(|| game.only(&kept));
    let mut ways = vec![(Search::new(game, Freedom::Late), &[][..])];
    if let Some(small) = &small {
        ways.push((Search::new(small, Freedom::Late), &blocked));
    }
    if game.is_chosen_early() {
        ways.push((Search::new(small.as_ref().unwrap_or(game), Freedom::Any), &blocked));
    }
    loop {
        budget.look()?;
        let mut at = 0;
        while at < ways.len() {
            let is_only = ways.len() == 1;
            let (search, blocked) = &mut ways[at];
            let found = match is_only {
                true => search.run(budget),
                false => search.run(&mut budget.part(TURN)),
            };
            match found {
                Err(Stop::Steps) => at += 1,
                Ok((Player::E, _)) if search.freedom == Freedom::Any => {
                    ways.remove(at);
                }
                found => {
                    let (winner, proof) = found?;
                    let part = search.game;
                    return shown(game, part, blocked, (winner, &proof), with_strategy, budget);
                }
            }
        }
    }
}

/// What a proof from some of the clauses shows: that A wins, at once; that E does, by functions that satisfy
/// them all.
fn shown(
    game: &Prenex,
    part: &Prenex,
    blocked: &[qbf::blocked::Blocked],
    (winner, proof): (Player, &qbf::proof::Proof),
    with_strategy: bool,
    budget: &mut Budget,
) -> Result<Win, Failure> {
    let Some(mut opening) = verify::qbf::opening(part, winner, proof, budget)? else {
        return Err(unverified("the proof of a win is wrong".to_owned()));
    };
    let is_restored = winner == Player::E && !blocked.is_empty();
    if !with_strategy && !is_restored {
        return Ok(Win { winner, opening, strategy: None });
    }
    let mut functions = qbf::strategy(part, winner, proof, budget)?;
    if is_restored {
        qbf::blocked::restore(game, blocked, &mut functions);
        opening = functions.constants(|atom| game.is_outermost(atom));
    }
    if !verify::functions::wins(game, winner, &functions, budget)? {
        return Err(unverified("a strategy does not win".to_owned()));
    }
    Ok(Win { winner, opening, strategy: with_strategy.then_some(functions) })
}

/// A model of clauses, `None` when there is none; the model or the refutation is checked.
///
/// # Errors
/// See [`Failure`].
pub fn decide(
    cnf: &Cnf,
    engine: SatEngine,
    budget: &mut Budget,
) -> Result<Option<Vec<bool>>, Failure> {
    match engine {
        SatEngine::Cdcl => learn::decide(cnf, cdcl::Options::default(), None, budget).0,
        SatEngine::Dpll => decide_by_textbook(cnf, &mut dpll::Silent, budget),
    }
}

fn checked_model(cnf: &Cnf, model: Vec<bool>) -> Result<Option<Vec<bool>>, Failure> {
    match verify::model::check_model(cnf, &model) {
        Ok(()) => Ok(Some(model)),
        Err(clause) => Err(unverified(format!("a model violates clause {clause}"))),
    }
}

/// Decides as [`decide`] does by the textbook procedure. The observer hears each of its steps.
///
/// # Errors
/// See [`Failure`].
pub fn decide_by_textbook(
    cnf: &Cnf,
    observer: &mut impl dpll::Observer,
    budget: &mut Budget,
) -> Result<Option<Vec<bool>>, Failure> {
    match dpll::solve(cnf, observer, budget)? {
        Verdict::Satisfiable(model) => checked_model(cnf, model),
        Verdict::Unsatisfiable(proof) => match verify::drat::check_refutation(cnf, &proof, budget)?
        {
            Ok(()) => Ok(None),
            Err(flaw) => Err(unverified(format!("a refutation is wrong: {flaw:?}"))),
        },
    }
}

fn unverified(what: String) -> Failure {
    Failure::Unverified(what)
}

/// An assignment that the encoding asks for; `is_right` judges it by the formulas themselves. That there is
/// none rests on the clauses, so these have to follow from the demand.
fn assignment(
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
