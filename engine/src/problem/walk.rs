//! Questions about two things in which steps are taken: behind which steps one sees something else.

use std::rc::Rc;

use super::Violation;
use super::plan::{PlanTask, aim};
use crate::logic::maze::{Maze, NodeId};
use crate::logic::sheet::actions::SheetStep;

/// Steps, as few as can be and so many at most, behind which two walks look different.
#[derive(Clone, Debug)]
pub struct TellWalksApart<W>(pub [W; 2], pub u64);

/// A path that is a play of one of two mazes and not of the other, if there is one. Waiting at GOAL makes no other play.
#[derive(Clone, Debug)]
pub struct TellMazesApart {
    /// The mazes.
    pub mazes: [Maze; 2],
    /// Of each node of each maze its number in both together.
    pub names: [Vec<u32>; 2],
}

/// A path by which mazes differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathApart {
    /// Its nodes, by their number in both mazes together.
    pub nodes: Vec<u32>,
    /// What each of the mazes says of it.
    pub judged: [JudgedPath; 2],
}

/// The part of a path that a maze has nodes for, and the rule that the path breaks, if any.
pub type JudgedPath = (Vec<NodeId>, Option<Violation>);

/// Steps, as few as can be, that are a plan of one puzzle and not of another, if there are any.
#[derive(Clone)]
pub struct TellPlansApart<'n>(pub [NamedPlans<'n>; 2]);

/// What can be done, and what a step is called.
#[derive(Clone)]
pub struct NamedPlans<'n> {
    /// What can be done, and where it shall lead.
    pub task: PlanTask<aim::Reach>,
    /// What a step is called. No two have the same name.
    pub name: Rc<dyn Fn(&SheetStep) -> String + 'n>,
}

/// Steps by which what can be done differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanApart {
    /// What they are called.
    pub steps: Vec<String>,
    /// For each of the two whether they lead to its goal, or the index of the first that cannot be done; of none if
    /// nothing can be.
    pub ends: [Result<bool, usize>; 2],
}
