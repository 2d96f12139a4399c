//! Judges the claim that a maze has no path of so many steps: by a set of states that contains START and that
//! no play leaves before it is too late. Shares no code with the search or the encoding.
//!
//! A state is a node where something happens and what the player holds and has spent. Why it is enough
//! to look at these: call a treasure better off held than at home, and better off at home than spent.
//! A walk that is allowed stays allowed when some treasure is better off. So
//! - the player may be allowed to leave treasures where they are, and a play is a row of shortest walks
//!   between nodes where something is taken or paid;
//! - a walk that may as well pass the home of a treasure is no better than one that takes it;
//! - where steps do not count, a treasure from whose home all is in reach that was in reach before may
//!   be fetched at once.
//!
//! Of the shortest plays the one that takes treasures earliest passes no home without taking what is
//! there. So what every play must visit, this one has still to visit as long as the treasure is at home.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{Budget, Stop};
use crate::evidence::maze::{Certificate, Landmark, MazeState};
use crate::logic::maze::{Maze, NodeId};

mod needed;
mod terrain;

use needed::Needed;
use terrain::Terrain;

/// Why a certificate proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CertificateFlaw {
    /// It names nodes, treasures or inventories that do not exist.
    Malformed,
    /// There may be a play that does not visit this node, or nothing happens there.
    Landmark(NodeId),
    /// The state before the first step is not in it.
    Start,
    /// From this state GOAL can be reached.
    Goal(usize),
    /// A walk from this state leads to this node and out of the set.
    Open(usize, NodeId),
    /// The check ran into a limit.
    Stopped(Stop),
}

impl From<Stop> for CertificateFlaw {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Where a treasure is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum TreasurePlace {
    Home,
    Held,
    Spent,
}

/// Prices stay far from where their sums overflow.
const MAX_PRICE: u64 = 1 << 40;

/// Checks that no play reaches GOAL in `steps` steps; `u64::MAX` stands for any number.
///
/// # Errors
/// The flaw found first.
pub fn check_unreachable(
    maze: &Maze,
    certificate: &Certificate,
    steps: u64,
    budget: &mut Budget,
) -> Result<(), CertificateFlaw> {
    let is_sound = |it: &Landmark| {
        (it.node.0 as usize) < maze.nodes.len() && it.price.unsigned_abs() < MAX_PRICE
    };
    let landmarks = &certificate.landmarks;
    if !landmarks.iter().all(is_sound) || !landmarks.is_sorted_by(|one, next| one.node < next.node)
    {
        return Err(CertificateFlaw::Malformed);
    }
    let Some(terrain) = Terrain::new(maze, &certificate.landmarks, budget)? else { return Ok(()) };
    // Something has to happen there, or nobody could tell whether it was visited.
    if let Some(it) = landmarks.iter().find(|it| !terrain.is_event(it.node)) {
        return Err(CertificateFlaw::Landmark(it.node));
    }
    let listed = ListedStates::new(maze, &terrain, certificate)?;
    let needed = Needed::new(&terrain, &certificate.landmarks, budget)?;
    let (around, walks) = (FxHashMap::default(), FxHashMap::default());
    let mut checker = Checker { terrain, listed, needed, around, walks, steps };
    let nothing = vec![TreasurePlace::Home; maze.treasures as usize];
    if checker.is_late(maze.start, &nothing, 0) {
        return Ok(());
    }
    if !checker.is_covered(maze.start, &nothing, 0) {
        return Err(CertificateFlaw::Start);
    }
    for (index, state) in certificate.states.iter().enumerate() {
        checker.check(index, state, budget)?;
    }
    Ok(())
}

struct Checker<'a> {
    terrain: Terrain<'a>,
    listed: ListedStates,
    needed: Needed,
    /// The nodes where something happens around each, with the steps there.
    around: FxHashMap<NodeId, Rc<[(NodeId, u32)]>>,
    walks: FxHashMap<NodeId, Rc<[FreeWalk]>>,
    steps: u64,
}

/// A shortest walk through nodes that ask for nothing.
struct FreeWalk {
    /// A node where something happens.
    to: NodeId,
    steps: u32,
    /// The homes that a walk of that length passes.
    past: Vec<NodeId>,
}

