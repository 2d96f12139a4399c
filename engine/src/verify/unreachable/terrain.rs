//! The nodes that a play to GOAL may visit, and the walks between those where something happens.

use super::{CertificateFlaw, TreasurePlace};
use crate::budget::{Budget, Stop};
use crate::evidence::maze::Landmark;
use crate::logic::maze::{Maze, NodeId};

/// What of a maze can matter.
pub(super) struct Terrain<'a> {
    pub maze: &'a Maze,
    /// Whether a play to GOAL may visit the node.
    pub is_open: Vec<bool>,
    /// For each landmark the nodes that can be entered before it.
    pub before: Vec<Vec<bool>>,
    /// Whether an open node asks for the treasure.
    is_asked_for: Vec<bool>,
    /// The nodes that ask for each treasure.
    askers: Vec<Vec<NodeId>>,
    /// The nodes that corridors lead from to each node.
    sources: Vec<Vec<NodeId>>,
}

impl<'a> Terrain<'a> {
    /// Looks at a maze, given nodes that every play should visit; `None` when GOAL is out of reach
    /// even if nothing is ever spent.
    pub(super) fn new(
        maze: &'a Maze,
        landmarks: &[Landmark],
        budget: &mut Budget,
    ) -> Result<Option<Self>, CertificateFlaw> {
        let mut askers = vec![Vec::new(); maze.treasures as usize];
        for (node, id) in maze.nodes.iter().zip((0..).map(NodeId)) {
            node.tolls.iter().for_each(|toll| askers[toll.0 as usize].push(id));
        }
        let mut sources = vec![Vec::new(); maze.nodes.len()];
        for (node, id) in maze.nodes.iter().zip((0..).map(NodeId)) {
            node.next.iter().for_each(|next| sources[next.0 as usize].push(id));
        }
        let (is_open, before) = (vec![true; maze.nodes.len()], Vec::new());
        let mut terrain = Self { maze, is_open, before, is_asked_for: Vec::new(), askers, sources };
        loop {
            if !terrain.settle(budget)? {
                return Ok(None);
            }
            terrain.before.clear();
            for landmark in landmarks {
                terrain.before.push(terrain.entered(Some(landmark.node), budget)?);
            }
            let is_sure = |before: &Vec<bool>| !before[maze.goal.0 as usize];
            let sure = landmarks.iter().zip(&terrain.before).filter(|it| is_sure(it.1));
            // Who must pay a treasure here cannot pay it elsewhere.
            let mut elsewhere = Vec::new();
            for (Landmark { node, .. }, _) in sure {
                for toll in &maze.nodes[node.0 as usize].tolls {
                    let others = terrain.askers[toll.0 as usize].iter().filter(|it| *it != node);
                    elsewhere.extend(others.filter(|it| terrain.is_open[it.0 as usize]).copied());
                }
            }
            if elsewhere.is_empty() {
                let unsure = terrain.before.iter().position(|before| !is_sure(before));
                if let Some(index) = unsure {
                    return Err(CertificateFlaw::Landmark(landmarks[index].node));
                }
                break;
            }
            elsewhere.into_iter().for_each(|node| terrain.is_open[node.0 as usize] = false);
        }
        let is_asker = |node: &NodeId| terrain.is_open[node.0 as usize];
        terrain.is_asked_for =
            terrain.askers.iter().map(|askers| askers.iter().any(is_asker)).collect();
        Ok(Some(terrain))
    }

    /// Closes nodes until each can be entered and leads to GOAL; tells whether GOAL can be entered.
    fn settle(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        loop {
            let entered = self.entered(None, budget)?;
            if !entered[self.maze.goal.0 as usize] {
                return Ok(false);
            }
            self.is_open = entered;
            let leads = self.steps_to(self.maze.goal, |_| true);
            let is_dead = |index: &usize| self.is_open[*index] && leads[*index].is_none();
            let dead: Vec<_> = (0..leads.len()).filter(is_dead).collect();
            if dead.is_empty() {
                return Ok(true);
            }
            dead.into_iter().for_each(|index| self.is_open[index] = false);
        }
    }

