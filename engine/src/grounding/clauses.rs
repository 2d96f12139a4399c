//! The clauses that say what a sheet says, and conjunctions in them: the same literals have one
//! atom, which is true if and only if all of them are (Tseitin, "On the complexity of derivation in
//! propositional calculus", 1968). Each clause either belongs to a rule or says what an atom means.

use rustc_hash::FxHashMap;

use crate::budget::Stop;
use crate::logic::cnf::{Atom, Cnf, Literal};

/// The literal that is always true.
pub const TRUE: Literal = Literal::new(Atom(0), true);
/// The literal that is always false.
pub const FALSE: Literal = Literal::new(Atom(0), false);

/// What a clause belongs to that says what an atom means.
const NOBODY: u32 = u32::MAX;

/// Literals that clauses may have together: some gigabytes.
const MOST: usize = 1 << 28;

/// Clauses and the rules that they belong to.
pub struct Clauses {
    /// The clauses. The first one says that the first atom is true.
    pub cnf: Cnf,
    owners: Vec<u32>,
    /// The rule that is written down.
    owner: u32,
    conjunctions: FxHashMap<Box<[Literal]>, Literal>,
    /// Atoms whose truth depends on predicates that mention themselves, and of conjunctions what
    /// they are made of.
    pub dependent: FxHashMap<Atom, Box<[Literal]>>,
    clause: Vec<Literal>,
}

impl Default for Clauses {
    fn default() -> Self {
        let mut clauses = Self {
            cnf: Cnf::new(1),
            owners: Vec::new(),
            owner: NOBODY,
            conjunctions: FxHashMap::default(),
            dependent: FxHashMap::default(),
            clause: Vec::new(),
        };
        clauses.cnf.add([TRUE]);
        clauses.owners.push(NOBODY);
        clauses
    }
}

impl Clauses {
    /// A new atom.
    pub fn atom(&mut self) -> Literal {
        Literal::new(self.cnf.add_atom(), true)
    }

    /// Clauses that are [asserted](Self::assert) belong to this rule from now on.
    pub fn begin(&mut self, rule: usize) {
        self.owner = rule as u32;
    }

    /// The rule that a clause belongs to.
    pub fn owner(&self, clause: usize) -> Option<usize> {
        self.owners.get(clause).filter(|it| **it != NOBODY).map(|it| *it as usize)
    }

    /// Adds a clause that says what an atom means.
    pub fn define(&mut self, clause: &[Literal]) {
        self.add(clause, NOBODY);
    }

    /// Adds a clause of the rule that is written down.
    pub fn assert(&mut self, clause: &[Literal]) {
        self.add(clause, self.owner);
    }

    fn add(&mut self, clause: &[Literal], owner: u32) {
        if clause.contains(&TRUE) {
            return;
        }
        self.clause.clear();
        self.clause.extend(clause.iter().filter(|it| **it != FALSE));
        self.clause.sort_unstable();
        self.clause.dedup();
        if self.clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        self.cnf.add(self.clause.iter().copied());
        self.owners.push(owner);
    }

    /// That there are not too many.
    ///
    /// # Errors
    /// That there are.
    pub fn fit(&self) -> Result<(), Stop> {
        let is_large = self.cnf.literals() > MOST || self.cnf.atoms() > Literal::MAX_ATOMS / 2;
        if is_large { Err(Stop::Size("the rules have too many clauses")) } else { Ok(()) }
    }

    /// What is true if and only if all literals are.
    pub fn and(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
        let mut inputs: Vec<_> = literals.into_iter().filter(|it| *it != TRUE).collect();
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.contains(&FALSE) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return FALSE;
        }
        match inputs[..] {
            [] => return TRUE,
            [only] => return only,
            _ => {}
        }
        if let Some(known) = self.conjunctions.get(&inputs[..]) {
            return *known;
        }
        let conjunction = self.atom();
        let mut all = vec![conjunction];
        for input in &inputs {
            self.define(&[!conjunction, *input]);
            all.push(!*input);
        }
        self.define(&all);
        if inputs.iter().any(|it| self.is_dependent(*it)) {
            self.dependent.insert(conjunction.atom(), inputs.clone().into());
        }
        self.conjunctions.insert(inputs.into(), conjunction);
        conjunction
    }

    /// What is true if and only if one of the literals is.
    pub fn or(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
        !self.and(literals.into_iter().map(|it| !it))
    }

    /// What is true if and only if both literals are or none.
    pub fn iff(&mut self, one: Literal, other: Literal) -> Literal {
        let both = self.and([one, other]);
        let none = self.and([!one, !other]);
        self.or([both, none])
    }

    /// Whether the truth of a literal depends on predicates that mention themselves.
    pub fn is_dependent(&self, literal: Literal) -> bool {
        self.dependent.contains_key(&literal.atom())
    }
}
