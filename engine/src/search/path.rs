//! Searches a maze directly: from site to site by legs, best first by steps taken and steps
//! still needed (A*: Hart, Nilsson and Raphael, 1968), with bounds from the landmarks.
//! Whether any number of steps is enough is sought at the same time by a search that takes what it
//! can fetch and never counts steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::evidence::clauses::Listener;
use crate::evidence::maze::{Certificate, Inventory, Landmark, MazeState};
use crate::logic::maze::{Maze, NodeId};
use crate::portfolio::{Pace, Portfolio, Share};

mod bound;
mod clauses;
mod count;
mod legs;
mod order;
mod relevance;
mod second;
mod states;

pub use count::count;
pub use second::second;

use bound::{LandmarksLeft, PathBound, Waived};
use legs::{GOAL, Leg, Legs, START, Site};
use order::Orders;
use relevance::relevance;

/// A path and why there is none shorter.
#[derive(Clone, Debug)]
pub struct FoundPath {
    /// The path, `None` when GOAL cannot be reached at all.
    pub path: Option<Vec<NodeId>>,
    /// That no path has fewer steps, or that there is none of any length. `None` when the path has
    /// been enough.
    pub certificate: Option<Certificate>,
}

/// A path of as few steps as there can be.
///
/// # Errors
/// The limit of the budget that was reached first.
pub fn shortest(maze: &Maze, budget: &mut Budget) -> Result<FoundPath, Stop> {
    within(maze, 0, budget)
}

/// A path of at most `steps` steps, or else of as few as there can be. It is a shortest one unless
/// that is hard to find.
///
/// # Errors
/// As [`shortest`].
pub fn within(maze: &Maze, steps: u64, budget: &mut Budget) -> Result<FoundPath, Stop> {
    let relevance = relevance(maze, budget)?;
    if !relevance.is_open[maze.goal.0 as usize] {
        let landmark = |it: &relevance::RelevantLandmark| Landmark { node: it.node, price: 0 };
        let landmarks = relevance.landmarks.iter().map(landmark).collect();
        let certificate = Certificate { landmarks, ..Certificate::default() };
        return Ok(FoundPath { path: None, certificate: Some(certificate) });
    }
    let legs = Legs::new(maze, &relevance);
    let bound = PathBound::new(maze, &relevance, &legs, Waived::Others, budget)?;
    let searches = [Aim::Shortest, Aim::Any].map(|aim| Search::new(&legs, &bound, aim));
    let searches = searches.into_iter().map(|it| it.map(|it| (Share::of_steps(1), it)));
    let searches: Vec<_> = searches.collect::<Result<_, _>>()?;
    let found = Portfolio::new(PACE, searches).run(budget, |search, budget| {
        Ok::<_, Stop>(match (search.run(budget)?, search.aim) {
            (path, Aim::Shortest) => {
                // A path has one node more than steps, and the proof is for one step less.
                let too_few = path.as_ref().map_or(u64::MAX, |path| path.len() as u64 - 2);
                Some(FoundPath { path, certificate: Some(search.certificate(too_few)) })
            }
            (None, Aim::Any) => {
                Some(FoundPath { path: None, certificate: Some(search.certificate(u64::MAX)) })
            }
            (Some(path), Aim::Any) if path.len() as u64 - 1 <= steps => {
                Some(FoundPath { path: Some(path), certificate: None })
            }
            (Some(_), Aim::Any) => None,
        })
    })?;
    // Any path is no answer; a shortest one was given up for its size alone.
    found.ok_or(TOO_LARGE)
}

/// Legs that each search looks at in its turns.
const PACE: Pace = Pace { first: 1 << 18, growth: 2 };

/// As [`shortest`], but by clauses. Tells whether who listens found one step less refuted; `None`
/// when the first number of steps asked for was enough. That there is no path of any length is found and
/// proved by searching.
///
/// # Errors
/// As [`shortest`].
pub fn by_clauses(
    maze: &Maze,
    listener: Listener<'_>,
    budget: &mut Budget,
) -> Result<(FoundPath, Option<bool>), Stop> {
    let any = within(maze, u64::MAX, budget)?;
    if any.path.is_none() {
        return Ok((any, None));
    }
    let relevance = relevance(maze, budget)?;
    let legs = Legs::new(maze, &relevance);
    let tour = PathBound::new(maze, &relevance, &legs, Waived::Others, budget)?;
    let tour = Orders::new(&tour).tour(budget)?;
    let bound = PathBound::new(maze, &relevance, &legs, Waived::All, budget)?;
    let answer = clauses::shortest(&legs, &bound, &tour, listener, budget)?;
    let path = Some(legs.path(&answer.sites));
    Ok((FoundPath { path, certificate: None }, answer.refuted))
}

/// What a search is after.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// A path of as few steps as there can be.
    Shortest,
    /// Any path. A treasure is fetched at once if everything in reach stays so.
    Any,
}

