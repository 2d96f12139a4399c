//! The clauses that say what a sheet says, and conjunctions in them: the same literals have one
//! atom, which is true if and only if all of them are (Tseitin, "On the complexity of derivation in
//! propositional calculus", 1968). Each clause either belongs to a rule or says what an atom means.

use rustc_hash::FxHashMap;

use crate::budget::Stop;
use crate::evidence::sheet::SheetClauseSource;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::sheet::SheetVariable;

/// The literal that is always true.
pub(super) const TRUE: Literal = Literal::new(Atom(0), true);
/// The literal that is always false.
pub(super) const FALSE: Literal = Literal::new(Atom(0), false);

/// Literals that clauses may have together: some gigabytes.
const MOST: usize = 1 << 28;

/// Clauses and what they belong to.
pub(super) struct SourcedClauses {
    /// The clauses. The first one says that the first atom is true.
    pub cnf: Cnf,
    /// Of each clause what it is of.
    sources: Vec<SheetClauseSource>,
    /// Rules, and the values of the variables at their beginning.
    instances: Vec<(usize, Vec<(SheetVariable, i64)>)>,
    conjunctions: FxHashMap<Box<[Literal]>, Literal>,
    /// Atoms whose truth depends on predicates that mention themselves, and of conjunctions what
    /// they are made of.
    pub dependent: FxHashMap<Atom, Box<[Literal]>>,
    clause: Vec<Literal>,
}

impl Default for SourcedClauses {
    fn default() -> Self {
        let mut clauses = Self {
            cnf: Cnf::new(1),
            sources: Vec::new(),
            instances: Vec::new(),
            conjunctions: FxHashMap::default(),
            dependent: FxHashMap::default(),
            clause: Vec::new(),
        };
        clauses.cnf.add([TRUE]);
        clauses.sources.push(SheetClauseSource::Meaning);
        clauses
    }
}

impl SourcedClauses {
    /// A new atom.
    pub(super) fn atom(&mut self) -> Literal {
        Literal::new(self.cnf.add_atom(), true)
    }

    /// Clauses that are [asserted](Self::assert) belong to this rule from now on, where the variables
    /// at its beginning have these values.
    pub(super) fn begin(&mut self, rule: usize, values: Vec<(SheetVariable, i64)>) {
        self.instances.push((rule, values));
    }

    /// The rule that clauses belong to now.
    pub(super) fn rule(&self) -> Option<usize> {
        self.instances.last().map(|it| it.0)
    }

    /// The rule that a clause belongs to.
    pub(super) fn owner(&self, clause: usize) -> Option<usize> {
        match self.sources.get(clause) {
            Some(SheetClauseSource::Instance(it)) => Some(self.instances[*it as usize].0),
            _ => None,
        }
    }

    /// Of each clause what it is of.
    pub(super) fn sources(&self) -> &[SheetClauseSource] {
        &self.sources
    }

    /// All instances.
    pub(super) fn instances(&self) -> &[(usize, Vec<(SheetVariable, i64)>)] {
        &self.instances
    }

    /// Adds a clause that says what an atom means.
    pub(super) fn define(&mut self, clause: &[Literal]) {
        self.add(clause, SheetClauseSource::Meaning);
    }

    /// Adds a clause of the rule that is written down.
    pub(super) fn assert(&mut self, clause: &[Literal]) {
        let last = self.instances.len().checked_sub(1);
        self.add(
            clause,
            last.map_or(SheetClauseSource::Meaning, |it| SheetClauseSource::Instance(it as u32)),
        );
    }

    /// Adds a clause that is of something.
    pub(super) fn add(&mut self, clause: &[Literal], source: SheetClauseSource) {
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
        self.sources.push(source);
    }

    /// That there are not too many.
    ///
    /// # Errors
    /// That there are.
    pub(super) fn fit(&self) -> Result<(), Stop> {
        let is_large = self.cnf.literals() > MOST || self.cnf.atoms() > Literal::MAX_ATOMS / 2;
        if is_large { Err(Stop::Size("the rules have too many clauses")) } else { Ok(()) }
    }

    /// What is true if and only if all literals are.
    pub(super) fn and(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
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
        // What holds of all places before one, and of this one: of each place the last step only.
        if let [start @ .., last] = &inputs[..]
            && start.len() > 1
            && let Some(known) = self.conjunctions.get(start)
        {
            let literal = self.and([*known, *last]);
            self.conjunctions.insert(inputs.into(), literal);
            return literal;
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
    pub(super) fn or(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
        !self.and(literals.into_iter().map(|it| !it))
    }

    /// What is true if and only if both literals are or none.
    pub(super) fn iff(&mut self, one: Literal, other: Literal) -> Literal {
        let both = self.and([one, other]);
        let none = self.and([!one, !other]);
        self.or([both, none])
    }

    /// Whether the truth of a literal depends on predicates that mention themselves.
    pub(super) fn is_dependent(&self, literal: Literal) -> bool {
        self.dependent.contains_key(&literal.atom())
    }
}
