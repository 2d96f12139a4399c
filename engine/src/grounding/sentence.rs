//! Sentences as literals.

use super::clauses::{FALSE, TRUE};
use super::operations::compares;
use super::{GroundNode, GroundSheet, Grounded, Meaning};
use crate::budget::Budget;
use crate::logic::cnf::Literal;
use crate::logic::sheet::{SentenceId, Sheet, SheetSentence, Term, TermId};

/// A sentence and whether it is to be true.
pub(super) type Signed = (SentenceId, bool);

impl GroundSheet<'_> {
    /// What is true if and only if a sentence is.
    pub(super) fn sentence(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Literal> {
        budget.check()?;
        if let Some(Meaning::Literal(kept)) = self.kept(GroundNode::Sentence(id), depth)? {
            return Ok(kept);
        }
        let depth = depth + 1;
        let sheet = self.sheet;
        match sheet.get(id) {
            SheetSentence::Truth(value) => Ok(if *value { TRUE } else { FALSE }),
            SheetSentence::Holds(symbol, terms) => self.holds(*symbol, terms, depth, budget),
            SheetSentence::Compare(comparison, one, other)
                if self.is_known(GroundNode::Sentence(id)) =>
            {
                let turned = is_second_first(sheet, *one, *other);
                let (first, second) = if turned { (other, one) } else { (one, other) };
                let Some(first) = self.constant(*first, depth, budget)? else { return Ok(FALSE) };
                let second = self.constant(*second, depth, budget)?;
                let (first, second) =
                    if turned { (second, Some(first)) } else { (Some(first), second) };
                Ok(if compares(*comparison, first, second) { TRUE } else { FALSE })
            }
            SheetSentence::Compare(comparison, one, other) => {
                let one = self.term(*one, depth, budget)?;
                let other = self.term(*other, depth, budget)?;
                let test = self.encoder.compare(*comparison, &one, &other, budget)?;
                Ok(self.encoder.literal(&test, budget)?)
            }
            SheetSentence::Missing(term) => {
                let number = self.term(*term, depth, budget)?;
                Ok(self.encoder.missing(&number)?)
            }
            SheetSentence::Not(part) => Ok(!self.sentence(*part, depth, budget)?),
            SheetSentence::And(parts) => {
                let parts: Vec<_> = parts.iter().map(|it| (*it, true)).collect();
                self.all_of(&parts, depth, budget)
            }
            SheetSentence::Or(parts) => {
                let parts: Vec<_> = parts.iter().map(|it| (*it, false)).collect();
                Ok(!self.all_of(&parts, depth, budget)?)
            }
            SheetSentence::Iff(one, other) => {
                let one = self.sentence(*one, depth, budget)?;
                let other = self.sentence(*other, depth, budget)?;
                Ok(self.encoder.clauses.iff(one, other))
            }
            // What is true of all is false of none.
            SheetSentence::All(..) => {
                let instances = self.instances(id, depth, budget)?;
                Ok(!self.encoder.clauses.or(instances))
            }
            SheetSentence::Some(..) => {
                let instances = self.instances(id, depth, budget)?;
                Ok(self.encoder.clauses.or(instances))
            }
            SheetSentence::Distinct(..) => self.distinct(id, depth, budget),
        }
    }

    /// What is true if and only if all of some sentences are.
    pub(super) fn all_of(
        &mut self,
        parts: &[Signed],
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Literal> {
        let mut literals = Vec::with_capacity(parts.len());
        // What is known costs nothing, and may settle it.
        for is_known in [true, false] {
            for &(part, value) in parts {
                if self.is_known(GroundNode::Sentence(part)) != is_known {
                    continue;
                }
                let literal = self.sentence(part, depth, budget)?;
                let literal = if value { literal } else { !literal };
                if literal == FALSE {
                    return Ok(FALSE);
                }
                literals.push(literal);
            }
        }
        Ok(self.encoder.clauses.and(literals))
    }

    /// What is true of some values if and only if a sentence of which there are some is true of
    /// them; or one of which it is said that it is true of all is false.
    pub(super) fn instances(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Vec<Literal>> {
        let plan = self.sentence_plan(id, depth, budget)?;
        let mut literals = Vec::new();
        self.each_match(&plan, depth, budget, &mut |it, budget| {
            let literal = it.all_of(&plan.rest, depth, budget)?;
            if literal != FALSE {
                literals.push(literal);
            }
            Ok(literal != TRUE)
        })?;
        Ok(literals)
    }
}

/// Whether the second of two terms is worked out before the first one: what stands at some places may be missing, which
/// spares calculating the other.
fn is_second_first(sheet: &Sheet, one: TermId, other: TermId) -> bool {
    let is_at_places = |it| matches!(sheet.get_term(it), Term::Apply(..));
    is_at_places(other) && !is_at_places(one)
}
