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
enum Node {
    /// The edges from `first` on are those of the values of a cell.
    Ask { word: u32, shift: u32, mask: u64, first: u32, cell: u32 },
    /// What comes of it.
    Leaf(u32),
}

/// Where a tree ends that has not grown yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TreeSlot(u32);

pub(super) struct DecisionTrees {
    nodes: Vec<Node>,
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

    /// What comes of a state, or where the tree has to grow.
    pub(super) fn walk(&self, from: TreeSlot, state: &[u64]) -> Result<u32, TreeSlot> {
        let mut slot = from.0;
        loop {
            let node = self.edges[slot as usize];
            if node == OPEN {
                return Err(TreeSlot(slot));
            }
            match self.nodes[node as usize] {
                Node::Ask { word, shift, mask, first, .. } => {
                    slot = first + (state[word as usize] >> shift & mask) as u32;
                }
                Node::Leaf(leaf) => return Ok(leaf),
            }
        }
    }

    /// The cells that are read on the way of a state.
    pub(super) fn asked(&self, from: TreeSlot, state: &[u64]) -> Vec<usize> {
        let mut asked = Vec::new();
        let mut slot = from.0;
        while let Some(Node::Ask { word, shift, mask, first, cell }) =
            self.nodes.get(self.edges[slot as usize] as usize).copied()
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
        self.end(at, Node::Ask { word, shift, mask, first, cell });
        true
    }

    /// Says what comes of it where a tree ended.
    pub(super) fn leaf(&mut self, at: TreeSlot, leaf: u32) {
        self.end(at, Node::Leaf(leaf));
    }

    fn end(&mut self, at: TreeSlot, node: Node) {
        self.edges[at.0 as usize] = self.nodes.len() as u32;
        self.nodes.push(node);
    }
}
