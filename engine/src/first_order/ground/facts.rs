//! What is known before a sentence is written as clauses. Puzzles say much by simple facts, tables of numbers
//! for one; what is written knowing them is a small part of what it would be.

use super::GroundClauses;
use crate::logic::cnf::{Atom, Literal};

impl GroundClauses<'_> {
    /// A literal is true from now on, and with it what it is a conjunction of, and that a function has no
    /// other value. Sentences are written afterwards as they are where that is so.
    pub(crate) fn assume(&mut self, literal: Literal) {
        let mut open = vec![literal];
        let signature = self.cnf.atoms() - self.defined.len() as u32;
        while let Some(literal) = open.pop() {
            let atom = literal.atom().0;
            if atom == 0 || self.is_fact(literal) {
                continue;
            }
            self.facts.resize(self.facts.len().max(literal.index() + 1), false);
            self.facts[literal.index()] = true;
            // They are written otherwise now.
            self.terms.clear();
            match atom.checked_sub(signature) {
                _ if !literal.is_positive() => {}
                None => self.deny_other_values(atom, &mut open),
                Some(defined) => {
                    let clauses = (self.defined[defined as usize]..).map(|it| self.cnf.clause(it));
                    open.extend(clauses.map_while(|it| (it.len() == 2).then(|| it[1])));
                }
            }
        }
    }

    pub(super) fn is_fact(&self, literal: Literal) -> bool {
        self.facts.get(literal.index()).is_some_and(|it| *it)
    }

    /// Where an atom says that a function has a value, it has none of the others.
    fn deny_other_values(&self, atom: u32, denied: &mut Vec<Literal>) {
        let behind = self.rows.partition_point(|(first, _)| *first <= atom);
        let Some((first, width)) = behind.checked_sub(1).map(|it| self.rows[it]) else { return };
        let row = atom - (atom - first) % width;
        let others = (row..row + width).filter(|it| *it != atom);
        denied.extend(others.map(|it| Literal::new(Atom(it), false)));
    }
}
