//! How many steps are needed at least: a walk through all landmarks that are left costs no less than
//! a tree that spans them. Prices on the landmarks turn the tree towards a path (Held and Karp, "The
//! traveling-salesman problem and minimum spanning trees", 1970 and 1971); they are found once, where the play
//! starts, by moving against the degrees of the tree.

use std::cmp::Reverse;

use super::legs::{Legs, START, Site};
use super::relevance::Relevance;
use crate::budget::{Budget, Stop};
use crate::logic::maze::{Maze, NodeId};

/// A step in the unit of prices.
pub(super) const STEP: i64 = 32;

/// A bound that is no number of steps: GOAL is out of reach.
pub(super) const NEVER: u32 = u32::MAX;

/// Edges looked at when prices are sought.
const EFFORT: usize = 1 << 18;

/// Which tolls the way from one landmark to another does not ask for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waived {
    /// Those of nodes that are no landmarks. For questions about all landmarks that are left: the
    /// others cannot be entered again.
    Others,
    /// All. For questions about some of the landmarks that are left.
    All,
}

/// Lower bounds for a maze.
pub(super) struct PathBound {
    /// The site of each landmark.
    pub landmarks: Vec<Site>,
    /// The price of each landmark.
    pub prices: Vec<i64>,
    /// Which landmarks come before each, and which of them with none in between.
    earlier: Vec<Vec<usize>>,
    just_before: Vec<Vec<usize>>,
    /// From each site to each landmark the steps.
    to: Vec<Vec<u32>>,
    to_goal: Vec<u32>,
    /// Pairs of landmarks that may follow each other, cheapest first, and the steps from one to
    /// the other.
    edges: Vec<(usize, usize, u32)>,
}

/// What landmarks are left to visit.
pub(super) struct LandmarksLeft {
    /// Those that may be the next.
    first: Vec<usize>,
    /// What is needed behind the next one, `None` when they cannot all be visited.
    tail: Option<i64>,
}

