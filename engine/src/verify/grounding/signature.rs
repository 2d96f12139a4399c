//! What clauses say of a signature alone.

use super::{Grounding, TRUE};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::first_order::TheoryFunction;

impl Grounding<'_> {
    /// Whether the clauses begin with these: that the first atom is true, a function has one value for each
    /// tuple, and different constants have different ones.
    pub(super) fn reads_signature(&mut self, cnf: &Cnf, budget: &mut Budget) -> Result<bool, Stop> {
        if !self.reads_clause(cnf, vec![TRUE]) {
            return Ok(false);
        }
        let signature = &self.theory.signature;
        for (sorts, first) in signature.functions.iter().zip(self.functions.clone()) {
            let Some(first) = first else { continue };
            let width = self.size(sorts.result) as u32;
            for tuple in 0..self.rows(&sorts.arguments)? as u32 {
                let row = first + tuple * width;
                let values = (row..row + width).map(|it| Literal::new(Atom(it), true)).collect();
                if !self.reads_one_value(cnf, values, budget)? {
                    return Ok(false);
                }
            }
        }
        for constants in &signature.distinct {
            if !self.reads_distinct(cnf, constants, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// That some constants have different values. Of elements nothing is said, if they are different ones: so only pairs
    /// with a constant that is none are looked at.
    fn reads_distinct(
        &mut self,
        cnf: &Cnf,
        constants: &[TheoryFunction],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let mut elements: Vec<_> =
            constants.iter().filter_map(|it| self.elements.get(it).copied()).collect();
        elements.sort_unstable();
        if elements.windows(2).any(|pair| pair[0] == pair[1]) {
            return Ok(false);
        }
        let is_open = |it: &usize| self.functions[constants[*it].0 as usize].is_some();
        let open: Vec<_> = (0..constants.len()).filter(is_open).collect();
        for (at, one) in constants.iter().enumerate() {
            let width = self.size(self.theory.signature.functions[one.0 as usize].result) as u32;
            let others: Vec<_> = match self.functions[one.0 as usize] {
                Some(_) => (at + 1..constants.len()).collect(),
                None => open.iter().copied().filter(|it| *it > at).collect(),
            };
            for other in others {
                for value in 0..width {
                    budget.check()?;
                    let both = [*one, constants[other]].map(|it| self.may_be(it, value));
                    if both.contains(&!TRUE) {
                        continue;
                    }
                    let denied = both.iter().filter(|it| **it != TRUE).map(|it| !*it);
                    if !self.reads_clause(cnf, denied.collect()) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// That a constant has a value. An element is itself and no other.
    fn may_be(&self, constant: TheoryFunction, value: u32) -> Literal {
        match self.functions[constant.0 as usize] {
            Some(first) => Literal::new(Atom(first + value), true),
            None if self.elements[&constant] == value => TRUE,
            None => !TRUE,
        }
    }

    /// That exactly one of some literals is true: one of them, and no two; of many no two of the rows and none
    /// of the columns that they lie in, of which each is true where one in it is.
    fn reads_one_value(
        &mut self,
        cnf: &Cnf,
        values: Vec<Literal>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if !self.reads_clause(cnf, values.clone()) {
            return Ok(false);
        }
        if values.len() <= 128 {
            return self.reads_no_two(cnf, &values, budget);
        }
        let width = values.len().isqrt();
        let mut rows = vec![Vec::new(); values.len().div_ceil(width)];
        let mut columns = vec![Vec::new(); width];
        for (at, value) in values.into_iter().enumerate() {
            rows[at / width].push(value);
            columns[at % width].push(value);
        }
        for lines in [rows, columns] {
            if !self.reads_definitions(cnf, budget)? {
                return Ok(false);
            }
            let lines: Vec<_> = lines.into_iter().map(|it| self.any(it)).collect();
            if !self.reads_no_two(cnf, &lines, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn reads_no_two(
        &mut self,
        cnf: &Cnf,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        for (at, one) in literals.iter().enumerate() {
            for other in &literals[at + 1..] {
                budget.check()?;
                if !self.reads_clause(cnf, vec![!*one, !*other]) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
