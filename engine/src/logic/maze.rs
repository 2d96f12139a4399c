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
pub struct MazeVertex {
    /// Treasures whose home it is.
    pub treasures: Vec<TreasureId>,
    /// Treasures that entering it spends, each named once.
    pub tolls: Vec<TreasureId>,
    /// Where its corridors lead, each node once; GOAL's self-loop is written out.
    pub next: Vec<NodeId>,
}

/// A maze and the number of steps allowed in it.
///
/// Every treasure has at most one home. START and GOAL differ and hold neither treasures nor
/// tolls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maze {
    /// The nodes by their index.
    pub nodes: Vec<MazeVertex>,
    /// How many treasures there are.
    pub treasures: u32,
    /// Where the player stands at time 0.
    pub start: NodeId,
    /// Where the player must stand after the last step.
    pub goal: NodeId,
    /// Steps allowed; saturated at `u64::MAX` when the file says more.
    pub steps: u64,
}

impl Maze {
    /// The steps that can matter: a play of at most `steps` steps exists only if one of at most
    /// this many does.
    ///
    /// A treasure changes its state at most twice (at home, held, spent), so a play falls into at
    /// most `2 * treasures + 1` phases between such changes. Within a phase nothing but the node
    /// differs, so a shortest play visits no node twice in it.
    pub fn useful_steps(&self) -> u64 {
        let phases = 2 * u64::from(self.treasures) + 1;
        self.steps.min(phases.saturating_mul(self.nodes.len() as u64))
    }

    /// The home of each treasure, `None` for one that is nowhere.
    pub fn homes(&self) -> Vec<Option<NodeId>> {
        let mut homes = vec![None; self.treasures as usize];
        for (node, id) in self.nodes.iter().zip(0..) {
            for treasure in &node.treasures {
                homes[treasure.0 as usize] = Some(NodeId(id));
            }
        }
        homes
    }

    /// The nodes from which corridors lead to each node.
    pub fn previous(&self) -> Vec<Vec<NodeId>> {
        let mut previous = vec![Vec::new(); self.nodes.len()];
        for (node, id) in self.nodes.iter().zip((0..).map(NodeId)) {
            node.next.iter().for_each(|next| previous[next.0 as usize].push(id));
        }
        previous
    }

    /// The least number of steps from each node to GOAL when every toll is waived, `None` where
    /// no corridors lead there.
    pub fn distances_to_goal(&self) -> Vec<Option<u32>> {
        let previous = self.previous();
        let mut distances = vec![None; self.nodes.len()];
        distances[self.goal.0 as usize] = Some(0);
        let (mut layer, mut distance) = (vec![self.goal], 0);
        while !layer.is_empty() {
            distance += 1;
            let mut farther = Vec::new();
            for &node in layer.iter().flat_map(|node| &previous[node.0 as usize]) {
                if distances[node.0 as usize].is_none() {
                    distances[node.0 as usize] = Some(distance);
                    farther.push(node);
                }
            }
            layer = farther;
        }
        distances
    }
}
