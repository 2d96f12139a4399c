//! An argument that no play reaches GOAL: each step is read with nothing but corridors, and rests on those before it.

use super::checked::Checked;
use crate::budget::Budget;
use crate::evidence::maze::{BarredNode, MazeArgument, WhyBarred};
use crate::logic::maze::{Maze, NodeId};
use crate::problem::Failure;

/// An argument about a maze.
///
/// # Errors
/// The step that does not follow, or the limit that was reached.
pub(crate) fn argument(
    maze: &Maze,
    argument: MazeArgument,
    budget: &mut Budget,
) -> Result<Checked<MazeArgument>, Failure> {
    let wrong = || Failure::Unverified("a step of an argument about a maze is wrong".to_owned());
    let mut barred: Vec<NodeId> = Vec::new();
    for step in &argument.steps {
        let mut before = barred.clone();
        before.push(step.node);
        for nested in &step.before {
            let is_plain = matches!(nested.why, WhyBarred::Nowhere | WhyBarred::Behind { .. });
            if !is_plain || !nested.before.is_empty() || !follows(maze, nested, &before, budget)? {
                return Err(wrong());
            }
            before.push(nested.node);
        }
        let known = if step.before.is_empty() { &barred } else { &before };
        if !follows(maze, step, known, budget)? {
            return Err(wrong());
        }
        barred.push(step.node);
    }
    let is_known = argument.through.iter().all(|it| barred.contains(it));
    if !is_known || leads(maze, maze.start, maze.goal, &argument.through, budget)? {
        return Err(wrong());
    }
    Ok(Checked::new(argument))
}

/// Whether a node is barred, where some others are known to be.
fn follows(
    maze: &Maze,
    step: &BarredNode,
    known: &[NodeId],
    budget: &mut Budget,
) -> Result<bool, Failure> {
    let asks = |it: NodeId| maze.nodes[it.0 as usize].tolls.contains(&step.toll);
    let home = maze.homes()[step.toll.0 as usize];
    let are_known = |through: &[NodeId], more: NodeId| {
        through.iter().all(|it| *it == more || known.contains(it))
    };
    let node = step.node;
    Ok(asks(node)
        && match &step.why {
            WhyBarred::Nowhere => home.is_none(),
            WhyBarred::Behind { home: told, through } => {
                home == Some(*told)
                    && are_known(through, node)
                    && !leads(maze, maze.start, *told, through, budget)?
            }
            WhyBarred::Lost { home: told, through } => {
                home == Some(*told)
                    && are_known(through, maze.start)
                    && !leads(maze, *told, node, through, budget)?
            }
            WhyBarred::Spent { by, through } => {
                *by != node
                    && asks(*by)
                    && are_known(through, *by)
                    && !leads(maze, maze.start, node, through, budget)?
            }
            WhyBarred::Again { by, through } => {
                *by != node
                    && asks(*by)
                    && are_known(through, *by)
                    && !leads(maze, node, maze.goal, through, budget)?
            }
        })
}

/// Whether corridors lead from one node to another without these.
fn leads(
    maze: &Maze,
    from: NodeId,
    to: NodeId,
    without: &[NodeId],
    budget: &mut Budget,
) -> Result<bool, Failure> {
    let mut seen = vec![false; maze.nodes.len()];
    without.iter().for_each(|it| seen[it.0 as usize] = true);
    if without.contains(&to) {
        return Ok(false);
    }
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        budget.work(1)?;
        if node == to {
            return Ok(true);
        }
        for next in &maze.nodes[node.0 as usize].next {
            if !std::mem::replace(&mut seen[next.0 as usize], true) {
                open.push(*next);
            }
        }
    }
    Ok(false)
}