/// What a player can be in: at a site, with an inventory.
#[derive(Clone, Copy)]
struct PathState {
    site: Site,
    inventory: u32,
    /// In how few steps this is known to be reached.
    steps: u32,
    /// From which state.
    parent: u32,
}

struct Search<'s> {
    legs: &'s Legs<'s>,
    bound: &'s PathBound,
    aim: Aim,
    inventories: Inventories<'s>,
    states: Vec<PathState>,
    ids: FxHashMap<(Site, u32), u32>,
    /// States to go on from, by the steps of a path through them, and among equals the farthest
    /// first; of a search for any path the youngest first.
    open: BinaryHeap<(Reverse<u32>, u32, u32)>,
}

impl<'s> Search<'s> {
    fn new(legs: &'s Legs<'s>, bound: &'s PathBound, aim: Aim) -> Result<Self, Stop> {
        let inventories = Inventories::new(legs, bound);
        let (states, ids, open) = (Vec::new(), FxHashMap::default(), BinaryHeap::new());
        let mut search = Self { legs, bound, aim, inventories, states, ids, open };
        search.reach(PathState { site: START, inventory: 0, steps: 0, parent: 0 })?;
        Ok(search)
    }

    /// Searches on; the path, if there is one. A leg that is gone is a step, and a state is left wholly.
    fn run(&mut self, budget: &mut Budget) -> Result<Option<Vec<NodeId>>, Stop> {
        loop {
            budget.check()?;
            let Some((_, order, id)) = self.open.pop() else { return Ok(None) };
            let state = self.states[id as usize];
            if self.aim == Aim::Shortest && order != state.steps {
                // Since then it was reached in fewer steps.
                continue;
            }
            if state.site == GOAL {
                return Ok(Some(self.path_to(id)));
            }
            budget.whole(|budget| self.leave(id, &state, budget))?;
        }
    }

