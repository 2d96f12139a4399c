//! Terms as numbers.

use super::clauses::{FALSE, TRUE};
use super::number::{EncodedNumber, Encoder, Function, Linear, TOO_LARGE};
use super::operations::operate;
use super::plan::JoinPlan;
use super::{DEPTH, GroundNode, GroundSheet, Grounded, Meaning};
use crate::budget::Budget;
use crate::logic::cnf::Literal;
use crate::logic::sheet::{Fold, Operation, Term, TermId};

impl GroundSheet<'_> {
    /// What a term may be.
    pub(super) fn term(
        &mut self,
        id: TermId,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<EncodedNumber> {
        budget.check()?;
        if let Some(Meaning::Number(kept)) = self.kept(GroundNode::Term(id), depth)? {
            return Ok(kept);
        }
        let depth = depth + 1;
        let sheet = self.sheet;
        match sheet.get_term(id) {
            Term::Number(_) | Term::Variable(_) => {
                self.constant(id, depth, budget).map(EncodedNumber::constant)
            }
            Term::Apply(..) | Term::Binary(..) | Term::Absolute(_)
                if depth < DEPTH && self.is_known(GroundNode::Term(id)) =>
            {
                self.constant(id, depth, budget).map(EncodedNumber::constant)
            }
            Term::Apply(symbol, terms) => self.applied(*symbol, terms, depth, budget),
            Term::Binary(operation, one, other) => {
                let one = self.term(*one, depth, budget)?;
                let other = self.term(*other, depth, budget)?;
                Ok(self.encoder.binary(*operation, &one, &other, budget)?)
            }
            Term::Absolute(part) => {
                let part = self.term(*part, depth, budget)?;
                let part = self.encoder.function(&part, budget)?;
                Ok(EncodedNumber::Function(self.encoder.absolute(&part)?))
            }
            Term::Count(variables, part) => {
                let plan = self.term_plan(id, variables, *part, depth, budget)?;
                let one = EncodedNumber::constant(Some(1));
                let parts = self.gated(&plan, |_, _| Ok(one.clone()), depth, budget)?;
                self.added(parts, budget)
            }
            Term::Fold(fold, variables, part, term) => {
                let plan = self.term_plan(id, variables, *part, depth, budget)?;
                let parts =
                    self.gated(&plan, |it, budget| it.term(*term, depth, budget), depth, budget)?;
                match fold {
                    Fold::Sum => self.added(parts, budget),
                    Fold::Least => self.best(parts, Operation::Least, budget),
                    Fold::Greatest => self.best(parts, Operation::Greatest, budget),
                }
            }
        }
    }

    /// The value of a term that says nothing of what is to be found; `None` when it is missing.
    pub(super) fn constant(
        &mut self,
        id: TermId,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Option<i64>> {
        budget.check()?;
        let (sheet, next) = (self.sheet, depth + 1);
        match sheet.get_term(id) {
            Term::Number(number) => Ok(Some(*number)),
            Term::Variable(variable) => Ok(Some(self.values[variable.0 as usize])),
            Term::Apply(symbol, terms) if depth < DEPTH => self.value(*symbol, terms, next, budget),
            Term::Binary(operation, one, other) if depth < DEPTH => {
                let one = self.constant(*one, next, budget)?;
                let other = self.constant(*other, next, budget)?;
                let Some((one, other)) = one.zip(other) else { return Ok(None) };
                Ok(operate(*operation, one, other)?)
            }
            Term::Absolute(part) if depth < DEPTH => {
                let part = self.constant(*part, next, budget)?;
                Ok(part.map(|it| it.checked_abs().ok_or(TOO_LARGE)).transpose()?)
            }
            _ => Ok(self.term(id, depth, budget)?.as_constant().flatten()),
        }
    }

    /// Numbers for all matches, each with what is true if and only if it counts.
    pub(super) fn gated(
        &mut self,
        plan: &JoinPlan,
        mut number: impl FnMut(&mut Self, &mut Budget) -> Grounded<EncodedNumber>,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Vec<(Literal, EncodedNumber)>> {
        let mut parts = Vec::new();
        self.each_match(plan, depth, budget, &mut |it, budget| {
            let literal = it.all_of(&plan.rest, depth, budget)?;
            if literal != FALSE {
                parts.push((literal, number(it, budget)?));
            }
            Ok(true)
        })?;
        Ok(parts)
    }

    /// The sum of the numbers that count.
    fn added(
        &mut self,
        parts: Vec<(Literal, EncodedNumber)>,
        budget: &mut Budget,
    ) -> Grounded<EncodedNumber> {
        let mut sum = Linear { constant: 0, parts: Vec::new(), missing: FALSE };
        let mut missing = Vec::new();
        for (counts, number) in parts {
            let part = self.encoder.linear(&number, budget)?;
            missing.push(self.encoder.clauses.and([counts, part.missing]));
            if counts == TRUE {
                sum.constant = sum.constant.checked_add(part.constant).ok_or(TOO_LARGE)?;
                sum.parts.extend(part.parts);
                continue;
            }
            if part.constant != 0 {
                sum.parts.push((part.constant, self.encoder.choices.of_literal(counts)));
            }
            for (factor, choice) in part.parts {
                sum.parts.push((factor, self.encoder.where_true(counts, choice)));
            }
        }
        sum.missing = self.encoder.clauses.or(missing);
        Ok(self.encoder.normal(sum)?)
    }

    /// The least or the greatest of the numbers that count; missing when none does or one of them is.
    fn best(
        &mut self,
        parts: Vec<(Literal, EncodedNumber)>,
        operation: Operation,
        budget: &mut Budget,
    ) -> Grounded<EncodedNumber> {
        let (mut missing, mut open) = (Vec::new(), Vec::new());
        for (counts, number) in parts {
            let is_missing = self.encoder.missing(&number)?;
            missing.push(self.encoder.clauses.and([counts, is_missing]));
            let choice = self.encoder.materialised(&number, budget)?;
            let choice = self.encoder.unless(!counts, choice);
            if let EncodedNumber::Function(function) = self.encoder.chosen(choice) {
                open.push(function);
            }
        }
        let best =
            self.encoder.gathered(open, Function::constant(None), budget, |one, other| {
                let Some((one, other)) = one.zip(other) else { return Ok(one.or(other)) };
                let is_least = operation == Operation::Least;
                Ok(Some(if is_least { one.min(other) } else { one.max(other) }))
            })?;
        let missing = self.encoder.clauses.or(missing);
        if missing == FALSE {
            return Ok(EncodedNumber::Function(best));
        }
        let choice = self.encoder.image(&best, budget)?;
        let choice = self.encoder.unless(missing, choice);
        Ok(self.encoder.chosen(choice))
    }
}

impl Encoder {
    /// A choice whose value is zero where a literal is false.
    fn where_true(&mut self, counts: Literal, choice: super::ChoiceId) -> super::ChoiceId {
        let choice = self.choices.get(choice);
        let mut entries = Vec::new();
        for (value, literal) in choice.iter() {
            if value.unwrap_or(0) != 0 {
                entries.push((*value, self.clauses.and([counts, *literal])));
            }
        }
        let zero = self.clauses.or(entries.iter().map(|it| it.1).collect::<Vec<_>>());
        entries.push((Some(0), !zero));
        self.choices.intern(entries)
    }
}
