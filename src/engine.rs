//! How to search and prove. Sees `logic` and `budget` only: numbers in, numbers out; names and
//! source positions stay with the puzzle that asked. [`solve`] is the one way in, and nothing it
//! returns has not been checked by [`verify`].

pub mod contradiction;
pub mod first_order;
pub mod game;
pub mod learn;
pub mod qbf;
pub mod quantified;
pub mod resolution;
pub mod sat;
pub mod search;
pub mod verify;

use num_bigint::BigUint;

pub use verify::path::Violation;

use crate::budget::{Budget, Stop};
use crate::engine::sat::{Verdict, cdcl, dpll};
use crate::engine::search::path;
use crate::engine::verify::unreachable;
use crate::logic::cnf::{Cnf, Literal};
use crate::logic::formula::{Formula, Variable};
use crate::logic::functions::Functions;
use crate::logic::maze::{Maze, NodeId};
use crate::logic::maze_encoding::{Axioms, encode};
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;
use crate::logic::truth_table;
use crate::logic::tseitin::Encoding;

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
            let encoding = Encoding::of(formula, *value);
            assignment(&encoding, |values| formula.evaluate(values) == *value, *engine, budget)
        }
        Problem::Difference(first, second, engine) => {
            let encoding = Encoding::of_difference(first, second);
            let differ = |values: &dyn Fn(Variable) -> bool| {
                first.evaluate(values) != second.evaluate(values)
            };
            assignment(&encoding, differ, *engine, budget)
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
        Problem::Path(maze, engine) => find_path(maze, *engine, budget),
        Problem::ShortestPath(maze, engine) => shortest_path(maze, *engine, budget),
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

/// Steps of the first turn with all quantified clauses and without some; each later one has twice as many.
const FIRST_TURN: u64 = 1 << 14;

/// Who wins a game of quantified clauses. Clauses that change nothing may guide the learning, or be in its
/// way; so the game is tried with them and without them in turn.
fn win(game: &Prenex, with_strategy: bool, budget: &mut Budget) -> Result<Win, Failure> {
    let (kept, blocked) = qbf::blocked::eliminate(game, budget)?;
    if blocked.is_empty() {
        let (winner, proof) = qbf::solve(game, budget)?;
        return shown(game, game, &[], (winner, &proof), with_strategy, budget);
    }
    let small = game.only(&kept);
    let mut steps = FIRST_TURN;
    loop {
        budget.look()?;
        for (part, blocked) in [(game, &[][..]), (&small, &blocked)] {
            match qbf::solve(part, &mut budget.part(steps)) {
                Err(Stop::Steps) => {}
                found => {
                    let (winner, proof) = found?;
                    return shown(game, part, blocked, (winner, &proof), with_strategy, budget);
                }
            }
        }
        steps = steps.saturating_mul(2);
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

/// An assignment that the encoding asks for; `is_right` judges it by the formulas themselves.
fn assignment(
    encoding: &Encoding,
    is_right: impl Fn(&dyn Fn(Variable) -> bool) -> bool,
    engine: SatEngine,
    budget: &mut Budget,
) -> Result<Solution, Failure> {
    let Some(model) = decide(&encoding.cnf, engine, budget)? else {
        return Ok(Solution::None);
    };
    let values: Vec<_> = encoding.variables.iter().copied().zip(model).collect();
    if is_right(&|variable| values.contains(&(variable, true))) {
        Ok(Solution::Assignment(values))
    } else {
        Err(unverified("an assignment does not give the formula its value".to_owned()))
    }
}

fn find_path(
    maze: &Maze,
    engine: Option<MazeEngine>,
    budget: &mut Budget,
) -> Result<Solution, Failure> {
    let (found, by) = path_by(engine, maze, maze.steps, budget)?;
    match found {
        Some(path) if path.len() as u64 - 1 <= maze.steps => {
            checked_path(maze, path, maze.steps, by)
        }
        // Too few steps, or no number of them is enough.
        found => Ok(Solution::NoPath { least_steps: found.map(|path| path.len() as u64 - 1), by }),
    }
}

fn shortest_path(
    maze: &Maze,
    engine: Option<MazeEngine>,
    budget: &mut Budget,
) -> Result<Solution, Failure> {
    let (found, by) = path_by(engine, maze, 0, budget)?;
    match found {
        Some(path) => checked_path(maze, path, u64::MAX, by),
        None => Ok(Solution::NoPath { least_steps: None, by }),
    }
}

/// Steps of the first turn of an engine; each later one has twice as many.
const FIRST_STEPS: u64 = 1 << 22;

/// A path of at most so many steps, or else a shortest one; what is said of it is checked. Without an
/// engine the search goes first, and where that takes long both have their turns.
fn path_by(
    engine: Option<MazeEngine>,
    maze: &Maze,
    steps: u64,
    budget: &mut Budget,
) -> Result<(Option<Vec<NodeId>>, MazeEngine), Failure> {
    let search = |budget: &mut Budget| proved(maze, path::within(maze, steps, budget)?, budget);
    match engine {
        Some(MazeEngine::Search) => return Ok((search(budget)?, MazeEngine::Search)),
        Some(MazeEngine::Sat) => return Ok((path_by_clauses(maze, budget)?, MazeEngine::Sat)),
        None => {}
    }
    let mut effort = FIRST_STEPS;
    loop {
        budget.look()?;
        match search(&mut budget.part(effort)) {
            Err(Failure::Stopped(Stop::Steps | Stop::Size(_))) => {}
            found => return Ok((found?, MazeEngine::Search)),
        }
        match path_by_clauses(maze, &mut budget.part(effort)) {
            Err(Failure::Stopped(Stop::Steps | Stop::Size(_))) => effort = effort.saturating_mul(2),
            found => return Ok((found?, MazeEngine::Sat)),
        }
    }
}

/// A path that was found, once the claim that there is none shorter has passed its check.
fn proved(
    maze: &Maze,
    found: path::Found,
    budget: &mut Budget,
) -> Result<Option<Vec<NodeId>>, Failure> {
    if let Some(certificate) = &found.certificate {
        // One step less is not enough; without a path no number of steps is.
        let too_few = found.path.as_ref().map_or(u64::MAX, |path| path.len() as u64 - 2);
        check_unreachable(maze, certificate, too_few, budget)?;
    }
    Ok(found.path)
}

/// Steps that it may cost to check what was found by clauses by searching.
const MOST_STEPS: u64 = 1 << 22;

/// A path by clauses, for ever more steps until there is one; that fewer are not enough was
/// refuted. The refutation is checked, but what if the clauses say something else than the maze? So where
/// that is little effort the number of steps has to have a certificate, too, which knows no clauses.
fn path_by_clauses(maze: &Maze, budget: &mut Budget) -> Result<Option<Vec<NodeId>>, Failure> {
    let (found, is_proved) = path::by_clauses(maze, budget)?;
    if !is_proved {
        return Err(unverified("a refutation is wrong".to_owned()));
    }
    if found.certificate.is_some() {
        return proved(maze, found, budget);
    }
    let part = &mut budget.part(MOST_STEPS);
    match path::shortest(maze, part).map_err(Failure::from).and_then(|it| proved(maze, it, part)) {
        Ok(other) if other.as_ref().map(Vec::len) == found.path.as_ref().map(Vec::len) => {}
        Ok(_) => return Err(unverified("the clauses ask for more steps than needed".to_owned())),
        Err(Failure::Stopped(Stop::Steps | Stop::Size(_))) => {}
        Err(failure) => return Err(failure),
    }
    Ok(found.path)
}

fn checked_path(
    maze: &Maze,
    path: Vec<NodeId>,
    steps: u64,
    by: MazeEngine,
) -> Result<Solution, Failure> {
    match verify::path::check_path(maze, &path, steps) {
        Ok(()) => Ok(Solution::Path(path, by)),
        Err(violation) => Err(unverified(format!("a path breaks the rules: {violation:?}"))),
    }
}

fn check_unreachable(
    maze: &Maze,
    certificate: &unreachable::Certificate,
    steps: u64,
    budget: &mut Budget,
) -> Result<(), Failure> {
    unreachable::check_unreachable(maze, certificate, steps, budget).map_err(|flaw| match flaw {
        unreachable::Flaw::Stopped(stop) => stop.into(),
        flaw => unverified(format!("the proof that there is no path is wrong: {flaw:?}")),
    })
}
