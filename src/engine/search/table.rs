//! What a search remembers of positions, in bounded memory: when it is full, it starts anew, which
//! costs time and nothing else.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::tree::Bounds;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Where its value lies.
    pub bounds: Bounds,
    /// How many moves were looked ahead for them.
    pub depth: u32,
}

/// Positions and what is remembered of them.
#[derive(Debug)]
pub struct Table<State>(FxHashMap<State, Entry>);

/// The most memory that the positions take, as long as they hold no other: half a gigabyte.
const MOST_BYTES: usize = 1 << 29;

impl<State> Default for Table<State> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<State: Hash + Eq> Table<State> {
    /// What is remembered of a position.
    pub fn get(&self, state: &State) -> Option<Entry> {
        self.0.get(state).copied()
    }

    /// Remembers a position.
    pub fn insert(&mut self, state: State, entry: Entry) {
        if self.0.len() >= MOST_BYTES / size_of::<(State, Entry)>() {
            self.clear();
        }
        self.0.insert(state, entry);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0 = FxHashMap::default();
    }
}