impl Checker<'_> {
    /// Checks that each walk from a state is covered, leads too late, or is no better than another.
    fn check(
        &mut self,
        index: usize,
        state: &MazeState,
        budget: &mut Budget,
    ) -> Result<(), CertificateFlaw> {
        let here = self.listed.inventories[state.inventory as usize].clone();
        let walks = self.walks(state.node);
        if self.steps == u64::MAX && self.fetches(state.node, &walks, &here, budget)? {
            return Ok(());
        }
        for walk in &*walks {
            budget.check()?;
            let step = state.step.saturating_add(u64::from(walk.steps));
            if walk.to == self.terrain.maze.goal {
                if step <= self.steps {
                    return Err(CertificateFlaw::Goal(index));
                }
                continue;
            }
            let passes = |&home: &NodeId| self.terrain.has_something(home, &here);
            let Some(there) = self.terrain.enter(walk.to, &here) else { continue };
            if walk.past.iter().any(passes) || self.is_covered(walk.to, &there, step) {
                continue;
            }
            if !self.is_late(walk.to, &there, step) {
                return Err(CertificateFlaw::Open(index, walk.to));
            }
        }
        Ok(())
    }

    /// Whether a treasure can be fetched with all in reach that was, and the state behind that is
    /// covered.
    fn fetches(
        &mut self,
        node: NodeId,
        walks: &[FreeWalk],
        here: &[TreasurePlace],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        for walk in walks {
            budget.check()?;
            if !self.terrain.is_plain(walk.to) || !self.terrain.has_something(walk.to, here) {
                continue;
            }
            let Some(there) = self.terrain.enter(walk.to, here) else { continue };
            if self.is_covered(walk.to, &there, u64::MAX) {
                let onward = self.around(walk.to);
                let onward: FxHashSet<_> = onward.iter().map(|it| it.0).collect();
                let stays = |it: &FreeWalk| it.to == walk.to || onward.contains(&it.to);
                if node != walk.to && walks.iter().all(stays) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn around(&mut self, node: NodeId) -> Rc<[(NodeId, u32)]> {
        let around = self.around.entry(node).or_insert_with(|| self.terrain.around(node).into());
        Rc::clone(around)
    }

    fn walks(&mut self, from: NodeId) -> Rc<[FreeWalk]> {
        if let Some(known) = self.walks.get(&from) {
            return Rc::clone(known);
        }
        let reached = self.around(from);
        let steps: FxHashMap<_, _> = reached.iter().copied().collect();
        let mut past: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for &(home, first) in &*reached {
            if !self.terrain.is_plain(home) {
                continue;
            }
            for &(to, second) in &*self.around(home) {
                if steps.get(&to) == Some(&(first + second)) {
                    past.entry(to).or_default().push(home);
                }
            }
        }
        let walk =
            |&(to, steps): &_| FreeWalk { to, steps, past: past.remove(&to).unwrap_or_default() };
        let walks: Rc<[FreeWalk]> = reached.iter().map(walk).collect();
        self.walks.insert(from, Rc::clone(&walks));
        walks
    }

    /// Whether GOAL cannot be reached in time. Where steps do not count, nothing is too late.
    fn is_late(&mut self, node: NodeId, places: &[TreasurePlace], step: u64) -> bool {
        let steps = self.steps;
        let mut needed = || self.needed.steps(&self.terrain, node, places);
        steps != u64::MAX && needed().is_none_or(|needed| step.saturating_add(needed) > steps)
    }

    /// Whether the state is listed with that step or an earlier one.
    fn is_covered(&self, node: NodeId, places: &[TreasurePlace], step: u64) -> bool {
        let id = self.listed.ids.get(places);
        let earliest = id.and_then(|&id| self.listed.steps.get(&(node, id)));
        earliest.is_some_and(|&earliest| earliest <= step)
    }
}

/// The states of a certificate, to look up.
struct ListedStates {
    inventories: Vec<Vec<TreasurePlace>>,
    ids: FxHashMap<Vec<TreasurePlace>, u32>,
    steps: FxHashMap<(NodeId, u32), u64>,
}

impl ListedStates {
    fn new(
        maze: &Maze,
        terrain: &Terrain<'_>,
        certificate: &Certificate,
    ) -> Result<Self, CertificateFlaw> {
        let (mut inventories, mut ids) = (Vec::new(), FxHashMap::default());
        for (inventory, id) in certificate.inventories.iter().zip(0..) {
            let mut places = vec![TreasurePlace::Home; maze.treasures as usize];
            let held = inventory.held.iter().map(|treasure| (treasure, TreasurePlace::Held));
            let spent = inventory.spent.iter().map(|treasure| (treasure, TreasurePlace::Spent));
            for (treasure, place) in held.chain(spent) {
                *places.get_mut(treasure.0 as usize).ok_or(CertificateFlaw::Malformed)? = place;
            }
            ids.insert(places.clone(), id);
            inventories.push(places);
        }
        let mut steps = FxHashMap::default();
        for state in &certificate.states {
            let is_site = (state.node.0 as usize) < maze.nodes.len() && terrain.is_site(state.node);
            if !is_site || state.inventory as usize >= inventories.len() {
                return Err(CertificateFlaw::Malformed);
            }
            steps.insert((state.node, state.inventory), state.step);
        }
        Ok(Self { inventories, ids, steps })
    }
}
