//! What can matter in a maze: the nodes that a play to GOAL may visit, those that every play visits
//! (landmarks: Porteous, Sebastia and Hoffmann, ECP 2001), and the order they force on each other.
//! All of it follows from plays that hold what they once took, whatever they pay.

use std::collections::VecDeque;

use crate::budget::{Budget, Stop};
use crate::logic::maze::{Maze, MazeVertex, NodeId};

/// Which nodes matter.
pub(super) struct Relevance {
    /// Whether a play to GOAL may visit the node.
    pub is_open: Vec<bool>,
    /// Whether some open node asks for the treasure.
    pub is_useful: Vec<bool>,
    /// Nodes with tolls or useful treasures that every play to GOAL visits.
    pub landmarks: Vec<RelevantLandmark>,
}

/// A node that every play to GOAL visits.
pub(super) struct RelevantLandmark {
    pub node: NodeId,
    /// The nodes with tolls or useful treasures, ascending, that cannot be visited before it.
    pub later: Vec<NodeId>,
}

/// Says which nodes matter. GOAL itself is closed when no play reaches it, even if treasures could be
/// paid more than once where no landmark asks for them.
///
/// # Errors
/// The limit of the budget that was reached.
pub(super) fn relevance(maze: &Maze, budget: &mut Budget) -> Result<Relevance, Stop> {
    let mut is_open = vec![true; maze.nodes.len()];
    let mut landmarks = Vec::new();
    loop {
        let supporters = narrow(maze, &mut is_open, budget)?;
        let mut is_useful = vec![false; maze.treasures as usize];
        for (node, _) in maze.nodes.iter().zip(&is_open).filter(|(_, is_open)| **is_open) {
            node.tolls.iter().for_each(|toll| is_useful[toll.0 as usize] = true);
        }
        let is_site = |node: NodeId| {
            let node = &maze.nodes[node.0 as usize];
            let mut treasures = node.treasures.iter();
            !node.tolls.is_empty() || treasures.any(|it| is_useful[it.0 as usize])
        };
        let Some(supporters) = supporters else {
            return Ok(Relevance { is_open, is_useful, landmarks });
        };
        let sites: Vec<NodeId> = supporters.into_iter().filter(|&node| is_site(node)).collect();
        let before = Before::explore(maze, &is_open, &sites, budget)?;
        landmarks.clear();
        for (index, &node) in sites.iter().enumerate() {
            if before.has(index, maze.goal) {
                let later = (0..maze.nodes.len() as u32).map(NodeId).filter(|&it| {
                    it != node && is_open[it.0 as usize] && before.has(index, it) && is_site(it)
                });
                landmarks.push(RelevantLandmark { node, later: later.collect() });
            }
        }
        if !close_rivals(maze, &landmarks, &mut is_open) {
            return Ok(Relevance { is_open, is_useful, landmarks });
        }
    }
}

/// Closes the nodes that cannot be reached or lead nowhere. Of what is left, the nodes that one way
/// to GOAL relies on; `None` when there is no way.
fn narrow(
    maze: &Maze,
    is_open: &mut Vec<bool>,
    budget: &mut Budget,
) -> Result<Option<Vec<NodeId>>, Stop> {
    loop {
        let reached = Reached::explore(maze, is_open, budget)?;
        if !reached.contains(maze.goal) {
            is_open[maze.goal.0 as usize] = false;
            return Ok(None);
        }
        let leads = leading_to_goal(maze, |node| reached.contains(node));
        if leads == *is_open {
            return Ok(Some(reached.supporters(maze)));
        }
        *is_open = leads;
    }
}

/// Which of some sites every play visits before each node, the node included: those that come before all nodes
/// it can be entered from, and those that come before the home of any of its tolls (Keyder, Richter and
/// Helmert, "Sound and complete landmarks for and/or graphs", ECAI 2010).
struct Before {
    /// A set of bits for each node, so many words each.
    sets: Vec<u64>,
    words: usize,
}

impl Before {
    fn explore(
        maze: &Maze,
        is_open: &[bool],
        sites: &[NodeId],
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let words = sites.len().div_ceil(64);
        let mut own = vec![None; maze.nodes.len()];
        sites.iter().zip(0..).for_each(|(site, index)| own[site.0 as usize] = Some(index));
        let (homes, previous) = (maze.homes(), maze.previous());
        let mut askers = vec![Vec::new(); maze.treasures as usize];
        for (node, id) in maze.nodes.iter().zip((0..).map(NodeId)) {
            node.tolls.iter().for_each(|toll| askers[toll.0 as usize].push(id));
        }
        // All sites come before a node of which nothing is known yet.
        let mut before = Self { sets: vec![u64::MAX; words * maze.nodes.len()], words };
        let mut open = VecDeque::from([maze.start]);
        let mut is_waiting = vec![false; maze.nodes.len()];
        while let Some(id) = open.pop_front() {
            budget.check()?;
            let index = id.0 as usize;
            is_waiting[index] = false;
            let node = &maze.nodes[index];
            let mut set = vec![if id == maze.start { 0 } else { u64::MAX }; words];
            for from in previous[index].iter().filter(|it| is_open[it.0 as usize]) {
                set.iter_mut().zip(before.set(*from)).for_each(|(word, other)| *word &= other);
            }
            for home in node.tolls.iter().filter_map(|toll| homes[toll.0 as usize]) {
                set.iter_mut().zip(before.set(home)).for_each(|(word, other)| *word |= other);
            }
            if let Some(site) = own[index] {
                set[site / 64] |= 1 << (site % 64);
            }
            if set == before.set(id) {
                continue;
            }
            before.sets[index * words..][..words].copy_from_slice(&set);
            let askers = node.treasures.iter().flat_map(|it| &askers[it.0 as usize]);
            for &next in node.next.iter().chain(askers).filter(|it| is_open[it.0 as usize]) {
                if !std::mem::replace(&mut is_waiting[next.0 as usize], true) {
                    open.push_back(next);
                }
            }
        }
        Ok(before)
    }

