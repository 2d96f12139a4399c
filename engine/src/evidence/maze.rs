//! That a maze has no path of so many steps: a set of states that no play leaves before it is too late.

use crate::logic::maze::{NodeId, TreasureId};

/// Why no path of at most K steps exists. A treasure that no toll asks for changes nothing; it counts
/// as at home forever.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Certificate {
    /// Nodes that every play visits, ascending; each asks for something or holds what some toll asks for.
    pub landmarks: Vec<Landmark>,
    /// What the player may hold and have spent.
    pub inventories: Vec<Inventory>,
    /// The states.
    pub states: Vec<MazeState>,
}

/// A node that every play to GOAL visits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Landmark {
    /// The node.
    pub node: NodeId,
    /// What each end of a walk there costs, in 32nds of a step; any price gives a bound.
    pub price: i64,
}

/// Treasures that are not at home.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inventory {
    /// Those the player holds.
    pub held: Vec<TreasureId>,
    /// Those that were spent.
    pub spent: Vec<TreasureId>,
}

/// The player at a node, with the treasures where an inventory says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MazeState {
    /// Where the player is.
    pub node: NodeId,
    /// Index of the inventory.
    pub inventory: u32,
    /// The earliest step at which this occurs, from 0.
    pub step: u64,
}

/// Why no play reaches GOAL: nodes that none enters on its way there, and that no corridors lead around them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MazeArgument {
    /// The nodes, each with what bars it.
    pub steps: Vec<BarredNode>,
    /// Those of them without which corridors lead to GOAL.
    pub through: Vec<NodeId>,
}

/// A node that no play enters that reaches GOAL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BarredNode {
    /// The node.
    pub node: NodeId,
    /// What it asks for.
    pub toll: TreasureId,
    /// Why that is not there.
    pub why: WhyBarred,
    /// Nodes that no play enters before it.
    pub before: Vec<BarredNode>,
}

/// Why a node cannot be entered. The nodes that ways lead through are barred, or not entered before it, or the node
/// that spends the treasure as well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyBarred {
    /// The treasure is nowhere.
    Nowhere,
    /// No way leads to the treasure but through these.
    Behind {
        /// Where the treasure is.
        home: NodeId,
        /// These.
        through: Vec<NodeId>,
    },
    /// From the treasure no way leads to the node but through these.
    Lost {
        /// Where the treasure is.
        home: NodeId,
        /// These.
        through: Vec<NodeId>,
    },
    /// No way leads to the node but through these, one of which spends the treasure before.
    Spent {
        /// That one.
        by: NodeId,
        /// All of them.
        through: Vec<NodeId>,
    },
    /// From the node no way leads to GOAL but through these, one of which asks for the treasure again.
    Again {
        /// That one.
        by: NodeId,
        /// All of them.
        through: Vec<NodeId>,
    },
}
