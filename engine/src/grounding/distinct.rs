//! That numbers differ: of each value at most one of them is it; where there are as many numbers as
//! values, one is (the permutation: Gent and Nightingale, "A new encoding of `AllDifferent` into SAT",
//! 2004).

use std::collections::BTreeMap;

use super::choices::assert_one_of;
use super::clauses::{FALSE, TRUE};
use super::{GroundSheet, Grounded};
use crate::budget::Budget;
use crate::logic::cnf::Literal;
use crate::logic::sheet::{SentenceId, SheetSentence};

/// Numbers by their values: of each value what is true where a number is it.
struct Differing {
    values: BTreeMap<i64, Vec<Literal>>,
    /// How many numbers there are, when each of them has a value.
    numbers: Option<usize>,
}

impl GroundSheet<'_> {
    fn differing(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Differing> {
        let mut differing = Differing { values: BTreeMap::new(), numbers: None };
        let SheetSentence::Distinct(_, _, term) = self.sheet.get(id) else { return Ok(differing) };
        let plan = self.sentence_plan(id, depth, budget)?;
        let parts = self.gated(&plan, |it, budget| it.term(*term, depth, budget), depth, budget)?;
        let mut is_full = true;
        let count = parts.len();
        for (counts, number) in parts {
            is_full &= counts == TRUE;
            let choice = self.encoder.materialised(&number, budget)?;
            for (value, literal) in self.encoder.choices.get(choice).iter() {
                match value {
                    Some(value) => {
                        let literal = self.encoder.clauses.and([counts, *literal]);
                        differing.values.entry(*value).or_default().push(literal);
                    }
                    None => is_full = false,
                }
            }
        }
        differing.values.values_mut().for_each(|it| it.retain(|it| *it != FALSE));
        differing.numbers = is_full.then_some(count);
        Ok(differing)
    }

    /// What is true if and only if numbers differ.
    pub(super) fn distinct(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Literal> {
        let differing = self.differing(id, depth, budget)?;
        if differing.numbers.is_some_and(|it| it > differing.values.len()) {
            return Ok(FALSE);
        }
        let mut both = Vec::new();
        for literals in differing.values.values() {
            for (at, one) in literals.iter().enumerate() {
                for other in &literals[at + 1..] {
                    budget.check()?;
                    both.push(self.encoder.clauses.and([*one, *other]));
                }
            }
        }
        Ok(!self.encoder.clauses.or(both))
    }

    /// Adds that numbers differ, or one of some literals is true.
    pub(super) fn assert_distinct(
        &mut self,
        id: SentenceId,
        or: &[Literal],
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<()> {
        let differing = self.differing(id, depth, budget)?;
        let clauses = &mut self.encoder.clauses;
        if differing.numbers.is_some_and(|it| it > differing.values.len()) {
            clauses.assert(or);
            return Ok(());
        }
        let is_permutation = differing.numbers == Some(differing.values.len());
        for literals in differing.values.values() {
            clauses.fit()?;
            budget.work(literals.len())?;
            if is_permutation {
                clauses.assert(&[or, literals].concat());
            }
            if is_permutation && or.is_empty() {
                assert_one_of(clauses, literals);
                continue;
            }
            for (at, one) in literals.iter().enumerate() {
                for other in &literals[at + 1..] {
                    budget.check()?;
                    clauses.assert(&[or, &[!*one, !*other]].concat());
                }
            }
        }
        Ok(())
    }
}
