//! Searches a maze directly, breadth first over its states: a node, and for each treasure whether
//! it is at home, held or spent. The second engine beside the encoding; the two must agree.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::engine::verify::path::{Certificate, Inventory, State as CertifiedState};
use crate::logic::maze::{Maze, NodeId, TreasureId};

mod count;

pub use count::{count, is_unique};

/// Whether GOAL can be reached in the steps asked for.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// By this path, a shortest one.
    Path(Vec<NodeId>),
    /// It cannot, and why.
    Unreachable(Certificate),
}

/// A shortest path and the proof that there is none shorter.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// The path, `None` when GOAL cannot be reached at all.
    pub path: Option<Vec<NodeId>>,
    /// That no path has fewer steps, or that there is none of any length.
    pub certificate: Certificate,
}

/// A path of at most `steps` steps.
///
/// # Errors
/// The limit of the budget that was reached first.
pub fn within(maze: &Maze, steps: u64, budget: &mut Budget) -> Result<Outcome, Stop> {
    let (space, found) = explore(maze, steps, Until::Goal, budget)?;
    Ok(match found.goal {
        Some(goal) => Outcome::Path(found.path_to(goal)),
        None => Outcome::Unreachable(certificate(space, &found, steps)),
    })
}

/// A path of as few steps as there can be.
///
/// # Errors
/// As [`within`].
pub fn shortest(maze: &Maze, budget: &mut Budget) -> Result<Shortest, Stop> {
    let (space, found) = explore(maze, u64::MAX, Until::Goal, budget)?;
    let path = found.goal.map(|goal| found.path_to(goal));
    // A path has one node more than steps, and the proof is for one step less.
    let steps = path.as_ref().map_or(u64::MAX, |path| path.len() as u64 - 2);
    Ok(Shortest { path, certificate: certificate(space, &found, steps) })
}

/// The states from which GOAL is near enough for `steps` steps.
fn certificate(space: Space, found: &Found, steps: u64) -> Certificate {
    let layers = found.layers.iter().zip(0..).take_while(|&(_, step)| step <= steps);
    let states = layers.flat_map(|(layer, step)| {
        found.states[layer.clone()].iter().map(move |state| (state, step))
    });
    let states = states
        .filter(|&(state, step)| !space.is_too_far(state.node, step, steps))
        .map(|(&State { node, inventory }, step)| CertifiedState { node, inventory, step })
        .collect();
    let inventories = space.inventories.iter().map(|words| space.spell(words)).collect();
    Certificate { distances: space.distances, inventories, states }
}

/// What a player can be in: a node, and the index of an inventory.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    node: NodeId,
    inventory: u32,
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
struct Space {
    distances: Vec<Option<u32>>,
    effects: Vec<Effect>,
    /// The useful treasures by rank.
    useful: Vec<TreasureId>,
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
        let mut useful = Vec::new();
        for &toll in maze.nodes.iter().flat_map(|node| &node.tolls) {
            let index = toll.0 as usize;
            if homes[index].is_some() && rank[index].is_none() {
                rank[index] = Some(useful.len());
                useful.push(toll);
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
        let scratch = vec![0; 2 * useful.len().div_ceil(64)];
        let nothing: Arc<[u64]> = scratch.clone().into();
        Self {
            distances: maze.distances_to_goal(),
            effects: effects.collect(),
            useful,
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
    fn enter(&mut self, node: NodeId, inventory: u32) -> Result<Option<State>, Stop> {
        let effect = &self.effects[node.0 as usize];
        if effect.is_closed {
            return Ok(None);
        }
        if effect.tolls.is_empty() && effect.treasures.is_empty() {
            return Ok(Some(State { node, inventory }));
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
            return Ok(Some(State { node, inventory }));
        }
        let inventory = index(self.inventories.len())?;
        let words: Arc<[u64]> = self.scratch.as_slice().into();
        self.inventories.push(Arc::clone(&words));
        self.ids.insert(words, inventory);
        Ok(Some(State { node, inventory }))
    }

    fn spell(&self, words: &[u64]) -> Inventory {
        let (held, spent) = words.split_at(words.len() / 2);
        let members = |set: &[u64]| {
            let ranks =
                (0..self.useful.len()).filter(|rank| set[rank / 64] >> (rank % 64) & 1 == 1);
            ranks.map(|rank| self.useful[rank]).collect()
        };
        Inventory { held: members(held), spent: members(spent) }
    }
}

/// When an exploration ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// As soon as GOAL is reached.
    Goal,
    /// When there are no more states.
    Exhausted,
}

/// The states found, in the order of their earliest steps.
struct Found {
    states: Vec<State>,
    /// The state that each was first reached from; START's own is 0.
    parents: Vec<u32>,
    /// The states of each earliest step.
    layers: Vec<Range<usize>>,
    /// The state at GOAL that ended the exploration.
    goal: Option<usize>,
    ids: FxHashMap<State, u32>,
}

impl Found {
    fn add(&mut self, state: State, parent: u32) -> Result<(), Stop> {
        let id = index(self.states.len())?;
        if let std::collections::hash_map::Entry::Vacant(entry) = self.ids.entry(state) {
            entry.insert(id);
            self.states.push(state);
            self.parents.push(parent);
        }
        Ok(())
    }

    fn path_to(&self, mut index: usize) -> Vec<NodeId> {
        let mut path = vec![self.states[index].node];
        while index > 0 {
            index = self.parents[index] as usize;
            path.push(self.states[index].node);
        }
        path.reverse();
        path
    }
}

fn index(length: usize) -> Result<u32, Stop> {
    u32::try_from(length).map_err(|_| Stop::Size("the maze has more than 2^32 states"))
}

/// Finds the states from which GOAL may still be reached by step `last`, breadth first.
fn explore(
    maze: &Maze,
    last: u64,
    until: Until,
    budget: &mut Budget,
) -> Result<(Space, Found), Stop> {
    let mut space = Space::new(maze);
    let mut found = Found {
        states: Vec::new(),
        parents: Vec::new(),
        layers: Vec::new(),
        goal: None,
        ids: FxHashMap::default(),
    };
    if !space.is_too_far(maze.start, 0, last) {
        found.add(State { node: maze.start, inventory: 0 }, 0)?;
    }
    let mut layer = 0..found.states.len();
    for step in 1.. {
        if layer.is_empty() {
            break;
        }
        found.layers.push(layer.clone());
        if step > last {
            break;
        }
        let end = layer.end;
        for parent in layer {
            let State { node, inventory } = found.states[parent];
            for &next in &maze.nodes[node.0 as usize].next {
                budget.check()?;
                if space.is_too_far(next, step, last) {
                    continue;
                }
                let Some(state) = space.enter(next, inventory)? else { continue };
                found.add(state, parent as u32)?;
                if until == Until::Goal && next == maze.goal {
                    found.goal = Some(found.states.len() - 1);
                    return Ok((space, found));
                }
            }
        }
        layer = end..found.states.len();
    }
    Ok((space, found))
}