impl PathBound {
    /// The bounds of a maze, with good prices.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub(super) fn new(
        maze: &Maze,
        relevance: &Relevance,
        legs: &Legs<'_>,
        waived: Waived,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let nodes: Vec<_> = relevance.landmarks.iter().map(|it| it.node).collect();
        let mut is_wall = vec![false; maze.nodes.len()];
        let priced = nodes.iter().filter(|it| !maze.nodes[it.0 as usize].tolls.is_empty());
        priced.for_each(|node| is_wall[node.0 as usize] = waived == Waived::Others);
        is_wall[maze.goal.0 as usize] = true;
        let previous = previous(maze, &relevance.is_open);
        let mut steps_to = |goal| -> Result<Vec<u32>, Stop> {
            let steps = distances(&previous, goal, &is_wall, budget)?;
            Ok(legs.sites.iter().map(|site| steps[site.node.0 as usize]).collect())
        };
        let to = nodes.iter().map(|&node| steps_to(node)).collect::<Result<Vec<_>, _>>()?;
        let to_goal = steps_to(maze.goal)?;
        let landmarks: Vec<_> = nodes.iter().filter_map(|&node| legs.site(node)).collect();
        let mut earlier = vec![Vec::new(); nodes.len()];
        for (index, landmark) in relevance.landmarks.iter().enumerate() {
            for node in &landmark.later {
                if let Ok(later) = nodes.binary_search(node) {
                    earlier[later].push(index);
                }
            }
        }
        let prices = vec![0; nodes.len()];
        let (just_before, edges) = (Vec::new(), Vec::new());
        let mut bound = Self { landmarks, prices, earlier, just_before, to, to_goal, edges };
        bound.pair(budget)?;
        bound.ascend(budget)?;
        Ok(bound)
    }

    /// Whether no play visits the second landmark before the first.
    pub(super) fn comes_before(&self, first: usize, second: usize) -> bool {
        self.earlier[second].binary_search(&first).is_ok()
    }

    /// Finds the pairs of landmarks that may follow each other.
    fn pair(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        for second in 0..self.landmarks.len() {
            // What comes before something that comes before the second is never followed by it.
            let mut is_apart = vec![false; self.landmarks.len()];
            let mut latest_first = self.earlier[second].clone();
            latest_first.sort_by_key(|&it| Reverse(self.earlier[it].len()));
            let mut just_before = Vec::new();
            for between in latest_first {
                budget.check()?;
                // What comes before one that is apart is apart already.
                if !is_apart[between] {
                    self.earlier[between].iter().for_each(|&first| is_apart[first] = true);
                    just_before.push(between);
                }
            }
            for &first in &just_before {
                self.edges.push((first, second, self.steps_between(first, second)));
            }
            self.just_before.push(just_before);
            for first in 0..second {
                if !self.comes_before(first, second) && !self.comes_before(second, first) {
                    let steps = self.steps_between(first, second);
                    self.edges.push((first, second, steps.min(self.steps_between(second, first))));
                }
            }
        }
        self.edges.retain(|edge| edge.2 != NEVER);
        Ok(())
    }

    /// The landmarks that come before one with none in between.
    pub(super) fn just_before(&self, landmark: usize) -> &[usize] {
        &self.just_before[landmark]
    }

    /// The steps from one landmark to another.
    pub(super) fn steps_between(&self, first: usize, second: usize) -> u32 {
        self.to[second][self.landmarks[first] as usize]
    }

    /// The steps from a site to a landmark.
    pub(super) fn steps_to(&self, site: Site, landmark: usize) -> u32 {
        self.to[landmark][site as usize]
    }

    /// The steps from a landmark to GOAL.
    pub(super) fn steps_to_goal(&self, landmark: usize) -> u32 {
        self.to_goal[self.landmarks[landmark] as usize]
    }

    /// What is left when those landmarks are: what may come next, and the cost behind it.
    pub(super) fn rest(&self, is_left: impl Fn(usize) -> bool) -> LandmarksLeft {
        self.rest_with(is_left, |_, _| {})
    }

    /// As [`PathBound::rest`]; tells the edges of the tree and the last landmark (as an edge to itself).
    fn rest_with(
        &self,
        is_left: impl Fn(usize) -> bool,
        mut tell: impl FnMut(usize, usize),
    ) -> LandmarksLeft {
        let left: Vec<_> = (0..self.landmarks.len()).filter(|&it| is_left(it)).collect();
        // With a landmark all that come behind it are left.
        let is_first = |it: &usize| !self.just_before[*it].iter().any(|&before| is_left(before));
        let first = left.iter().copied().filter(is_first).collect();
        let mut is_last = vec![true; self.landmarks.len()];
        let before = left.iter().flat_map(|&it| &self.just_before[it]);
        before.for_each(|&before| is_last[before] = false);
        let last = left.iter().copied().filter(|&it| is_last[it]);
        let cost = |it: usize| {
            let steps = self.to_goal[self.landmarks[it] as usize];
            (steps != NEVER).then(|| i64::from(steps) * STEP + self.prices[it])
        };
        let last = last.filter_map(|it| Some((cost(it)?, it))).min();
        let Some((cost, last)) = last else {
            return LandmarksLeft { first, tail: None };
        };
        tell(last, last);
        let mut tail = cost - 2 * left.iter().map(|&it| self.prices[it]).sum::<i64>();
        let mut trees = Trees::new(self.landmarks.len());
        let mut missing = left.len() - 1;
        for &(first, second, steps) in &self.edges {
            if missing == 0 {
                break;
            }
            if is_left(first) && is_left(second) && trees.join(first, second) {
                tail += i64::from(steps) * STEP + self.prices[first] + self.prices[second];
                missing -= 1;
                tell(first, second);
            }
        }
        LandmarksLeft { first, tail: (missing == 0).then_some(tail) }
    }

    /// The least number of steps from a site to GOAL by way of all that is left.
    pub(super) fn steps(&self, site: Site, rest: &LandmarksLeft) -> u32 {
        let Some((_, cost)) = self.next(site, rest) else {
            return if rest.first.is_empty() { self.to_goal[site as usize] } else { NEVER };
        };
        u32::try_from((cost + STEP - 1).div_euclid(STEP).max(0)).unwrap_or(NEVER - 1)
    }

    /// The landmark that is the cheapest next one, and the cost with it.
    fn next(&self, site: Site, rest: &LandmarksLeft) -> Option<(usize, i64)> {
        let tail = rest.tail?;
        let cost = |it: usize| {
            let steps = self.to[it][site as usize];
            (steps != NEVER).then(|| i64::from(steps) * STEP + self.prices[it] + tail)
        };
        let first = rest.first.iter().filter_map(|&it| Some((cost(it)?, it))).min()?;
        Some((first.1, first.0))
    }

    /// Raises the prices of landmarks at which the tree branches and lowers those of its leaves,
    /// while that pays.
    fn ascend(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let count = self.landmarks.len();
        if count < 3 {
            self.sort();
            return Ok(());
        }
        let mut best = (i64::MIN, self.prices.clone());
        let rounds = (EFFORT / (self.edges.len() + count)).min(400);
        for round in 0..rounds.max(1) {
            self.sort();
            let mut degrees = vec![0_i64; count];
            let rest = self.rest_with(
                |_| true,
                |first, second| {
                    degrees[first] += 1;
                    if first != second {
                        degrees[second] += 1;
                    }
                },
            );
            let Some((first, cost)) = self.next(START, &rest) else { break };
            degrees[first] += 1;
            budget.check()?;
            if cost > best.0 {
                best = (cost, self.prices.clone());
            }
            // From about a step down to a fraction of it.
            let stride = (STEP * (rounds - round) as i64 / rounds as i64).max(1);
            for (price, degree) in self.prices.iter_mut().zip(degrees) {
                *price += stride * (degree - 2);
            }
        }
        self.prices = best.1;
        self.sort();
        Ok(())
    }

    fn sort(&mut self) {
        let Self { edges, prices, .. } = self;
        edges.sort_by_key(|&(first, second, steps)| {
            i64::from(steps) * STEP + prices[first] + prices[second]
        });
    }
}

