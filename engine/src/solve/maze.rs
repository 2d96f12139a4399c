//! Paths through a maze, by two engines that have their turns. A path is walked by the rules; that there is no
//! shorter one, or none at all, needs a proof that passes its check.

use std::cell::RefCell;
use std::rc::Rc;

use num_bigint::BigUint;

use super::unverified;
use crate::budget::{Budget, Stop};
use crate::evidence::clauses::Listener;
use crate::logic::cnf::Literal;
use crate::logic::maze::{Maze, NodeId};
use crate::logic::maze_encoding::{MazeAxioms, encode};
use crate::portfolio::{Pace, Portfolio, Share};
use crate::problem::{
    CountPlays, Doubt, Failure, FindOtherPath, FindPath, FindShortestPath, LeastSteps, MazeEngine,
    PathFound, Problem, ProblemAnswer,
};
use crate::sat::count;
use crate::search::path;
use crate::verify::accept::{self, CountedModels};
use crate::verify::checked::Checked;
use crate::verify::lrat::LratChecker;

impl Problem for FindPath {
    type Solution = PathFound;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<PathFound>, Failure> {
        let Self(maze, engine) = self;
        let (found, by) = path_by(*engine, maze, maze.steps, budget)?;
        Ok(told(found, maze.steps, by))
    }
}

impl Problem for FindShortestPath {
    type Solution = PathFound;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<PathFound>, Failure> {
        let Self(maze, engine) = self;
        let (found, by) = path_by(*engine, maze, 0, budget)?;
        Ok(told(found, u64::MAX, by))
    }
}

impl Problem for FindOtherPath {
    type Solution = Option<Vec<NodeId>>;

    /// That there is none is counted again as far as that is soon done.
    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Option<Vec<NodeId>>>, Failure> {
        let Self(maze, path) = self;
        let Some(second) = path::second(maze, path, maze.steps, budget)? else {
            let only = accept::counted(CountedModels::Plays(maze), 1_u32.into(), budget)?;
            return Ok(only.told_as(|_| None));
        };
        if second == *path {
            return Err(unverified("a second path is the first one"));
        }
        Ok(accept::walked(maze, second, maze.steps)?.told_as(Some).into())
    }
}

impl Problem for CountPlays {
    type Solution = BigUint;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<BigUint>, Failure> {
        let Self(maze, engine) = self;
        let count = match engine {
            MazeEngine::Search => path::count(maze, maze.steps, budget)?,
            MazeEngine::Sat => {
                let encoding = encode(maze, MazeAxioms::Pruned, maze.steps, budget)?;
                count::count(&encoding.cnf, budget)?
            }
        };
        accept::counted(CountedModels::Plays(maze), count, budget)
    }
}

