//! Which claims have been made, in bounded memory. Whatever is forgotten is only looked at again. A
//! position is mixed in a way that can be undone; the first bits tell its line of the cache, and the
//! entry holds the others and the claim. So nothing is taken for another position.

use crate::evidence::dots::FreeEdges;

/// Bits of a line's number at first and at most: the latter take half a gigabyte. With fewer than the
/// first, an entry would not hold the other bits of a position.
const FIRST: u32 = CLAIM;
const MOST: u32 = 23;

/// Bits of a claim. None is zero, which stands for a free place.
const CLAIM: u32 = 8;

/// Odd, so that multiplication can be undone.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE: u64 = 0xf1de_83e1_9937_733d;

/// The entries that one access to memory fetches.
#[derive(Clone, Default, Debug)]
#[repr(align(64))]
struct Line([u64; 8]);

/// Positions, each with the strongest claim about it.
#[derive(Debug)]
pub(super) struct SeenBoards {
    lines: Vec<Line>,
    bits: u32,
    filled: usize,
}

impl Default for SeenBoards {
    fn default() -> Self {
        Self::new(FIRST)
    }
}

impl SeenBoards {
    fn new(bits: u32) -> Self {
        Self { lines: vec![Line::default(); 1 << bits], bits, filled: 0 }
    }

    /// The line of a position, and what an entry holds of it.
    fn place(&self, free: FreeEdges) -> (usize, u64) {
        let mixed = (free ^ free >> 32).wrapping_mul(FACTOR);
        ((mixed >> (64 - self.bits)) as usize, mixed << self.bits >> self.bits)
    }

    fn position(&self, line: usize, rest: u64) -> FreeEdges {
        let once = ((line as u64) << (64 - self.bits) | rest).wrapping_mul(INVERSE);
        once ^ once >> 32
    }

    /// Fetches what `insert` will need of a position into the cache. The answer says nothing.
    pub(super) fn fetch(&self, free: FreeEdges) -> u64 {
        self.lines[self.place(free).0].0[0]
    }

    /// Remembers a claim, the greater the stronger. Tells whether it is stronger than all before.
    pub(super) fn insert(&mut self, free: FreeEdges, claim: i8) -> bool {
        if self.filled > self.lines.len() * 4 && self.bits < MOST {
            self.grow();
        }
        let (line, rest) = self.place(free);
        let entry = rest << CLAIM | u64::from(claim.wrapping_sub(i8::MIN) as u8);
        let line = &mut self.lines[line].0;
        let near = line.iter().position(|it| *it == 0 || it >> CLAIM == rest);
        let place = &mut line[near.unwrap_or(0)];
        if *place >> CLAIM == rest && *place >= entry {
            return false;
        }
        self.filled += usize::from(*place == 0);
        *place = entry;
        true
    }

    fn grow(&mut self) {
        let old = std::mem::replace(self, Self::new(self.bits + 1));
        for (at, line) in old.lines.iter().enumerate() {
            for &entry in line.0.iter().filter(|entry| **entry != 0) {
                let claim = (entry as u8 as i8).wrapping_add(i8::MIN);
                self.insert(old.position(at, entry >> CLAIM), claim);
            }
        }
    }
}
