//! How many steps a play needs at least behind a state: it goes on to each landmark that is left
//! and then to GOAL. The walks between these make a path; a cheapest tree costs no more. A
//! price on a landmark is paid by both walks that meet there and refunded twice, which changes
//! nothing for a path and may raise the cost of the tree.

use rustc_hash::FxHashMap;

use super::terrain::Terrain;
use super::{Landmark, Place};
use crate::budget::{Budget, Stop};
use crate::logic::maze::NodeId;

const STEP: i64 = 32;

/// Lower bounds.
pub struct Needed {
    landmarks: Vec<Landmark>,
    /// From each node to each landmark the steps, where other tolls than the landmarks' are waived.
    to: Vec<Vec<Option<u32>>>,
    to_goal: Vec<Option<u32>>,
    /// What it costs to have one landmark after or before another, `None` where something must
    /// come between.
    costs: Vec<Vec<Option<i64>>>,
    /// What is known of inventories.
    rests: FxHashMap<Vec<Place>, (Vec<usize>, Option<i64>)>,
}

impl Needed {
    /// The bounds that landmarks with prices give.
    pub fn new(
        terrain: &Terrain<'_>,
        landmarks: &[Landmark],
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let maze = terrain.maze;
        let mut is_wall = vec![false; maze.nodes.len()];
        for Landmark { node, .. } in landmarks {
            is_wall[node.0 as usize] = !maze.nodes[node.0 as usize].tolls.is_empty();
        }
        is_wall[maze.goal.0 as usize] = true;
        let mut to = Vec::new();
        for landmark in landmarks {
            budget.look()?;
            to.push(terrain.steps_to(landmark.node, |node| !is_wall[node.0 as usize]));
        }
        let to_goal = terrain.steps_to(maze.goal, |node| !is_wall[node.0 as usize]);
        let mut needed = Self {
            landmarks: landmarks.to_vec(),
            to,
            to_goal,
            costs: Vec::new(),
            rests: FxHashMap::default(),
        };
        needed.costs = needed.pairs(terrain, budget)?;
        Ok(needed)
    }

    fn pairs(
        &self,
        terrain: &Terrain<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<Option<i64>>>, Stop> {
        let all = 0..self.landmarks.len();
        let follows = |second: usize, first: usize| {
            first != second && !terrain.before[first][self.landmarks[second].node.0 as usize]
        };
        let mut follow = vec![Vec::new(); all.len()];
        for first in all.clone() {
            follow[first].extend(all.clone().filter(|&second| follows(second, first)));
        }
        let mut costs = vec![vec![None; all.len()]; all.len()];
        for first in all.clone() {
            budget.look()?;
            let mut is_apart = vec![false; all.len()];
            let mut soonest_first = follow[first].clone();
            soonest_first.sort_by_key(|&it| all.len() - follow[it].len());
            for between in soonest_first {
                // What follows one that is apart is apart already.
                if !is_apart[between] {
                    follow[between].iter().for_each(|&it| is_apart[it] = true);
                }
            }
            for second in all.clone().filter(|&it| it != first && !is_apart[it]) {
                if follows(first, second) {
                    continue;
                }
                let node = self.landmarks[first].node;
                let Some(steps) = self.to[second][node.0 as usize] else { continue };
                let prices = self.landmarks[first].price + self.landmarks[second].price;
                let cost = i64::from(steps) * STEP + prices;
                for (from, to) in [(first, second), (second, first)] {
                    let known: &mut Option<i64> = &mut costs[from][to];
                    *known = Some(known.map_or(cost, |known| known.min(cost)));
                }
            }
        }
        Ok(costs)
    }

    /// The steps needed from a node with the treasures in these places; `None` when GOAL is out of
    /// reach.
    pub fn steps(&mut self, terrain: &Terrain<'_>, node: NodeId, places: &[Place]) -> Option<u64> {
        if !self.rests.contains_key(places) {
            let rest = self.rest(terrain, places);
            self.rests.insert(places.to_vec(), rest);
        }
        let (left, tree) = &self.rests[places];
        if left.is_empty() {
            return self.to_goal[node.0 as usize].map(u64::from);
        }
        let may_be_next = |next: usize| {
            let node = self.landmarks[next].node.0 as usize;
            left.iter().all(|&it| it == next || terrain.before[it][node])
        };
        let cost = |next: usize| {
            let steps = self.to[next][node.0 as usize]?;
            Some(i64::from(steps) * STEP + self.landmarks[next].price)
        };
        let next = left.iter().filter(|&&it| may_be_next(it)).filter_map(|&it| cost(it)).min()?;
        let least = next + (*tree)?;
        Some(u64::try_from(least).unwrap_or(0).div_ceil(STEP as u64))
    }

    /// The landmarks that are left, and the cost of a tree of them with the last way to GOAL.
    fn rest(&self, terrain: &Terrain<'_>, places: &[Place]) -> (Vec<usize>, Option<i64>) {
        let is_left = |&it: &usize| {
            let node = self.landmarks[it].node;
            let tolls = &terrain.maze.nodes[node.0 as usize].tolls;
            match tolls.first() {
                Some(toll) => places[toll.0 as usize] != Place::Spent,
                None => terrain.has_something(node, places),
            }
        };
        let left: Vec<_> = (0..self.landmarks.len()).filter(is_left).collect();
        let tree = self.tree(terrain, &left);
        (left, tree)
    }

    fn tree(&self, terrain: &Terrain<'_>, left: &[usize]) -> Option<i64> {
        let may_be_last = |last: usize| {
            let before = &terrain.before[last];
            left.iter().all(|&it| it == last || before[self.landmarks[it].node.0 as usize])
        };
        let to_goal = |last: usize| {
            let steps = self.to_goal[self.landmarks[last].node.0 as usize]?;
            Some(i64::from(steps) * STEP + self.landmarks[last].price)
        };
        let last = left.iter().filter(|&&it| may_be_last(it)).filter_map(|&it| to_goal(it)).min();
        let mut total = last?;
        // The tree grows by the nearest landmark (Prim, 1957).
        let mut outside: Vec<_> = left.iter().map(|&it| (None::<i64>, it)).collect();
        let mut inside = outside.pop();
        while let Some((_, newest)) = inside {
            for (cost, it) in &mut outside {
                let edge = self.costs[newest][*it];
                *cost = [*cost, edge].into_iter().flatten().min();
            }
            let nearest = (0..outside.len()).min_by_key(|&it| outside[it].0.unwrap_or(i64::MAX));
            inside = nearest.map(|nearest| outside.swap_remove(nearest));
            if let Some((cost, _)) = inside {
                total += cost?;
            }
        }
        Some(total - 2 * left.iter().map(|&it| self.landmarks[it].price).sum::<i64>())
    }
}
