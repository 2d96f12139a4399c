//! How many steps a play needs at least behind a state: it goes on to each landmark that is left
//! and then to GOAL. The walks between these make a path; a cheapest tree costs no more. A
//! price on a landmark is paid by both walks that meet there and refunded twice, which changes
//! nothing for a path and may raise the cost of the tree.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::TreasurePlace;
use super::terrain::Terrain;
use crate::budget::{Budget, Stop};
use crate::evidence::maze::Landmark;
use crate::logic::maze::NodeId;

const STEP: i64 = 32;

/// Lower bounds.
pub(super) struct Needed {
    landmarks: Vec<Landmark>,
    /// From each node to each landmark the steps, where other tolls than the landmarks' are waived.
    to: Vec<Vec<Option<u32>>>,
    to_goal: Vec<Option<u32>>,
    /// To each landmark those that may stand beside it, where nothing must come between, and what
    /// that costs.
    beside: Vec<Vec<(i64, usize)>>,
    /// Those that can only follow each landmark, with none that must come between.
    next: Vec<Vec<usize>>,
    /// What is known of inventories.
    rests: FxHashMap<Vec<TreasurePlace>, RemainingLandmarks>,
}

/// The landmarks that are left.
struct RemainingLandmarks {
    /// Those that may be the next one.
    next: Vec<usize>,
    /// The cost of a tree of them with the last way to GOAL, `None` when that is out of reach.
    tree: Option<i64>,
}

impl Needed {
    /// The bounds that landmarks with prices give.
    pub(super) fn new(
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
        let (beside, next) = (vec![Vec::new(); landmarks.len()], vec![Vec::new(); landmarks.len()]);
        let landmarks = landmarks.to_vec();
        let mut needed = Self { landmarks, to, to_goal, beside, next, rests: FxHashMap::default() };
        needed.pair(terrain, budget)?;
        Ok(needed)
    }

    fn pair(&mut self, terrain: &Terrain<'_>, budget: &mut Budget) -> Result<(), Stop> {
        let all = 0..self.landmarks.len();
        let follows = |second: usize, first: usize| {
            first != second && !terrain.before[first][self.landmarks[second].node.0 as usize]
        };
        let follow: Vec<Vec<usize>> = all
            .clone()
            .map(|it| all.clone().filter(|&other| follows(other, it)).collect())
            .collect();
        let mut pairs = Vec::new();
        for first in all.clone() {
            budget.look()?;
            let mut is_apart = vec![false; all.len()];
            let mut soonest_first = follow[first].clone();
            soonest_first.sort_by_key(|&it| all.len() - follow[it].len());
            for between in soonest_first {
                // What follows one that is apart is apart already.
                if !is_apart[between] {
                    follow[between].iter().for_each(|&it| is_apart[it] = true);
                    self.next[first].push(between);
                }
            }
            let may_be_second = |&it: &usize| it != first && !is_apart[it] && !follows(first, it);
            pairs.extend(all.clone().filter(may_be_second).map(|second| (first, second)));
        }
        for (first, second) in pairs {
            let node = self.landmarks[first].node;
            let Some(steps) = self.to[second][node.0 as usize] else { continue };
            let prices = self.landmarks[first].price + self.landmarks[second].price;
            let cost = i64::from(steps) * STEP + prices;
            self.beside[first].push((cost, second));
            self.beside[second].push((cost, first));
        }
        Ok(())
    }

    /// The steps needed from a node with the treasures in these places; `None` when GOAL is out of
    /// reach.
    pub(super) fn steps(
        &mut self,
        terrain: &Terrain<'_>,
        node: NodeId,
        places: &[TreasurePlace],
    ) -> Option<u64> {
        if !self.rests.contains_key(places) {
            let rest = self.rest(terrain, places);
            self.rests.insert(places.to_vec(), rest);
        }
        let RemainingLandmarks { next, tree } = &self.rests[places];
        if next.is_empty() {
            return self.to_goal[node.0 as usize].map(u64::from);
        }
        let cost = |next: usize| {
            let steps = self.to[next][node.0 as usize]?;
            Some(i64::from(steps) * STEP + self.landmarks[next].price)
        };
        let least = next.iter().filter_map(|&it| cost(it)).min()? + (*tree)?;
        Some(u64::try_from(least).unwrap_or(0).div_ceil(STEP as u64))
    }

    fn rest(&self, terrain: &Terrain<'_>, places: &[TreasurePlace]) -> RemainingLandmarks {
        let is_left = |it: usize| {
            let node = self.landmarks[it].node;
            let tolls = &terrain.maze.nodes[node.0 as usize].tolls;
            match tolls.first() {
                Some(toll) => places[toll.0 as usize] != TreasurePlace::Spent,
                None => terrain.has_something(node, places),
            }
        };
        let is_left: Vec<bool> = (0..self.landmarks.len()).map(is_left).collect();
        // Who has not visited one has visited none that can only follow it.
        let mut waits = vec![false; is_left.len()];
        for (next, _) in self.next.iter().zip(&is_left).filter(|it| *it.1) {
            next.iter().for_each(|&it| waits[it] = true);
        }
        let next = (0..is_left.len()).filter(|&it| is_left[it] && !waits[it]).collect();
        RemainingLandmarks { next, tree: self.tree(&is_left) }
    }

    fn tree(&self, is_left: &[bool]) -> Option<i64> {
        let left = || (0..is_left.len()).filter(|&it| is_left[it]);
        let may_be_last = |&last: &usize| !self.next[last].iter().any(|&it| is_left[it]);
        let to_goal = |last: usize| {
            let steps = self.to_goal[self.landmarks[last].node.0 as usize]?;
            Some(i64::from(steps) * STEP + self.landmarks[last].price)
        };
        let mut total = left().filter(may_be_last).filter_map(to_goal).min()?;
        // The tree grows by the nearest landmark (Prim, 1957).
        let mut is_inside: Vec<bool> = is_left.iter().map(|is_left| !is_left).collect();
        let mut near: BinaryHeap<_> =
            left().next().map(|it| Reverse((0, it))).into_iter().collect();
        while let Some(Reverse((cost, newest))) = near.pop() {
            if !std::mem::replace(&mut is_inside[newest], true) {
                total += cost;
                near.extend(
                    self.beside[newest].iter().filter(|it| !is_inside[it.1]).map(|&it| Reverse(it)),
                );
            }
        }
        let is_whole = is_inside.iter().all(|it| *it);
        is_whole.then(|| total - 2 * left().map(|it| self.landmarks[it].price).sum::<i64>())
    }
}
