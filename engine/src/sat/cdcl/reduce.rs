//! Which learnt clauses are kept: those of small glue always, those that conflicts use for a while,
//! and of the others the better half or less (Audemard and Simon, "Predicting learnt clauses quality
//! in modern SAT solvers", IJCAI 2009; the tiers are Oh's, SAT 2015).

use super::Solver;
use super::arena::{Flag, Reference};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// Clauses of this glue or less are kept for good.
pub(super) const TIER1_GLUE: u32 = 1;
/// Clauses of this glue or less stay for two reductions after each use.
pub(super) const TIER2_GLUE: u32 = 4;
/// Conflicts to the first reduction; each further one takes that much longer.
const INTERVAL: u64 = 50;
/// A reduction, which goes through all clauses, waits until the search took so many ticks for each
/// word of them.
const TICKS: u64 = 1;
/// The part of the candidates that goes, in percent.
const PERCENT: usize = 75;

impl Solver<'_> {
    /// Whether to reduce now.
    pub(super) fn is_reduction_due(&self) -> bool {
        let limit = self.limits.reduction.max(self.interval(INTERVAL));
        let is_cheap = || self.ticks - self.limits.reduced >= TICKS * self.arena.extent();
        self.options.reduction && self.statistics.conflicts >= limit && is_cheap()
    }

    /// Deletes learnt clauses that seem of no use.
    pub(super) fn reduce(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.statistics.reductions += 1;
        let interval = self.interval(INTERVAL) * (self.statistics.reductions + 1);
        self.limits.reduction = self.statistics.conflicts + interval;
        self.mark_reasons(true);
        let mut candidates = Vec::new();
        let mut next = self.arena.first();
        while let Some(clause) = next {
            next = self.arena.next(clause);
            let arena = &mut self.arena;
            let is_candidate = arena.is(clause, Flag::LEARNT)
                && !arena.is(clause, Flag::GARBAGE)
                && arena.glue(clause) > TIER1_GLUE;
            if !is_candidate {
                continue;
            }
            match arena.used(clause) {
                0 if arena.is(clause, Flag::REASON) => {}
                0 => candidates.push((arena.glue(clause), arena.len(clause) as u32, clause)),
                used => arena.set_used(clause, used - 1),
            }
        }
        // The worst first; of equals the oldest.
        candidates.sort_unstable_by(|first, second| {
            (second.0, second.1, first.2).cmp(&(first.0, first.1, second.2))
        });
        for &(_, _, clause) in &candidates[..candidates.len() * PERCENT / 100] {
            self.delete(clause);
            self.statistics.reduced += 1;
        }
        self.mark_reasons(false);
        let mut result = Ok(());
        if self.options.subsumption {
            self.backtrack(0);
            result = self.subsume_learnt(budget);
        }
        self.collect();
        self.limits.reduced = self.ticks;
        result
    }

    /// Marks the clauses that are reasons, or unmarks them.
    fn mark_reasons(&mut self, value: bool) {
        for &literal in &self.trail {
            let reason = self.variables[literal.atom().0 as usize].reason;
            if reason != Reference::NONE {
                self.arena.set(reason, Flag::REASON, value);
            }
        }
    }

    /// Gives up the room of deleted clauses. The others come to lie in the order in which
    /// propagation is likely to visit them.
    pub(super) fn collect(&mut self) {
        let Self { arena, watches, queue, trail, variables, .. } = self;
        let mut fresh = arena.fresh();
        let order = queue.iter().flat_map(|atom| [true, false].map(|it| Literal::new(atom, it)));
        watches.relocate(order, |clause| arena.relocate(clause, &mut fresh));
        for literal in trail {
            let reason = &mut variables[literal.atom().0 as usize].reason;
            if *reason != Reference::NONE {
                *reason = arena.relocate(*reason, &mut fresh).unwrap_or(Reference::NONE);
            }
        }
        *arena = fresh;
        self.recent.clear();
        self.attached = self.arena.size();
    }
}
