//! The fewest steps by way of some landmarks in the best order (Held and Karp, "A dynamic programming
//! approach to sequencing problems", 1962): exact as long as the sets that come up are not too many,
//! and by a tree through the landmarks behind that. From START by way of all of them the best order is
//! searched for with the tree as bound.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::bound::{NEVER, PathBound};
use super::legs::{START, Site};
use crate::budget::{Budget, Stop};

/// Sets of landmarks, each with its first, of which something is known at most.
const MOST_KNOWN: usize = 1 << 17;

/// The way from START to GOAL by way of all landmarks, were they all that matters.
pub(super) struct Tour {
    /// Without so many steps there is none.
    pub steps: u32,
    /// The landmarks in the order of a tour of so many steps, and when it comes to each; empty when
    /// none was found.
    pub stops: Vec<(usize, u32)>,
}

/// A part of a tour: which landmarks are left, and the last one before.
type Part = (u64, Option<usize>);

/// What is known of sets of landmarks.
pub(super) struct Orders<'b> {
    bound: &'b PathBound,
    /// The landmarks that come before each, as bits; empty when there are too many for that.
    earlier: Vec<u64>,
    /// The fewest steps to GOAL from the first landmark of a set by way of the others.
    known: FxHashMap<(u64, u32), u32>,
}

impl<'b> Orders<'b> {
    pub(super) fn new(bound: &'b PathBound) -> Self {
        let count = bound.landmarks.len();
        let set = |later: usize| {
            let earlier = (0..count).filter(|&it| bound.comes_before(it, later));
            earlier.fold(0, |set, it| set | 1 << it)
        };
        let earlier = if count <= 64 { (0..count).map(set).collect() } else { Vec::new() };
        Self { bound, earlier, known: FxHashMap::default() }
    }

    /// A number of steps without which nobody gets from a site to GOAL by way of those landmarks.
    pub(super) fn steps(&mut self, site: Site, is_left: impl Fn(usize) -> bool) -> u32 {
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

    /// The best tour (A*), as long as the parts that come up are not too many.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub(super) fn tour(&self, budget: &mut Budget) -> Result<Tour, Stop> {
        let bound = self.bound;
        let all = (0..self.earlier.len()).fold(0, |set, it| set | 1 << it);
        let mut tour = Tour { steps: bound.steps(START, &bound.rest(|_| true)), stops: Vec::new() };
        let mut rests = FxHashMap::default();
        // In how many steps each part was reached, and by way of which one.
        let mut reached: FxHashMap<Part, (u32, Option<usize>)> = FxHashMap::default();
        let mut open = BinaryHeap::new();
        if !self.earlier.is_empty() {
            reached.insert((all, None), (0, None));
            open.push((Reverse(tour.steps), 0, (all, None)));
        }
        while let Some((Reverse(needed), steps, part)) = open.pop() {
            budget.check()?;
            tour.steps = tour.steps.max(needed);
            let (set, last) = part;
            if set == 0 || reached.len() > MOST_KNOWN {
                let mut part = (set == 0).then_some(part);
                while let Some((left, Some(stop))) = part {
                    let (steps, before) = reached[&(left, Some(stop))];
                    tour.stops.push((stop, steps));
                    part = Some((left | 1 << stop, before));
                }
                tour.stops.reverse();
                break;
            }
            if reached[&part].0 < steps {
                continue;
            }
            let site = last.map_or(START, |it| bound.landmarks[it]);
            for next in self.first(set) {
                let part = (set & !(1 << next), Some(next));
                let steps = steps.saturating_add(bound.steps_to(site, next));
                if reached.get(&part).is_some_and(|known| known.0 <= steps) {
                    continue;
                }
                let rest =
                    rests.entry(part.0).or_insert_with(|| bound.rest(|it| part.0 >> it & 1 == 1));
                let needed = steps.saturating_add(bound.steps(bound.landmarks[next], rest));
                reached.insert(part, (steps, last));
                if needed < NEVER {
                    open.push((Reverse(needed), steps, part));
                }
            }
        }
        Ok(tour)
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
