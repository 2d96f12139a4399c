//! The steps of the proof, told as they are done: each derived clause with the clauses it follows
//! from by unit propagation, in that order (LRAT; Pollitt, Fleury and Biere, "Faster LRAT checking
//! than solving with `CaDiCaL`", SAT 2023). Without a tracer nothing of this is done.

use super::arena::Reference;
use super::{Solver, mark};
use crate::evidence::clauses::{SearchStep, Tracer};
use crate::logic::cnf::{Atom, Literal};

/// The tracer, and what it takes to serve it.
#[derive(Default)]
pub(super) struct ProofTrace<'t> {
    tracer: Option<Box<dyn Tracer + 't>>,
    /// Clauses numbered so far.
    last: u64,
    /// The number of the unit clause of each atom with a value at level 0.
    units: Vec<u64>,
    /// Literals of the trail whose unit clauses are numbered.
    noted: usize,
    /// The reasons of the next clause.
    reasons: Vec<u64>,
    /// Clauses whose literals are being explained, each with the place of the next one.
    path: Vec<(Reference, usize)>,
    explained: Vec<Atom>,
    /// Whether the search is told as well.
    hears_search: bool,
    /// Literals of the trail that were told.
    followed: usize,
    /// The lowest level that the search went back to since it was told last.
    back: Option<u32>,
}

impl<'t> ProofTrace<'t> {
    /// Tells a tracer.
    pub(super) fn new(tracer: Box<dyn Tracer + 't>) -> Self {
        let hears_search = tracer.hears_search();
        Self { tracer: Some(tracer), hears_search, ..Self::default() }
    }

    /// Whether somebody listens.
    pub(super) fn is_on(&self) -> bool {
        self.tracer.is_some()
    }

    /// A clause of the input; returns its number.
    pub(super) fn input(&mut self, clause: &[Literal]) -> u64 {
        let Some(tracer) = &mut self.tracer else { return 0 };
        self.last += 1;
        tracer.input(self.last, clause);
        self.last
    }

    /// A clause that follows from the reasons collected; returns its number.
    pub(super) fn derive(&mut self, clause: &[Literal]) -> u64 {
        let Some(tracer) = &mut self.tracer else { return 0 };
        self.last += 1;
        tracer.derive(self.last, clause, &self.reasons);
        self.reasons.clear();
        self.last
    }

    /// A clause that is RAT on its first literal (see [`Tracer::define`]); returns its number.
    pub(super) fn define(&mut self, clause: &[Literal], reasons: &[i64]) -> u64 {
        let Some(tracer) = &mut self.tracer else { return 0 };
        self.last += 1;
        tracer.define(self.last, clause, reasons);
        self.last
    }

    /// A clause that is no longer needed.
    pub(super) fn delete(&mut self, number: u64, clause: &[Literal]) {
        if let Some(tracer) = &mut self.tracer {
            tracer.delete(number, clause);
        }
    }

    /// A reason of the next clause.
    pub(super) fn because(&mut self, number: u64) {
        if self.is_on() {
            self.reasons.push(number);
        }
    }

    /// The clause whose reasons were collected is not wanted.
    pub(super) fn forget_reasons(&mut self) {
        self.reasons.clear();
    }

    /// The unit clause of a literal that is false at level 0 is a reason of the next clause.
    pub(super) fn because_false(&mut self, literal: Literal) {
        if self.is_on() {
            self.reasons.push(self.units[literal.atom().0 as usize]);
        }
    }

    /// The number of the unit clause of a literal that holds.
    pub(super) fn set_unit(&mut self, literal: Literal, number: u64) {
        if self.is_on() {
            let atom = literal.atom().0 as usize;
            if self.units.len() <= atom {
                self.units.resize(atom + 1, 0);
            }
            self.units[atom] = number;
        }
    }

    /// The search goes back to a level, where the trail has this length.
    pub(super) fn go_back(&mut self, level: u32, length: usize) {
        if self.followed > length {
            self.followed = length;
            self.back = Some(self.back.map_or(level, |it| it.min(level)));
        }
    }
}

