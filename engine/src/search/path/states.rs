//! The states of a maze, breadth first: a node, and for each treasure whether it is at home, held or
//! spent. For counting, where every walk matters.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::logic::maze::{Maze, NodeId, TreasureId};

/// What a player can be in: a node, and the index of an inventory.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SearchState {
    pub node: NodeId,
    /// Index of the inventory.
    pub inventory: u32,
}

/// What entering a node does to the useful treasures, by rank.
struct Effect {
    tolls: Vec<usize>,
    treasures: Vec<usize>,
    /// A toll is asked for that has no home.
    is_closed: bool,
}

/// The rules of one maze on packed states. Only useful treasures count: those with a home that
/// some toll asks for. Nothing ever depends on another one.
pub(super) struct Space {
    distances: Vec<Option<u32>>,
    effects: Vec<Effect>,
    /// Bit sets of treasures: the first half those held, the second half those spent. There are
    /// far fewer of them than states.
    inventories: Vec<Arc<[u64]>>,
    ids: FxHashMap<Arc<[u64]>, u32>,
    scratch: Vec<u64>,
}

impl Space {
    fn new(maze: &Maze) -> Self {
        let homes = maze.homes();
        let mut rank = vec![None; maze.treasures as usize];
        let mut useful = 0;
        for &toll in maze.nodes.iter().flat_map(|node| &node.tolls) {
            let index = toll.0 as usize;
            if homes[index].is_some() && rank[index].is_none() {
                rank[index] = Some(useful);
                useful += 1;
            }
        }
        let ranks = |treasures: &[TreasureId]| -> Vec<usize> {
            treasures.iter().filter_map(|treasure| rank[treasure.0 as usize]).collect()
        };
        let effects = maze.nodes.iter().map(|node| {
            let tolls = ranks(&node.tolls);
            let is_closed = tolls.len() < node.tolls.len();
            Effect { tolls, treasures: ranks(&node.treasures), is_closed }
        });
        let scratch = vec![0; 2 * usize::div_ceil(useful, 64)];
        let nothing: Arc<[u64]> = scratch.clone().into();
        Self {
            distances: maze.distances_to_goal(),
            effects: effects.collect(),
            inventories: vec![Arc::clone(&nothing)],
            ids: FxHashMap::from_iter([(nothing, 0)]),
            scratch,
        }
    }

    /// Whether GOAL cannot be reached from the node at that step by the last one.
    fn is_too_far(&self, node: NodeId, step: u64, last: u64) -> bool {
        self.distances[node.0 as usize]
            .is_none_or(|least| step.saturating_add(u64::from(least)) > last)
    }

    /// The state after entering a node, `None` when a toll is not held.
    ///
    /// # Errors
    /// That there are more inventories than can be numbered.
    pub(super) fn enter(
        &mut self,
        node: NodeId,
        inventory: u32,
    ) -> Result<Option<SearchState>, Stop> {
        let effect = &self.effects[node.0 as usize];
        if effect.is_closed {
            return Ok(None);
        }
        if effect.tolls.is_empty() && effect.treasures.is_empty() {
            return Ok(Some(SearchState { node, inventory }));
        }
        self.scratch.copy_from_slice(&self.inventories[inventory as usize]);
        let (held, spent) = self.scratch.split_at_mut(self.inventories[0].len() / 2);
        for &toll in &effect.tolls {
            let (word, bit) = (toll / 64, 1 << (toll % 64));
            if held[word] & bit == 0 {
                return Ok(None);
            }
            held[word] &= !bit;
            spent[word] |= bit;
        }
        for &treasure in &effect.treasures {
            let (word, bit) = (treasure / 64, 1 << (treasure % 64));
            held[word] |= bit & !spent[word];
        }
        if let Some(&inventory) = self.ids.get(self.scratch.as_slice()) {
            return Ok(Some(SearchState { node, inventory }));
        }
        let inventory = index(self.inventories.len())?;
        let words: Arc<[u64]> = self.scratch.as_slice().into();
        self.inventories.push(Arc::clone(&words));
        self.ids.insert(words, inventory);
        Ok(Some(SearchState { node, inventory }))
    }
}

/// The states found, in the order of their earliest steps.
#[derive(Default)]
pub(super) struct FoundStates {
    pub states: Vec<SearchState>,
    /// The place of each in their order.
    pub ids: FxHashMap<SearchState, u32>,
}

impl FoundStates {
    fn add(&mut self, state: SearchState) -> Result<(), Stop> {
        let id = index(self.states.len())?;
        if let Entry::Vacant(entry) = self.ids.entry(state) {
            entry.insert(id);
            self.states.push(state);
        }
        Ok(())
    }
}

fn index(length: usize) -> Result<u32, Stop> {
    u32::try_from(length).map_err(|_| Stop::Size("the maze has more than 2^32 states"))
}

/// Finds the states from which GOAL may still be reached by step `last`, breadth first.
///
/// # Errors
/// The limit of the budget that was reached first.
pub(super) fn explore(
    maze: &Maze,
    last: u64,
    budget: &mut Budget,
) -> Result<(Space, FoundStates), Stop> {
    let mut space = Space::new(maze);
    let mut found = FoundStates::default();
    if !space.is_too_far(maze.start, 0, last) {
        found.add(SearchState { node: maze.start, inventory: 0 })?;
    }
    let mut layer = 0..found.states.len();
    for step in 1..=last {
        if layer.is_empty() {
            break;
        }
        let end = layer.end;
        for parent in layer {
            let SearchState { node, inventory } = found.states[parent];
            for &next in &maze.nodes[node.0 as usize].next {
                budget.check()?;
                if !space.is_too_far(next, step, last)
                    && let Some(state) = space.enter(next, inventory)?
                {
                    found.add(state)?;
                }
            }
        }
        layer = end..found.states.len();
    }
    Ok((space, found))
}
