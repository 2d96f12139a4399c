//! Counts the plays of a maze by dynamic programming over (state, step). A play is a walk from
//! START to GOAL; waiting at GOAL behind its last arrival is not part of it, while coming through
//! GOAL on the way, and waiting there, is.

use num_bigint::BigUint;

use super::states::{FoundStates, Space, explore};
use crate::budget::{Budget, Stop};
use crate::logic::maze::Maze;

/// How many plays have at most `steps` steps. This is also the number of models of the encoding.
///
/// # Errors
/// The limit of the budget that was reached first, or [`Stop::Size`] when `steps` is saturated and
/// the number grows with every step.
pub fn count(maze: &Maze, steps: u64, budget: &mut Budget) -> Result<BigUint, Stop> {
    let (mut space, found) = explore(maze, steps, budget)?;
    let graph = StepGraph::new(maze, &mut space, &found, budget)?;
    let is_alive = graph.alive(budget)?;
    let size = found.states.len();
    let mut total = BigUint::ZERO;
    // The number of walks to each state at the present step; only `here` holds any.
    let mut walks = vec![BigUint::ZERO; size];
    let mut here = Vec::new();
    if is_alive.first() == Some(&true) {
        walks[0] = BigUint::from(1u32);
        here.push(0);
    }
    let mut after = vec![BigUint::ZERO; size];
    for step in 0..steps {
        if here.is_empty() {
            break;
        }
        // A walk that long repeats a state from which GOAL is reached: there is no last play.
        if steps == u64::MAX && step > size as u64 {
            return Err(Stop::Size("the number of plays grows with every step allowed"));
        }
        let mut there = Vec::new();
        for state in here {
            let ways = std::mem::take(&mut walks[state]);
            for &next in graph.next(state) {
                budget.check()?;
                let next = next as usize;
                if graph.is_arrival(state, next) {
                    total += &ways;
                }
                if is_alive[next] {
                    if after[next] == BigUint::ZERO {
                        there.push(next);
                    }
                    after[next] += &ways;
                }
            }
        }
        std::mem::swap(&mut walks, &mut after);
        here = there;
    }
    Ok(total)
}

/// The steps between the states that were found.
pub(super) struct StepGraph {
    next: Vec<u32>,
    /// Where the steps of each state end in `next`.
    ends: Vec<usize>,
    is_goal: Vec<bool>,
}

impl StepGraph {
    pub(super) fn new(
        maze: &Maze,
        space: &mut Space,
        found: &FoundStates,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut graph = Self { next: Vec::new(), ends: Vec::new(), is_goal: Vec::new() };
        for state in &found.states {
            for &node in &maze.nodes[state.node.0 as usize].next {
                budget.check()?;
                // A state that was not found is too far from GOAL at every step.
                let next = space.enter(node, state.inventory)?;
                graph.next.extend(next.and_then(|next| found.ids.get(&next)));
            }
            graph.ends.push(graph.next.len());
            graph.is_goal.push(state.node == maze.goal);
        }
        Ok(graph)
    }

    pub(super) fn next(&self, state: usize) -> &[u32] {
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        &self.next[start..self.ends[state]]
    }

    /// Whether the step comes to GOAL, not having been there.
    pub(super) fn is_arrival(&self, state: usize, next: usize) -> bool {
        self.is_goal[next] && !self.is_goal[state]
    }

    /// Which states are followed by an arrival at GOAL, sooner or later.
    fn alive(&self, budget: &mut Budget) -> Result<Vec<bool>, Stop> {
        let size = self.ends.len();
        let mut previous = vec![Vec::new(); size];
        let mut is_alive = vec![false; size];
        let mut open = Vec::new();
        for (state, is_alive) in is_alive.iter_mut().enumerate() {
            for &next in self.next(state) {
                budget.check()?;
                previous[next as usize].push(state);
            }
            let mut next = self.next(state).iter();
            if next.any(|&next| self.is_arrival(state, next as usize)) {
                *is_alive = true;
                open.push(state);
            }
        }
        while let Some(state) = open.pop() {
            for &before in &previous[state] {
                budget.check()?;
                if !is_alive[before] {
                    is_alive[before] = true;
                    open.push(before);
                }
            }
        }
        Ok(is_alive)
    }
}
