//! Bounded variable elimination: an atom goes when the resolvents on it, which take the place of its
//! clauses, are not many more and have not many more literals (Davis and Putnam 1960; Subbarayan and
//! Pradhan, "`NiVER`", SAT 2004; Eén and Biere, SAT 2005). Where clauses define the atom as a
//! conjunction, only resolvents with those are needed.

use super::arena::Reference;
use super::{Solver, status};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};

/// An atom with more clauses of one sign stays.
const MOST_CLAUSES: usize = 100;
/// An atom with a longer clause or resolvent stays.
const LONGEST: usize = 100;
/// How many clauses more there may be after an elimination, and twice as many literals: a step
/// higher with each round that came to its end. Without a bound on literals the long clauses of
/// direct encodings grow into many that propagate little.
const BOUNDS: [usize; 6] = [0, 1, 2, 4, 8, 16];
/// Rounds in which atoms are tried again whose clauses have changed.
const ROUNDS: usize = 4;

impl Solver<'_> {
    /// Whether an atom is eliminated.
    pub(super) fn is_eliminated(&self, atom: Atom) -> bool {
        self.status[atom.0 as usize] & status::ELIMINATED != 0
    }

    /// Eliminates what can be eliminated.
    pub(super) fn eliminate(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let bound = BOUNDS[self.bound.min(BOUNDS.len() - 1)];
        let mut candidates: Vec<Atom> = (0..self.atoms).map(Atom).collect();
        for _ in 0..ROUNDS {
            let product = |atom: &Atom| {
                let [positive, negative] = [true, false].map(|it| Literal::new(*atom, it));
                self.occurrences.of(positive).len() * self.occurrences.of(negative).len()
            };
            candidates.sort_by_cached_key(product);
            candidates.dedup();
            let mut touched = Vec::new();
            for atom in candidates {
                budget.check()?;
                if self.is_refuted || !self.spend(1) {
                    return Ok(());
                }
                self.try_to_eliminate(atom, bound, &mut touched, budget)?;
            }
            touched.sort_unstable();
            touched.dedup();
            candidates = touched;
        }
        self.bound += 1;
        Ok(())
    }

    fn try_to_eliminate(
        &mut self,
        atom: Atom,
        bound: usize,
        touched: &mut Vec<Atom>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let pivot = Literal::new(atom, true);
        if self.sign(pivot) != 0 || self.status[atom.0 as usize] != 0 {
            return Ok(());
        }
        let [positive, negative] = [pivot, !pivot].map(|it| self.clauses_of(it));
        let Some(pairs) = self.pairs(pivot, &positive, &negative, bound) else { return Ok(()) };
        self.occurrences.clear(pivot);
        self.occurrences.clear(!pivot);
        self.statistics.eliminated += 1;
        let mut new = Vec::new();
        for (first, second) in pairs {
            let resolvent = self.resolvent(first, second, pivot);
            touched.extend(resolvent.iter().map(|it| it.atom()));
            self.trace.because(self.arena.number(first));
            self.trace.because(self.arena.number(second));
            let number = self.trace.derive(&resolvent);
            if let Some(clause) = self.add_sound_clause(&resolvent, None, number) {
                self.occurrences.add(clause, &resolvent);
                new.push(clause);
            }
        }
        if self.is_refuted {
            return Ok(());
        }
        for (literal, clauses) in [(pivot, positive), (!pivot, negative)] {
            for clause in clauses {
                touched.extend(self.arena.literals(clause).iter().map(|it| it.atom()));
                self.put_aside(clause, literal);
            }
        }
        self.status[atom.0 as usize] |= status::ELIMINATED | status::WITNESS;
        self.propagate_units();
        if self.options.subsumption {
            self.subsume(new, budget)?;
        }
        Ok(())
    }

    /// The pairs of clauses whose resolvents take the place of them all; `None` when those would be
    /// too many or too long.
    fn pairs(
        &mut self,
        pivot: Literal,
        positive: &[Reference],
        negative: &[Reference],
        bound: usize,
    ) -> Option<Vec<(Reference, Reference)>> {
        let counts = (positive.len() as u32, negative.len() as u32, bound as u32);
        let tried = &mut self.tried[pivot.atom().0 as usize];
        let is_long = |&clause: &Reference| self.arena.len(clause) > LONGEST;
        if std::mem::replace(tried, counts) == counts
            || positive.len() > MOST_CLAUSES
            || negative.len() > MOST_CLAUSES
            || positive.iter().chain(negative).any(is_long)
        {
            return None;
        }
        // Nothing but the pairs of a definition's clauses and others is needed.
        let gate = self.definition(pivot, positive, negative);
        let in_gate: Vec<_> = negative.iter().map(|it| gate.contains(it)).collect();
        let most = positive.len() + negative.len() + bound;
        let clauses = positive.iter().chain(negative);
        let most_literals = clauses.map(|&it| self.arena.len(it)).sum::<usize>() + 2 * bound;
        let mut literals = 0;
        let mut pairs = Vec::new();
        for &first in positive {
            let is_in_gate = gate.contains(&first);
            self.mark_literals(first);
            let mut is_fit = true;
            for (&second, &is_other_in_gate) in negative.iter().zip(&in_gate) {
                if !gate.is_empty() && is_in_gate == is_other_in_gate {
                    continue;
                }
                is_fit = self.spend(1 + (self.arena.len(first) + self.arena.len(second)) / 16);
                if let Some(length) = self.resolvent_length(first, second, pivot) {
                    literals += length;
                    is_fit &= length <= LONGEST;
                    is_fit &= pairs.len() < most && literals <= most_literals;
                    pairs.push((first, second));
                }
                if !is_fit {
                    break;
                }
            }
            self.unmark_literals(first);
            if !is_fit {
                return None;
            }
        }
        Some(pairs)
    }

    /// The length of the resolvent of a clause that is marked with another; `None` when it is a
    /// tautology.
    fn resolvent_length(
        &self,
        first: Reference,
        second: Reference,
        pivot: Literal,
    ) -> Option<usize> {
        let mut length = self.arena.len(first) - 1;
        for &literal in self.arena.literals(second) {
            match self.marks[literal.atom().0 as usize] {
                0 => length += 1,
                mark if mark == 1 + u8::from(literal.is_positive()) => {}
                _ if literal == !pivot => {}
                _ => return None,
            }
        }
        Some(length)
    }

    /// The resolvent of two clauses, which is not a tautology.
    fn resolvent(&self, first: Reference, second: Reference, pivot: Literal) -> Vec<Literal> {
        let [first, second] = [first, second].map(|clause| self.arena.literals(clause));
        let others = second.iter().filter(|&it| *it != !pivot && !first.contains(it));
        first.iter().filter(|&it| *it != pivot).chain(others).copied().collect()
    }

    /// The clauses that define an atom or its negation as a conjunction of literals: one clause of
    /// all their negations, and a clause of two literals for each.
    fn definition(
        &mut self,
        pivot: Literal,
        positive: &[Reference],
        negative: &[Reference],
    ) -> Vec<Reference> {
        for (pivot, long, short) in [(pivot, positive, negative), (!pivot, negative, positive)] {
            let mut implied = Vec::new();
            for &clause in short {
                if let [first, second] = *self.arena.literals(clause) {
                    implied.push((if first == !pivot { second } else { first }, clause));
                }
            }
            implied.sort_unstable();
            implied.dedup_by_key(|(literal, _)| *literal);
            let defining = |literal: &Literal| {
                let found = implied.binary_search_by_key(&!*literal, |(literal, _)| *literal);
                found.ok().map(|at| implied[at].1)
            };
            for &clause in long {
                let others = self.arena.literals(clause).iter().filter(|&&it| it != pivot);
                let gate: Option<Vec<_>> = others.map(defining).collect();
                if let Some(mut gate) = gate {
                    gate.push(clause);
                    return gate;
                }
            }
        }
        Vec::new()
    }
}
