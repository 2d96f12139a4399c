//! States as bytes, without meters, and lists of states that are found by them.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::trees::ReadByte;
use crate::logic::sheet::actions::Actions;
use crate::logic::sheet::{Sheet, SheetState, SymbolId, SymbolOrigin};
use crate::reader::plays::{ChangedPlace, StatePlace};

/// A state in which meters count nothing.
pub(super) fn without_meters(mut state: SheetState, meters: &[SymbolId]) -> SheetState {
    for meter in meters {
        state.tables[meter.0 as usize].fill(Some(0));
    }
    state
}

/// How states become bytes.
pub(in crate::verify) struct Keys {
    /// By symbol where its table begins, how many bytes a value takes, its least value, and what it
    /// may have beside no value. `None` for what is no part of a state.
    symbols: Vec<Option<Part>>,
    length: usize,
}

#[derive(Clone, Copy)]
struct Part {
    first: usize,
    width: usize,
    least: i64,
    most: i64,
    has_none: bool,
    count: usize,
}

impl Part {
    /// The bytes of a value; `None` when it cannot have it.
    fn bytes(self, value: Option<i64>) -> Option<[u8; 8]> {
        let number = match value {
            None if self.has_none => 0,
            None => return None,
            Some(value) if self.least <= value && value <= self.most => {
                value.abs_diff(self.least) + 1
            }
            Some(_) => return None,
        };
        Some(number.to_le_bytes())
    }

    /// The value that these bytes are.
    fn value(self, bytes: &[u8]) -> Option<i64> {
        let mut wide = [0; 8];
        wide[..self.width].copy_from_slice(bytes);
        let number = u64::from_le_bytes(wide).checked_sub(1)?;
        Some(self.least.wrapping_add_unsigned(number))
    }
}

impl Keys {
    pub(in crate::verify) fn new(sheet: &Sheet, actions: &Actions) -> Self {
        let mut length = 0;
        let mut symbols = Vec::with_capacity(sheet.symbols.len());
        for (id, symbol) in (0..).map(SymbolId).zip(&sheet.symbols) {
            if symbol.origin != SymbolOrigin::Found || actions.meters.contains(&id) {
                symbols.push(None);
                continue;
            }
            let (least, most, has_none) = match &symbol.values {
                None => (0, 1, false),
                Some(it) => (*it.range.start(), *it.range.end(), it.or_none),
            };
            let width = if most.abs_diff(least) < 255 { 1 } else { 8 };
            let count = sheet.tuples(id).unwrap_or(0);
            symbols.push(Some(Part { first: length, width, least, most, has_none, count }));
            length += width * count;
        }
        // Where nothing is part of a state, there is one key all the same.
        Self { symbols, length: length.max(1) }
    }

    /// The byte of a place of a state, and how many values it may have; `Some(None)` for what takes more than
    /// a byte, `None` for what is no part of a state.
    pub(in crate::verify) fn byte(&self, (symbol, place): StatePlace) -> Option<Option<ReadByte>> {
        let part = self.symbols.get(symbol.0 as usize).copied().flatten()?;
        let count = part.most.abs_diff(part.least).saturating_add(2);
        let byte = (part.first + place * part.width, count as usize);
        Some((part.width == 1 && place < part.count).then_some(byte))
    }

    /// The byte of a value of a place of which [`Keys::byte`] knows one.
    pub(in crate::verify) fn number(
        &self,
        (symbol, _): StatePlace,
        value: Option<i64>,
    ) -> Option<u8> {
        let part = self.symbols.get(symbol.0 as usize).copied().flatten()?;
        part.bytes(value).map(|it| it[0])
    }

    /// Whether a place may have the value that this byte is.
    pub(super) fn allows(&self, (symbol, _): StatePlace, number: u8) -> bool {
        let part = self.symbols.get(symbol.0 as usize).copied().flatten();
        part.is_some_and(|it| number > 0 || it.has_none)
    }

    /// The values that each byte may have in states that are reached from this one by changes of these
    /// symbols; none for a byte that is part of a value.
    pub(super) fn values(
        &self,
        start: &[u8],
        is_changed: impl Fn(SymbolId) -> bool,
    ) -> Vec<Vec<u8>> {
        let mut values = vec![Vec::new(); self.length];
        for (id, part) in (0..).map(SymbolId).zip(&self.symbols) {
            let Some(part) = part.filter(|it| it.width == 1) else { continue };
            let count = part.most.abs_diff(part.least) as u8 + 1;
            for byte in part.first..part.first + part.count {
                values[byte] = match is_changed(id) {
                    true => (u8::from(!part.has_none)..=count).collect(),
                    false => vec![start[byte]],
                };
            }
        }
        values
    }

    /// Writes the key of a state behind others; whether it fits the sheet.
    pub(in crate::verify) fn write(&self, state: &SheetState, key: &mut Vec<u8>) -> bool {
        let end = key.len() + self.length;
        key.reserve(self.length);
        if state.tables.len() != self.symbols.len() {
            return false;
        }
        for (part, table) in self.symbols.iter().zip(&state.tables) {
            let Some(part) = part else { continue };
            if table.len() != part.count {
                return false;
            }
            for value in table {
                let Some(bytes) = part.bytes(*value) else { return false };
                match part.width {
                    1 => key.push(bytes[0]),
                    width => key.extend_from_slice(&bytes[..width]),
                }
            }
        }
        key.resize(end, 0);
        true
    }

