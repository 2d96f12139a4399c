//! What a search remembers of positions, in bounded memory: when it is full, it starts anew, which
//! costs time and nothing else.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Positions and what is remembered of them.
#[derive(Debug)]
pub(super) struct PlayTable<Key, Entry>(FxHashMap<Key, Entry>);

/// The most memory that the positions take, as long as they hold no other: half a gigabyte.
const MOST_BYTES: usize = 1 << 29;

impl<Key, Entry> Default for PlayTable<Key, Entry> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<Key: Hash + Eq, Entry: Copy> PlayTable<Key, Entry> {
    /// What is remembered of a position.
    pub(super) fn get(&self, key: &Key) -> Option<Entry> {
        self.0.get(key).copied()
    }

    /// Remembers a position.
    pub(super) fn insert(&mut self, key: Key, entry: Entry) {
        if self.0.len() >= MOST_BYTES / size_of::<(Key, Entry)>() {
            self.clear();
        }
        self.0.insert(key, entry);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0 = FxHashMap::default();
    }
}
