//! In which clauses each literal occurs, with a signature of each clause: of most that do not
//! contain another one it tells so, and their literals need not be fetched from memory (Eén and
//! Biere, SAT 2005).

use super::arena::Reference;
use crate::logic::cnf::Literal;

/// In which irredundant clauses each literal occurs. Clauses that are garbage are left out when a
/// list is read.
#[derive(Debug, Default)]
pub(super) struct LiteralOccurrences {
    lists: Vec<Vec<SignedClause>>,
}

/// A clause with its signature.
#[derive(Clone, Copy, Debug)]
pub(super) struct SignedClause {
    pub clause: Reference,
    pub signature: u32,
}

impl LiteralOccurrences {
    /// Makes room for this many atoms.
    pub(super) fn grow(&mut self, atoms: u32) {
        self.lists.resize(2 * atoms as usize, Vec::new());
    }

    /// Adds a clause.
    pub(super) fn add(&mut self, clause: Reference, literals: &[Literal]) {
        let signed = SignedClause { clause, signature: signature(literals) };
        for literal in literals {
            self.lists[literal.index()].push(signed);
        }
    }

    /// The clauses of a literal.
    pub(super) fn of(&self, literal: Literal) -> &[SignedClause] {
        &self.lists[literal.index()]
    }

    /// Keeps some clauses of a literal.
    pub(super) fn retain(&mut self, literal: Literal, is_kept: impl Fn(Reference) -> bool) {
        self.lists[literal.index()].retain(|it| is_kept(it.clause));
    }

    /// Forgets the clauses of a literal, which are all going.
    pub(super) fn clear(&mut self, literal: Literal) {
        self.lists[literal.index()].clear();
    }
}

/// The signature of a clause: a bit for each of its atoms.
pub(super) fn signature(literals: &[Literal]) -> u32 {
    let bit = |it: &Literal| 1_u32 << (it.atom().0.wrapping_mul(0x9e37_79b9) >> 27);
    literals.iter().map(bit).fold(0, |all, it| all | it)
}
