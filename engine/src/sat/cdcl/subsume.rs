//! A clause that contains another one goes (subsumption), and one that does but for the sign of a
//! literal loses that literal (self-subsuming resolution), with signatures to see quickly that it
//! does not (Eén and Biere, "Effective preprocessing in SAT through variable and clause
//! elimination", SAT 2005).

use super::Solver;
use super::arena::{Flag, Reference};
use super::occurrences::{SignedClause, signature};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// Longer clauses subsume too rarely to be tried.
const LONGEST: usize = 100;
/// Literals that occur more often are not walked through.
const MOST: usize = 1000;

/// Learnt clauses that the next one may subsume.
const RECENT: usize = 20;
/// Makes a clause the first to go.
const WORST_GLUE: u32 = 1 << 24;

/// How a clause relates to another one that contains it.
enum Relation {
    /// Not at all.
    None,
    Subsumes,
    /// It does but for this literal of the other, whose negation it has.
    Strengthens(Literal),
}

impl Solver<'_> {
    /// Lets each of these clauses subsume and strengthen others, and those that this yields, too.
    pub(super) fn subsume(
        &mut self,
        mut clauses: Vec<Reference>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        // The shortest last, so that they come first.
        clauses.sort_by_key(|&clause| std::cmp::Reverse(self.arena.len(clause)));
        while let Some(clause) = clauses.pop() {
            budget.check()?;
            if self.is_refuted {
                break;
            }
            let is_tried = !self.arena.is(clause, Flag::GARBAGE)
                && self.arena.len(clause) <= LONGEST
                && self.spend(1);
            if is_tried {
                self.subsume_by(clause, &mut clauses);
                self.propagate_units();
            }
        }
        Ok(())
    }

    fn subsume_by(&mut self, clause: Reference, strengthened: &mut Vec<Reference>) {
        let literals = self.arena.literals(clause).to_vec();
        let occurrences = &self.occurrences;
        let count = |it: &Literal| occurrences.of(*it).len() + occurrences.of(!*it).len();
        let Some(&rarest) = literals.iter().min_by_key(|it| count(it)) else { return };
        if count(&rarest) > MOST {
            return;
        }
        self.mark_literals(clause);
        let signature = signature(&literals);
        let mut found = Vec::new();
        for literal in [rarest, !rarest] {
            let others = self.occurrences.of(literal);
            let mut effort = others.len() / 4;
            let may_contain = |it: &&SignedClause| signature & !it.signature == 0;
            for &SignedClause { clause: other, .. } in others.iter().filter(may_contain) {
                let arena = &self.arena;
                if other != clause
                    && !arena.is(other, Flag::GARBAGE)
                    && arena.len(other) >= literals.len()
                {
                    effort += 1;
                    match self.relation(literals.len(), other) {
                        Relation::None => {}
                        Relation::Subsumes => found.push((other, None)),
                        Relation::Strengthens(literal) => found.push((other, Some(literal))),
                    }
                }
            }
            self.spend(effort);
        }
        self.unmark_literals(clause);
        for (other, literal) in found {
            match literal {
                None => {
                    self.statistics.subsumed += 1;
                    self.delete(other);
                }
                Some(literal) => {
                    self.statistics.strengthened += 1;
                    self.trace.because(self.arena.number(clause));
                    self.trace.because(self.arena.number(other));
                    strengthened.extend(self.remove_literal(other, literal));
                    if self.is_refuted {
                        return;
                    }
                }
            }
        }
    }

    /// Lets the clause just learnt subsume those learnt right before it: they go with the next
    /// reduction (Hamadi, Jabbour and Saïs, "Learning for dynamic subsumption", ICTAI 2009).
    pub(super) fn subsume_recent(&mut self, learnt: Reference) {
        self.mark_literals(learnt);
        let length = self.arena.len(learnt);
        for at in 0..self.recent.len() {
            let other = self.recent[at];
            let is_subsumed = self.arena.len(other) >= length
                && matches!(self.relation(length, other), Relation::Subsumes);
            if is_subsumed {
                self.arena.set_glue(other, WORST_GLUE);
                self.arena.set_used(other, 0);
            }
        }
        self.unmark_literals(learnt);
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(learnt);
    }

    /// How the clause that is marked, of so many literals, relates to another one.
    fn relation(&self, length: usize, other: Reference) -> Relation {
        let mut same = 0;
        let mut opposite = None;
        for &literal in self.arena.literals(other) {
            let mark = self.marks[literal.atom().0 as usize];
            if mark == 1 + u8::from(literal.is_positive()) {
                same += 1;
            } else if mark != 0 && opposite.replace(literal).is_some() {
                return Relation::None;
            }
        }
        match opposite {
            None if same == length => Relation::Subsumes,
            Some(literal) if same + 1 == length => Relation::Strengthens(literal),
            _ => Relation::None,
        }
    }
}
