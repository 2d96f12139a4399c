//! What the rules leave open: all states where they are few, and of the clauses the parts that share none once what
//! is the same in all states is left out. That the parts vary by themselves shows in their numbers: the product of
//! what each is in all states is how many there are.

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

use super::count::StateList;
use super::{AskedSheet, Decided};
use crate::budget::Budget;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::sheet::{SheetState, SymbolId};
use crate::problem::sheet::{OpenCell, SheetFreedom, SheetTask, aim};
use crate::problem::{Doubt, Failure, Problem, ProblemAnswer};
use crate::sat::{count, parts};
use crate::verify::sheet::Assumed;

impl Problem for SheetTask<aim::FindFreedom> {
    type Solution = SheetFreedom;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<SheetFreedom>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.freedom(budget)
    }
}

/// Something that may have several values, each with its literal.
struct Cell {
    symbol: SymbolId,
    place: usize,
    values: Vec<(Option<i64>, Literal)>,
}

impl Cell {
    fn value(&self, state: &SheetState) -> Option<i64> {
        state.tables[self.symbol.0 as usize][self.place]
    }
}

impl AskedSheet<'_> {
    fn freedom(&mut self, budget: &mut Budget) -> Result<ProblemAnswer<SheetFreedom>, Failure> {
        self.ground.bar_impossible(budget)?;
        let base = self.first_clauses(self.ground.cnf().len());
        let mut cells = Vec::new();
        for (symbol, table) in (0..).map(SymbolId).zip(self.ground.cells().cells) {
            for (place, values) in table.into_iter().enumerate().filter(|it| it.1.len() > 1) {
                cells.push(Cell { symbol, place, values });
            }
        }
        match self.listed(budget)? {
            StateList::All(states, refuted) => {
                let found = of_states(&base, &cells, &states, budget)?;
                let assumed = (None, Assumed::NoneOf(states));
                self.resting_on_clauses(refuted.told_as(|()| found), &[assumed], budget)
            }
            StateList::Some => {
                let found =
                    AskedSheet::new(self.sheet, budget)?.of_clauses(&base, &cells, budget)?;
                Ok(ProblemAnswer::Unchecked(found, Doubt::Count, vec![Doubt::Grounding]))
            }
        }
    }

    /// The same where the states are very many.
    fn of_clauses(
        &mut self,
        base: &Cnf,
        cells: &[Cell],
        budget: &mut Budget,
    ) -> Result<SheetFreedom, Failure> {
        let mut seen = vec![Vec::new(); cells.len()];
        let mut fixed = Vec::new();
        for at in 0..cells.len() {
            for (value, literal) in &cells[at].values {
                if seen[at].contains(value) {
                    continue;
                }
                match self.decide(&[*literal], &[], budget)? {
                    Decided::None(_) => fixed.push(!*literal),
                    Decided::World(state) => {
                        for (cell, seen) in cells.iter().zip(&mut seen) {
                            let value = cell.value(&state);
                            if !seen.contains(&value) {
                                seen.push(value);
                            }
                        }
                    }
                }
            }
        }
        let values = parts::told(base, &fixed, budget)?;
        let (mut numbers, mut found) = (Vec::new(), Vec::new());
        let open: Vec<usize> = (0..cells.len()).filter(|it| seen[*it].len() > 1).collect();
        for part in parts::parts(base, &values, budget)? {
            numbers.push(count::count(&parts::about(base, &values, &part, budget)?, budget)?);
            found.push(part);
        }
        let of_cells = cells_of(&found, &open, cells);
        let (with_cells, without): (Vec<_>, Vec<_>) =
            of_cells.into_iter().zip(numbers).partition(|it| !it.0.is_empty());
        if without.iter().any(|it| it.1 != BigUint::from(1u32)) {
            return Err(Failure::Unverified("clauses leave more open than a state".to_owned()));
        }
        let count = with_cells.iter().map(|it| &it.1).product();
        let open = open.into_iter().map(|at| {
            let Cell { symbol, place, .. } = cells[at];
            seen[at].sort_unstable();
            OpenCell { symbol, place, values: std::mem::take(&mut seen[at]) }
        });
        Ok(SheetFreedom { count, open: open.collect(), parts: with_cells })
    }
}

/// By part of the atoms the open cells in it, by their place among those.
fn cells_of(parts: &[Vec<Atom>], open: &[usize], cells: &[Cell]) -> Vec<Vec<usize>> {
    let mut part_of: FxHashMap<Atom, usize> = FxHashMap::default();
    for (number, part) in parts.iter().enumerate() {
        part_of.extend(part.iter().map(|it| (*it, number)));
    }
    let mut found = vec![Vec::new(); parts.len()];
    for (index, at) in open.iter().enumerate() {
        let mut atoms = cells[*at].values.iter().map(|it| it.1.atom());
        if let Some(part) = atoms.find_map(|it| part_of.get(&it)) {
            found[*part].push(index);
        }
    }
    found
}

/// What is open, where all states are known.
fn of_states(
    base: &Cnf,
    cells: &[Cell],
    states: &[SheetState],
    budget: &mut Budget,
) -> Result<SheetFreedom, Failure> {
    let (mut open, mut told, mut fixed) = (Vec::new(), Vec::new(), Vec::new());
    for (at, cell) in cells.iter().enumerate() {
        let mut values: Vec<_> = states.iter().map(|it| cell.value(it)).collect();
        budget.work(values.len())?;
        values.sort_unstable();
        values.dedup();
        let never = cell.values.iter().filter(|it| !values.contains(&it.0));
        fixed.extend(never.map(|it| !it.1));
        if values.len() > 1 {
            let Cell { symbol, place, .. } = *cell;
            open.push(at);
            told.push(OpenCell { symbol, place, values });
        }
    }
    let count = BigUint::from(states.len());
    if open.is_empty() {
        return Ok(SheetFreedom { count, open: told, parts: Vec::new() });
    }
    let values = parts::told(base, &fixed, budget)?;
    let atoms = parts::parts(base, &values, budget)?;
    let of_cells = cells_of(&atoms, &open, cells).into_iter().filter(|it| !it.is_empty());
    let mut parts = Vec::new();
    for part in of_cells {
        let mut seen: FxHashSet<Vec<Option<i64>>> = FxHashSet::default();
        for state in states {
            budget.work(part.len())?;
            seen.insert(part.iter().map(|it| cells[open[*it]].value(state)).collect());
        }
        parts.push((part, BigUint::from(seen.len())));
    }
    let is_whole = parts.iter().map(|it| it.0.len()).sum::<usize>() == open.len();
    if !is_whole || parts.iter().map(|it| &it.1).product::<BigUint>() != count {
        parts = vec![((0..open.len()).collect(), count.clone())];
    }
    Ok(SheetFreedom { count, open: told, parts })
}
