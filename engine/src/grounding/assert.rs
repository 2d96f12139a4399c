//! Rules as clauses: what is a conjunction becomes several, what is a disjunction becomes one, and
//! only what lies deeper gets atoms of its own.

use super::clauses::TRUE;
use super::sentence::Signed;
use super::{DEPTH, GroundSheet, Grounded};
use crate::budget::Budget;
use crate::logic::cnf::Literal;
use crate::logic::sheet::{SentenceId, SheetSentence, SheetVariable};

impl GroundSheet<'_> {
    /// Adds that a sentence has a value, or one of some literals is true.
    pub(super) fn assert(
        &mut self,
        id: SentenceId,
        value: bool,
        or: &[Literal],
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<()> {
        budget.check()?;
        self.encoder.clauses.fit()?;
        if or.contains(&TRUE) {
            return Ok(());
        }
        let sheet = self.sheet;
        let next = depth + 1;
        match (sheet.get(id), value) {
            _ if next >= DEPTH => {}
            (SheetSentence::Not(part), _) => return self.assert(*part, !value, or, next, budget),
            (SheetSentence::And(parts), true) | (SheetSentence::Or(parts), false) => {
                for part in parts {
                    self.assert(*part, value, or, next, budget)?;
                }
                return Ok(());
            }
            (SheetSentence::And(parts), false) | (SheetSentence::Or(parts), true) => {
                let parts: Vec<_> = parts.iter().map(|it| (*it, value)).collect();
                return self.assert_one_of(&parts, or, next, budget);
            }
            (SheetSentence::All(..), true) | (SheetSentence::Some(..), false) => {
                let plan = self.sentence_plan(id, next, budget)?;
                let parts: Vec<_> = plan.rest.iter().map(|(it, value)| (*it, !value)).collect();
                let bound = self.bound_at_start(id);
                return self.each_match(&plan, next, budget, &mut |it, budget| {
                    it.begin_instance(&bound);
                    it.assert_one_of(&parts, or, next, budget)?;
                    Ok(true)
                });
            }
            (SheetSentence::Iff(one, other), _) => {
                let one = self.sentence(*one, next, budget)?;
                let other = self.sentence(*other, next, budget)?;
                let other = if value { other } else { !other };
                self.encoder.clauses.assert(&[or, &[one, !other]].concat());
                self.encoder.clauses.assert(&[or, &[!one, other]].concat());
                return Ok(());
            }
            (SheetSentence::Compare(comparison, one, other), _) => {
                let one = self.term(*one, next, budget)?;
                let other = self.term(*other, next, budget)?;
                let test = self.encoder.compare(*comparison, &one, &other, budget)?;
                return Ok(self.encoder.assert_test(&test, value, or, budget)?);
            }
            (SheetSentence::Distinct(..), true) => {
                return self.assert_distinct(id, or, next, budget);
            }
            _ => {}
        }
        let mut clause = or.to_vec();
        self.disjuncts((id, value), &mut clause, depth, budget)?;
        self.encoder.clauses.assert(&clause);
        Ok(())
    }

    /// The variables of a sentence that is a whole rule, or one that is denied.
    fn bound_at_start(&self, id: SentenceId) -> Vec<SheetVariable> {
        let rule = self.encoder.clauses.rule().map(|it| self.sheet.rules[it]);
        let Some(mut start) = rule else { return Vec::new() };
        while let SheetSentence::Not(part) = self.sheet.get(start) {
            start = *part;
        }
        match self.sheet.get(start) {
            SheetSentence::All(variables, _) | SheetSentence::Some(variables, _) if start == id => {
                let mut bound = variables.to_vec();
                let mut body = start;
                while let SheetSentence::All(more, part) | SheetSentence::Some(more, part) =
                    self.sheet.get(body)
                {
                    let same = matches!(self.sheet.get(body), SheetSentence::All(..))
                        == matches!(self.sheet.get(start), SheetSentence::All(..));
                    if !same {
                        break;
                    }
                    bound.extend(more.iter().filter(|it| !variables.contains(it)));
                    body = *part;
                }
                bound
            }
            _ => Vec::new(),
        }
    }

    /// Clauses are about the present values of these variables from now on.
    fn begin_instance(&mut self, bound: &[SheetVariable]) {
        if let (Some(rule), false) = (self.encoder.clauses.rule(), bound.is_empty()) {
            let values = bound.iter().map(|it| (*it, self.values[it.0 as usize])).collect();
            self.encoder.clauses.begin(rule, values);
        }
    }

    /// Adds that one of some sentences has its value, or one of some literals is true.
    fn assert_one_of(
        &mut self,
        parts: &[Signed],
        or: &[Literal],
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<()> {
        let last = parts.iter().rposition(|it| self.is_several(*it));
        let mut clause = or.to_vec();
        for (at, part) in parts.iter().enumerate() {
            if Some(at) != last {
                self.disjuncts(*part, &mut clause, depth, budget)?;
                if clause.contains(&TRUE) {
                    return Ok(());
                }
            }
        }
        match last {
            Some(last) => self.assert(parts[last].0, parts[last].1, &clause, depth, budget),
            None => {
                self.encoder.clauses.assert(&clause);
                Ok(())
            }
        }
    }

    /// Whether clauses say that a sentence has a value better than a literal does.
    fn is_several(&self, (id, value): Signed) -> bool {
        match self.sheet.get(id) {
            SheetSentence::And(_) | SheetSentence::All(..) | SheetSentence::Distinct(..) => value,
            SheetSentence::Or(_) | SheetSentence::Some(..) => !value,
            SheetSentence::Iff(..) | SheetSentence::Compare(..) => true,
            // One step, so that this does not go deep.
            SheetSentence::Not(part) => matches!(
                (self.sheet.get(*part), value),
                (SheetSentence::And(_) | SheetSentence::All(..), false)
                    | (SheetSentence::Or(_) | SheetSentence::Some(..), true)
                    | (SheetSentence::Compare(..) | SheetSentence::Iff(..), _)
            ),
            _ => false,
        }
    }

    /// Adds literals of which one is true if and only if a sentence has its value.
    fn disjuncts(
        &mut self,
        (id, value): Signed,
        clause: &mut Vec<Literal>,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<()> {
        let next = depth + 1;
        let sheet = self.sheet;
        match (sheet.get(id), value) {
            _ if next >= DEPTH => {}
            (SheetSentence::Not(part), _) => {
                return self.disjuncts((*part, !value), clause, next, budget);
            }
            (SheetSentence::Or(parts), true) | (SheetSentence::And(parts), false) => {
                for part in parts {
                    self.disjuncts((*part, value), clause, next, budget)?;
                }
                return Ok(());
            }
            (SheetSentence::Some(..), true) | (SheetSentence::All(..), false) => {
                clause.extend(self.instances(id, next, budget)?);
                return Ok(());
            }
            _ => {}
        }
        let literal = self.sentence(id, depth, budget)?;
        clause.push(if value { literal } else { !literal });
        Ok(())
    }
}