    /// How many bytes a key has.
    pub(in crate::verify) fn length(&self) -> usize {
        self.length
    }

    /// Turns the key of a state into that of the state in which this has changed.
    pub(in crate::verify) fn change(&self, key: &mut [u8], changed: &[ChangedPlace]) {
        for (symbol, place, value) in changed {
            if let Some(part) = self.symbols[symbol.0 as usize]
                && let Some(bytes) = part.bytes(*value)
            {
                let at = part.first + place * part.width;
                key[at..at + part.width].copy_from_slice(&bytes[..part.width]);
            }
        }
    }

    /// Writes into a state what its key says; its meters stay.
    pub(in crate::verify) fn read(&self, key: &[u8], state: &mut SheetState) {
        for (part, table) in self.symbols.iter().zip(&mut state.tables) {
            let Some(part) = part else { continue };
            let bytes = key[part.first..].chunks_exact(part.width);
            for (value, bytes) in table.iter_mut().zip(bytes) {
                *value = part.value(bytes);
            }
        }
    }
}

/// Keys one behind the other, which are found by their hashes.
pub(super) struct KeyList {
    length: usize,
    bytes: Vec<u8>,
    /// Of each key its number and half of its hash; at most half of the table is taken.
    table: Vec<Entry>,
    count: u32,
}

/// A key in the table: the upper half of its hash, so that few others are compared with it, and its number.
#[derive(Clone, Copy)]
struct Entry {
    tag: u32,
    number: u32,
}

const FREE: Entry = Entry { tag: 0, number: u32::MAX };

impl Entry {
    const fn is_free(self) -> bool {
        self.number == FREE.number
    }
}

impl KeyList {
    /// What room for so many takes.
    pub(super) fn bytes(keys: &Keys, count: u32) -> usize {
        let table = Self::entries_for(count).saturating_mul(size_of::<Entry>());
        (count as usize).saturating_mul(keys.length).saturating_add(table)
    }

    fn entries_for(count: u32) -> usize {
        (count as usize).saturating_mul(2).next_power_of_two()
    }

    /// None yet, with room for so many.
    pub(super) fn new(keys: &Keys, count: u32) -> Self {
        let room = Self::entries_for(count);
        let bytes = Vec::with_capacity(count as usize * keys.length);
        Self { length: keys.length, bytes, table: vec![FREE; room], count: 0 }
    }

    /// One of them.
    pub(super) fn get(&self, at: u32) -> &[u8] {
        &self.bytes[at as usize * self.length..][..self.length]
    }

    /// The number of a key.
    pub(super) fn find(&self, key: &[u8]) -> Option<u32> {
        let hash = hash(key);
        self.found(key, hash, self.table[self.first(hash)])
    }

    /// The numbers of keys, of which one stands behind the other. Each step is done for all of them, so that they wait for
    /// memory at the same time.
    pub(super) fn find_all(&self, keys: &[u8], numbers: &mut Vec<Option<u32>>) {
        let entries = self.entries(keys);
        let found = keys.chunks_exact(self.length).zip(entries);
        numbers.clear();
        numbers.extend(found.map(|(key, (hash, entry))| self.found(key, hash, entry)));
    }

    /// Adds keys behind the others, all at the same time like those that are looked up; whether all of them are new.
    pub(super) fn add_all(&mut self, keys: &[u8]) -> bool {
        let entries = self.entries(keys);
        self.bytes.reserve(keys.len());
        keys.chunks_exact(self.length).zip(entries).all(|(key, (hash, entry))| {
            let first = self.first(hash);
            let is_first = entry.is_free() && self.table[first].is_free();
            let slot = if is_first { first } else { self.slot(key, hash) };
            let is_new = self.table[slot].is_free();
            if is_new {
                self.bytes.extend_from_slice(key);
                self.table[slot] = Entry { tag: tag(hash), number: self.count };
                self.count += 1;
            }
            is_new
        })
    }

    /// The hashes of keys and the entries where each is looked for first.
    fn entries(&self, keys: &[u8]) -> Vec<(u64, Entry)> {
        let hashes = keys.chunks_exact(self.length).map(hash);
        hashes.map(|it| (it, self.table[self.first(it)])).collect()
    }

    /// The number of a key, where its first entry is known.
    fn found(&self, key: &[u8], hash: u64, first: Entry) -> Option<u32> {
        let is_it = !first.is_free() && first.tag == tag(hash) && self.get(first.number) == key;
        let entry = if is_it { first } else { self.table[self.slot(key, hash)] };
        (!entry.is_free()).then_some(entry.number)
    }

    /// Where a key is, or would be.
    fn slot(&self, key: &[u8], hash: u64) -> usize {
        let (mask, tag) = (self.table.len() - 1, tag(hash));
        let mut slot = self.first(hash);
        loop {
            let entry = self.table[slot];
            if entry.is_free() || entry.tag == tag && self.get(entry.number) == key {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Where a key with such a hash is looked for first.
    fn first(&self, hash: u64) -> usize {
        hash as usize & (self.table.len() - 1)
    }
}

fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}

const fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}