/// A path, and what is doubted of the claim that there is none shorter.
type Shortest = (Checked<Option<Vec<NodeId>>>, &'static [Doubt]);

/// What is told of a path: itself or, when it takes more steps than that, how many.
fn told((path, doubts): Shortest, steps: u64, by: MazeEngine) -> ProblemAnswer<PathFound> {
    let is_enough = path.as_ref().is_some_and(|it| it.len() as u64 - 1 <= steps);
    let found = path.told_as(|path| {
        let path = match path {
            Some(path) if is_enough => Ok(path),
            Some(path) => Err(LeastSteps::Exactly(path.len() as u64 - 1)),
            None => Err(LeastSteps::Never),
        };
        PathFound { path, by }
    });
    // Whether there is a shorter one makes no difference to a path that is short enough.
    let matters = !is_enough || steps == u64::MAX;
    ProblemAnswer::from(found).doubted(if matters { doubts } else { &[] })
}

/// Steps of the turns of each engine, which begins anew in each.
const PACE: Pace = Pace { first: 1 << 22, growth: 2 };

/// A path of at most so many steps, or else a shortest one; what is said of it is checked. Without an
/// engine the search goes first, and where that takes long both have their turns.
fn path_by(
    engine: Option<MazeEngine>,
    maze: &Maze,
    steps: u64,
    budget: &mut Budget,
) -> Result<(Shortest, MazeEngine), Failure> {
    let search = |budget: &mut Budget| {
        let path = proved(maze, path::within(maze, steps, budget)?, steps, budget)?;
        Ok(((path, &[][..]), MazeEngine::Search))
    };
    let clauses = |budget: &mut Budget| Ok((path_by_clauses(maze, budget)?, MazeEngine::Sat));
    match engine {
        Some(MazeEngine::Search) => search(budget),
        Some(MazeEngine::Sat) => clauses(budget),
        None => {
            let both = [MazeEngine::Search, MazeEngine::Sat].map(|it| (Share::of_steps(1), it));
            let found = Portfolio::new(PACE, both).run(budget, |engine, budget| match engine {
                MazeEngine::Search => search(budget).map(Some),
                MazeEngine::Sat => clauses(budget).map(Some),
            });
            found?.ok_or_else(|| unverified("both engines gave up"))
        }
    }
}

/// A path that was found, once it was walked and the claim that there is none shorter has passed its check; a
/// path of at most so many steps needs none.
pub(super) fn proved(
    maze: &Maze,
    found: path::FoundPath,
    steps: u64,
    budget: &mut Budget,
) -> Result<Checked<Option<Vec<NodeId>>>, Failure> {
    let walked = found.path.map(|path| accept::walked(maze, path, u64::MAX)).transpose()?;
    let needed = walked.as_ref().map(|path| path.len() as u64 - 1);
    // One step less is not enough; without a path no number of steps is.
    let too_few = needed.map_or(u64::MAX, |needed| needed.saturating_sub(1));
    match (&found.certificate, walked) {
        (Some(certificate), walked) => {
            let shown = accept::too_few(maze, certificate, too_few, budget)?;
            Ok(walked.map_or_else(|| shown.told_as(|()| None), |it| it.told_as(Some)))
        }
        (None, Some(walked)) if needed <= Some(steps) => Ok(walked.told_as(Some)),
        (None, _) => Err(unverified("the proof that there is no path is missing")),
    }
}

/// Steps that it may cost to check what was refuted by clauses by searching, too.
const MOST_STEPS: u64 = 1 << 22;

/// A path by clauses, for ever more steps until there is one; that fewer are not enough was
/// refuted or follows from a bound.
fn path_by_clauses(maze: &Maze, budget: &mut Budget) -> Result<Shortest, Failure> {
    let (found, refuted) = found_by_clauses(maze, budget)?;
    if found.certificate.is_some() {
        return Ok((proved(maze, found, 0, budget)?, &[]));
    }
    shown_by_clauses(maze, found, refuted, MOST_STEPS, budget)
}

/// A shortest path by clauses, and whether the refutation of one step less passed its check.
fn found_by_clauses(
    maze: &Maze,
    budget: &mut Budget,
) -> Result<(path::FoundPath, Option<bool>), Stop> {
    let checker = Rc::new(RefCell::new(LratChecker::default()));
    let is_refuted = |within: &[Literal]| checker.borrow().refutes(within) == Ok(true);
    let tracer = Box::new(Rc::clone(&checker));
    path::by_clauses(maze, Listener { tracer, is_refuted: &is_refuted }, budget)
}

/// A path by clauses, which have refuted one step less, or a bound has let them begin with enough steps. What
/// they refuted is looked for by searching as well, `effort` steps long.
fn shown_by_clauses(
    maze: &Maze,
    found: path::FoundPath,
    refuted: Option<bool>,
    effort: u64,
    budget: &mut Budget,
) -> Result<Shortest, Failure> {
    let Some(path) = found.path else {
        return Err(unverified("the proof that there is no path is missing"));
    };
    let path = accept::walked(maze, path, u64::MAX)?;
    let doubts: &[Doubt] = match refuted {
        Some(false) => return Err(unverified("a refutation is wrong")),
        // The clauses say something else than the maze, perhaps. So where that is little effort the number
        // of steps has to have a certificate, too, which knows no clauses.
        Some(true) => match confirm(maze, path.len(), &mut budget.part(effort)) {
            Err(Failure::Stopped(Stop::Steps | Stop::Size(_))) => &[Doubt::Clauses],
            confirmed => confirmed.map(|()| &[][..])?,
        },
        None => confirm(maze, path.len(), budget).map(|()| &[][..])?,
    };
    Ok((path.told_as(Some), doubts))
}

/// Compares a shortest path of so many nodes with one that has a certificate.
fn confirm(maze: &Maze, nodes: usize, budget: &mut Budget) -> Result<(), Failure> {
    let other = path::shortest(maze, budget)?;
    let other = proved(maze, other, 0, budget)?;
    if other.as_ref().map(Vec::len) == Some(nodes) {
        Ok(())
    } else {
        Err(unverified("the clauses ask for more steps than needed"))
    }
}
