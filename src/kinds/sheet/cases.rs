//! What texts written out in cells call the parts of a puzzle of doing or a game.

use super::puzzle::SheetPuzzle;
use super::symbols::NameOrigin;
use crate::interchange::cases::CaseNames;
use puzzle_engine::logic::sheet::actions::{Cases, SheetStep};

/// The words of a puzzle.
pub(super) struct CaseWords<'p, 'a> {
    pub puzzle: &'p SheetPuzzle<'a>,
    pub cases: &'p Cases,
}

impl CaseNames for CaseWords<'_, '_> {
    fn title(&self) -> String {
        let own = self.puzzle.understood.lineage.own();
        own.slice(own.name).to_owned()
    }

    fn cell(&self, cell: usize) -> String {
        let (symbol, place) = self.cases.cells[cell];
        self.puzzle.found(symbol.0 as usize, place)
    }

    fn value(&self, cell: usize, value: Option<i64>) -> Option<String> {
        let symbols = &self.puzzle.understood.symbols;
        let mut found = symbols.symbols.iter().filter(|it| it.origin == NameOrigin::Found);
        let symbol = found.nth(self.cases.cells[cell].0.0 as usize)?;
        let sort = symbol.result?.sort?;
        let none = || super::world::NONE.to_owned();
        Some(value.map_or_else(none, |it| symbols.written_value(sort, it)))
    }

    fn step(&self, step: &SheetStep) -> String {
        self.puzzle.step(step)
    }
}
