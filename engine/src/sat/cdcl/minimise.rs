//! Literals of a learnt clause that follow from its others, however indirectly, are left out
//! (Sörensson and Biere, "Minimizing learned clauses", SAT 2009), with the early ends that Van
//! Gelder and Knuth found.

use super::arena::Reference;
use super::{Solver, mark};
use crate::logic::cnf::{Atom, Literal};

/// What is known of a literal without a look at its reason.
enum Known {
    /// It follows from the rest of the clause.
    Follows,
    /// It does not.
    Remains,
    /// Its reason has to tell.
    Open,
}

impl Solver<'_> {
    /// Removes the redundant literals of `learnt`.
    pub(super) fn minimise(&mut self) {
        let mut learnt = std::mem::take(&mut self.learnt);
        let mut at = 0;
        learnt.retain(|&literal| {
            at += 1;
            at == 1 || !self.is_redundant(literal)
        });
        self.learnt = learnt;
    }

    /// Whether a literal of `learnt` follows from the others.
    fn is_redundant(&mut self, literal: Literal) -> bool {
        let variable = self.variable(literal);
        let level = self.levels[variable.level as usize - 1];
        let is_single = level.seen < 2 || variable.place <= level.earliest;
        variable.reason != Reference::NONE && !is_single && self.reason_follows(literal)
    }

    /// Whether the other literals of a literal's reason follow from `learnt`.
    fn reason_follows(&mut self, literal: Literal) -> bool {
        // Atoms whose reasons are being looked at, each with the place within its reason.
        let mut path = std::mem::take(&mut self.path);
        path.push((literal.atom(), 0));
        let mut is_redundant = true;
        while let Some((atom, at)) = path.last_mut() {
            let reason = self.variables[atom.0 as usize].reason;
            let Some(&other) = self.arena.literals(reason).get(*at) else {
                self.remember(path.pop().map(|(atom, _)| atom), mark::REMOVABLE);
                continue;
            };
            *at += 1;
            if other.atom() == *atom {
                continue;
            }
            match self.known(other) {
                Known::Follows => {}
                Known::Open => path.push((other.atom(), 0)),
                Known::Remains => {
                    is_redundant = false;
                    break;
                }
            }
        }
        for (atom, _) in path.drain(..) {
            self.remember(Some(atom), mark::POISON);
        }
        self.path = path;
        is_redundant
    }

    fn known(&self, literal: Literal) -> Known {
        let variable = self.variable(literal);
        let marks = self.marks[literal.atom().0 as usize];
        if variable.level == 0 || marks & (mark::SEEN | mark::REMOVABLE) != 0 {
            return Known::Follows;
        }
        let level = self.levels[variable.level as usize - 1];
        let is_outside = level.seen == 0 || variable.place <= level.earliest;
        if marks & mark::POISON != 0 || variable.reason == Reference::NONE || is_outside {
            return Known::Remains;
        }
        Known::Open
    }

    fn remember(&mut self, atom: Option<Atom>, what: u8) {
        let Some(atom) = atom else { return };
        let marks = &mut self.marks[atom.0 as usize];
        if *marks == 0 {
            self.minimised.push(atom);
        }
        *marks |= what;
    }
}
