//! A clause set under a partial assignment, kept by counters: how many literals of each clause are
//! true, how many are not false, and in how many clauses that still count each literal occurs.
//! Assigning and undoing cost one visit to each clause that names the atom.

use std::collections::VecDeque;

use crate::budget::Stop;
use crate::logic::cnf::{Atom, Cnf, Literal};

/// In which clauses each literal occurs.
struct Occurrences {
    starts: Vec<usize>,
    clauses: Vec<u32>,
}

impl Occurrences {
    fn of(&self, literal: Literal) -> &[u32] {
        &self.clauses[self.starts[literal.index()]..self.starts[literal.index() + 1]]
    }
}

/// What is left of a clause set once some atoms have values.
///
/// A clause is *live* while none of its literals is true, and a literal is *open* while its atom
/// has no value. Clauses keep their index from the input.
pub(super) struct Residual {
    /// The clauses, each literal once.
    clauses: Cnf,
    occurrences: Occurrences,
    values: Vec<Option<bool>>,
    trail: Vec<Literal>,
    /// True literals of each clause; a tautology starts with one that is never taken back.
    satisfied: Vec<u32>,
    /// Literals of each clause that are not false.
    open: Vec<u32>,
    /// Those of them that are negative.
    negative: Vec<u32>,
    /// Live clauses in which each literal occurs.
    live: Vec<u32>,
    conflict: Option<u32>,
    units: VecDeque<u32>,
    pures: VecDeque<Literal>,
    /// Clauses in the order in which they lost their last open negative literal.
    positive: Vec<u32>,
    /// Those of them before this index are satisfied.
    cursor: usize,
}

/// A state to which [`Residual::undo`] returns.
#[derive(Clone, Copy)]
pub(super) struct UndoMark {
    trail: usize,
    positive: usize,
    cursor: usize,
}

impl Residual {
    /// The clause set when no atom has a value.
    ///
    /// # Errors
    /// [`Stop::Size`] when clause indices do not fit 32 bits.
    pub(super) fn new(cnf: &Cnf) -> Result<Self, Stop> {
        let count = u32::try_from(cnf.len()).map_err(|_| Stop::Size("more than 2^32 clauses"))?;
        let (clauses, is_tautology) = without_duplicates(cnf);
        let atoms = clauses.atoms() as usize;
        let mut live = vec![0; 2 * atoms];
        let mut residual = Self {
            occurrences: Occurrences { starts: vec![0; 2 * atoms + 1], clauses: Vec::new() },
            values: vec![None; atoms],
            trail: Vec::new(),
            satisfied: is_tautology.iter().map(|&is| u32::from(is)).collect(),
            open: clauses.clauses().map(|clause| clause.len() as u32).collect(),
            negative: clauses
                .clauses()
                .map(|clause| clause.iter().filter(|literal| !literal.is_positive()).count() as u32)
                .collect(),
            live: Vec::new(),
            conflict: None,
            units: VecDeque::new(),
            pures: VecDeque::new(),
            positive: Vec::new(),
            cursor: 0,
            clauses,
        };
        let counted = |clause: &u32| !is_tautology[*clause as usize];
        for clause in (0..count).filter(counted) {
            for literal in residual.clauses.clause(clause as usize) {
                live[literal.index()] += 1;
            }
            match residual.open[clause as usize] {
                0 => residual.conflict = residual.conflict.or(Some(clause)),
                1 => residual.units.push_back(clause),
                _ => {}
            }
            if residual.negative[clause as usize] == 0 {
                residual.positive.push(clause);
            }
        }
        let starts = &mut residual.occurrences.starts;
        for (index, &count) in live.iter().enumerate() {
            starts[index + 1] = starts[index] + count as usize;
        }
        let mut next = starts.clone();
        residual.occurrences.clauses = vec![0; next[2 * atoms]];
        for clause in (0..count).filter(counted) {
            for literal in residual.clauses.clause(clause as usize) {
                residual.occurrences.clauses[next[literal.index()]] = clause;
                next[literal.index()] += 1;
            }
        }
        for atom in 0..atoms as u32 {
            for literal in [Literal::new(Atom(atom), true), Literal::new(Atom(atom), false)] {
                if live[literal.index()] > 0 && live[(!literal).index()] == 0 {
                    residual.pures.push_back(literal);
                }
            }
        }
        residual.live = live;
        Ok(residual)
    }

    /// The value of an atom, if it has one.
    pub(super) fn value(&self, atom: Atom) -> Option<bool> {
        self.values[atom.0 as usize]
    }

    /// The values of all atoms.
    pub(super) fn values(&self) -> &[Option<bool>] {
        &self.values
    }

    /// The literals of a clause, each once.
    pub(super) fn clause(&self, clause: u32) -> &[Literal] {
        self.clauses.clause(clause as usize)
    }

    /// How many clauses there are, satisfied ones and tautologies included.
    pub(super) fn len(&self) -> u32 {
        self.open.len() as u32
    }

