//! A literal that leads to a conflict by propagation alone is false (failed literals; Freeman, 1995;
//! Le Berre, "Exploiting the real power of unit propagation lookahead", SAT 2001). Only literals
//! that imply others by clauses of two literals and are implied by none are tried: whatever leads to
//! one of the others leads on.

use super::arena::Reference;
use super::{Solver, status};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};

/// The part of the search's ticks that a round may take, in percent.
const PERCENT: u64 = 5;

impl Solver<'_> {
    /// Tries literals at level 0, after all clauses were watched anew.
    pub(super) fn probe(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        // What is tried here says nothing about models.
        let phases = self.phases.saved.clone();
        let start = self.ticks;
        let effort = (start - self.limits.probed) * PERCENT / 100;
        let mut result = self.settle(budget);
        for literal in self.roots() {
            if result.is_err() || self.is_refuted || self.ticks - start > effort {
                break;
            }
            let units = self.trail.len();
            // Without new units nothing has changed for it.
            if self.sign(literal) == 0 && self.fruitless[literal.index()] <= units as u32 {
                self.fruitless[literal.index()] = units as u32 + 1;
                result = self.try_literal(literal, budget);
            }
        }
        self.phases.saved = phases;
        self.limits.probed = self.ticks;
        result
    }

    /// What follows from literals by propagation alone, they included; nothing where that is a conflict.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn propagated(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Vec<Literal>, Stop> {
        self.keep(literals);
        self.attach_new();
        let phases = self.phases.saved.clone();
        let mut result = self.settle(budget);
        let mut is_possible = !self.is_refuted;
        for &literal in literals {
            if result.is_err() || !is_possible || self.sign(literal) < 0 {
                is_possible = false;
                break;
            }
            if self.sign(literal) == 0 {
                self.open_level();
                self.assign(literal, Reference::NONE);
                match self.propagate(budget) {
                    Ok(conflict) => is_possible = conflict.is_none(),
                    Err(stop) => result = Err(stop),
                }
            }
        }
        let found = if is_possible { self.trail.clone() } else { Vec::new() };
        self.backtrack(0);
        self.phases.saved = phases;
        result.map(|()| found)
    }

    /// Open literals whose negations are in clauses of two literals, and which are in none.
    fn roots(&mut self) -> Vec<Literal> {
        let mut occurs = vec![false; 2 * self.atoms as usize];
        for clause in self.arena.iter() {
            if let [first, second] = *self.arena.literals(clause) {
                occurs[first.index()] = true;
                occurs[second.index()] = true;
            }
        }
        self.fruitless.resize(occurs.len(), 0);
        let mut roots: Vec<_> = (0..self.atoms)
            .map(Atom)
            .filter(|it| self.status[it.0 as usize] & status::ELIMINATED == 0)
            .flat_map(|atom| [true, false].map(|it| Literal::new(atom, it)))
            .filter(|&it| occurs[(!it).index()] && !occurs[it.index()] && self.sign(it) == 0)
            .collect();
        // Those first that were tried longest ago.
        roots.sort_by_key(|it| self.fruitless[it.index()]);
        roots
    }

    fn try_literal(&mut self, literal: Literal, budget: &mut Budget) -> Result<(), Stop> {
        self.open_level();
        self.assign(literal, Reference::NONE);
        let conflict = self.propagate(budget);
        if let Ok(Some(conflict)) = conflict {
            self.statistics.failed += 1;
            let unit = self.assumed_for(conflict, None);
            self.backtrack(0);
            let number = self.trace.derive(&unit);
            self.add_sound_clause(&unit, None, number);
            return self.settle(budget);
        }
        self.backtrack(0);
        conflict.map(|_| ())
    }
}
