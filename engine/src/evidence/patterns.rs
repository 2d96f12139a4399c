//! Pattern databases: of an abstraction of states the distance to the goal from each abstract state.
//! Distances of several are added where each step is paid for in one of them (a zero-one cost
//! partition: Edelkamp, "Planning with pattern databases", 2001; Felner, Korf and Hanan, "Additive
//! pattern database heuristics", 2004). Whoever checks them compares each abstract state with what its
//! steps lead to, and need not know how they were made.

use crate::logic::sheet::SymbolId;

/// What an abstraction keeps of states. All that it does not name is forgotten.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pattern {
    /// The places. The word of a state has their classes behind each other, that of the first one in the lowest
    /// bits, each in as many bits as the greatest class of its place takes.
    pub places: Vec<PatternPlace>,
}

/// A place of a table, of whose values some are told apart: a projection keeps all of them, a domain
/// abstraction merges some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternPlace {
    /// The symbol of the table.
    pub symbol: SymbolId,
    /// The place.
    pub place: usize,
    /// The class of each value: first of none, then of the least one, and so on.
    pub classes: Vec<u8>,
    /// By class whether a step that writes such a value is paid for here. Of the patterns for which that
    /// is so, and of which distances are added, the first one pays.
    pub is_charged: Vec<bool>,
}

/// A distance where no goal can be reached.
pub const NEVER: u16 = u16::MAX;

/// The distance from each abstract state that can be reached.
#[derive(Clone, Debug, Default)]
pub struct PatternDatabase {
    /// What is kept.
    pub pattern: Pattern,
    /// The words of the abstract states.
    pub words: Vec<u64>,
    /// Of each the distance to the goal, or [`NEVER`].
    pub distances: Vec<u16>,
    /// The numbers of the words by their hashes, at most half of it taken.
    table: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl PatternDatabase {
    /// One without abstract states.
    pub fn new(pattern: Pattern) -> Self {
        let table = vec![FREE; 1 << 10];
        Self { pattern, words: Vec::new(), distances: Vec::new(), table }
    }

    /// The number of a word.
    pub fn find(&self, word: u64) -> Option<u32> {
        Some(self.table[self.slot(word)]).filter(|it| *it != FREE)
    }

    /// The number of a word, which is added, from where no goal is known to be reached, unless it is there.
    pub fn add(&mut self, word: u64) -> u32 {
        let slot = self.slot(word);
        if self.table[slot] != FREE {
            return self.table[slot];
        }
        let number = self.words.len() as u32;
        self.table[slot] = number;
        self.words.push(word);
        self.distances.push(NEVER);
        if self.words.len() * 2 > self.table.len() {
            self.table = vec![FREE; self.table.len() * 4];
            for number in 0..self.words.len() {
                let slot = self.slot(self.words[number]);
                self.table[slot] = number as u32;
            }
        }
        number
    }

    /// Where a word is, or would be.
    fn slot(&self, word: u64) -> usize {
        let mask = self.table.len() - 1;
        let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (mixed ^ mixed >> 32) as usize & mask;
        while self.table[slot] != FREE && self.words[self.table[slot] as usize] != word {
            slot = (slot + 1) & mask;
        }
        slot
    }
}
