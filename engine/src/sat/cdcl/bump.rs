//! Which atoms a conflict makes more likely to be decided: those it was resolved on, and those in the
//! reasons of what was learnt, which are about to matter (Liang, Ganesh, Poupart and Czarnecki, "Learning
//! rate based branching heuristic for SAT solvers", SAT 2016); in stable mode in the reasons of these, too.

use super::arena::Reference;
use super::{Solver, mark};
use crate::logic::cnf::Literal;

/// With more decisions to a conflict on average there is too much choice for it to help.
const MOST_DECISIONS: u64 = 100;
/// When reasons have so many times the atoms of what was learnt, they say nothing.
const MOST_ATOMS: usize = 10;

impl Solver<'_> {
    /// Bumps the atoms of a conflict that was analyzed.
    pub(super) fn bump(&mut self) {
        let statistics = &self.statistics;
        let is_fit = statistics.decisions < MOST_DECISIONS * statistics.conflicts;
        if self.options.reason_bumping && is_fit {
            self.see_reasons();
        }
        if self.is_stable {
            for &atom in &self.analyzed {
                self.scores.bump(atom);
            }
            self.scores.decay();
        } else {
            // In the order of the queue, so that they keep it among themselves.
            let queue = &mut self.queue;
            self.analyzed.sort_unstable_by_key(|&atom| queue.time(atom));
            for &atom in &self.analyzed {
                queue.bump(atom, true);
            }
        }
    }

    /// Counts the reasons of the learnt literals as part of the conflict, in stable mode the reasons
    /// of those, too.
    fn see_reasons(&mut self) {
        let known = self.analyzed.len();
        let most = known + MOST_ATOMS * self.learnt.len();
        for at in 0..self.learnt.len() {
            self.see_reason(self.learnt[at]);
        }
        if self.is_stable {
            for at in known..self.analyzed.len() {
                self.see_reason(Literal::new(self.analyzed[at], true));
            }
        }
        if self.analyzed.len() > most {
            for atom in self.analyzed.drain(known..) {
                self.marks[atom.0 as usize] &= !mark::SEEN;
            }
        }
    }

    fn see_reason(&mut self, literal: Literal) {
        let reason = self.variable(literal).reason;
        if reason == Reference::NONE {
            return;
        }
        let Self { arena, variables, marks, analyzed, .. } = self;
        for literal in arena.literals(reason) {
            let atom = literal.atom();
            let marks = &mut marks[atom.0 as usize];
            if *marks & mark::SEEN == 0 && variables[atom.0 as usize].level > 0 {
                *marks |= mark::SEEN;
                analyzed.push(atom);
            }
        }
    }
}
