//! What came of readings by the book, found again for every state that agrees in all places that were read:
//! trees that ask for one byte of a key after the other.

/// Edges of a set of trees at most.
const EDGES: usize = 1 << 22;

const OPEN: u32 = u32::MAX;

#[derive(Clone, Copy)]
enum Node {
    /// The edges from `first` on are those of the values of this byte.
    Ask { at: u32, first: u32 },
    /// What came of it.
    Leaf(u32),
}

/// A byte of a key that was read, and how many values it may have.
pub(in crate::verify) type ReadByte = (usize, usize);

/// Trees with numbers as leaves.
pub(super) struct ReadTrees {
    nodes: Vec<Node>,
    /// The node that each edge leads to; the first ones lead to the roots.
    edges: Vec<u32>,
}

impl ReadTrees {
    /// So many, of which nothing is known.
    pub(super) fn new(roots: usize) -> Self {
        Self { nodes: Vec::new(), edges: vec![OPEN; roots] }
    }

    /// What came of a reading of a key, if it is known.
    pub(super) fn find(&self, root: usize, key: &[u8]) -> Option<u32> {
        let mut edge = root;
        loop {
            match self.nodes.get(self.edges[edge] as usize)? {
                Node::Ask { at, first } => {
                    edge = *first as usize + usize::from(key[*at as usize]);
                }
                Node::Leaf(leaf) => return Some(*leaf),
            }
        }
    }

    /// The bytes of a key that are read in a tree.
    pub(super) fn read(&self, root: usize, key: &[u8]) -> Vec<usize> {
        let (mut edge, mut read) = (root, Vec::new());
        while let Some(Node::Ask { at, first }) = self.nodes.get(self.edges[edge] as usize) {
            read.push(*at as usize);
            edge = *first as usize + usize::from(key[*at as usize]);
        }
        read
    }

    /// Keeps what came of a reading of a key, which read these bytes one after the other, unless there is no
    /// room for it, or the same bytes were read in another order before.
    pub(super) fn keep(&mut self, root: usize, key: &[u8], read: &[ReadByte], leaf: u32) {
        let (mut edge, mut read) = (root, read.iter());
        while let Some(node) = self.nodes.get(self.edges[edge] as usize) {
            match (*node, read.next()) {
                (Node::Ask { at, first }, Some(next)) if at as usize == next.0 => {
                    edge = first as usize + usize::from(key[next.0]);
                }
                _ => return,
            }
        }
        if self.edges.len() + read.as_slice().iter().map(|it| it.1).sum::<usize>() > EDGES {
            return;
        }
        for (at, count) in read {
            let first = self.edges.len();
            self.edges.resize(first + count, OPEN);
            self.end(edge, Node::Ask { at: *at as u32, first: first as u32 });
            edge = first + usize::from(key[*at]);
        }
        self.end(edge, Node::Leaf(leaf));
    }

    fn end(&mut self, edge: usize, node: Node) {
        self.edges[edge] = self.nodes.len() as u32;
        self.nodes.push(node);
    }
}