    /// The open nodes that can be entered when nothing is ever spent, and `without` is closed.
    fn entered(&self, without: Option<NodeId>, budget: &mut Budget) -> Result<Vec<bool>, Stop> {
        let nodes = &self.maze.nodes;
        let mut missing: Vec<_> = nodes.iter().map(|node| node.tolls.len()).collect();
        let mut is_near = vec![false; nodes.len()];
        let mut entered = vec![false; nodes.len()];
        let mut stack = vec![self.maze.start];
        while let Some(id) = stack.pop() {
            budget.check()?;
            let index = id.0 as usize;
            is_near[index] = true;
            if missing[index] > 0 || entered[index] || !self.is_open[index] || without == Some(id) {
                continue;
            }
            entered[index] = true;
            for treasure in &nodes[index].treasures {
                for asker in &self.askers[treasure.0 as usize] {
                    missing[asker.0 as usize] -= 1;
                    stack.extend(is_near[asker.0 as usize].then_some(*asker));
                }
            }
            stack.extend(&nodes[index].next);
        }
        Ok(entered)
    }

    /// The steps from each open node to `goal`, passing only such nodes as `lets_through` says.
    pub(super) fn steps_to(
        &self,
        goal: NodeId,
        lets_through: impl Fn(NodeId) -> bool,
    ) -> Vec<Option<u32>> {
        let mut steps = vec![None; self.sources.len()];
        let mut queue = vec![goal];
        steps[goal.0 as usize] = Some(0);
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            at += 1;
            if node != goal && !lets_through(node) {
                continue;
            }
            let next = steps[node.0 as usize].map(|steps: u32| steps + 1);
            for &source in &self.sources[node.0 as usize] {
                if self.is_open[source.0 as usize] && steps[source.0 as usize].is_none() {
                    steps[source.0 as usize] = next;
                    queue.push(source);
                }
            }
        }
        steps
    }

    /// Whether something may happen at a node, or the play starts or ends there.
    pub(super) fn is_site(&self, id: NodeId) -> bool {
        self.is_event(id) || id == self.maze.start || id == self.maze.goal
    }

    /// Whether something may happen at a node.
    pub(super) fn is_event(&self, id: NodeId) -> bool {
        let node = &self.maze.nodes[id.0 as usize];
        let mut treasures = node.treasures.iter();
        self.is_open[id.0 as usize]
            && (!node.tolls.is_empty() || treasures.any(|it| self.is_asked_for[it.0 as usize]))
    }

    /// Whether a node can be passed at any time.
    pub(super) fn is_plain(&self, node: NodeId) -> bool {
        node != self.maze.goal && self.maze.nodes[node.0 as usize].tolls.is_empty()
    }

    /// Whether a treasure that some toll asks for is still at home there.
    pub(super) fn has_something(&self, home: NodeId, places: &[TreasurePlace]) -> bool {
        let mut treasures = self.maze.nodes[home.0 as usize].treasures.iter();
        treasures.any(|it| {
            self.is_asked_for[it.0 as usize] && places[it.0 as usize] == TreasurePlace::Home
        })
    }

    /// Where the treasures are behind a node; `None` when a toll is not held, or nothing happens.
    pub(super) fn enter(
        &self,
        node: NodeId,
        places: &[TreasurePlace],
    ) -> Option<Vec<TreasurePlace>> {
        let entered = &self.maze.nodes[node.0 as usize];
        if entered.tolls.iter().any(|toll| places[toll.0 as usize] != TreasurePlace::Held) {
            return None;
        }
        if entered.tolls.is_empty() && !self.has_something(node, places) {
            return None;
        }
        let mut places = places.to_vec();
        entered.tolls.iter().for_each(|toll| places[toll.0 as usize] = TreasurePlace::Spent);
        for treasure in entered.treasures.iter().map(|it| it.0 as usize) {
            if self.is_asked_for[treasure] && places[treasure] == TreasurePlace::Home {
                places[treasure] = TreasurePlace::Held;
            }
        }
        Some(places)
    }

    /// The nodes where something happens that walks from a node lead to, nearest first, with
    /// the steps there.
    pub(super) fn around(&self, from: NodeId) -> Vec<(NodeId, u32)> {
        let mut steps = vec![None; self.maze.nodes.len()];
        steps[from.0 as usize] = Some(0);
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            at += 1;
            if node != from && !self.is_plain(node) {
                continue;
            }
            let next = steps[node.0 as usize].map(|steps: u32| steps + 1);
            for &to in &self.maze.nodes[node.0 as usize].next {
                if self.is_open[to.0 as usize] && steps[to.0 as usize].is_none() {
                    steps[to.0 as usize] = next;
                    queue.push(to);
                }
            }
        }
        let sites = queue.into_iter().filter(|&node| node != from && self.is_site(node));
        sites.filter_map(|node| Some((node, steps[node.0 as usize]?))).collect()
    }
}
