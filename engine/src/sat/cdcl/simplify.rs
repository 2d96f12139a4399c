//! The clauses themselves are made fewer and shorter from time to time, between searches at level
//! 0: not before two thousand conflicts, or conflicts that took long, so that easy inputs never pay
//! for it, and with an effort bounded by that of the search (inprocessing; Järvisalo, Heule and
//! Biere, IJCAR 2012).

use super::arena::{Flag, Reference};
use super::occurrences::LiteralOccurrences;
use super::{Solver, addition};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// Conflicts to the first round; each further one takes that much longer.
const INTERVAL: u64 = 2000;
/// The first round comes sooner when the search took so many ticks for each word of the clauses:
/// more than the round will.
const TICKS: u64 = 4;
/// Ticks that a round may take at least.
const LEAST_EFFORT: u64 = 500_000;

impl Solver<'_> {
    /// Whether to simplify now.
    pub(super) fn is_simplification_due(&self) -> bool {
        let options = &self.options;
        let is_wanted = options.subsumption
            || options.elimination
            || options.equivalence
            || options.probing
            || options.addition;
        let limit = self.limits.simplification.max(self.interval(INTERVAL));
        let is_first = self.statistics.simplifications == 0;
        let is_slow = is_first && self.ticks >= TICKS * self.arena.extent();
        is_wanted && (is_slow || self.statistics.conflicts >= limit)
    }

    /// Makes the clauses fewer and shorter.
    pub(super) fn simplify(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.backtrack(0);
        self.statistics.simplifications += 1;
        let wait = self.interval(INTERVAL) * (self.statistics.simplifications + 1);
        self.limits.simplification = self.statistics.conflicts + wait;
        let spent = self.ticks - std::mem::replace(&mut self.limits.simplified, self.ticks);
        self.effort = spent.max(LEAST_EFFORT);
        // Nothing is watched meanwhile.
        self.watches.clear();
        self.clean();
        if self.options.equivalence && !self.is_refuted {
            self.substitute_equivalent();
        }
        let mut result = if self.is_refuted { Ok(()) } else { self.simplify_irredundant(budget) };
        self.occurrences = LiteralOccurrences::default();
        if !self.is_refuted {
            self.drop_learnt_of_eliminated();
            self.clean();
        }
        let mut next = self.arena.first();
        while let Some(clause) = next {
            self.arena.set_cursor(clause, 0);
            next = self.arena.next(clause);
        }
        self.watches.rebuild(&self.arena);
        self.collect();
        if self.options.probing && !self.is_refuted && result.is_ok() {
            result = self.probe(budget);
        }
        result
    }

    fn simplify_irredundant(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let effort = self.effort;
        self.occurrences.grow(self.atoms);
        self.tried.resize(self.atoms as usize, (0, 0, 0));
        let is_irredundant = |&it: &Reference| !self.arena.is(it, Flag::LEARNT);
        let mut clauses: Vec<_> = self.arena.iter().filter(is_irredundant).collect();
        let mut is_new = vec![false; self.atoms as usize];
        for &clause in &clauses {
            let literals = self.arena.literals(clause);
            self.occurrences.add(clause, literals);
            if !self.arena.is(clause, Flag::TRIED) {
                literals.iter().for_each(|it| is_new[it.atom().0 as usize] = true);
            }
        }
        if self.options.subsumption {
            // What was compared before may subsume nothing but new clauses.
            let is_all_new =
                |literals: &[Literal]| literals.iter().all(|it| is_new[it.atom().0 as usize]);
            clauses.retain(|&it| is_all_new(self.arena.literals(it)));
            for &clause in &clauses {
                self.arena.set(clause, Flag::TRIED, true);
            }
            self.subsume(clauses, budget)?;
        }
        if self.options.elimination {
            self.eliminate(budget)?;
        }
        if self.options.addition && self.is_sealed && !self.is_refuted {
            self.effort = effort * addition::PERCENT / 100;
            self.add_definitions(budget)?;
        }
        Ok(())
    }

    /// Deletes clauses that hold at level 0, and false literals of the others. Units that this
    /// yields are propagated later.
    fn clean(&mut self) {
        self.propagated = self.trail.len();
        let mut next = self.arena.first();
        let end = self.arena.size();
        while let Some(clause) = next.filter(|clause| (clause.0 as usize) < end) {
            next = self.arena.next(clause);
            if self.is_refuted {
                return;
            }
            if self.arena.is(clause, Flag::GARBAGE) {
                continue;
            }
            let literals = self.arena.literals(clause);
            if literals.iter().any(|it| self.values[it.index()] > 0) {
                self.delete(clause);
            } else if literals.iter().any(|it| self.values[it.index()] < 0) {
                let shorter: Vec<_> =
                    literals.iter().copied().filter(|it| self.values[it.index()] == 0).collect();
                for &literal in literals {
                    if self.values[literal.index()] < 0 {
                        self.trace.because_false(literal);
                    }
                }
                self.trace.because(self.arena.number(clause));
                self.replace(clause, &shorter);
            }
        }
    }

    /// Puts a shorter clause, whose reasons were collected, into the place of one; `None` when it
    /// is a unit or empty.
    pub(super) fn replace(&mut self, clause: Reference, shorter: &[Literal]) -> Option<Reference> {
        let glue = self.arena.is(clause, Flag::LEARNT).then(|| self.arena.glue(clause));
        let used = self.arena.used(clause);
        let number = self.trace.derive(shorter);
        let place = self.add_sound_clause(shorter, glue, number);
        if let Some(place) = place {
            self.arena.set_used(place, used);
        }
        self.delete(clause);
        place
    }

    /// The clauses of a literal that are not garbage, which leaves its list.
    pub(super) fn clauses_of(&mut self, literal: Literal) -> Vec<Reference> {
        self.occurrences.retain(literal, |it| !self.arena.is(it, Flag::GARBAGE));
        self.occurrences.of(literal).iter().map(|it| it.clause).collect()
    }

    /// The same, out of its list.
    fn take_clauses(&mut self, literal: Literal) -> Vec<Reference> {
        let clauses = self.clauses_of(literal);
        self.occurrences.clear(literal);
        clauses
    }

    /// Marks the literals of a clause.
    pub(super) fn mark_literals(&mut self, clause: Reference) {
        for literal in self.arena.literals(clause) {
            self.marks[literal.atom().0 as usize] = 1 + u8::from(literal.is_positive());
        }
    }

    /// Takes the marks back.
    pub(super) fn unmark_literals(&mut self, clause: Reference) {
        for literal in self.arena.literals(clause) {
            self.marks[literal.atom().0 as usize] = 0;
        }
    }

    /// Applies new units to the irredundant clauses.
    pub(super) fn propagate_units(&mut self) {
        while self.propagated < self.trail.len() && !self.is_refuted {
            let literal = self.trail[self.propagated];
            self.propagated += 1;
            for clause in self.take_clauses(literal) {
                self.delete(clause);
            }
            for clause in self.take_clauses(!literal) {
                self.trace.because_false(literal);
                self.trace.because(self.arena.number(clause));
                self.remove_literal(clause, !literal);
            }
        }
    }

    /// Replaces an irredundant clause by one without a literal; the reasons were collected.
    pub(super) fn remove_literal(
        &mut self,
        clause: Reference,
        literal: Literal,
    ) -> Option<Reference> {
        let literals = self.arena.literals(clause).iter();
        let shorter: Vec<_> = literals.copied().filter(|&it| it != literal).collect();
        let place = self.replace(clause, &shorter)?;
        self.occurrences.add(place, &shorter);
        Some(place)
    }

    fn drop_learnt_of_eliminated(&mut self) {
        let mut next = self.arena.first();
        while let Some(clause) = next {
            next = self.arena.next(clause);
            let arena = &self.arena;
            if arena.is(clause, Flag::LEARNT)
                && !arena.is(clause, Flag::GARBAGE)
                && arena.literals(clause).iter().any(|it| self.is_eliminated(it.atom()))
            {
                self.delete(clause);
            }
        }
    }

    /// Spends effort; false when none is left.
    pub(super) fn spend(&mut self, ticks: usize) -> bool {
        self.effort = self.effort.saturating_sub(ticks as u64);
        self.effort > 0
    }
}
