//! What follows from literals by unit propagation: through clauses that say what atoms mean, and by
//! what a state is, in which everything that is to be found has one of its values.

use crate::budget::{Budget, Stop};
use crate::evidence::sheet::Sources;
use crate::logic::cnf::{Cnf, Literal};

/// The values of a thing that is to be found, and what is true where it has them.
type Cell = Vec<(Option<i64>, Literal)>;

/// Of an atom that is of no cell.
const NO_CELL: u32 = u32::MAX;

/// Literals that are assumed, and what follows.
pub(super) struct Propagation {
    /// What is to be found, and behind that whether predicates hold that mention themselves, and
    /// others of which it is known where they do.
    pub cells: Vec<Cell>,
    /// How many of them are to be found.
    pub found: usize,
    /// The first cell of each symbol.
    pub first: Vec<usize>,
    /// By atom the cell that it is of, or [`NO_CELL`].
    cell_of: Vec<u32>,
    /// By literal 1 when it is true, -1 when it is false.
    values: Vec<i8>,
    trail: Vec<Literal>,
    /// The literals of clauses, and where each begins and ends.
    literals: Vec<Literal>,
    clauses: Vec<(usize, usize)>,
    /// By literal the clauses that are looked at when it becomes false.
    watches: Vec<Vec<u32>>,
    is_contradictory: bool,
}

impl Propagation {
    /// Before any clause is known. `None` when the cells are none, or share atoms.
    pub(super) fn new(cnf: &Cnf, sources: &Sources) -> Option<Self> {
        let mut cells = Vec::new();
        let (mut first, mut cell_of) = (Vec::new(), vec![NO_CELL; cnf.atoms() as usize]);
        let mut is_of = |literal: Literal, cell| is_first(&mut cell_of, literal, cell);
        for of_symbol in &sources.cells {
            first.push(cells.len());
            for cell in of_symbol {
                match &cell[..] {
                    [] => return None,
                    [only] if only.1.index() != 0 => return None,
                    [_] => {}
                    [one, other] if one.1 == !other.1 => {
                        if !is_of(one.1, cells.len()) {
                            return None;
                        }
                    }
                    _ => {
                        for (_, literal) in cell {
                            if !literal.is_positive() || !is_of(*literal, cells.len()) {
                                return None;
                            }
                        }
                    }
                }
                cells.push(cell.clone());
            }
        }
        let found = cells.len();
        for (_, _, literal) in &sources.recursive {
            if !literal.is_positive() || !is_of(*literal, cells.len()) {
                return None;
            }
            cells.push(vec![(Some(0), !*literal), (Some(1), *literal)]);
        }
        if cell_of.first().is_some_and(|it| *it != NO_CELL) {
            return None;
        }
        let size = 2 * cnf.atoms() as usize;
        let mut values = vec![0; size.max(2)];
        (values[0], values[1]) = (1, -1);
        let watches = vec![Vec::new(); size];
        let (trail, literals, clauses) = (Vec::new(), Vec::new(), Vec::new());
        Some(Self {
            cells,
            found,
            first,
            cell_of,
            values,
            trail,
            literals,
            clauses,
            watches,
            is_contradictory: false,
        })
    }

    /// Whether an atom says what something that is to be found is.
    pub(super) fn is_found(&self, atom: u32) -> bool {
        atom == 0 || self.cell_of_atom(atom).is_some()
    }

    /// The cell that a literal is of.
    pub(super) fn cell(&self, literal: Literal) -> Option<usize> {
        self.cell_of_atom(literal.atom().0)
    }

    fn cell_of_atom(&self, atom: u32) -> Option<usize> {
        let cell = self.cell_of.get(atom as usize).copied();
        cell.filter(|it| *it != NO_CELL).map(|it| it as usize)
    }

    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    /// How much follows at present.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Forgets what was assumed since.
    pub(super) fn undo(&mut self, mark: usize) {
        for literal in self.trail.drain(mark..) {
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
        }
    }

