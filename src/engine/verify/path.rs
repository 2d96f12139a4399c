//! Judges answers to mazes straight from the rules: a path by walking it, and the claim that
//! there is none by checking that a set of states is closed under every step. Shares no code with
//! the search or the encoding.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::logic::maze::{Maze, NodeId, TreasureId};

/// The rule that a path breaks first. Steps count from 1; step `i` leads to the path's node `i`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    /// The path has no node.
    Empty,
    /// There is no such node.
    UnknownNode {
        /// Its place in the path, from 0.
        index: usize,
    },
    /// The first node is not START.
    NotFromStart,
    /// No corridor leads from the node before to this one.
    NoCorridor {
        /// The step.
        step: usize,
    },
    /// The node asks for a treasure that the player does not hold.
    TollNotHeld {
        /// The step.
        step: usize,
        /// The treasure asked for.
        toll: TreasureId,
        /// The earlier step that spent it, `None` when it was never taken.
        spent: Option<usize>,
    },
    /// The last node is not GOAL.
    NotToGoal,
    /// The path is right but too long.
    TooManySteps {
        /// Its steps.
        steps: usize,
    },
}

/// Where a treasure is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Home,
    Held,
    Spent,
}

/// Walks a path and says which rule it breaks, if any.
///
/// # Errors
/// The first violation on the way; that the path is too long comes last.
pub fn check_path(maze: &Maze, path: &[NodeId], steps: u64) -> Result<(), Violation> {
    if let Some(index) = path.iter().position(|node| node.0 as usize >= maze.nodes.len()) {
        return Err(Violation::UnknownNode { index });
    }
    match path.first() {
        None => return Err(Violation::Empty),
        Some(&first) if first != maze.start => return Err(Violation::NotFromStart),
        Some(_) => {}
    }
    let mut places = vec![Place::Home; maze.treasures as usize];
    let mut spent_at = vec![None; maze.treasures as usize];
    for (step, pair) in (1..).zip(path.windows(2)) {
        if !maze.nodes[pair[0].0 as usize].next.contains(&pair[1]) {
            return Err(Violation::NoCorridor { step });
        }
        enter(maze, pair[1], &mut places).map_err(|toll| Violation::TollNotHeld {
            step,
            toll,
            spent: spent_at[toll.0 as usize],
        })?;
        for toll in &maze.nodes[pair[1].0 as usize].tolls {
            spent_at[toll.0 as usize] = Some(step);
        }
    }
    if path.last() != Some(&maze.goal) {
        return Err(Violation::NotToGoal);
    }
    let taken = path.len() - 1;
    if taken as u64 > steps { Err(Violation::TooManySteps { steps: taken }) } else { Ok(()) }
}

/// What entering a node does: every toll is held before and spent, then what is at home there is
/// taken.
///
/// # Errors
/// A toll that is not held; the places are then those of before.
fn enter(maze: &Maze, node: NodeId, places: &mut [Place]) -> Result<(), TreasureId> {
    let node = &maze.nodes[node.0 as usize];
    let is_held = |toll: &TreasureId| places[toll.0 as usize] == Place::Held;
    if let Some(&missing) = node.tolls.iter().find(|toll| !is_held(toll)) {
        return Err(missing);
    }
    for toll in &node.tolls {
        places[toll.0 as usize] = Place::Spent;
    }
    for treasure in &node.treasures {
        if places[treasure.0 as usize] == Place::Home {
            places[treasure.0 as usize] = Place::Held;
        }
    }
    Ok(())
}

/// Why no path of at most K steps exists: every state that matters with the earliest step at
/// which it can occur. A treasure that no toll asks for changes nothing; it counts as at home
/// forever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// For each node, no more than the steps it takes from there to GOAL; `None` where no
    /// corridors lead to GOAL.
    pub distances: Vec<Option<u32>>,
    /// What the player may hold and have spent.
    pub inventories: Vec<Inventory>,
    /// The states.
    pub states: Vec<State>,
}

/// Treasures that are not at home.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inventory {
    /// Those the player holds.
    pub held: Vec<TreasureId>,
    /// Those that were spent.
    pub spent: Vec<TreasureId>,
}

/// The player at a node, with the treasures where an inventory says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Where the player is.
    pub node: NodeId,
    /// Index of the inventory.
    pub inventory: u32,
    /// The earliest step at which this occurs, from 0.
    pub step: u64,
}

