//! The fewest steps by way of some landmarks in the best order (Held and Karp, "A dynamic programming
//! approach to sequencing problems", 1962): exact as long as the sets that come up are not too many,
//! and by a tree through the landmarks behind that.

use rustc_hash::FxHashMap;

use super::bound::{Bound, NEVER};
use super::legs::Site;

/// Sets of landmarks, each with its first, of which something is known at most.
const MOST_KNOWN: usize = 1 << 17;

/// What is known of sets of landmarks.
pub struct Orders<'b> {
    bound: &'b Bound,
    /// The landmarks that come before each, as bits; empty when there are too many for that.
    earlier: Vec<u64>,
    /// The fewest steps to GOAL from the first landmark of a set by way of the others.
    known: FxHashMap<(u64, u32), u32>,
}

impl<'b> Orders<'b> {
    pub fn new(bound: &'b Bound) -> Self {
        let count = bound.landmarks.len();
        let set = |later: usize| {
            let earlier = (0..count).filter(|&it| bound.comes_before(it, later));
            earlier.fold(0, |set, it| set | 1 << it)
        };
        let earlier = if count <= 64 { (0..count).map(set).collect() } else { Vec::new() };
        Self { bound, earlier, known: FxHashMap::default() }
    }

    /// A number of steps without which nobody gets from a site to GOAL by way of those landmarks.
    pub fn steps(&mut self, site: Site, is_left: impl Fn(usize) -> bool) -> u32 {
        let tree = self.bound.steps(site, &self.bound.rest(&is_left));
        let left = (0..self.earlier.len()).filter(|&it| is_left(it));
        let set = left.fold(0, |set, it| set | 1 << it);
        let mut best = if set == 0 { tree } else { NEVER };
        for first in self.first(set) {
            let Some(steps) = self.from(first, set) else { return tree };
            best = best.min(self.bound.steps_to(site, first).saturating_add(steps));
        }
        tree.max(best)
    }

    /// The landmarks of a set that may be the next.
    fn first(&self, set: u64) -> Vec<usize> {
        let members = (0..self.earlier.len()).filter(|it| set >> it & 1 == 1);
        members.filter(|&it| self.earlier[it] & set == 0).collect()
    }

    /// The fewest steps from the first of a set to GOAL by way of the others; `None` when too much is
    /// known already to find out.
    fn from(&mut self, first: usize, set: u64) -> Option<u32> {
        if let Some(&known) = self.known.get(&(set, first as u32)) {
            return Some(known);
        }
        let rest = set & !(1 << first);
        let mut best = if rest == 0 { self.bound.steps_to_goal(first) } else { NEVER };
        for next in self.first(rest) {
            let steps = self.from(next, rest)?;
            best = best.min(self.bound.steps_between(first, next).saturating_add(steps));
        }
        if self.known.len() == MOST_KNOWN {
            return None;
        }
        self.known.insert((set, first as u32), best);
        Some(best)
    }
}
