//! A maze as sites and legs. A site is a node where something happens: START, GOAL, a node that asks
//! for tolls, the home of a treasure that some toll asks for. A leg is a shortest walk from one site
//! to another through nodes that ask for nothing.
//!
//! Nothing is lost by this. Holding a treasure is never worse than having it at home, and that never
//! worse than having spent it: whatever walk is allowed in the worse case is allowed in the better.
//! So a player may as well leave treasures where they are, and between the nodes where something is
//! taken or paid only the number of steps counts.

use std::cell::OnceCell;

use super::relevance::Relevance;
use crate::logic::maze::{Maze, NodeId, TreasureId};

/// Index of a site; START is 0 and GOAL is 1.
pub(super) type Site = u32;

/// The site of START.
pub(super) const START: Site = 0;
/// The site of GOAL.
pub(super) const GOAL: Site = 1;

const NOWHERE: u32 = u32::MAX;

/// What happens at a site.
pub(super) struct LegEvent {
    /// Where.
    pub node: NodeId,
    /// The tolls paid there, by rank.
    pub tolls: Vec<usize>,
    /// The useful treasures taken there, by rank.
    pub treasures: Vec<usize>,
}

/// A shortest walk to a site.
#[derive(Clone, Copy)]
pub(super) struct Leg {
    /// Where to.
    pub to: Site,
    /// In how many steps.
    pub steps: u32,
}

/// The sites of a maze and the legs between them, found when they are asked for.
pub(super) struct Legs<'m> {
    maze: &'m Maze,
    is_open: Vec<bool>,
    /// The useful treasures by rank.
    pub useful: Vec<TreasureId>,
    pub sites: Vec<LegEvent>,
    /// The site at each node.
    site_at: Vec<Option<Site>>,
    legs: Vec<OnceCell<Vec<Leg>>>,
    past: Vec<OnceCell<Vec<Vec<Site>>>>,
}

impl<'m> Legs<'m> {
    /// The sites of a maze.
    pub(super) fn new(maze: &'m Maze, relevance: &Relevance) -> Self {
        let useful: Vec<_> = (0..maze.treasures)
            .map(TreasureId)
            .filter(|it| relevance.is_useful[it.0 as usize])
            .collect();
        let ranks = |treasures: &[TreasureId]| -> Vec<usize> {
            treasures.iter().filter_map(|it| useful.binary_search(it).ok()).collect()
        };
        let end = |node| LegEvent { node, tolls: Vec::new(), treasures: Vec::new() };
        let mut sites = vec![end(maze.start), end(maze.goal)];
        for (node, id) in maze.nodes.iter().zip((0..).map(NodeId)) {
            let event =
                LegEvent { node: id, tolls: ranks(&node.tolls), treasures: ranks(&node.treasures) };
            let happens = !event.tolls.is_empty() || !event.treasures.is_empty();
            if happens && relevance.is_open[id.0 as usize] {
                sites.push(event);
            }
        }
        let mut site_at = vec![None; maze.nodes.len()];
        for (event, site) in sites.iter().zip(0..) {
            site_at[event.node.0 as usize] = Some(site);
        }
        let (legs, past) = sites.iter().map(|_| (OnceCell::new(), OnceCell::new())).unzip();
        Self { maze, is_open: relevance.is_open.clone(), useful, sites, site_at, legs, past }
    }

    /// The site at a node.
    pub(super) fn site(&self, node: NodeId) -> Option<Site> {
        self.site_at[node.0 as usize]
    }

    /// The legs from a site to others, shortest first.
    pub(super) fn from(&self, site: Site) -> &[Leg] {
        self.legs[site as usize].get_or_init(|| {
            let mut legs = Vec::new();
            self.walk(site, |node, steps, _| {
                legs.extend(self.site(node).map(|to| Leg { to, steps }));
                false
            });
            legs
        })
    }

    /// For each leg from a site, the homes that a walk of the same length passes. Who goes by
    /// loses nothing by taking what is there, so such a leg need not be looked at before.
    pub(super) fn past(&self, site: Site) -> &[Vec<Site>] {
        self.past[site as usize].get_or_init(|| {
            let legs = self.from(site);
            let mut direct = vec![NOWHERE; self.sites.len()];
            legs.iter().for_each(|leg| direct[leg.to as usize] = leg.steps);
            let mut past = vec![Vec::new(); self.sites.len()];
            for first in legs.iter().filter(|leg| self.is_passable_home(leg.to)) {
                for second in self.from(first.to) {
                    let steps = first.steps.saturating_add(second.steps);
                    if direct[second.to as usize] == steps {
                        past[second.to as usize].push(first.to);
                    }
                }
            }
            legs.iter().map(|leg| std::mem::take(&mut past[leg.to as usize])).collect()
        })
    }

    /// Whether the site is a home that can be passed any number of times.
    pub(super) fn is_passable_home(&self, site: Site) -> bool {
        let event = &self.sites[site as usize];
        event.tolls.is_empty() && !event.treasures.is_empty()
    }

    /// The nodes of a walk from site to site.
    pub(super) fn path(&self, sites: &[Site]) -> Vec<NodeId> {
        let legs = sites.windows(2).flat_map(|pair| self.nodes(pair[0], pair[1]));
        sites[..1].iter().map(|&first| self.sites[first as usize].node).chain(legs).collect()
    }

    /// The nodes of a leg behind its first.
    fn nodes(&self, from: Site, to: Site) -> Vec<NodeId> {
        let goal = self.sites[to as usize].node;
        let mut parents = vec![NodeId(NOWHERE); self.maze.nodes.len()];
        self.walk(from, |node, _, parent| {
            parents[node.0 as usize] = parent;
            node == goal
        });
        let (start, mut node) = (self.sites[from as usize].node, goal);
        let mut nodes = Vec::new();
        while node != start {
            nodes.push(node);
            node = parents[node.0 as usize];
        }
        nodes.reverse();
        nodes
    }

    /// Visits the nodes around a site, nearest first, with the steps to each and the node before it,
    /// until `visit` says that it is enough. Nodes with tolls and GOAL are the ends of such walks.
    fn walk(&self, from: Site, mut visit: impl FnMut(NodeId, u32, NodeId) -> bool) {
        let start = self.sites[from as usize].node;
        let mut is_known = vec![false; self.maze.nodes.len()];
        is_known[start.0 as usize] = true;
        let (mut layer, mut steps) = (vec![start], 0);
        while !layer.is_empty() {
            steps += 1;
            let mut farther = Vec::new();
            for &parent in &layer {
                for &node in &self.maze.nodes[parent.0 as usize].next {
                    let index = node.0 as usize;
                    if !self.is_open[index] || std::mem::replace(&mut is_known[index], true) {
                        continue;
                    }
                    if visit(node, steps, parent) {
                        return;
                    }
                    if node != self.maze.goal && self.maze.nodes[index].tolls.is_empty() {
                        farther.push(node);
                    }
                }
            }
            layer = farther;
        }
    }
}
