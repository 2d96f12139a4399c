//! Questions about mazes, what answers them, and which rule a path may break.

use crate::logic::maze::{Maze, NodeId, TreasureId};

/// A path within the steps a maze allows; without an engine one is picked, as for the next. In its
/// [core](super::Refutable::core) are, for any number of steps, its tolls, node by node: the others
/// are waived. When the corridors alone leave no path, there is no member.
#[derive(Clone, Debug)]
pub struct FindPath(pub Maze, pub Option<MazeEngine>);

/// A path of as few steps as there can be. Its core is as that of [`FindPath`].
#[derive(Clone, Debug)]
pub struct FindShortestPath(pub Maze, pub Option<MazeEngine>);

/// Another path than one within the steps a maze allows, if there is one.
#[derive(Clone, Debug)]
pub struct FindOtherPath(pub Maze, pub Vec<NodeId>);

/// How many plays there are within the steps a maze allows.
#[derive(Clone, Debug)]
pub struct CountPlays(pub Maze, pub MazeEngine);

/// Why no play reaches GOAL, for people: a chain of nodes that cannot be entered on the way there.
#[derive(Clone, Debug)]
pub struct FindMazeArgument(pub Maze);

/// Tolls by which no play reaches GOAL in fewer than so many steps, none of which could be waived, node by node; nothing
/// where the corridors alone ask for them.
#[derive(Clone, Debug)]
pub struct FindWhyLeast(pub Maze, pub u64);

/// Why a play is the only one within the steps allowed.
#[derive(Clone, Debug)]
pub struct FindWhyOnlyPath(pub Maze, pub Vec<NodeId>);

/// Why a play is the only one, or that it is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyOnlyPath {
    /// It is by these tolls, none of which could be waived, node by node.
    Only(Vec<usize>),
    /// Another one.
    Another(Vec<NodeId>),
}

/// What was found of a path, and by what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathFound {
    /// From START to GOAL, or how many steps are enough if those asked for are not.
    pub path: Result<Vec<NodeId>, LeastSteps>,
    /// What found it.
    pub by: MazeEngine,
}

/// What answers questions about paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MazeEngine {
    /// Best-first search from site to site; plays are counted breadth first over states.
    Search,
    /// Clauses.
    Sat,
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

/// The rule that a path breaks first. Steps count from 1; step `i` leads to the path's node `i`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    /// The path has no node.
    Empty,
    /// There is no such node.
    UnknownNode {
        /// Its place in the path, from 0.
        index: usize,
    },
    /// The first node is not START.
    NotFromStart,
    /// No corridor leads from the node before to this one.
    NoCorridor {
        /// The step.
        step: usize,
    },
    /// The node asks for a treasure that the player does not hold.
    TollNotHeld {
        /// The step.
        step: usize,
        /// The treasure asked for.
        toll: TreasureId,
        /// The earlier step that spent it, `None` when it was never taken.
        spent: Option<usize>,
    },
    /// The last node is not GOAL.
    NotToGoal,
    /// The path is right but too long.
    TooManySteps {
        /// Its steps.
        steps: usize,
    },
}

/// How few steps are enough for a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeastSteps {
    /// So many.
    Exactly(u64),
    /// No number of steps is.
    Never,
}