/// A forest, by the trees its nodes belong to.
struct Trees {
    parents: Vec<u32>,
}

impl Trees {
    fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parents[node] as usize != node {
            let above = self.parents[node] as usize;
            self.parents[node] = self.parents[above];
            node = above;
        }
        node
    }

    /// Joins the trees of two nodes; tells whether they were two.
    fn join(&mut self, first: usize, second: usize) -> bool {
        let (first, second) = (self.root(first), self.root(second));
        self.parents[first] = second as u32;
        first != second
    }
}

fn previous(maze: &Maze, is_open: &[bool]) -> Vec<Vec<NodeId>> {
    let mut previous = vec![Vec::new(); maze.nodes.len()];
    for ((node, id), _) in maze.nodes.iter().zip((0..).map(NodeId)).zip(is_open).filter(|it| *it.1)
    {
        for next in node.next.iter().filter(|next| is_open[next.0 as usize]) {
            previous[next.0 as usize].push(id);
        }
    }
    previous
}

/// The steps from each node to `goal` by walks that pass no wall.
fn distances(
    previous: &[Vec<NodeId>],
    goal: NodeId,
    is_wall: &[bool],
    budget: &mut Budget,
) -> Result<Vec<u32>, Stop> {
    let mut distances = vec![NEVER; previous.len()];
    distances[goal.0 as usize] = 0;
    let (mut layer, mut steps) = (vec![goal], 0);
    while !layer.is_empty() {
        steps += 1;
        let mut farther = Vec::new();
        for &node in layer.iter().flat_map(|node| &previous[node.0 as usize]) {
            budget.check()?;
            if distances[node.0 as usize] == NEVER {
                distances[node.0 as usize] = steps;
                if !is_wall[node.0 as usize] {
                    farther.push(node);
                }
            }
        }
        layer = farther;
    }
    Ok(distances)
}
