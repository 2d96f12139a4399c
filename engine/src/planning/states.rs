//! States packed into machine words: each cell has as many bits as its values take, and what no
//! action changes has none. Those that were seen are kept one behind the other, found by a hash
//! table.

use crate::budget::{Budget, Stop};
use crate::logic::sheet::actions::Actions;
use crate::logic::sheet::{Sheet, SheetState, SymbolId, SymbolOrigin};

const TOO_MANY: Stop = Stop::Size("there is too much that may change");

/// A place of the table of something that is found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PackedCell {
    pub symbol: SymbolId,
    /// The place of its table.
    pub place: usize,
    /// The least value, which a missing one comes before.
    pub(super) least: i64,
    pub(super) has_none: bool,
    /// How many values it may have.
    pub count: u64,
    /// What stands there in every state, if no action changes it.
    pub fixed: Option<Option<i64>>,
    /// The word that holds it, and where.
    pub word: usize,
    /// See `word`.
    pub shift: u32,
    /// Its bits in the word, without the shift.
    pub mask: u64,
}

impl PackedCell {
    /// The number of a value.
    pub fn number(&self, value: Option<i64>) -> u64 {
        match value {
            None => 0,
            Some(value) => value.abs_diff(self.least) + u64::from(self.has_none),
        }
    }

    /// The least and the greatest value, and whether it may be missing.
    pub fn range(&self) -> (i64, i64, bool) {
        let values = self.count - u64::from(self.has_none);
        (self.least, self.least + (values.max(1) - 1) as i64, self.has_none)
    }

    /// The number that stands in a state.
    pub fn read(&self, state: &[u64]) -> u64 {
        state[self.word] >> self.shift & self.mask
    }

    /// What stands in a state.
    pub fn value(&self, state: &[u64]) -> Option<i64> {
        self.fixed.unwrap_or_else(|| self.numbered(self.read(state)))
    }

    /// The value with a number.
    pub fn numbered(&self, number: u64) -> Option<i64> {
        match number {
            0 if self.has_none => None,
            number => Some(self.least + (number - u64::from(self.has_none)) as i64),
        }
    }
}

/// Where everything stands.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The first cell of each symbol.
    pub first: Vec<usize>,
    /// The cells. A meter has one that is fixed, and that nobody reads.
    pub cells: Vec<PackedCell>,
    /// How many words a state has.
    pub words: usize,
}

impl Layout {
    /// That of the states of a sheet, of which this is the first.
    ///
    /// # Errors
    /// That there are too many cells.
    pub fn new(
        sheet: &Sheet,
        actions: &Actions,
        start: &SheetState,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut changes = vec![false; sheet.symbols.len()];
        for change in actions.actions.iter().flat_map(|it| &it.changes) {
            changes[change.symbol.0 as usize] = !actions.meters.contains(&change.symbol);
        }
        let mut layout =
            Self { first: Vec::with_capacity(sheet.symbols.len()), cells: Vec::new(), words: 0 };
        let mut free = 0;
        for (id, symbol) in (0..).map(SymbolId).zip(&sheet.symbols) {
            layout.first.push(layout.cells.len());
            if symbol.origin != SymbolOrigin::Found {
                continue;
            }
            let (least, has_none, count) = match &symbol.values {
                None => (0, false, 2),
                Some(values) => {
                    let (least, most) = values.range.clone().into_inner();
                    let width = most.abs_diff(least).checked_add(1).ok_or(TOO_MANY)?;
                    (least, values.or_none, width + u64::from(values.or_none))
                }
            };
            let bits = u64::BITS - (count - 1).leading_zeros();
            let tuples = sheet.tuples(id).ok_or(TOO_MANY)?;
            for place in 0..tuples {
                budget.check()?;
                let fixed = (!changes[id.0 as usize])
                    .then(|| start.tables[id.0 as usize].get(place).copied().flatten());
                if fixed.is_none() && free < bits {
                    layout.words += 1;
                    free = u64::BITS;
                }
                layout.cells.push(PackedCell {
                    symbol: id,
                    place,
                    least,
                    has_none,
                    count,
                    fixed,
                    word: layout.words.saturating_sub(1),
                    shift: u64::BITS - free.max(1),
                    mask: if bits == u64::BITS { u64::MAX } else { (1 << bits) - 1 },
                });
                free -= if fixed.is_none() { bits } else { 0 };
            }
        }
        // So that a state is something to be compared, even where nothing changes.
        layout.words = layout.words.max(1);
        Ok(layout)
    }

    /// A state in words.
    pub fn pack(&self, state: &SheetState) -> Vec<u64> {
        let mut words = vec![0; self.words];
        for cell in self.cells.iter().filter(|it| it.fixed.is_none()) {
            let value = state.tables[cell.symbol.0 as usize][cell.place];
            words[cell.word] |= cell.number(value) << cell.shift;
        }
        words
    }

    /// The state that words are.
    pub fn unpack(&self, words: &[u64]) -> SheetState {
        let mut state = SheetState { tables: vec![Vec::new(); self.first.len()] };
        for cell in &self.cells {
            state.tables[cell.symbol.0 as usize].push(cell.value(words));
        }
        state
    }

    /// Writes the state that words are into the tables of another.
    pub fn unpack_into(&self, words: &[u64], state: &mut SheetState) {
        for cell in &self.cells {
            state.tables[cell.symbol.0 as usize][cell.place] = cell.value(words);
        }
    }
}

/// The states that were seen.
pub(super) struct SeenStates {
    width: usize,
    words: Vec<u64>,
    /// The numbers of the states by their hashes; `FREE` where there is none.
    table: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl SeenStates {
    /// None yet, of so many words each.
    pub(super) fn new(width: usize) -> Self {
        Self { width, words: Vec::new(), table: vec![FREE; 1 << 10] }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// One of them.
    pub(super) fn get(&self, at: u32) -> &[u64] {
        &self.words[at as usize * self.width..][..self.width]
    }

    /// The number of a state, and whether it is new.
    ///
    /// # Errors
    /// That there are too many.
    pub(super) fn insert(
        &mut self,
        state: &[u64],
        budget: &mut Budget,
    ) -> Result<(u32, bool), Stop> {
        let slot = self.slot(state);
        if self.table[slot] != FREE {
            return Ok((self.table[slot], false));
        }
        let number = u32::try_from(self.len()).ok().filter(|it| *it < FREE);
        let number = number.ok_or(Stop::Size("there are too many states"))?;
        self.words.extend_from_slice(state);
        self.table[slot] = number;
        if self.len() * 2 > self.table.len() {
            budget.look()?;
            self.grow();
        }
        Ok((number, true))
    }

    fn slot(&self, state: &[u64]) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(state) as usize & mask;
        while self.table[slot] != FREE && !self.get(self.table[slot]).iter().eq(state) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.table = vec![FREE; self.table.len() * 4];
        let mask = self.table.len() - 1;
        for number in 0..self.len() as u32 {
            let mut slot = hash(self.get(number)) as usize & mask;
            while self.table[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = number;
        }
    }
}

fn hash(state: &[u64]) -> u64 {
    let mix = |hash: u64, word: &u64| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    state.iter().fold(0, mix)
}
