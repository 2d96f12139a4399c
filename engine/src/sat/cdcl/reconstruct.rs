//! Eliminated atoms get their values back: their clauses are put aside, and a model of the others is
//! mended along them from the last to the first (Järvisalo and Biere, "Reconstructing solutions
//! after blocked clause elimination", SAT 2010). When the caller names such an atom again, the
//! clauses that this could break come back (Fazekas, Biere and Scholl, "Incremental inprocessing in
//! SAT solving", SAT 2019).

use super::arena::{Flag, Reference};
use super::{Solver, status};
use crate::logic::cnf::Literal;

/// Clauses that were put aside, each with the literal that a model may be changed at for it as the
/// first.
#[derive(Debug, Default)]
pub(super) struct Aside {
    literals: Vec<Literal>,
    /// Where each clause ends, and its number in the proof.
    ends: Vec<(usize, u64)>,
}

impl Aside {
    fn clauses(&self) -> impl DoubleEndedIterator<Item = (&[Literal], u64)> {
        (0..self.ends.len()).map(|index| {
            let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0);
            let (end, number) = self.ends[index];
            (&self.literals[start..end], number)
        })
    }

    fn push(&mut self, clause: impl IntoIterator<Item = Literal>, number: u64) {
        self.literals.extend(clause);
        self.ends.push((self.literals.len(), number));
    }
}

impl Solver<'_> {
    /// Removes a clause from the search; it stays in the proof, for it may come back.
    pub(super) fn put_aside(&mut self, clause: Reference, witness: Literal) {
        let literals = self.arena.literals(clause);
        let others = literals.iter().copied().filter(|&it| it != witness);
        self.aside.push(std::iter::once(witness).chain(others), self.arena.number(clause));
        self.arena.set(clause, Flag::GARBAGE, true);
    }

    /// Has a clause, which is in the proof alone, looked at when a model is mended. Its first literal
    /// is the one that the model may be changed at.
    pub(super) fn set_aside(&mut self, clause: [Literal; 2], number: u64) {
        self.aside.push(clause, number);
    }

    /// Mends the model so that it satisfies the clauses put aside, too.
    pub(super) fn mend_model(&mut self) {
        for (clause, _) in self.aside.clauses().rev() {
            let model = &mut self.model;
            if !clause.iter().any(|it| model[it.atom().0 as usize] == it.is_positive()) {
                model[clause[0].atom().0 as usize] = clause[0].is_positive();
            }
        }
    }

    /// Lets literals be named by a clause or an assumption: eliminated atoms come back, and so do
    /// clauses for whose sake a model might be changed at them.
    pub(super) fn revive(&mut self, literals: &[Literal]) {
        let is_added = |it: &Literal| self.status[it.atom().0 as usize] & status::ADDED != 0;
        assert!(!literals.iter().any(is_added), "an atom that was made behind the caller's back");
        let concerns = status::ELIMINATED | status::WITNESS;
        if !literals.iter().any(|it| self.status[it.atom().0 as usize] & concerns != 0) {
            return;
        }
        self.status.iter_mut().for_each(|status| *status &= !status::WITNESS);
        let mut named = vec![false; 2 * self.atoms as usize];
        literals.iter().for_each(|it| named[it.index()] = true);
        self.bring_back(literals);
        let aside = std::mem::take(&mut self.aside);
        let mut back = Vec::new();
        for (clause, number) in aside.clauses() {
            if named[(!clause[0]).index()] {
                clause.iter().for_each(|it| named[it.index()] = true);
                back.push((clause, number));
            } else {
                self.aside.push(clause.iter().copied(), number);
                self.status[clause[0].atom().0 as usize] |= status::WITNESS;
            }
        }
        for (clause, number) in back {
            self.bring_back(clause);
            self.add_numbered(clause, number);
        }
    }

    fn bring_back(&mut self, literals: &[Literal]) {
        for literal in literals {
            let atom = literal.atom();
            let status = &mut self.status[atom.0 as usize];
            if *status & status::ELIMINATED != 0 {
                *status = *status & status::WITNESS | status::KEPT;
                self.queue.unassign(atom);
                self.scores.insert(atom);
            }
        }
    }
}
