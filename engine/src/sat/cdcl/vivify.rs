//! A learnt clause is shortened by assuming that its literals are false, one after the other: when
//! a conflict or another literal of it follows early, the rest is not needed (Piette, Hamadi and
//! Saïs, "Vivifying propositional clausal formulae", ECAI 2008; for learnt clauses Luo, Li, Xiao,
//! Manyà and Lü, IJCAI 2017).

use super::arena::{Flag, Reference};
use super::reduce::TIER2_GLUE;
use super::{Solver, mark};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// Conflicts to the first round, which does not pay for itself earlier; each further one takes that
/// much longer.
const INTERVAL: u64 = 10_000;
/// The part of the search's ticks that a round may take, in percent.
const PERCENT: u64 = 10;

impl Solver<'_> {
    /// Whether to vivify now.
    pub(super) fn is_vivification_due(&self) -> bool {
        let limit = self.limits.vivification.max(self.interval(INTERVAL));
        self.options.vivification && self.statistics.conflicts >= limit
    }

    /// Shortens the learnt clauses that are likely to stay and were not looked at yet.
    pub(super) fn vivify(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.backtrack(0);
        // What is assumed here says nothing about models.
        let phases = self.phases.saved.clone();
        self.statistics.vivifications += 1;
        let wait = self.interval(INTERVAL) * (self.statistics.vivifications + 1);
        self.limits.vivification = self.statistics.conflicts + wait;
        let start = self.ticks;
        let effort = (start - self.limits.vivified) * PERCENT / 100;
        let mut result = Ok(());
        for clause in self.vivification_candidates() {
            result = self.vivify_clause(clause, budget).and_then(|()| self.settle(budget));
            if result.is_err() || self.is_refuted || self.ticks - start > effort {
                break;
            }
        }
        self.phases.saved = phases;
        self.limits.vivified = self.ticks;
        self.collect();
        result
    }

    /// Propagates what became true at level 0.
    pub(super) fn settle(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        match self.propagate(budget)? {
            Some(conflict) => self.refute(conflict),
            None => self.note_units(),
        }
        Ok(())
    }

    /// Clauses of the lower tiers, those of small glue first, the rarest literal of each last.
    fn vivification_candidates(&mut self) -> Vec<Reference> {
        let arena = &self.arena;
        let mut counts = vec![0_u32; 2 * self.atoms as usize];
        let mut candidates = Vec::new();
        for clause in arena.iter() {
            if !arena.is(clause, Flag::LEARNT) || arena.glue(clause) > TIER2_GLUE {
                continue;
            }
            for literal in arena.literals(clause) {
                counts[literal.index()] += 1;
            }
            if arena.len(clause) > 2 && !arena.is(clause, Flag::TRIED) {
                candidates.push(clause);
            }
        }
        candidates.sort_by_key(|&clause| (arena.glue(clause), arena.len(clause)));
        self.counts = counts;
        candidates
    }

    fn vivify_clause(&mut self, clause: Reference, budget: &mut Budget) -> Result<(), Stop> {
        self.arena.set(clause, Flag::TRIED, true);
        let literals = self.arena.literals(clause).to_vec();
        if literals.iter().any(|&it| self.sign(it) > 0) {
            self.delete(clause);
            return Ok(());
        }
        // It shall not take part itself.
        self.watches.detach(clause, &literals);
        let shorter = self.shorter(clause, literals.clone(), budget);
        self.backtrack(0);
        match &shorter {
            Ok(Some(shorter)) if shorter.len() < literals.len() => {
                self.statistics.vivified += 1;
                let glue = self.arena.glue(clause);
                if let Some(place) = self.replace(clause, shorter) {
                    self.arena.set_glue(place, glue.min(shorter.len() as u32 - 1));
                    self.arena.set(place, Flag::TRIED, true);
                    self.watches.attach(place, shorter);
                    self.attached = self.arena.size();
                }
            }
            // Propagation through the other clauses does what this one is for.
            Ok(Some(_)) => {
                self.trace.forget_reasons();
                self.delete(clause);
            }
            Ok(None) | Err(_) => self.watches.attach(clause, &literals),
        }
        shorter.map(|_| ())
    }

    /// A part of the clause that follows from the others, or from the others and it; the reasons
    /// are collected. `None` when there is none but itself.
    fn shorter(
        &mut self,
        clause: Reference,
        mut literals: Vec<Literal>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop> {
        // Those in many clauses first: they propagate most.
        literals.sort_unstable_by_key(|it| (std::cmp::Reverse(self.counts[it.index()]), *it));
        for &literal in &literals {
            match self.sign(literal) {
                0 => {
                    self.open_level();
                    self.assign(!literal, Reference::NONE);
                    if let Some(conflict) = self.propagate(budget)? {
                        return Ok(Some(self.assumed_for(conflict, None)));
                    }
                }
                1 => {
                    let reason = self.variable(literal).reason;
                    return Ok(Some(self.assumed_for(reason, Some(literal))));
                }
                _ => {}
            }
        }
        // Literals that are false without being assumed so follow from the others.
        literals.retain(|&it| {
            let variable = self.variable(it);
            variable.level > 0 && variable.reason == Reference::NONE
        });
        if literals.len() == self.arena.len(clause) {
            return Ok(None);
        }
        self.explain(clause, &literals);
        Ok(Some(literals))
    }

    /// The literals assumed to be false for which a clause is, all its literals but one that it
    /// implies.
    pub(super) fn assumed_for(
        &mut self,
        conflict: Reference,
        implied: Option<Literal>,
    ) -> Vec<Literal> {
        let mut assumed: Vec<_> = implied.into_iter().collect();
        let mut stack = self.arena.literals(conflict).to_vec();
        while let Some(literal) = stack.pop() {
            let variable = self.variable(literal);
            let marks = &mut self.marks[literal.atom().0 as usize];
            if *marks != 0 || variable.level == 0 || Some(literal) == implied {
                continue;
            }
            *marks = mark::SEEN;
            self.analyzed.push(literal.atom());
            if variable.reason == Reference::NONE {
                assumed.push(literal);
            } else {
                stack.extend_from_slice(self.arena.literals(variable.reason));
            }
        }
        for atom in self.analyzed.drain(..) {
            self.marks[atom.0 as usize] = 0;
        }
        self.explain(conflict, &assumed);
        assumed
    }
}
