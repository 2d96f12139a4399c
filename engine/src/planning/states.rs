//! States packed into machine words: each cell has as many bits as its values take, and what no
//! action changes has none.

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
            let mask = if bits == u64::BITS { u64::MAX } else { (1 << bits) - 1 };
            let tuples = sheet.tuples(id).ok_or(TOO_MANY)?;
            for place in 0..tuples {
                budget.check()?;
                let fixed = (!changes[id.0 as usize])
                    .then(|| start.tables[id.0 as usize].get(place).copied().flatten());
                let (word, shift) = (0, 0);
                let cell = PackedCell {
                    symbol: id,
                    place,
                    least,
                    has_none,
                    count,
                    fixed,
                    word,
                    shift,
                    mask,
                };
                layout.cells.push(cell);
            }
        }
        layout.place();
        // So that a state is something to be compared, even where nothing changes.
        layout.words = layout.words.max(1);
        Ok(layout)
    }

    /// Gives each cell its bits, large tables first, so that the cells of a board lie at even distances.
    fn place(&mut self) {
        let ends = self.first.iter().skip(1).copied().chain([self.cells.len()]);
        let mut tables: Vec<_> =
            self.first.iter().copied().zip(ends).map(|it| it.0..it.1).collect();
        tables.sort_by_key(|it| std::cmp::Reverse(it.len()));
        let mut free = 0;
        for cell in tables.into_iter().flatten() {
            let cell = &mut self.cells[cell];
            let bits = u64::BITS - cell.mask.leading_zeros();
            if cell.fixed.is_some() {
                continue;
            }
            if free < bits {
                self.words += 1;
                free = u64::BITS;
            }
            // A cell of one value has no bits, which stand anywhere.
            (cell.word, cell.shift) = (self.words.saturating_sub(1), u64::BITS - free.max(1));
            free -= bits;
        }
    }

    /// The word and the place in it of so many bits behind all cells. The word may be one more than there are.
    pub(super) fn behind(&self, bits: u32) -> (usize, u32) {
        let last = self.words - 1;
        let in_last = self.cells.iter().filter(|it| it.fixed.is_none() && it.word == last);
        let end = in_last.map(|it| it.shift + u64::BITS - it.mask.leading_zeros()).max();
        match end.unwrap_or(0) {
            end if end + bits <= u64::BITS => (last, end),
            _ => (last + 1, 0),
        }
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
