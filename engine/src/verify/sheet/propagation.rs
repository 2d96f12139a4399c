//! What follows from literals by unit propagation: through clauses that say what atoms mean, and by
//! what a state is, in which everything that is to be found has one of its values.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::evidence::sheet::Sources;
use crate::logic::cnf::{Cnf, Literal};

/// The values of a thing that is to be found, and what is true where it has them.
type Cell = Vec<(Option<i64>, Literal)>;

/// Literals that are assumed, and what follows.
pub(super) struct Propagation {
    /// What is to be found, and behind that whether predicates hold that mention themselves, and
    /// others of which it is known where they do.
    pub cells: Vec<Cell>,
    /// How many of them are to be found.
    pub found: usize,
    /// The first cell of each symbol.
    pub first: Vec<usize>,
    /// By atom the cell that it is of.
    cell_of: FxHashMap<u32, usize>,
    /// By literal 1 when it is true, -1 when it is false.
    values: Vec<i8>,
    trail: Vec<Literal>,
    clauses: Vec<Vec<Literal>>,
    /// By literal the clauses that are looked at when it becomes false.
    watches: Vec<Vec<u32>>,
    is_contradictory: bool,
}

impl Propagation {
    /// Before any clause is known. `None` when the cells are none, or share atoms.
    pub(super) fn new(cnf: &Cnf, sources: &Sources) -> Option<Self> {
        let mut cells = Vec::new();
        let (mut first, mut cell_of) = (Vec::new(), FxHashMap::default());
        for of_symbol in &sources.cells {
            first.push(cells.len());
            for cell in of_symbol {
                match &cell[..] {
                    [] => return None,
                    [only] if only.1.index() != 0 => return None,
                    [_] => {}
                    [one, other] if one.1 == !other.1 => {
                        if cell_of.insert(one.1.atom().0, cells.len()).is_some() {
                            return None;
                        }
                    }
                    _ => {
                        for (_, literal) in cell {
                            let before = cell_of.insert(literal.atom().0, cells.len());
                            if before.is_some() || !literal.is_positive() {
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
            if cell_of.insert(literal.atom().0, cells.len()).is_some() || !literal.is_positive() {
                return None;
            }
            cells.push(vec![(Some(0), !*literal), (Some(1), *literal)]);
        }
        if cell_of.contains_key(&0) {
            return None;
        }
        let size = 2 * cnf.atoms() as usize;
        let mut values = vec![0; size.max(2)];
        (values[0], values[1]) = (1, -1);
        let watches = vec![Vec::new(); size];
        let (trail, clauses) = (Vec::new(), Vec::new());
        Some(Self {
            cells,
            found,
            first,
            cell_of,
            values,
            trail,
            clauses,
            watches,
            is_contradictory: false,
        })
    }

    /// Whether an atom says what something that is to be found is.
    pub(super) fn is_found(&self, atom: u32) -> bool {
        atom == 0 || self.cell_of.contains_key(&atom)
    }

    /// The cell that a literal is of.
    pub(super) fn cell(&self, literal: Literal) -> Option<usize> {
        self.cell_of.get(&literal.atom().0).copied()
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
        let mut left = clause.to_vec();
        left.retain(|it| !self.is_false(*it));
        match left[..] {
            [] => self.is_contradictory = true,
            [only] => self.is_contradictory |= !self.assume(only, budget)?,
            [one, other, ..] => {
                let number = self.clauses.len() as u32;
                self.watches[one.index()].push(number);
                self.watches[other.index()].push(number);
                self.clauses.push(left);
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
        let Some(cell) = self.cell_of.get(&literal.atom().0).copied() else { return true };
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
        let watching = std::mem::take(&mut self.watches[falsified.index()]);
        let mut kept = Vec::with_capacity(watching.len());
        let mut is_possible = true;
        for (at, &number) in watching.iter().enumerate() {
            let clause = &mut self.clauses[number as usize];
            if clause[0] == falsified {
                clause.swap(0, 1);
            }
            let values = &self.values;
            let other = clause[0];
            if values[other.index()] > 0 {
                kept.push(number);
                continue;
            }
            match (2..clause.len()).find(|it| values[clause[*it].index()] >= 0) {
                Some(free) => {
                    clause.swap(1, free);
                    let literal = clause[1];
                    self.watches[literal.index()].push(number);
                }
                None => {
                    kept.push(number);
                    if !self.set(other) {
                        kept.extend(&watching[at + 1..]);
                        is_possible = false;
                        break;
                    }
                }
            }
        }
        self.watches[falsified.index()] = kept;
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
