//! Which terms are equal by equations, and by which of them.

use std::collections::VecDeque;

/// Terms by their places, and the equations between them.
pub(super) struct EqualTerms {
    joined: Vec<u32>,
    neighbours: Vec<Vec<u32>>,
}

impl EqualTerms {
    /// So many terms, no two of them equal.
    pub(super) fn new(count: usize) -> Self {
        Self { joined: (0..count as u32).collect(), neighbours: vec![Vec::new(); count] }
    }

    /// Takes an equation.
    pub(super) fn join(&mut self, one: u32, other: u32) {
        self.neighbours[one as usize].push(other);
        self.neighbours[other as usize].push(one);
        let (one, other) = (self.class(one), self.class(other));
        // The first term stands for its class.
        self.joined[one.max(other) as usize] = one.min(other);
    }

    /// The term that stands for a class. Terms that came later are alone.
    pub(super) fn class(&self, mut term: u32) -> u32 {
        while let Some(&next) = self.joined.get(term as usize).filter(|it| **it != term) {
            term = next;
        }
        term
    }

    /// Whether two terms are equal.
    pub(super) fn are(&self, one: u32, other: u32) -> bool {
        self.class(one) == self.class(other)
    }

    /// The shortest way from a term to another one that is equal, each step an equation; breadth first.
    pub(super) fn way(&self, from: u32, to: u32) -> Vec<u32> {
        let mut before = vec![u32::MAX; self.joined.len()];
        let mut open = VecDeque::from([to]);
        before[to as usize] = to;
        while let Some(term) = open.pop_front() {
            if term == from {
                break;
            }
            for next in &self.neighbours[term as usize] {
                if before[*next as usize] == u32::MAX {
                    before[*next as usize] = term;
                    open.push_back(*next);
                }
            }
        }
        let mut way = vec![from];
        while let Some(&last) = way.last().filter(|it| **it != to) {
            way.push(before[last as usize]);
        }
        way
    }
}
