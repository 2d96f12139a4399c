//! A maze with treasures and tolls as a problem: numbers only. Nodes and treasures are indices;
//! names and positions stay with the puzzle that made it. The rules are in `docs/language.md`.

/// Index of a node, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// Index of a treasure, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TreasureId(pub u32);

/// What stands at one node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// Treasures whose home it is.
    pub treasures: Vec<TreasureId>,
    /// Treasures that entering it spends.
    pub tolls: Vec<TreasureId>,
    /// Where its corridors lead; GOAL's self-loop is written out.
    pub next: Vec<NodeId>,
}

/// A maze and the number of steps allowed in it.
///
/// Every treasure has at most one home; START and GOAL hold neither treasures nor tolls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maze {
    /// The nodes by their index.
    pub nodes: Vec<Node>,
    /// How many treasures there are.
    pub treasures: u32,
    /// Where the player stands at time 0.
    pub start: NodeId,
    /// Where the player must stand after the last step.
    pub goal: NodeId,
    /// Steps allowed; saturated at `u64::MAX` when the file says more.
    pub steps: u64,
}