    /// How many literals of a clause are not false.
    pub(super) fn open(&self, clause: u32) -> u32 {
        self.open[clause as usize]
    }

    /// How many atoms have a value.
    pub(super) fn assigned(&self) -> usize {
        self.trail.len()
    }

    /// What became true since a mark.
    pub(super) fn since(&self, mark: UndoMark) -> &[Literal] {
        &self.trail[mark.trail..]
    }

    /// Whether a literal of the clause is true.
    pub(super) fn is_satisfied(&self, clause: u32) -> bool {
        self.satisfied[clause as usize] > 0
    }

    /// The clauses that name a literal, live or not.
    pub(super) fn occurrences(&self, literal: Literal) -> &[u32] {
        self.occurrences.of(literal)
    }

    /// How many live clauses name the atom.
    pub(super) fn weight(&self, atom: Atom) -> u32 {
        let literal = Literal::new(atom, true);
        self.live[literal.index()] + self.live[(!literal).index()]
    }

    /// A live clause without open literals.
    pub(super) fn conflict(&self) -> Option<u32> {
        self.conflict
    }

    /// The next live clause with one open literal, and that literal.
    pub(super) fn next_unit(&mut self) -> Option<(u32, Literal)> {
        while let Some(clause) = self.units.pop_front() {
            let open = self.clause(clause).iter().find(|it| self.value(it.atom()).is_none());
            if let (false, Some(&literal)) = (self.is_satisfied(clause), open) {
                return Some((clause, literal));
            }
        }
        None
    }

    /// The next open literal that live clauses name, and whose negation none names.
    pub(super) fn next_pure(&mut self) -> Option<Literal> {
        while let Some(literal) = self.pures.pop_front() {
            if self.value(literal.atom()).is_none() && self.live[literal.index()] > 0 {
                return Some(literal);
            }
        }
        None
    }

    /// A live clause whose open literals are all positive: the one that has been so for longest.
    pub(super) fn next_positive(&mut self) -> Option<u32> {
        let rest = &self.positive[self.cursor..];
        let skipped = rest.iter().position(|&clause| !self.is_satisfied(clause));
        self.cursor += skipped.unwrap_or(rest.len());
        self.positive.get(self.cursor).copied()
    }

    /// Makes an open literal true.
    pub(super) fn assign(&mut self, literal: Literal) {
        self.values[literal.atom().0 as usize] = Some(literal.is_positive());
        self.trail.push(literal);
        for &clause in self.occurrences.of(literal) {
            let at = clause as usize;
            self.satisfied[at] += 1;
            if self.satisfied[at] > 1 {
                continue;
            }
            for &other in self.clauses.clause(at) {
                self.live[other.index()] -= 1;
                if self.live[other.index()] == 0 {
                    self.pures.push_back(!other);
                }
            }
        }
        for &clause in self.occurrences.of(!literal) {
            let at = clause as usize;
            self.open[at] -= 1;
            self.negative[at] -= u32::from(literal.is_positive());
            if self.satisfied[at] > 0 {
                continue;
            }
            match self.open[at] {
                0 => self.conflict = Some(clause),
                1 => self.units.push_back(clause),
                _ => {}
            }
            if literal.is_positive() && self.negative[at] == 0 {
                self.positive.push(clause);
            }
        }
    }

    /// The present state. All units and pure literals must have been asked for before.
    pub(super) fn mark(&self) -> UndoMark {
        UndoMark { trail: self.trail.len(), positive: self.positive.len(), cursor: self.cursor }
    }

    /// Takes back every assignment since `mark`.
    pub(super) fn undo(&mut self, mark: UndoMark) {
        for literal in self.trail.drain(mark.trail..).rev() {
            self.values[literal.atom().0 as usize] = None;
            for &clause in self.occurrences.of(!literal) {
                self.open[clause as usize] += 1;
                self.negative[clause as usize] += u32::from(literal.is_positive());
            }
            for &clause in self.occurrences.of(literal) {
                self.satisfied[clause as usize] -= 1;
                if self.satisfied[clause as usize] == 0 {
                    for other in self.clauses.clause(clause as usize) {
                        self.live[other.index()] += 1;
                    }
                }
            }
        }
        self.conflict = None;
        self.units.clear();
        self.pures.clear();
        self.positive.truncate(mark.positive);
        self.cursor = mark.cursor;
    }
}

/// The clauses with each literal once, and which of them hold a literal and its negation.
fn without_duplicates(cnf: &Cnf) -> (Cnf, Vec<bool>) {
    let mut result = Cnf::new(cnf.atoms());
    let mut is_tautology = vec![false; cnf.len()];
    let mut last_clause = vec![usize::MAX; 2 * cnf.atoms() as usize];
    for (index, clause) in cnf.clauses().enumerate() {
        result.add(clause.iter().copied().filter(|literal| {
            is_tautology[index] |= last_clause[(!*literal).index()] == index;
            std::mem::replace(&mut last_clause[literal.index()], index) != index
        }));
    }
    (result, is_tautology)
}
