//! Bounded variable addition: where each of some literals stands with each of some rests in a
//! clause, a new atom takes the place of the literals, and of the rests, so that a product of
//! clauses becomes a sum (Manthey, Heule and Biere, "Automated reencoding of Boolean formulas",
//! HVC 2012). The old clauses are the resolvents on the new atom, so nothing else changes: of a model
//! the new atoms are left out. They are decided last, and stay.

use std::collections::BinaryHeap;

use super::arena::{Flag, Reference};
use super::occurrences::{SignedClause, signature};
use super::{Solver, status};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};

/// The part of the effort of a round that it may take beside the others, in percent.
pub(super) const PERCENT: u64 = 20;
/// Longer clauses are rarely a part of a product.
const LONGEST: usize = 20;
/// Literals that occur more often are not tried.
const MOST: usize = 2000;
/// An atom that saves no more clauses than this only makes derivations longer.
const LEAST_SAVED: isize = 8;
/// Atoms that there may be.
const MOST_ATOMS: u32 = 1 << 30;

/// Literals, and a row for each rest that has the clauses of all of them with it.
struct Product {
    literals: Vec<Literal>,
    rows: Vec<Vec<Reference>>,
}

/// How many clauses fewer there are when a product becomes a sum.
fn saved(literals: usize, rows: usize) -> isize {
    (literals * rows) as isize - (literals + rows) as isize
}

