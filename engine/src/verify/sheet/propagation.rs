//! What follows from literals by unit propagation: through clauses that say what atoms mean, and by
//! what a state is, in which everything that is to be found has one of its values.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::evidence::sheet::Sources;
use crate::logic::cnf::{Cnf, Literal};

/// The values of a thing that is to be found, and what is true where it has them.
type Cell = Vec<(Option<i64>, Literal)>;

/// Of an atom that is of no cell.
const NO_CELL: u32 = u32::MAX;

/// Literals that are assumed, and what follows.
pub(super) struct Propagation {
    /// What is to be found, and behind that whether predicates hold that mention themselves,
    /// others of which it is known where they do, and literals that are looked at as cells.
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
    /// Literals that are true if and only if all of some are, which are sorted; and these by atom.
    conjunctions: FxHashMap<Rc<[Literal]>, Literal>,
    inputs: FxHashMap<u32, Rc<[Literal]>>,
}

impl Propagation {
    /// So many atoms, of which nothing is known.
    fn of_atoms(atoms: u32) -> Self {
        let size = 2 * atoms as usize;
        let mut values = vec![0; size.max(2)];
        (values[0], values[1]) = (1, -1);
        Self {
            cells: Vec::new(),
            found: 0,
            first: Vec::new(),
            cell_of: vec![NO_CELL; atoms as usize],
            values,
            trail: Vec::new(),
            literals: Vec::new(),
            clauses: Vec::new(),
            watches: vec![Vec::new(); size],
            is_contradictory: false,
            conjunctions: FxHashMap::default(),
            inputs: FxHashMap::default(),
        }
    }

    /// Before any clause is known. `None` when the cells are none, or share atoms.
    pub(super) fn new(cnf: &Cnf, sources: &Sources) -> Option<Self> {
        let mut known = Self::of_atoms(cnf.atoms());
        let Self { cells, first, cell_of, .. } = &mut known;
        let mut is_of = |literal: Literal, cell| is_first(cell_of, literal, cell);
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
        known.found = found;
        Some(known)
    }

    /// Notes that a literal is true if and only if all of some are.
    pub(super) fn learn_conjunction(&mut self, whole: Literal, mut inputs: Vec<Literal>) {
        inputs.sort_unstable();
        let inputs: Rc<[Literal]> = inputs.into();
        self.inputs.insert(whole.atom().0, Rc::clone(&inputs));
        self.conjunctions.insert(inputs, whole);
    }

    /// A literal that is true if and only if all of some are, if there is one.
    pub(super) fn conjunction(&self, mut inputs: Vec<Literal>) -> Option<Literal> {
        inputs.sort_unstable();
        self.conjunctions.get(&inputs[..]).copied()
    }

    /// The cell of a literal; one of two values where it has none yet.
    pub(super) fn cell_for(&mut self, literal: Literal) -> usize {
        if let Some(cell) = self.cell(literal) {
            return cell;
        }
        let literal = Literal::new(literal.atom(), true);
        self.cells.push(vec![(Some(0), !literal), (Some(1), literal)]);
        self.cell_of[literal.atom().0 as usize] = self.cells.len() as u32 - 1;
        self.cells.len() - 1
    }

    /// Of a cell that was made for a conjunction one of those that it depends on.
    pub(super) fn innermost(&self, mut cell: usize) -> usize {
        while let Some((_, literal)) = self.cells[cell].first()
            && self.cell(*literal) == Some(cell)
            && let Some(inputs) = self.inputs.get(&literal.atom().0)
            && let Some(inner) =
                inputs.iter().find_map(|it| self.cell(*it).filter(|_| self.is_open(*it)))
        {
            cell = inner;
        }
        cell
    }

    fn is_open(&self, literal: Literal) -> bool {
        self.values[literal.index()] == 0
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