/// Why a certificate proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It names nodes, treasures or inventories that do not exist.
    Malformed,
    /// The distance of this node is greater than that of one it leads to, plus one.
    Distance(NodeId),
    /// The state before the first step is not in it.
    Start,
    /// It contains a state at GOAL.
    Goal(usize),
    /// A step from this state leads to this node and out of the set.
    Open(usize, NodeId),
    /// The check ran into a limit.
    Stopped(Stop),
}

impl From<Stop> for Flaw {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Checks that no play reaches GOAL in `steps` steps.
///
/// # Errors
/// The flaw found first.
pub fn check_unreachable(
    maze: &Maze,
    certificate: &Certificate,
    steps: u64,
    budget: &mut Budget,
) -> Result<(), Flaw> {
    let distance = check_distances(maze, certificate)?;
    let too_far = |node: NodeId, step: u64| {
        distance(node).is_none_or(|least| step.saturating_add(u64::from(least)) > steps)
    };
    if too_far(maze.start, 0) {
        return Ok(());
    }
    let closure = Closure::new(maze, certificate)?;
    let nothing = vec![Place::Home; maze.treasures as usize];
    if !closure.contains(maze.start, &nothing, 0) {
        return Err(Flaw::Start);
    }
    let mut places = nothing;
    for (index, state) in certificate.states.iter().enumerate() {
        if state.node == maze.goal {
            return Err(Flaw::Goal(index));
        }
        let Some(step) = state.step.checked_add(1).filter(|&step| step <= steps) else { continue };
        for &next in &maze.nodes[state.node.0 as usize].next {
            budget.check()?;
            places.copy_from_slice(&closure.inventories[state.inventory as usize]);
            if too_far(next, step) || enter(maze, next, &mut places).is_err() {
                continue;
            }
            closure.forget_useless(&mut places);
            if !closure.contains(next, &places, step) {
                return Err(Flaw::Open(index, next));
            }
        }
    }
    Ok(())
}

/// Checks that the distances are lower bounds: 0 at GOAL, and nowhere does a step reduce them by
/// more than one.
fn check_distances<'a>(
    maze: &Maze,
    certificate: &'a Certificate,
) -> Result<impl Fn(NodeId) -> Option<u32> + 'a, Flaw> {
    if certificate.distances.len() != maze.nodes.len() {
        return Err(Flaw::Malformed);
    }
    let distance = |node: NodeId| certificate.distances[node.0 as usize];
    if distance(maze.goal) != Some(0) {
        return Err(Flaw::Distance(maze.goal));
    }
    for (node, id) in maze.nodes.iter().zip(0..) {
        let node_distance = distance(NodeId(id));
        let is_bound = |&next: &NodeId| match (node_distance, distance(next)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(here), Some(there)) => u64::from(here) <= u64::from(there) + 1,
        };
        if !node.next.iter().all(is_bound) {
            return Err(Flaw::Distance(NodeId(id)));
        }
    }
    Ok(distance)
}

/// The states of a certificate, to look up.
struct Closure {
    is_toll: Vec<bool>,
    inventories: Vec<Vec<Place>>,
    ids: FxHashMap<Vec<Place>, u32>,
    steps: FxHashMap<(NodeId, u32), u64>,
}

impl Closure {
    fn new(maze: &Maze, certificate: &Certificate) -> Result<Self, Flaw> {
        let mut is_toll = vec![false; maze.treasures as usize];
        for toll in maze.nodes.iter().flat_map(|node| &node.tolls) {
            is_toll[toll.0 as usize] = true;
        }
        let mut closure = Self {
            is_toll,
            inventories: Vec::with_capacity(certificate.inventories.len()),
            ids: FxHashMap::default(),
            steps: FxHashMap::default(),
        };
        for (inventory, id) in certificate.inventories.iter().zip(0..) {
            let mut places = vec![Place::Home; maze.treasures as usize];
            let held = inventory.held.iter().map(|treasure| (treasure, Place::Held));
            let spent = inventory.spent.iter().map(|treasure| (treasure, Place::Spent));
            for (treasure, place) in held.chain(spent) {
                *places.get_mut(treasure.0 as usize).ok_or(Flaw::Malformed)? = place;
            }
            closure.ids.insert(places.clone(), id);
            closure.inventories.push(places);
        }
        for state in &certificate.states {
            let has_node = (state.node.0 as usize) < maze.nodes.len();
            if !has_node || state.inventory as usize >= closure.inventories.len() {
                return Err(Flaw::Malformed);
            }
            closure.steps.insert((state.node, state.inventory), state.step);
        }
        Ok(closure)
    }

