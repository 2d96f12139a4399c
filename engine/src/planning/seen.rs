//! The states that were seen, one behind the other, and a table that finds them by their hashes (open addressing, Knuth, "The
//! Art of Computer Programming" 3, 6.4). Half a hash stands beside each number, so that the table grows in one pass over itself,
//! and a state is read only where it is most likely the one. What takes long is waiting for memory; so many states are looked
//! up at once, none of which waits for the one before.

use crate::budget::{Budget, Stop};

/// The states that were seen.
pub(super) struct SeenStates {
    width: usize,
    words: Vec<u64>,
    /// Numbers of states below their hashes, in the order of these but for those that had to make way; `FREE`
    /// where there is none.
    table: Vec<u64>,
    /// What is left of a hash behind so many bits is its place in the table.
    shift: u32,
}

const FREE: u64 = u64::MAX;

/// What a look at the table alone told of a state: its hash, and its number, if it was seen there.
pub(super) type TableLook = (u32, Option<u32>);

impl SeenStates {
    /// None yet, of so many words each.
    pub(super) fn new(width: usize) -> Self {
        Self { width, words: Vec::new(), table: vec![FREE; 1 << 10], shift: 32 - 10 }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// One of them.
    pub(super) fn get(&self, at: u32) -> &[u64] {
        &self.words[at as usize * self.width..][..self.width]
    }

    fn is(&self, at: u32, state: &[u64]) -> bool {
        self.get(at).iter().eq(state)
    }

    /// Looks for many states, which stand one behind the other. One that is not where it should be may still have had to
    /// make way.
    pub(super) fn glance(&self, states: &[u64], glances: &mut Vec<TableLook>) {
        glances.clear();
        glances.extend(states.chunks_exact(self.width).map(|state| {
            let hash = hash(state);
            let entry = self.table[(hash >> self.shift) as usize];
            (hash, ((entry >> 32) as u32 == hash && entry != FREE).then_some(entry as u32))
        }));
        for ((_, number), state) in glances.iter_mut().zip(states.chunks_exact(self.width)) {
            *number = number.filter(|it| self.is(*it, state));
        }
    }

    /// The number of a state that was seen.
    pub(super) fn find(&self, state: &[u64]) -> Option<u32> {
        let (hash, mask) = (hash(state), self.table.len() - 1);
        let mut slot = (hash >> self.shift) as usize;
        while self.table[slot] != FREE {
            let entry = self.table[slot];
            if (entry >> 32) as u32 == hash && self.is(entry as u32, state) {
                return Some(entry as u32);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// The number of a state, and whether it is new.
    ///
    /// # Errors
    /// That there are too many.
    pub(super) fn insert(
        &mut self,
        state: &[u64],
        (hash, number): TableLook,
        budget: &mut Budget,
    ) -> Result<(u32, bool), Stop> {
        if let Some(number) = number {
            return Ok((number, false));
        }
        let mask = self.table.len() - 1;
        let mut slot = (hash >> self.shift) as usize;
        while self.table[slot] != FREE {
            let entry = self.table[slot];
            if (entry >> 32) as u32 == hash && self.is(entry as u32, state) {
                return Ok((entry as u32, false));
            }
            slot = (slot + 1) & mask;
        }
        let number = u32::try_from(self.len()).ok().filter(|it| *it < u32::MAX);
        let number = number.ok_or(Stop::Size("there are too many states"))?;
        self.words.extend_from_slice(state);
        self.table[slot] = entry(hash, number);
        if self.len() * 3 > self.table.len() * 2 {
            budget.look()?;
            self.grow()?;
        }
        Ok((number, true))
    }

    fn grow(&mut self) -> Result<(), Stop> {
        self.shift = self.shift.checked_sub(1).ok_or(Stop::Size("there are too many states"))?;
        let mut table = vec![FREE; self.table.len() * 2];
        let mask = table.len() - 1;
        for entry in self.table.iter().filter(|it| **it != FREE) {
            let mut slot = (entry >> 32) as usize >> self.shift;
            while table[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            table[slot] = *entry;
        }
        self.table = table;
        Ok(())
    }
}

fn entry(hash: u32, number: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(number)
}

fn hash(state: &[u64]) -> u32 {
    let mix = |hash: u64, word: &u64| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    (state.iter().fold(0, mix).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
}
