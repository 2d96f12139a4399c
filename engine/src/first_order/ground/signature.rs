//! What is true of any structure of a signature: a function has one value for all arguments, different constants
//! have different ones. Of many values at most one is true as there is at most one row and one column of a
//! table of them in which one is (J. Chen, *A new SAT encoding of the at-most-one constraint*, `ModRef` 2010).

use super::{GroundClauses, TOO_LARGE, TRUE};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::first_order::TheoryFunction;

/// Of more values than these not each pair is denied.
const MOST_PAIRED: usize = 128;

impl GroundClauses<'_> {
    /// The atoms of predicates and functions.
    pub(super) fn add_symbols(&mut self) -> Result<(), Stop> {
        let theory = self.theory;
        for sorts in &theory.signature.predicates {
            let tuples = self.tuples(sorts.iter().copied())?;
            let first = self.new_atoms(tuples)?;
            self.predicates.push(first);
        }
        for (index, function) in (0..).zip(&theory.signature.functions) {
            if self.elements.contains_key(&TheoryFunction(index)) {
                self.functions.push(None);
                continue;
            }
            let tuples = self.tuples(function.arguments.iter().copied())?;
            let values = self.size(function.result);
            let first = self.new_atoms(tuples.checked_mul(values).ok_or(TOO_LARGE)?)?;
            self.functions.push(Some(first));
            self.rows.push((first, values as u32));
        }
        Ok(())
    }

    /// What is true of them.
    pub(super) fn says_symbols(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let theory = self.theory;
        self.cnf.add([TRUE]);
        for (sorts, first) in theory.signature.functions.iter().zip(self.functions.clone()) {
            let Some(first) = first else { continue };
            let values = self.size(sorts.result) as u32;
            for tuple in 0..self.tuples(sorts.arguments.iter().copied())? as u32 {
                budget.check()?;
                let row = first + tuple * values;
                self.has_one_value((row..row + values).map(|it| Literal::new(Atom(it), true)));
            }
        }
        theory.signature.distinct.iter().for_each(|it| self.are_distinct(it));
        Ok(())
    }

    /// Exactly one of some literals is true.
    fn has_one_value(&mut self, values: impl Iterator<Item = Literal>) {
        let values: Vec<_> = values.collect();
        self.cnf.add(values.iter().copied());
        if values.len() <= MOST_PAIRED {
            self.has_one_at_most(&values);
            return;
        }
        let width = values.len().isqrt();
        let rows: Vec<_> = values.chunks(width).map(|it| self.or(it.to_vec())).collect();
        self.has_one_at_most(&rows);
        let column = |at| values[at..].iter().copied().step_by(width).collect();
        let columns: Vec<_> = (0..width).map(|it| self.or(column(it))).collect();
        self.has_one_at_most(&columns);
    }

    fn has_one_at_most(&mut self, literals: &[Literal]) {
        for (at, literal) in literals.iter().enumerate() {
            literals[at + 1..].iter().for_each(|other| self.cnf.add([!*literal, !*other]));
        }
    }

    fn are_distinct(&mut self, constants: &[TheoryFunction]) {
        let Some(constant) = constants.first() else { return };
        let values = self.size(self.theory.signature.functions[constant.0 as usize].result) as u32;
        let first = |it: &TheoryFunction| self.functions[it.0 as usize];
        let is_not = |first: u32, value| Literal::new(Atom(first + value), false);
        let is_open = |it: &usize| first(&constants[*it]).is_some();
        let open: Vec<_> = (0..constants.len()).filter(is_open).collect();
        for (index, one) in constants.iter().enumerate() {
            // Listed ones are different elements.
            let others: Vec<_> = match first(one) {
                Some(_) => (index + 1..constants.len()).collect(),
                None => open.iter().copied().filter(|it| *it > index).collect(),
            };
            for other in others.into_iter().map(|it| &constants[it]) {
                match (first(one), first(other)) {
                    (Some(one), Some(other)) => {
                        for value in 0..values {
                            self.cnf.add([is_not(one, value), is_not(other, value)]);
                        }
                    }
                    (Some(open), None) => self.cnf.add([is_not(open, self.elements[other])]),
                    (None, Some(open)) => self.cnf.add([is_not(open, self.elements[one])]),
                    (None, None) => {}
                }
            }
        }
    }
}
