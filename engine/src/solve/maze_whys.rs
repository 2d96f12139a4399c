//! Tolls without which a maze has a shorter play, or another one: they are waived one by one, and those stay that make
//! a difference.

use super::maze::proved;
use crate::budget::Budget;
use crate::logic::maze::{Maze, NodeId};
use crate::problem::{
    Failure, FindOtherPath, FindWhyLeast, FindWhyOnlyPath, Problem, ProblemAnswer, WhyOnlyPath,
};
use crate::search::path;
use crate::verify::checked::Checked;

impl Problem for FindWhyLeast {
    type Solution = Vec<usize>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Vec<usize>>, Failure> {
        let Self(maze, least) = self;
        let is_less = |maze: &Maze, budget: &mut Budget| {
            let Some(most) = least.checked_sub(1) else { return Ok(None) };
            let found = path::within(maze, most, budget)?;
            let path = proved(maze, found, most, budget)?;
            let is_less = path.as_ref().is_some_and(|it| (it.len() as u64) <= *least);
            Ok((!is_less).then(|| path.told_as(|_| ()).into()))
        };
        let open = || Failure::Refused("there is a shorter way".to_owned());
        needed(maze, is_less, budget)?.ok_or_else(open)
    }
}

impl Problem for FindWhyOnlyPath {
    type Solution = WhyOnlyPath;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<WhyOnlyPath>, Failure> {
        let Self(maze, only) = self;
        let other = FindOtherPath(maze.clone(), only.clone()).answer(budget)?;
        if let Some(other) = &*other {
            let other = other.clone();
            return Ok(other_path(other, maze)?.told_as(WhyOnlyPath::Another).into());
        }
        let is_only = |maze: &Maze, budget: &mut Budget| {
            let other = FindOtherPath(maze.clone(), only.clone()).answer(budget)?;
            Ok(other.is_none().then(|| other.told_as(|_| ())))
        };
        let lost = || Failure::Unverified("a play is the only one, and is not".to_owned());
        Ok(needed(maze, is_only, budget)?.ok_or_else(lost)?.told_as(WhyOnlyPath::Only))
    }
}

/// Another play, walked again.
fn other_path(path: Vec<NodeId>, maze: &Maze) -> Result<Checked<Vec<NodeId>>, Failure> {
    crate::verify::accept::walked(maze, path, maze.steps)
}

/// The tolls by which something is so of a maze and without any one of which, the rest waived, it is not; nothing where
/// all of them do not make it so.
fn needed(
    maze: &Maze,
    mut is_so: impl FnMut(&Maze, &mut Budget) -> Result<Option<ProblemAnswer<()>>, Failure>,
    budget: &mut Budget,
) -> Result<Option<ProblemAnswer<Vec<usize>>>, Failure> {
    let tolls: usize = maze.nodes.iter().map(|node| node.tolls.len()).sum();
    let mut kept: Vec<usize> = (0..tolls).collect();
    let Some(mut shown) = is_so(maze, budget)? else { return Ok(None) };
    let mut at = 0;
    while at < kept.len() {
        let mut fewer = kept.clone();
        fewer.remove(at);
        match is_so(&with_tolls(maze, &fewer), budget)? {
            Some(fewer_shown) => (kept, shown) = (fewer, fewer_shown),
            None => at += 1,
        }
    }
    Ok(Some(shown.told_as(|()| kept)))
}

/// The maze in which all other tolls are waived.
fn with_tolls(maze: &Maze, kept: &[usize]) -> Maze {
    let mut relaxed = maze.clone();
    let mut numbers = 0..;
    for node in &mut relaxed.nodes {
        node.tolls.retain(|_| numbers.next().is_some_and(|it| kept.binary_search(&it).is_ok()));
    }
    relaxed
}
