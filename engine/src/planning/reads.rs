//! Which cells a grounded condition or number may read.

use std::collections::BTreeSet;

use super::ground::{Condition, GroundNumber, Lookup};
use super::states::{Layout, PackedCell};
use crate::logic::sheet::{Sheet, SymbolOrigin};

/// Gathers cells that are read.
pub(super) struct CellsRead<'r> {
    sheet: &'r Sheet,
    layout: &'r Layout,
    /// Those of all that was asked about, by index.
    pub cells: BTreeSet<usize>,
}

impl<'r> CellsRead<'r> {
    /// None yet.
    pub(super) fn new(sheet: &'r Sheet, layout: &'r Layout) -> Self {
        Self { sheet, layout, cells: BTreeSet::new() }
    }

    fn add<'c>(&mut self, cells: impl IntoIterator<Item = &'c PackedCell>) {
        let first = &self.layout.first;
        let open = cells.into_iter().filter(|it| it.fixed.is_none());
        self.cells.extend(open.map(|it| first[it.symbol.0 as usize] + it.place));
    }

    /// Of a condition.
    pub(super) fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Truth(_) => {}
            Condition::Match(words) | Condition::AnyMatch(words) => {
                let is_in = |cell: &PackedCell| {
                    words.iter().any(|it| {
                        it.word as usize == cell.word && it.mask >> cell.shift & cell.mask != 0
                    })
                };
                self.add(self.layout.cells.iter().filter(|it| is_in(it)));
            }
            Condition::OneOf(cell, _) => self.add([cell]),
            Condition::Somewhere(places) => self.add(&places.cells),
            Condition::Not(part) => self.condition(part),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().for_each(|it| self.condition(it));
            }
            Condition::Same(parts) => {
                self.condition(&parts.0);
                self.condition(&parts.1);
            }
            Condition::Compare(_, parts) => {
                self.number(&parts.0);
                self.number(&parts.1);
            }
            Condition::Missing(number) => self.number(number),
            Condition::Differ(parts) => self.pairs(parts),
            // Nobody knows which.
            Condition::Defined(..) => self.add(&self.layout.cells),
        }
    }

    /// Of a number.
    pub(super) fn number(&mut self, number: &GroundNumber) {
        match number {
            GroundNumber::Constant(_) => {}
            GroundNumber::Cell(cell) => self.add([cell]),
            GroundNumber::Lookup(lookup) => {
                let Lookup { symbol, arguments } = &**lookup;
                arguments.iter().for_each(|it| self.number(it));
                if self.sheet.symbol(*symbol).origin == SymbolOrigin::Found {
                    self.add(self.layout.cells.iter().filter(|it| it.symbol == *symbol));
                }
            }
            GroundNumber::Binary(_, parts) => {
                self.number(&parts.0);
                self.number(&parts.1);
            }
            GroundNumber::Absolute(part) => self.number(part),
            GroundNumber::Count(parts) => parts.iter().for_each(|it| self.condition(it)),
            GroundNumber::Fold(_, parts) | GroundNumber::Choose(parts) => {
                self.pairs(parts);
            }
            GroundNumber::Truth(condition) => self.condition(condition),
        }
    }

    fn pairs(&mut self, parts: &[(Condition, GroundNumber)]) {
        for (condition, number) in parts {
            self.condition(condition);
            self.number(number);
        }
    }
}