    /// Goes all legs from a state that may bring something.
    fn leave(&mut self, id: u32, state: &PathState, budget: &mut Budget) -> Result<(), Stop> {
        let legs = self.legs.from(state.site);
        match (self.aim, self.fetched(state)) {
            (Aim::Any, Some(leg)) => self.take(id, leg, budget)?,
            // The nearest is looked at first.
            (Aim::Any, None) => {
                legs.iter().rev().try_for_each(|&leg| self.take(id, leg, budget))?;
            }
            (Aim::Shortest, _) => {
                for (&leg, past) in legs.iter().zip(self.legs.past(state.site)) {
                    let has = |&home: &Site| self.inventories.is_at_home(state.inventory, home);
                    if !past.iter().any(has) {
                        self.take(id, leg, budget)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A leg to a treasure that costs nothing but steps: what can be reached before can be reached
    /// with it.
    fn fetched(&self, state: &PathState) -> Option<Leg> {
        if self.aim != Aim::Any {
            return None;
        }
        let legs = self.legs.from(state.site);
        let is_free = |leg: &&Leg| {
            self.inventories.is_at_home(state.inventory, leg.to)
                && self.legs.is_passable_home(leg.to)
                && {
                    let mut onward: Vec<_> =
                        self.legs.from(leg.to).iter().map(|it| it.to).collect();
                    onward.sort_unstable();
                    let mut before = legs.iter().map(|it| it.to);
                    before.all(|it| it == leg.to || onward.binary_search(&it).is_ok())
                }
        };
        legs.iter().find(is_free).copied()
    }

    /// Goes a leg, if something happens at its end.
    fn take(&mut self, parent: u32, leg: Leg, budget: &mut Budget) -> Result<(), Stop> {
        budget.check()?;
        let PathState { inventory, steps, .. } = self.states[parent as usize];
        let Some(inventory) = self.inventories.after(inventory, leg.to)? else { return Ok(()) };
        let steps = steps.checked_add(leg.steps).ok_or(TOO_LARGE)?;
        self.reach(PathState { site: leg.to, inventory, steps, parent })
    }

    fn reach(&mut self, state: PathState) -> Result<(), Stop> {
        let new = index(self.states.len())?;
        let id = match self.ids.entry((state.site, state.inventory)) {
            Entry::Vacant(entry) => {
                self.states.push(state);
                *entry.insert(new)
            }
            Entry::Occupied(entry) => {
                let known = &mut self.states[*entry.get() as usize];
                if self.aim == Aim::Any || known.steps <= state.steps {
                    return Ok(());
                }
                *known = state;
                *entry.get()
            }
        };
        self.open.push(match self.aim {
            Aim::Shortest => {
                let needed = match state.site {
                    GOAL => 0,
                    site => {
                        self.bound.steps(site, &self.inventories.rests[state.inventory as usize])
                    }
                };
                (Reverse(state.steps.saturating_add(needed)), state.steps, id)
            }
            Aim::Any => (Reverse(0), id, id),
        });
        Ok(())
    }

    fn path_to(&self, mut id: u32) -> Vec<NodeId> {
        let mut sites = vec![self.states[id as usize].site];
        while id != 0 {
            id = self.states[id as usize].parent;
            sites.push(self.states[id as usize].site);
        }
        sites.reverse();
        self.legs.path(&sites)
    }

    /// The states from which GOAL seems near enough for `steps` steps, all of which were looked at.
    fn certificate(&self, steps: u64) -> Certificate {
        let is_near = |state: &&PathState| {
            let rest = &self.inventories.rests[state.inventory as usize];
            let needed = self.bound.steps(state.site, rest);
            steps == u64::MAX || u64::from(state.steps.saturating_add(needed)) <= steps
        };
        let states = self.states.iter().filter(is_near).map(|state| MazeState {
            node: self.legs.sites[state.site as usize].node,
            inventory: state.inventory,
            step: u64::from(state.steps),
        });
        let landmarks = self.bound.landmarks.iter().zip(&self.bound.prices);
        let landmark = |(site, &price): (&Site, _)| Landmark {
            node: self.legs.sites[*site as usize].node,
            price,
        };
        Certificate {
            landmarks: landmarks.map(landmark).collect(),
            inventories: self.inventories.spell(),
            states: states.collect(),
        }
    }
}

const TOO_LARGE: Stop = Stop::Size("the maze has more than 2^32 states");

fn index(length: usize) -> Result<u32, Stop> {
    u32::try_from(length).map_err(|_| TOO_LARGE)
}

/// What a player may hold and have spent, each by a number: there are far fewer of them than
/// states.
struct Inventories<'s> {
    legs: &'s Legs<'s>,
    bound: &'s PathBound,
    /// Bit sets of useful treasures: the first half those held, the second half those spent.
    sets: Vec<Arc<[u64]>>,
    ids: FxHashMap<Arc<[u64]>, u32>,
    /// Which landmarks are left.
    rests: Vec<LandmarksLeft>,
    scratch: Vec<u64>,
}

impl<'s> Inventories<'s> {
    fn new(legs: &'s Legs<'s>, bound: &'s PathBound) -> Self {
        let scratch = vec![0; 2 * legs.useful.len().div_ceil(64)];
        let nothing: Arc<[u64]> = scratch.as_slice().into();
        let ids = FxHashMap::from_iter([(Arc::clone(&nothing), 0)]);
        let rests = vec![bound.rest(|_| true)];
        Self { legs, bound, sets: vec![nothing], ids, rests, scratch }
    }

    /// Whether something at that site is still at home.
    fn is_at_home(&self, inventory: u32, site: Site) -> bool {
        let set = &self.sets[inventory as usize];
        let event = &self.legs.sites[site as usize];
        event.treasures.iter().any(|&treasure| is_at_home(set, treasure))
    }

    /// The inventory behind a site; `None` when it cannot be entered, or nothing happens there.
    fn after(&mut self, inventory: u32, site: Site) -> Result<Option<u32>, Stop> {
        if site == GOAL {
            return Ok(Some(inventory));
        }
        let event = &self.legs.sites[site as usize];
        self.scratch.copy_from_slice(&self.sets[inventory as usize]);
        let (held, spent) = self.scratch.split_at_mut(self.sets[0].len() / 2);
        for &toll in &event.tolls {
            let (word, bit) = (toll / 64, 1 << (toll % 64));
            if held[word] & bit == 0 {
                return Ok(None);
            }
            held[word] &= !bit;
            spent[word] |= bit;
        }
        for &treasure in &event.treasures {
            let (word, bit) = (treasure / 64, 1 << (treasure % 64));
            held[word] |= bit & !spent[word];
        }
        if *self.scratch == *self.sets[inventory as usize] {
            return Ok(None);
        }
        if let Some(&known) = self.ids.get(self.scratch.as_slice()) {
            return Ok(Some(known));
        }
        let id = index(self.sets.len())?;
        let set: Arc<[u64]> = self.scratch.as_slice().into();
        let is_left = |landmark: usize| {
            let event = &self.legs.sites[self.bound.landmarks[landmark] as usize];
            match event.tolls.first() {
                Some(toll) => set[set.len() / 2 + toll / 64] >> (toll % 64) & 1 == 0,
                None => event.treasures.first().is_none_or(|&it| is_at_home(&set, it)),
            }
        };
        self.rests.push(self.bound.rest(is_left));
        self.sets.push(Arc::clone(&set));
        self.ids.insert(set, id);
        Ok(Some(id))
    }

    fn spell(&self) -> Vec<Inventory> {
        let useful = &self.legs.useful;
        let members = |set: &[u64]| {
            let ranks = (0..useful.len()).filter(|rank| set[rank / 64] >> (rank % 64) & 1 == 1);
            ranks.map(|rank| useful[rank]).collect()
        };
        let spell = |set: &Arc<[u64]>| {
            let (held, spent) = set.split_at(set.len() / 2);
            Inventory { held: members(held), spent: members(spent) }
        };
        self.sets.iter().map(spell).collect()
    }
}

/// Whether a treasure is neither held nor spent.
fn is_at_home(set: &[u64], treasure: usize) -> bool {
    (set[treasure / 64] | set[set.len() / 2 + treasure / 64]) >> (treasure % 64) & 1 == 0
}