    fn set(&self, node: NodeId) -> &[u64] {
        &self.sets[node.0 as usize * self.words..][..self.words]
    }

    fn has(&self, site: usize, node: NodeId) -> bool {
        self.set(node)[site / 64] >> (site % 64) & 1 == 1
    }
}

/// Closes the nodes that ask for a treasure which a landmark asks for, too: the landmark must have
/// it. Tells whether there were any.
fn close_rivals(maze: &Maze, landmarks: &[RelevantLandmark], is_open: &mut [bool]) -> bool {
    let mut payee = vec![None; maze.treasures as usize];
    for landmark in landmarks {
        for toll in &maze.nodes[landmark.node.0 as usize].tolls {
            payee[toll.0 as usize] = Some(landmark.node);
        }
    }
    let mut has_closed = false;
    for (index, node) in maze.nodes.iter().enumerate().filter(|_| !landmarks.is_empty()) {
        let id = Some(NodeId(index as u32));
        let mut payees = node.tolls.iter().map(|toll| payee[toll.0 as usize]);
        if is_open[index] && payees.any(|payee| payee.is_some() && payee != id) {
            is_open[index] = false;
            has_closed = true;
        }
    }
    has_closed
}

/// The nodes among those let through that lead to GOAL, whatever tolls are on the way.
fn leading_to_goal(maze: &Maze, lets_through: impl Fn(NodeId) -> bool) -> Vec<bool> {
    let previous = maze.previous();
    let mut leads = vec![false; maze.nodes.len()];
    let mut open = vec![maze.goal];
    leads[maze.goal.0 as usize] = true;
    while let Some(node) = open.pop() {
        for &before in previous[node.0 as usize].iter().filter(|it| lets_through(**it)) {
            if !std::mem::replace(&mut leads[before.0 as usize], true) {
                open.push(before);
            }
        }
    }
    leads
}

/// The nodes reached when nothing held is ever spent, each with the one it was entered from.
struct Reached {
    parents: Vec<Option<NodeId>>,
}

impl Reached {
    fn explore(maze: &Maze, is_open: &[bool], budget: &mut Budget) -> Result<Self, Stop> {
        let mut parents = vec![None; maze.nodes.len()];
        let mut is_held = vec![false; maze.treasures as usize];
        // Steps into a node that wait for one of its tolls.
        let mut waiting = vec![Vec::new(); maze.treasures as usize];
        let mut open = VecDeque::from([(maze.start, maze.start)]);
        while let Some((from, node)) = open.pop_front() {
            budget.check()?;
            let MazeVertex { tolls, treasures, next } = &maze.nodes[node.0 as usize];
            if !is_open[node.0 as usize] || parents[node.0 as usize].is_some() {
                continue;
            }
            if let Some(toll) = tolls.iter().find(|toll| !is_held[toll.0 as usize]) {
                waiting[toll.0 as usize].push((from, node));
                continue;
            }
            parents[node.0 as usize] = Some(from);
            for treasure in treasures {
                is_held[treasure.0 as usize] = true;
                open.extend(waiting[treasure.0 as usize].drain(..));
            }
            open.extend(next.iter().map(|&next| (node, next)));
        }
        Ok(Self { parents })
    }

    fn contains(&self, node: NodeId) -> bool {
        self.parents[node.0 as usize].is_some()
    }

    /// The nodes on the way to GOAL that was found first, and on the ways to the tolls asked for.
    fn supporters(&self, maze: &Maze) -> Vec<NodeId> {
        let homes = maze.homes();
        let mut is_known = vec![false; maze.nodes.len()];
        let mut open = vec![maze.goal];
        let mut supporters = Vec::new();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut is_known[node.0 as usize], true) {
                continue;
            }
            supporters.push(node);
            open.extend(self.parents[node.0 as usize]);
            let tolls = maze.nodes[node.0 as usize].tolls.iter();
            open.extend(tolls.filter_map(|toll| homes[toll.0 as usize]));
        }
        supporters.sort_unstable();
        supporters
    }
}
