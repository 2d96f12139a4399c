//! Trees of decisions, one for each thing that is asked of states again and again: which cell is to
//! be read next, and what comes of it. They grow with what states ask, so that nothing is written
//! down for values that no state has.

use super::states::PackedCell;

/// Edges of all trees together at most.
const EDGES: usize = 1 << 23;

/// Values of a cell that a tree tells apart at most.
const VALUES: u64 = 1 << 10;

const OPEN: u32 = u32::MAX;

#[derive(Clone, Copy)]
pub(super) enum DecisionNode {
    /// The edges from `first` on are those of the values of a cell.
    Ask { word: u32, shift: u32, mask: u64, first: u32, cell: u32 },
    /// What comes of it.
    Leaf(u32),
}

/// Where a tree ends that has not grown yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TreeSlot(pub u32);

pub(super) struct DecisionTrees {
    nodes: Vec<DecisionNode>,
    /// The node that each edge leads to; the first ones lead to the roots.
    edges: Vec<u32>,
}

impl DecisionTrees {
    /// So many, of which nothing is known.
    pub(super) fn new(roots: usize) -> Self {
        Self { nodes: Vec::new(), edges: vec![OPEN; roots] }
    }

    /// One more, and its root.
    pub(super) fn add(&mut self) -> TreeSlot {
        self.edges.push(OPEN);
        TreeSlot(self.edges.len() as u32 - 1)
    }

    /// The root of a tree.
    pub(super) fn root(at: usize) -> TreeSlot {
        TreeSlot(at as u32)
    }

    /// What stands somewhere in a tree; `None` where it has not grown yet.
    pub(super) fn node(&self, at: TreeSlot) -> Option<DecisionNode> {
        self.nodes.get(self.edges[at.0 as usize] as usize).copied()
    }

    /// What comes of a state, or where the tree has to grow.
    pub(super) fn walk(&self, from: TreeSlot, state: &[u64]) -> Result<u32, TreeSlot> {
        let mut slot = from.0;
        loop {
            match self.node(TreeSlot(slot)) {
                None => return Err(TreeSlot(slot)),
                Some(DecisionNode::Ask { word, shift, mask, first, .. }) => {
                    slot = first + (state[word as usize] >> shift & mask) as u32;
                }
                Some(DecisionNode::Leaf(leaf)) => return Ok(leaf),
            }
        }
    }

    /// The cells that are read on the way of a state.
    pub(super) fn asked(&self, from: TreeSlot, state: &[u64]) -> Vec<usize> {
        let mut asked = Vec::new();
        let mut slot = from.0;
        while let Some(DecisionNode::Ask { word, shift, mask, first, cell }) =
            self.node(TreeSlot(slot))
        {
            asked.push(cell as usize);
            slot = first + (state[word as usize] >> shift & mask) as u32;
        }
        asked
    }

    /// Lets a tree read a cell where it ended; `false` when there is no room for that.
    pub(super) fn ask(&mut self, at: TreeSlot, cell: usize, place: &PackedCell) -> bool {
        let PackedCell { word, shift, mask, count, .. } = *place;
        if count > VALUES || self.edges.len() + count as usize > EDGES {
            return false;
        }
        let first = self.edges.len() as u32;
        self.edges.extend(std::iter::repeat_n(OPEN, count as usize));
        let (word, cell) = (word as u32, cell as u32);
        self.end(at, DecisionNode::Ask { word, shift, mask, first, cell });
        true
    }

    /// Says what comes of it where a tree ended.
    pub(super) fn leaf(&mut self, at: TreeSlot, leaf: u32) {
        self.end(at, DecisionNode::Leaf(leaf));
    }

    fn end(&mut self, at: TreeSlot, node: DecisionNode) {
        self.edges[at.0 as usize] = self.nodes.len() as u32;
        self.nodes.push(node);
    }
}

/// What is known of steps once some cells were read.
#[derive(Default)]
pub(super) struct OverlayBranch {
    /// What can be done, each with what it changes.
    pub done: Vec<(u32, u32)>,
    /// Of these the trees had no room to grow.
    pub open: Vec<u32>,
    /// What the others read next.
    pub asks: Vec<CellAsk>,
}

/// Steps that read the same cell next.
pub(super) struct CellAsk {
    pub word: u32,
    pub shift: u32,
    pub mask: u64,
    pub cell: u32,
    /// The first of the branches for the values of the cell.
    pub first: u32,
    /// The steps, and where the edges of their trees for these values begin.
    pub members: Vec<(u32, u32)>,
}

/// A branch for a value that no state has had yet.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// A branch in which nothing can be done.
pub(super) const NOTHING: u32 = u32::MAX - 1;

/// All trees, laid over each other.
#[derive(Default)]
pub(super) struct TreeOverlay {
    pub branches: Vec<OverlayBranch>,
    pub children: Vec<u32>,
    /// The branches that a state leads to and that were not looked at.
    pub ahead: Vec<u32>,
}
