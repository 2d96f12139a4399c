//! A's side of a game of clauses, as clauses of A's own: one of E's is violated. E's last atoms that clauses define, the
//! gates of a circuit, are A's in copies of these clauses, so that A need not wait for E's to be right (ghost
//! variables: Klieber, Sapra, Gao and Clarke, "A non-prenex, non-clausal QBF solver with game-state learning", SAT
//! 2010; Goultiaeva, Seidl and Biere, "Bridging the gap between dual propagation and CNF-based QBF solving", DATE 2013).

use rustc_hash::FxHashMap;

use super::cnf::{Atom, Cnf, Literal};

/// An atom of E's, chosen after all of A's, and the clauses that define it by atoms before it: whatever these are, some
/// value of it satisfies the clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomDefinition {
    /// The atom.
    pub atom: Atom,
    /// The numbers of the clauses.
    pub clauses: Vec<u32>,
}

/// The clauses that A wants to be satisfied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DualClauses {
    /// What is defined, by what comes before it.
    pub definitions: Vec<AtomDefinition>,
    /// The first atom that stands in these clauses only. It and those behind it are A's, and chosen last.
    pub first: u32,
    /// The clauses; no literal stands twice in one, and none beside its negation.
    pub clauses: Cnf,
}

impl DualClauses {
    /// Those of a matrix: its definitions, and that another clause is violated.
    pub(super) fn new(matrix: &Cnf, definitions: Vec<AtomDefinition>) -> Self {
        let first = matrix.atoms();
        let mut clauses = Cnf::new(first);
        let mut copies: FxHashMap<Atom, Atom> = FxHashMap::default();
        for definition in &definitions {
            copies.insert(definition.atom, clauses.add_atom());
        }
        let copy = |literal: &Literal| match copies.get(&literal.atom()) {
            Some(&atom) => Literal::new(atom, literal.is_positive()),
            None => *literal,
        };
        let mut is_defining = vec![false; matrix.len()];
        for &number in definitions.iter().flat_map(|it| &it.clauses) {
            is_defining[number as usize] = true;
            clauses.add(matrix.clause(number as usize).iter().map(copy));
        }
        let mut some = Vec::new();
        for (clause, _) in matrix.clauses().zip(&is_defining).filter(|it| !it.1) {
            if let [literal] = clause {
                some.push(!copy(literal));
                continue;
            }
            let is_violated = Literal::new(clauses.add_atom(), true);
            for literal in clause {
                clauses.add([!is_violated, !copy(literal)]);
            }
            some.push(is_violated);
        }
        some.sort_unstable();
        some.dedup();
        // Where a literal and its negation are to hold, one of the two is violated.
        if some.windows(2).all(|pair| pair[0].atom() != pair[1].atom()) {
            clauses.add(some);
        }
        Self { definitions, first, clauses }
    }
}