impl Solver<'_> {
    /// Tells what the search did since the last time, up to a clause that is false.
    pub(super) fn tell_search(&mut self, conflict: Option<Reference>) {
        if !self.trace.hears_search {
            return;
        }
        let Self { trace, trail, variables, arena, .. } = self;
        let Some(tracer) = &mut trace.tracer else { return };
        if let Some(level) = trace.back.take() {
            tracer.search(SearchStep::Backtrack(level));
        }
        for &literal in &trail[trace.followed..] {
            let atom = literal.atom().0 as usize;
            let variable = variables[atom];
            tracer.search(match (variable.reason, variable.level) {
                (Reference::NONE, 0) => SearchStep::Imply(literal, trace.units[atom]),
                (Reference::NONE, _) => SearchStep::Decide(literal),
                (reason, _) => SearchStep::Imply(literal, arena.number(reason)),
            });
        }
        trace.followed = trail.len();
        if let Some(conflict) = conflict {
            tracer.search(SearchStep::Conflict(arena.number(conflict)));
        }
    }

    /// Tells that false and repeated literals were left out of a clause; returns its new number.
    pub(super) fn shortened(&mut self, number: u64, clause: &[Literal], kept: &[Literal]) -> u64 {
        if kept.len() == clause.len() && !kept.is_empty() {
            return number;
        }
        if self.trace.is_on() {
            let mut falsified = clause.to_vec();
            falsified.retain(|it| self.values[it.index()] < 0);
            falsified.sort_unstable();
            falsified.dedup();
            for literal in falsified {
                self.trace.because_false(literal);
            }
        }
        self.trace.because(number);
        let shorter = self.trace.derive(kept);
        self.trace.delete(number, clause);
        shorter
    }

    /// What was propagated at level 0 becomes unit clauses, and needs no reasons any more.
    pub(super) fn note_units(&mut self) {
        let noted = self.trace.noted;
        self.trace.noted = self.trail.len();
        for at in noted..self.trail.len() {
            let literal = self.trail[at];
            let reason = std::mem::replace(
                &mut self.variables[literal.atom().0 as usize].reason,
                Reference::NONE,
            );
            if reason != Reference::NONE && self.trace.is_on() {
                for &other in self.arena.literals(reason) {
                    if other != literal {
                        self.trace.because_false(other);
                    }
                }
                self.trace.because(self.arena.number(reason));
                let number = self.trace.derive(&[literal]);
                self.trace.set_unit(literal, number);
            }
        }
    }

    /// A clause is false at level 0: the clauses are refuted.
    pub(super) fn refute(&mut self, conflict: Reference) {
        self.note_units();
        if self.trace.is_on() {
            for &literal in self.arena.literals(conflict) {
                self.trace.because_false(literal);
            }
            self.trace.because(self.arena.number(conflict));
            self.trace.derive(&[]);
        }
        self.is_refuted = true;
    }

    /// Collects the reasons of the learnt clause.
    pub(super) fn explain_learnt(&mut self, conflict: Reference) {
        if self.trace.is_on() {
            let learnt = std::mem::take(&mut self.learnt);
            self.explain(conflict, &learnt);
            self.learnt = learnt;
        }
    }

    /// Collects the reasons of a clause whose denial makes another one false by propagations that
    /// are on the trail: all that lie between the two, each behind those it needs.
    pub(super) fn explain(&mut self, conflict: Reference, clause: &[Literal]) {
        if !self.trace.is_on() {
            return;
        }
        let Self { trace, arena, variables, marks, .. } = self;
        for literal in clause {
            let atom = literal.atom();
            marks[atom.0 as usize] |= mark::EXPLAINED;
            trace.explained.push(atom);
        }
        trace.path.push((conflict, 0));
        while let Some((reason, at)) = trace.path.last_mut() {
            let Some(literal) = arena.literals(*reason).get(*at) else {
                trace.reasons.push(arena.number(*reason));
                trace.path.pop();
                continue;
            };
            *at += 1;
            let atom = literal.atom();
            let marks = &mut marks[atom.0 as usize];
            if *marks & mark::EXPLAINED != 0 {
                continue;
            }
            *marks |= mark::EXPLAINED;
            trace.explained.push(atom);
            let variable = variables[atom.0 as usize];
            if variable.level == 0 {
                trace.reasons.push(trace.units[atom.0 as usize]);
            } else if variable.reason != Reference::NONE {
                trace.path.push((variable.reason, 0));
            }
        }
        for atom in trace.explained.drain(..) {
            marks[atom.0 as usize] &= !mark::EXPLAINED;
        }
    }
}
