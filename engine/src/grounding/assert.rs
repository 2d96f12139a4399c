//! Rules as clauses: what is a conjunction becomes several, what is a disjunction becomes one, and
//! only what lies deeper gets atoms of its own.

use super::clauses::TRUE;
use super::sentence::Signed;
use super::{DEPTH, Ground, Made};
use crate::budget::Budget;
use crate::logic::cnf::Literal;
use crate::logic::sheet::{Sentence, SentenceId};

impl Ground<'_> {
    /// Adds that a sentence has a value, or one of some literals is true.
    pub(super) fn assert(
        &mut self,
        id: SentenceId,
        value: bool,
        or: &[Literal],
        depth: u32,
        budget: &mut Budget,
    ) -> Made<()> {
        budget.check()?;
        self.encoder.clauses.fit()?;
        if or.contains(&TRUE) {
            return Ok(());
        }
        let sheet = self.sheet;
        let next = depth + 1;
        match (sheet.get(id), value) {
            _ if next >= DEPTH => {}
            (Sentence::Not(part), _) => return self.assert(*part, !value, or, next, budget),
            (Sentence::And(parts), true) | (Sentence::Or(parts), false) => {
                for part in parts {
                    self.assert(*part, value, or, next, budget)?;
                }
                return Ok(());
            }
            (Sentence::And(parts), false) | (Sentence::Or(parts), true) => {
                let parts: Vec<_> = parts.iter().map(|it| (*it, value)).collect();
                return self.assert_one_of(&parts, or, next, budget);
            }
            (Sentence::All(..), true) | (Sentence::Some(..), false) => {
                let plan = self.sentence_plan(id, next, budget)?;
                let parts: Vec<_> = plan.rest.iter().map(|(it, value)| (*it, !value)).collect();
                return self.each_match(&plan, next, budget, &mut |it, budget| {
                    it.assert_one_of(&parts, or, next, budget)?;
                    Ok(true)
                });
            }
            (Sentence::Iff(one, other), _) => {
                let one = self.sentence(*one, next, budget)?;
                let other = self.sentence(*other, next, budget)?;
                let other = if value { other } else { !other };
                self.encoder.clauses.assert(&[or, &[one, !other]].concat());
                self.encoder.clauses.assert(&[or, &[!one, other]].concat());
                return Ok(());
            }
            (Sentence::Compare(comparison, one, other), _) => {
                let one = self.term(*one, next, budget)?;
                let other = self.term(*other, next, budget)?;
                let test = self.encoder.compare(*comparison, &one, &other, budget)?;
                return Ok(self.encoder.assert_test(&test, value, or, budget)?);
            }
            (Sentence::Distinct(..), true) => return self.assert_distinct(id, or, next, budget),
            _ => {}
        }
        let mut clause = or.to_vec();
        self.disjuncts((id, value), &mut clause, depth, budget)?;
        self.encoder.clauses.assert(&clause);
        Ok(())
    }

    /// Adds that one of some sentences has its value, or one of some literals is true.
    fn assert_one_of(
        &mut self,
        parts: &[Signed],
        or: &[Literal],
        depth: u32,
        budget: &mut Budget,
    ) -> Made<()> {
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
            Sentence::And(_) | Sentence::All(..) | Sentence::Distinct(..) => value,
            Sentence::Or(_) | Sentence::Some(..) => !value,
            Sentence::Iff(..) | Sentence::Compare(..) => true,
            // One step, so that this does not go deep.
            Sentence::Not(part) => matches!(
                (self.sheet.get(*part), value),
                (Sentence::And(_) | Sentence::All(..), false)
                    | (Sentence::Or(_) | Sentence::Some(..), true)
                    | (Sentence::Compare(..) | Sentence::Iff(..), _)
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
    ) -> Made<()> {
        let next = depth + 1;
        let sheet = self.sheet;
        match (sheet.get(id), value) {
            _ if next >= DEPTH => {}
            (Sentence::Not(part), _) => {
                return self.disjuncts((*part, !value), clause, next, budget);
            }
            (Sentence::Or(parts), true) | (Sentence::And(parts), false) => {
                for part in parts {
                    self.disjuncts((*part, value), clause, next, budget)?;
                }
                return Ok(());
            }
            (Sentence::Some(..), true) | (Sentence::All(..), false) => {
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