impl Solver<'_> {
    /// No clause or assumption will name an atom that there is not yet, unless
    /// [`add_atom`](Self::add_atom) makes it: the solver may have atoms of its own.
    pub fn seal(&mut self) {
        self.is_sealed = true;
    }

    /// Adds atoms that make the irredundant clauses fewer.
    pub(super) fn add_definitions(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let first = self.atoms;
        let literals = (0..2 * self.atoms).map(Literal::from_index);
        let mut queue: BinaryHeap<_> =
            literals.map(|it| (self.occurrences.of(it).len(), it)).collect();
        let mut result = Ok(());
        while let Some((count, literal)) = queue.pop() {
            result = budget.check();
            if result.is_err() || !self.spend(1) || self.atoms >= MOST_ATOMS {
                break;
            }
            let now = self.occurrences.of(literal).len();
            if now > count {
                queue.push((now, literal));
                continue;
            }
            if !(3..=MOST).contains(&now) {
                continue;
            }
            let product = self.product(literal);
            if saved(product.literals.len(), product.rows.len()) > LEAST_SAVED {
                let new = self.replace_product(&product);
                let changed = [new, !new, literal, product.literals[1]];
                queue.extend(changed.map(|it| (self.occurrences.of(it).len(), it)));
            }
        }
        self.decide_last(first..self.atoms);
        result
    }

    /// The best product with a literal that can be found by adding literals one by one.
    fn product(&mut self, literal: Literal) -> Product {
        let clauses = self.clauses_of(literal);
        let is_short = |it: &&Reference| self.arena.len(**it) <= LONGEST;
        let rows: Vec<_> = clauses.iter().filter(is_short).map(|&it| vec![it]).collect();
        let mut product = Product { literals: vec![literal], rows };
        // Other literals, each with the row it stands with, and the clause.
        let mut others = self.partners(&product);
        others.sort_unstable();
        others.dedup_by_key(|&mut (literal, row, _)| (literal, row));
        loop {
            // The one that stands with most; of equals the lowest.
            let runs = others.chunk_by(|one, other| one.0 == other.0);
            let Some(best) = runs.rev().max_by_key(|run| run.len()) else { break };
            let next = best[0].0;
            let now = saved(product.literals.len(), product.rows.len());
            if saved(product.literals.len() + 1, best.len()) <= now {
                break;
            }
            let mut places = vec![usize::MAX; product.rows.len()];
            let mut rows = Vec::with_capacity(best.len());
            for &(_, row, clause) in best {
                places[row] = rows.len();
                let mut clauses = std::mem::take(&mut product.rows[row]);
                clauses.push(clause);
                rows.push(clauses);
            }
            product.literals.push(next);
            product.rows = rows;
            others.retain_mut(|(literal, row, _)| {
                *row = places[*row];
                *literal != next && *row != usize::MAX
            });
        }
        product
    }

    /// The literals for which a clause is there that has them in place of the product's literal.
    fn partners(&mut self, product: &Product) -> Vec<(Literal, usize, Reference)> {
        let literal = product.literals[0];
        let mut found = Vec::new();
        for (row, clauses) in product.rows.iter().enumerate() {
            let clause = clauses[0];
            let literals = self.arena.literals(clause);
            let rest = literals.iter().filter(|&&it| it != literal);
            let Some(&rarest) = rest.min_by_key(|it| self.occurrences.of(**it).len()) else {
                continue;
            };
            if self.occurrences.of(rarest).len() > MOST {
                continue;
            }
            if !self.spend(1 + self.occurrences.of(rarest).len() / 4) {
                break;
            }
            self.mark_literals(clause);
            let length = self.arena.len(clause);
            let signature = signature(self.arena.literals(clause));
            for &SignedClause { clause: other, signature: its } in self.occurrences.of(rarest) {
                // Signatures of such clauses differ by one bit of each at most.
                let is_near = (signature & !its).count_ones() < 2;
                if is_near && self.arena.len(other) == length && other != clause {
                    found.extend(self.partner(other, literal).map(|it| (it, row, other)));
                }
            }
            self.unmark_literals(clause);
        }
        found
    }

    /// The literal that a clause has in place of another literal of the clause that is marked.
    fn partner(&self, other: Reference, literal: Literal) -> Option<Literal> {
        if self.arena.is(other, Flag::GARBAGE) {
            return None;
        }
        let mut partner = None;
        for &it in self.arena.literals(other) {
            let is_marked = self.marks[it.atom().0 as usize] == 1 + u8::from(it.is_positive());
            let is_other = it == literal || !is_marked && partner.replace(it).is_some();
            if is_other {
                return None;
            }
        }
        partner.filter(|it| it.atom() != literal.atom())
    }

    /// Puts the clauses of a new atom into the place of those of a product. Returns the atom.
    fn replace_product(&mut self, product: &Product) -> Literal {
        let new = Literal::new(Atom(self.atoms), true);
        self.grow(self.atoms + 1);
        self.occurrences.grow(self.atoms);
        self.tried.resize(self.atoms as usize, (0, 0, 0));
        self.status[new.atom().0 as usize] = status::KEPT | status::ADDED;
        self.statistics.added += 1;
        let mut numbers = Vec::new();
        for &literal in &product.literals {
            numbers.push(self.define(&[new, literal], &[]));
        }
        for clauses in &product.rows {
            let rest = self.arena.literals(clauses[0]).iter();
            let rest = rest.copied().filter(|&it| it != product.literals[0]);
            let clause: Vec<_> = std::iter::once(!new).chain(rest).collect();
            let olds = clauses.iter().map(|&it| self.arena.number(it));
            let reasons: Vec<_> = numbers
                .iter()
                .zip(olds)
                .flat_map(|(&new, old)| [-(new as i64), old as i64])
                .collect();
            self.define(&clause, &reasons);
        }
        // Where a clause is there twice, two rows share the others.
        for &clause in product.rows.iter().flatten() {
            if !self.arena.is(clause, Flag::GARBAGE) {
                self.delete(clause);
            }
        }
        new
    }

    /// Adds a clause that is RAT on its first literal; returns its number.
    fn define(&mut self, clause: &[Literal], reasons: &[i64]) -> u64 {
        let number = self.trace.define(clause, reasons);
        if let Some(place) = self.add_sound_clause(clause, None, number) {
            self.occurrences.add(place, clause);
        }
        number
    }
}