    fn forget_useless(&self, places: &mut [Place]) {
        for (place, is_toll) in places.iter_mut().zip(&self.is_toll) {
            if !is_toll {
                *place = Place::Home;
            }
        }
    }

    /// Whether the state is known to occur at that step or before.
    fn contains(&self, node: NodeId, places: &[Place], step: u64) -> bool {
        let id = self.ids.get(places);
        let earliest = id.and_then(|&id| self.steps.get(&(node, id)));
        earliest.is_some_and(|&earliest| earliest <= step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::maze::Node;

    /// START – KEY – DOOR – GOAL in a row; KEY holds the treasure that DOOR asks for.
    fn corridor() -> Maze {
        let node = |treasures: &[u32], tolls: &[u32], next: &[u32]| Node {
            treasures: treasures.iter().copied().map(TreasureId).collect(),
            tolls: tolls.iter().copied().map(TreasureId).collect(),
            next: next.iter().copied().map(NodeId).collect(),
        };
        Maze {
            nodes: vec![
                node(&[], &[], &[1, 2]),
                node(&[0], &[], &[0, 2]),
                node(&[], &[0], &[1, 3]),
                node(&[], &[], &[2, 3]),
            ],
            treasures: 1,
            start: NodeId(0),
            goal: NodeId(3),
            steps: 9,
        }
    }

    #[test]
    fn each_rule_is_named_with_its_step() {
        let maze = corridor();
        let check = |path: &[u32], steps| {
            check_path(&maze, &path.iter().copied().map(NodeId).collect::<Vec<_>>(), steps)
        };
        assert_eq!(check(&[0, 1, 2, 3], 3), Ok(()));
        assert_eq!(check(&[0, 1, 0, 1, 2, 3, 3], 6), Ok(()));
        assert_eq!(check(&[], 3), Err(Violation::Empty));
        assert_eq!(check(&[0, 7], 3), Err(Violation::UnknownNode { index: 1 }));
        assert_eq!(check(&[1, 2, 3], 3), Err(Violation::NotFromStart));
        assert_eq!(check(&[0, 1, 3], 3), Err(Violation::NoCorridor { step: 2 }));
        assert_eq!(check(&[0, 0], 3), Err(Violation::NoCorridor { step: 1 }));
        assert_eq!(check(&[0, 1, 2], 3), Err(Violation::NotToGoal));
        assert_eq!(check(&[0, 1, 2, 3], 2), Err(Violation::TooManySteps { steps: 3 }));
        let toll = TreasureId(0);
        let never = Violation::TollNotHeld { step: 1, toll, spent: None };
        assert_eq!(check(&[0, 2, 3], 3), Err(never));
        let again = Violation::TollNotHeld { step: 4, toll, spent: Some(2) };
        assert_eq!(check(&[0, 1, 2, 1, 2, 3], 9), Err(again));
    }

    #[test]
    fn a_malformed_certificate_is_refused() {
        let maze = corridor();
        let state = State { node: NodeId(0), inventory: 0, step: 0 };
        let good = Certificate {
            distances: vec![Some(2), Some(2), Some(1), Some(0)],
            inventories: vec![Inventory::default()],
            states: vec![state],
        };
        let check = |certificate: &Certificate| {
            check_unreachable(&maze, certificate, 2, &mut Budget::unlimited())
        };
        // Node 2 asks for a toll, node 1 is too far from GOAL: nothing leads out of START.
        assert_eq!(check(&good), Ok(()));
        let mut bad = good.clone();
        bad.distances.pop();
        assert_eq!(check(&bad), Err(Flaw::Malformed));
        let mut bad = good.clone();
        bad.inventories[0].held.push(TreasureId(5));
        assert_eq!(check(&bad), Err(Flaw::Malformed));
        let mut bad = good.clone();
        bad.states.push(State { inventory: 1, ..state });
        assert_eq!(check(&bad), Err(Flaw::Malformed));
        let mut bad = good.clone();
        bad.distances[0] = Some(3);
        assert_eq!(check(&bad), Err(Flaw::Distance(NodeId(0))));
        let mut bad = good.clone();
        bad.distances[2] = None;
        assert_eq!(check(&bad), Err(Flaw::Distance(NodeId(2))));
        let mut bad = good.clone();
        bad.states.clear();
        assert_eq!(check(&bad), Err(Flaw::Start));
        let mut bad = good;
        bad.states.push(State { node: NodeId(3), ..state });
        assert_eq!(check(&bad), Err(Flaw::Goal(1)));
    }
}
