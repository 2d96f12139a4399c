//! Which claims have been made, in bounded memory. Whatever is forgotten is only looked at again.

use super::board::Free;

/// Places of a table at first and at most: the latter take half a gigabyte.
const FIRST: usize = 1 << 10;
const MOST: usize = 1 << 26;

/// Neighbouring places in which a position may be.
const NEAR: usize = 8;

/// Positions, each with the strongest claim about it.
#[derive(Debug)]
pub struct Seen {
    /// The empty board stands for no position: about it there is nothing to claim.
    positions: Vec<Free>,
    claims: Vec<i8>,
    filled: usize,
}

impl Default for Seen {
    fn default() -> Self {
        Self::new(FIRST)
    }
}

impl Seen {
    fn new(places: usize) -> Self {
        let places = places + NEAR;
        Self { positions: vec![0; places], claims: vec![0; places], filled: 0 }
    }

    /// Remembers a claim, the greater the stronger. Tells whether it is stronger than all before.
    pub fn insert(&mut self, free: Free, claim: i8) -> bool {
        let places = self.positions.len() - NEAR;
        if self.filled > places / 2 && places < MOST {
            let old = std::mem::replace(self, Self::new(2 * places));
            for (free, claim) in old.positions.into_iter().zip(old.claims) {
                if free != 0 {
                    self.insert(free, claim);
                }
            }
            return self.insert(free, claim);
        }
        let mixed = (free ^ free >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let home = (mixed >> (64 - places.trailing_zeros())) as usize;
        let near = &self.positions[home..home + NEAR];
        let at = home + near.iter().position(|it| *it == free || *it == 0).unwrap_or(0);
        if self.positions[at] == free && self.claims[at] >= claim {
            return false;
        }
        self.filled += usize::from(self.positions[at] == 0);
        (self.positions[at], self.claims[at]) = (free, claim);
        true
    }
}
