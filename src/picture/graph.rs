//! A graph to look at: nodes with badges, directed edges, and a walk along them. Edges are drawn
//! as corridors: the two directions between a pair of nodes are one line.

use super::{Label, PartRole};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Nodes, the edges between them and a walk. Nodes are named by their index; every index must be
/// one of a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PictureGraph {
    /// The nodes.
    pub nodes: Vec<GraphNode>,
    /// The node from which distances are counted.
    pub start: usize,
    /// From where to where; order and repetitions do not matter.
    pub edges: Vec<(usize, usize)>,
    /// The nodes of a highlighted walk in order; empty when there is none.
    pub walk: Vec<usize>,
    /// The node at which a walk has arrived that goes on, framed twice.
    pub here: Option<usize>,
}

/// A node of a [`PictureGraph`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GraphNode {
    /// Its name.
    pub label: Label,
    /// What is to be known of it, a line each: `+GOLD`, `-WAND`.
    pub badges: Vec<Label>,
}

/// All edges between two nodes, or of one node to itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Corridor {
    /// One end; of a one-way corridor the one it starts from.
    pub from: usize,
    /// The other end.
    pub to: usize,
    /// Whether it leads in both directions.
    pub is_two_way: bool,
    /// The steps of the walk that take it, from 1, ascending.
    pub steps: Vec<usize>,
    /// Whether the walk takes it from `from` to `to`.
    pub is_walked: bool,
    /// Whether the walk takes it from `to` to `from`.
    pub is_walked_back: bool,
}

impl Corridor {
    /// The arrowheads at `from` and at `to`: of the walk where it goes that way, and plain ones where
    /// another tells the direction. A two-way corridor off the walk needs none.
    pub(super) fn heads(&self) -> [Option<PartRole>; 2] {
        let leads = [self.is_two_way, true];
        let walked = [self.is_walked_back, self.is_walked];
        let is_plain = self.is_two_way && self.steps.is_empty();
        std::array::from_fn(|end| match walked[end] {
            true => Some(PartRole::Highlight),
            false => (leads[end] && !is_plain).then_some(PartRole::Normal),
        })
    }

    /// The numbers of its steps, for its label; of very many the first.
    pub(super) fn steps_label(&self) -> String {
        const MOST: usize = 3;
        let shown: Vec<_> = self.steps.iter().take(MOST).map(usize::to_string).collect();
        shown.join(",") + if self.steps.len() > MOST { ",…" } else { "" }
    }
}

impl PictureGraph {
    /// Least number of edges from the start to each node; `None` where no path leads.
    pub(super) fn distances(&self) -> Vec<Option<usize>> {
        let mut next = vec![Vec::new(); self.nodes.len()];
        for &(from, to) in &self.edges {
            next[from].push(to);
        }
        let mut distances = vec![None; self.nodes.len()];
        let mut queue = VecDeque::new();
        if let Some(start) = distances.get_mut(self.start) {
            *start = Some(0);
            queue.push_back((self.start, 0));
        }
        while let Some((node, distance)) = queue.pop_front() {
            for &neighbour in &next[node] {
                if distances[neighbour].is_none() {
                    distances[neighbour] = Some(distance + 1);
                    queue.push_back((neighbour, distance + 1));
                }
            }
        }
        distances
    }

    /// The edges as corridors, in the order in which they first appear. A step of the walk that
    /// follows no edge is on none.
    pub(super) fn corridors(&self) -> Vec<Corridor> {
        let mut corridors: Vec<Corridor> = Vec::new();
        let mut between = FxHashMap::default();
        for &(from, to) in &self.edges {
            let index = *between.entry((from.min(to), from.max(to))).or_insert(corridors.len());
            match corridors.get_mut(index) {
                Some(known) => known.is_two_way |= known.from != from,
                None => corridors.push(Corridor {
                    from,
                    to,
                    is_two_way: false,
                    steps: Vec::new(),
                    is_walked: false,
                    is_walked_back: false,
                }),
            }
        }
        for (step, ends) in self.walk.windows(2).enumerate() {
            let (from, to) = (ends[0], ends[1]);
            let Some(&index) = between.get(&(from.min(to), from.max(to))) else { continue };
            let corridor = &mut corridors[index];
            if corridor.from == from {
                corridor.is_walked = true;
            } else if corridor.is_two_way {
                corridor.is_walked_back = true;
            } else {
                continue;
            }
            corridor.steps.push(step + 1);
        }
        corridors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(nodes: usize, edges: &[(usize, usize)], walk: &[usize]) -> PictureGraph {
        let nodes = vec![GraphNode::default(); nodes];
        PictureGraph { nodes, edges: edges.to_vec(), walk: walk.to_vec(), ..Default::default() }
    }

    #[test]
    fn distances_follow_the_direction_of_edges() {
        let graph = graph(5, &[(0, 1), (1, 2), (0, 2), (3, 0), (2, 4)], &[]);
        assert_eq!(graph.distances(), [Some(0), Some(1), Some(1), None, Some(2)]);
        assert!(PictureGraph::default().distances().is_empty());
    }

    #[test]
    fn both_directions_are_one_corridor() {
        let graph = graph(3, &[(0, 1), (1, 2), (1, 0), (2, 2), (0, 1)], &[0, 1, 0, 1, 2, 1, 2]);
        let corridors = graph.corridors();
        let seen: Vec<_> =
            corridors.iter().map(|c| (c.from, c.to, c.is_two_way, c.steps_label())).collect();
        // Step 5 goes from 2 to 1 against a one-way edge, so it is nowhere.
        let expected = [(0, 1, true, "1,2,3"), (1, 2, false, "4,6"), (2, 2, false, "")];
        assert_eq!(seen, expected.map(|(a, b, two, steps)| (a, b, two, steps.to_string())));
        assert_eq!(corridors[0].heads(), [Some(PartRole::Highlight); 2]);
        assert_eq!(corridors[1].heads(), [None, Some(PartRole::Highlight)]);
    }

    #[test]
    fn a_corridor_shows_each_way_it_leads_where_one_is_walked() {
        let graph = graph(4, &[(0, 1), (1, 0), (1, 2), (2, 3), (3, 2)], &[1, 0]);
        let heads: Vec<_> = graph.corridors().iter().map(Corridor::heads).collect();
        let plain = Some(PartRole::Normal);
        assert_eq!(heads, [[Some(PartRole::Highlight), plain], [None, plain], [None, None]]);
    }
}
