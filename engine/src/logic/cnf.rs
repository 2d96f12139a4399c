//! Clause sets in conjunctive normal form. Clauses lie one behind the other in one vector, so a
//! million of them cost two allocations.

/// A propositional atom by its index, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom(pub u32);

/// An atom or its negation, encoded as twice the index plus one when negative.
///
/// ```
/// use puzzle_engine::logic::cnf::{Atom, Literal};
/// let literal = Literal::new(Atom(2), false);
/// assert_eq!(!literal, Literal::new(Atom(2), true));
/// assert_eq!(literal.to_dimacs(), -3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The largest number of atoms that literals can name.
    pub const MAX_ATOMS: u32 = 1 << 30;

    /// The literal of an atom that is true when the atom has the value `positive`.
    pub const fn new(atom: Atom, positive: bool) -> Self {
        Self(atom.0 * 2 + !positive as u32)
    }

    /// Its atom.
    pub const fn atom(self) -> Atom {
        Atom(self.0 >> 1)
    }

    /// Whether it is the atom itself and not its negation.
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// A dense index: twice the atom's plus one when negative.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal with this [`index`](Self::index).
    pub const fn from_index(index: u32) -> Self {
        Self(index)
    }

    /// The signed number that DIMACS and the Davis-Putnam format write: atom index plus one.
    pub const fn to_dimacs(self) -> i64 {
        let number = (self.0 >> 1) as i64 + 1;
        if self.is_positive() { number } else { -number }
    }

    /// The literal of a signed number; `None` for 0 and for numbers out of range.
    pub fn from_dimacs(number: i64) -> Option<Self> {
        let index = number.unsigned_abs().checked_sub(1)?;
        let atom = u32::try_from(index).ok().filter(|&atom| atom < Self::MAX_ATOMS)?;
        Some(Self::new(Atom(atom), number > 0))
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

/// A set of clauses over the atoms `0..atoms`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    atoms: u32,
    literals: Vec<Literal>,
    /// Where each clause ends in `literals`.
    ends: Vec<usize>,
}

impl Cnf {
    /// No clauses over `atoms` atoms.
    pub fn new(atoms: u32) -> Self {
        Self { atoms, ..Self::default() }
    }

    /// Number of atoms.
    pub fn atoms(&self) -> u32 {
        self.atoms
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Number of literals of all clauses.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A new atom behind those there are.
    pub fn add_atom(&mut self) -> Atom {
        self.atoms += 1;
        Atom(self.atoms - 1)
    }

    /// Appends a clause; atoms it names beyond the present ones come to exist.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Literal>) {
        let start = self.literals.len();
        self.literals.extend(clause);
        let highest = self.literals[start..].iter().map(|literal| literal.atom().0 + 1).max();
        self.atoms = self.atoms.max(highest.unwrap_or(0));
        self.ends.push(self.literals.len());
    }

    /// The clause at `index`, from 0.
    pub fn clause(&self, index: usize) -> &[Literal] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.literals[start..self.ends[index]]
    }

    /// All clauses in order.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Literal]> {
        (0..self.len()).map(|index| self.clause(index))
    }

    /// Gives every atom another index, below `atoms`.
    pub fn rename(&mut self, atoms: u32, index: impl Fn(Atom) -> Atom) {
        self.atoms = atoms;
        for literal in &mut self.literals {
            *literal = Literal::new(index(literal.atom()), literal.is_positive());
        }
    }
}
