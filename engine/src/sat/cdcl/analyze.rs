//! What a conflict teaches: the clause of the first unique implication point (Marques-Silva and
//! Sakallah, "GRASP", IEEE Transactions on Computers 48, 1999; Zhang, Madigan, Moskewicz and
//! Malik, ICCAD 2001), with the glue of Audemard and Simon (IJCAI 2009).

use super::arena::{Flag, Reference};
use super::reduce::{TIER1_GLUE, TIER2_GLUE};
use super::{Solver, mark};
use crate::logic::cnf::Literal;

impl Solver<'_> {
    /// Learns from a false clause above level 0, and continues where what was learnt says more.
    pub(super) fn learn(&mut self, conflict: Reference) {
        self.statistics.conflicts += 1;
        self.resolve(conflict);
        let glue = self.levels_of_learnt();
        let resolved = self.learnt.len();
        if self.options.minimisation {
            self.minimise();
        }
        self.statistics.minimised += (resolved - self.learnt.len()) as u64;
        self.explain_learnt(conflict);
        self.bump();
        self.clear_marks();
        self.restarts.learnt(glue, self.is_stable);

        // The second literal is the one that becomes open last.
        let mut level = 0;
        for at in 1..self.learnt.len() {
            let other = self.variable(self.learnt[at]).level;
            if other > level {
                level = other;
                self.learnt.swap(1, at);
            }
        }
        self.backtrack(level);
        let reason = self.add_learnt(glue);
        self.assign(self.learnt[0], reason);
        if self.options.subsumption && reason != Reference::NONE {
            self.subsume_recent(reason);
        }
    }

    /// Resolves the conflict with reasons until one literal of its level is left; that is the first
    /// of `learnt`.
    fn resolve(&mut self, conflict: Reference) {
        let level = self.level();
        self.learnt.clear();
        self.learnt.push(Literal::from_index(0));
        let mut open = 0;
        let mut place = self.trail.len();
        let mut reason = conflict;
        let point = loop {
            if self.arena.is(reason, Flag::LEARNT) {
                self.count_use(reason);
            }
            let Self { arena, variables, levels, marks, analyzed, learnt, .. } = self;
            for &literal in arena.literals(reason) {
                let atom = literal.atom();
                let variable = variables[atom.0 as usize];
                let seen = &mut marks[atom.0 as usize];
                if *seen != 0 || variable.level == 0 {
                    continue;
                }
                *seen = mark::SEEN;
                analyzed.push(atom);
                if variable.level == level {
                    open += 1;
                } else {
                    learnt.push(literal);
                    levels[variable.level as usize - 1].see(variable.place);
                }
            }
            let literal = loop {
                place -= 1;
                let literal = self.trail[place];
                if self.marks[literal.atom().0 as usize] != 0 {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                break literal;
            }
            reason = self.variable(literal).reason;
        };
        self.learnt[0] = !point;
    }

    /// Remembers that a learnt clause was of use, and whether its glue is smaller by now.
    fn count_use(&mut self, clause: Reference) {
        let mut glue = self.arena.glue(clause);
        if glue > TIER1_GLUE {
            let now = self.glue_of(clause);
            if now < glue {
                glue = now;
                self.arena.set_glue(clause, glue);
            }
        }
        self.arena.set_used(clause, if glue <= TIER2_GLUE { 2 } else { 1 });
    }

    /// The decision levels of a clause but one.
    fn glue_of(&mut self, clause: Reference) -> u32 {
        self.stamp += 1;
        let mut levels = 0;
        for &literal in self.arena.literals(clause) {
            let level = self.variables[literal.atom().0 as usize].level as usize;
            if level > 0 && self.levels[level - 1].stamp != self.stamp {
                self.levels[level - 1].stamp = self.stamp;
                levels += 1;
            }
        }
        levels - 1
    }

    /// The decision levels of the learnt clause but the present one.
    fn levels_of_learnt(&mut self) -> u32 {
        self.stamp += 1;
        let mut levels = 0;
        for &literal in &self.learnt[1..] {
            let level = self.variables[literal.atom().0 as usize].level as usize;
            if self.levels[level - 1].stamp != self.stamp {
                self.levels[level - 1].stamp = self.stamp;
                levels += 1;
            }
        }
        levels
    }

    fn clear_marks(&mut self) {
        for atom in self.analyzed.drain(..).chain(self.minimised.drain(..)) {
            self.marks[atom.0 as usize] = 0;
        }
        for literal in &self.learnt {
            let level = self.variables[literal.atom().0 as usize].level as usize;
            self.levels[level - 1].forget();
        }
    }
}
