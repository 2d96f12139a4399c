//! What the search remembers of positions, eight bytes each, in bounded memory. A position is mixed
//! to a number of 64 bits in a way that can be undone; the first bits tell its bucket, a line of the
//! cache, and the entry holds the others and two bounds. So nothing is taken for another position.

use rustc_hash::FxHashMap;

use super::rest::FreeBits;

/// Entries of a bucket.
const WAYS: usize = 8;

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// Positions up to which they are kept in a map: most boards have no more, and a table takes a while to be
/// cleared.
const FEW: usize = 1 << 10;

/// Bits of a bound.
const BOUND: u32 = 7;

/// Bits of a bucket's number, at first and at most: a megabyte and two gigabytes. With fewer than
/// the first, an entry would not hold the other bits of a position.
const FIRST: u32 = 2 * BOUND;
const MOST: u32 = 25;

/// Odd, so that multiplication can be undone.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE: u64 = 0xf1de_83e1_9937_733d;

/// Positions with a lower and an upper bound each, which are less than 128.
#[derive(Debug)]
pub(crate) struct DotsTable {
    /// All positions while they are few.
    few: FxHashMap<FreeBits, (u8, u8)>,
    /// None while positions are few.
    entries: Vec<u64>,
    /// Where the first bucket starts, so that each is one line of the cache.
    start: usize,
    bits: u32,
    /// Bits up to which it grows.
    most: u32,
    filled: usize,
}

impl Default for DotsTable {
    fn default() -> Self {
        let (few, entries) = Default::default();
        Self { few, entries, start: 0, bits: FIRST, most: MOST, filled: 0 }
    }
}

fn mixed(free: FreeBits) -> u64 {
    let once = (free ^ free >> 32).wrapping_mul(FACTOR);
    (once ^ once >> 32).wrapping_mul(FACTOR)
}

fn unmixed(number: u64) -> FreeBits {
    let once = number.wrapping_mul(INVERSE);
    let once = (once ^ once >> 32).wrapping_mul(INVERSE);
    once ^ once >> 32
}

fn bounds(entry: u64) -> (u8, u8) {
    let mask = (1 << BOUND) - 1;
    ((entry >> BOUND & mask) as u8, (entry & mask) as u8)
}

impl DotsTable {
    fn new(bits: u32, most: u32) -> Self {
        let entries = vec![0; (WAYS << bits) + WAYS];
        let start = entries.as_ptr().align_offset(LINE).min(WAYS);
        Self { few: FxHashMap::default(), entries, start, bits, most, filled: 0 }
    }

    fn bucket(&self, index: usize) -> &[u64] {
        &self.entries[self.start + index * WAYS..][..WAYS]
    }

    /// Fetches what `get` will need into the cache, at once for several positions.
    pub(crate) fn fetch(&self, positions: impl Iterator<Item = FreeBits>) {
        if self.entries.is_empty() {
            return;
        }
        let firsts =
            positions.map(|free| self.bucket((mixed(free) >> (64 - self.bits)) as usize)[0]);
        std::hint::black_box(firsts.fold(0, u64::wrapping_add));
    }

    /// The bounds of a position.
    pub(crate) fn get(&self, free: FreeBits) -> Option<(u8, u8)> {
        if self.entries.is_empty() {
            return self.few.get(&free).copied();
        }
        let number = mixed(free);
        let tag = number << self.bits >> self.bits;
        let bucket = self.bucket((number >> (64 - self.bits)) as usize);
        // Without a branch for each entry.
        let it = bucket
            .iter()
            .fold(0, |it, entry| if entry >> (2 * BOUND) == tag { *entry } else { it });
        (it != 0).then(|| bounds(it))
    }

    /// Remembers the bounds of a position.
    pub(crate) fn insert(&mut self, free: FreeBits, low: u8, high: u8) {
        if self.entries.is_empty() {
            self.few.insert(free, (low, high));
            if self.few.len() > FEW {
                let few = std::mem::take(&mut self.few);
                *self = Self::new(self.bits, self.most);
                few.into_iter().for_each(|(free, (low, high))| self.insert(free, low, high));
            }
            return;
        }
        if self.bits < self.most && self.filled > WAYS << (self.bits - 1) {
            self.grow();
        }
        let number = mixed(free);
        let tag = number << self.bits >> self.bits;
        let index = (number >> (64 - self.bits)) as usize;
        let way = self.way(index, tag);
        let entry = &mut self.entries[self.start + index * WAYS + way];
        self.filled += usize::from(*entry == 0);
        *entry = tag << (2 * BOUND) | u64::from(low) << BOUND | u64::from(high);
    }

    /// Where in a bucket an entry goes: to its place, to a free one, or in place of the position
    /// with the fewest edges, which is found out again most easily.
    fn way(&self, index: usize, tag: u64) -> usize {
        let bucket = self.bucket(index);
        let is_its_own = |entry: &u64| *entry == 0 || *entry >> (2 * BOUND) == tag;
        bucket.iter().position(is_its_own).unwrap_or_else(|| {
            let edges = |way: &usize| self.position(index, bucket[*way]).count_ones();
            (0..WAYS).min_by_key(edges).expect("a bucket has places")
        })
    }

    fn position(&self, index: usize, entry: u64) -> FreeBits {
        unmixed((index as u64) << (64 - self.bits) | entry >> (2 * BOUND))
    }

    fn grow(&mut self) {
        let old = std::mem::replace(self, Self::new(self.bits + 1, self.most));
        for index in 0..1 << old.bits {
            for &entry in old.bucket(index).iter().filter(|entry| **entry != 0) {
                let (low, high) = bounds(entry);
                self.insert(old.position(index, entry), low, high);
            }
        }
    }
}