    /// Takes a clause in, while nothing is assumed.
    pub(super) fn add(&mut self, clause: &[Literal], budget: &mut Budget) -> Result<(), Stop> {
        if clause.iter().any(|it| self.is_true(*it)) {
            return Ok(());
        }
        let start = self.literals.len();
        let left = clause.iter().copied().filter(|it| self.values[it.index()] >= 0);
        self.literals.extend(left);
        match self.literals[start..] {
            [] => self.is_contradictory = true,
            [only] => {
                self.literals.truncate(start);
                self.is_contradictory |= !self.assume(only, budget)?;
            }
            [one, other, ..] => {
                let number = self.clauses.len() as u32;
                self.watches[one.index()].push(number);
                self.watches[other.index()].push(number);
                self.clauses.push((start, self.literals.len()));
            }
        }
        Ok(())
    }

    /// Lets a literal be true; whether that is possible as far as can be seen.
    pub(super) fn assume(&mut self, literal: Literal, budget: &mut Budget) -> Result<bool, Stop> {
        if self.is_contradictory {
            return Ok(false);
        }
        let mut next = self.trail.len();
        if !self.set(literal) {
            return Ok(false);
        }
        while let Some(&literal) = self.trail.get(next) {
            budget.check()?;
            next += 1;
            if !self.visit_cell(literal) || !self.visit_clauses(!literal) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn set(&mut self, literal: Literal) -> bool {
        match self.values[literal.index()] {
            0 => {
                self.values[literal.index()] = 1;
                self.values[(!literal).index()] = -1;
                self.trail.push(literal);
                true
            }
            value => value > 0,
        }
    }

    /// Exactly one value of a cell is chosen.
    fn visit_cell(&mut self, literal: Literal) -> bool {
        let Some(cell) = self.cell(literal) else { return true };
        let count = self.cells[cell].len();
        if count < 3 {
            return true;
        }
        if literal.is_positive() {
            return (0..count).all(|at| {
                let other = self.cells[cell][at].1;
                other == literal || self.set(!other)
            });
        }
        let mut left = self.cells[cell].iter().map(|it| it.1).filter(|it| !self.is_false(*it));
        match (left.next(), left.next()) {
            (None, _) => false,
            (Some(only), None) => self.set(only),
            _ => true,
        }
    }

    fn visit_clauses(&mut self, falsified: Literal) -> bool {
        let mut watching = std::mem::take(&mut self.watches[falsified.index()]);
        let (mut kept, mut is_possible) = (0, true);
        for at in 0..watching.len() {
            let number = watching[at];
            // What stays moves up.
            watching[kept] = number;
            kept += 1;
            if !is_possible {
                continue;
            }
            let (start, end) = self.clauses[number as usize];
            let clause = &mut self.literals[start..end];
            if clause[0] == falsified {
                clause.swap(0, 1);
            }
            let values = &self.values;
            let other = clause[0];
            if values[other.index()] > 0 {
                continue;
            }
            match (2..clause.len()).find(|it| values[clause[*it].index()] >= 0) {
                Some(free) => {
                    clause.swap(1, free);
                    let literal = clause[1];
                    self.watches[literal.index()].push(number);
                    kept -= 1;
                }
                None => is_possible = self.set(other),
            }
        }
        watching.truncate(kept);
        self.watches[falsified.index()] = watching;
        is_possible
    }

    /// Whether one of some literals is true in every state, as far as can be seen.
    pub(super) fn follows(
        &mut self,
        clause: impl IntoIterator<Item = Literal, IntoIter: Clone>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let clause = clause.into_iter();
        if clause.clone().any(|it| self.is_true(it)) {
            return Ok(true);
        }
        let mark = self.mark();
        for literal in clause {
            if !self.assume(!literal, budget)? {
                self.undo(mark);
                return Ok(true);
            }
        }
        self.undo(mark);
        Ok(false)
    }
}

/// Notes the cell that the atom of a literal is of; whether it was of none before.
fn is_first(cell_of: &mut [u32], literal: Literal, cell: usize) -> bool {
    match cell_of.get_mut(literal.atom().0 as usize) {
        Some(known) if *known == NO_CELL => {
            *known = cell as u32;
            true
        }
        _ => false,
    }
}
