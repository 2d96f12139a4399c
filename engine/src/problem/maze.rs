//! What answers questions about mazes, and which rule a path may break.

use crate::logic::maze::TreasureId;

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
    /// More than were asked for; nobody looked for how many.
    Untold,
}
