//! What the two procedures tell while they run, put into steps: the textbook's by its events, the one
//! that learns by what the tracer of its proof hears.

use std::collections::HashMap;

use super::{Step, StepKind, ToldClause, TraceWords};
use puzzle_engine::evidence::clauses::{SearchStep, Tracer};
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::sat::dpll::{DpllEvent, Observer};

/// Is told each step, and the clause that it is about.
pub(in crate::service) type TellTold<'a> = &'a mut dyn FnMut(Step, Option<ToldClause>);

/// Hears a procedure.
pub(in crate::service) struct Heard<'a> {
    cnf: &'a Cnf,
    words: &'a TraceWords<'a>,
    tell: TellTold<'a>,
    level: usize,
    /// What was learnt, behind the clauses given.
    learnt: Vec<Vec<Literal>>,
    /// The clause, by our numbers from 1, that a number of the solver stands for.
    numbers: HashMap<u64, usize>,
    /// Clauses of the input so far.
    given: usize,
    /// The clause by which a literal has been true since before any split.
    fixed: HashMap<Literal, usize>,
}

impl<'a> Heard<'a> {
    /// Hears a procedure on `cnf`.
    pub(in crate::service) fn new(
        cnf: &'a Cnf,
        words: &'a TraceWords<'a>,
        tell: TellTold<'a>,
    ) -> Self {
        let (learnt, numbers, fixed) = (Vec::new(), HashMap::new(), HashMap::new());
        Self { cnf, words, tell, level: 0, learnt, numbers, given: 0, fixed }
    }

    /// All clauses have a true literal.
    pub(super) fn satisfied(&mut self) {
        self.step(StepKind::Satisfied, None, None, Vec::new());
    }

    /// A clause by its number, with the words of its literals.
    pub(super) fn clause(&self, number: usize) -> ToldClause {
        let given = self.cnf.len();
        let (literals, origin) = match number.checked_sub(given + 1) {
            Some(learnt) => (&self.learnt[learnt][..], None),
            None => (self.cnf.clause(number - 1), (self.words.origin)(number - 1)),
        };
        let literals = literals.iter().map(|it| self.literal(*it)).collect();
        ToldClause { number, literals, origin }
    }

    fn literal(&self, literal: Literal) -> String {
        let sign = if literal.is_positive() { "" } else { "-" };
        format!("{sign}{}", (self.words.atom)(literal.atom().0))
    }

    fn step(
        &mut self,
        kind: StepKind,
        literal: Option<Literal>,
        clause: Option<usize>,
        from: Vec<usize>,
    ) {
        let literal = literal.map(|it| self.literal(it));
        let told = clause.map(|it| self.clause(it));
        (self.tell)(Step { kind, level: self.level, literal, clause, from }, told);
    }

    /// Our numbers of the clauses that reasons stand for, each once.
    fn reasons(&self, reasons: &[u64]) -> Vec<usize> {
        let mut from: Vec<_> = reasons.iter().map(|it| self.numbers[it]).collect();
        from.sort_unstable();
        from.dedup();
        from
    }
}

impl Observer for Heard<'_> {
    fn event(&mut self, event: DpllEvent) {
        let none = Vec::new();
        match event {
            DpllEvent::Unit { literal, clause } => {
                self.step(StepKind::Unit, Some(literal), Some(clause + 1), none);
            }
            DpllEvent::Pure { literal } => self.step(StepKind::Pure, Some(literal), None, none),
            DpllEvent::Split { literal, level } => {
                self.level = level;
                self.step(StepKind::Split, Some(literal), None, none);
            }
            DpllEvent::Conflict { clause } => {
                self.step(StepKind::Conflict, None, Some(clause + 1), none);
            }
            DpllEvent::Backtrack { literal } => {
                self.level = self.level.saturating_sub(1);
                self.step(StepKind::Backtrack, Some(literal), None, none);
            }
            DpllEvent::Satisfied => self.satisfied(),
            DpllEvent::Refuted => self.step(StepKind::Refuted, None, None, none),
        }
    }
}

impl Tracer for Heard<'_> {
    fn input(&mut self, number: u64, _: &[Literal]) {
        self.given += 1;
        self.numbers.insert(number, self.given);
    }

    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) {
        let from = self.reasons(reasons);
        match *clause {
            [] => self.step(StepKind::Refuted, None, None, from),
            // That a literal is true for good was told when it became so.
            [unit] if self.fixed.contains_key(&unit) => {
                self.numbers.insert(number, self.fixed[&unit]);
            }
            _ => {
                self.learnt.push(clause.to_vec());
                let ours = self.cnf.len() + self.learnt.len();
                self.numbers.insert(number, ours);
                self.step(StepKind::Learnt, None, Some(ours), from);
            }
        }
    }

    fn define(&mut self, number: u64, clause: &[Literal], _: &[i64]) {
        self.derive(number, clause, &[]);
    }

    fn delete(&mut self, _: u64, _: &[Literal]) {}

    fn hears_search(&self) -> bool {
        true
    }

    fn search(&mut self, step: SearchStep) {
        let none = Vec::new();
        match step {
            SearchStep::Decide(literal) => {
                self.level += 1;
                self.step(StepKind::Split, Some(literal), None, none);
            }
            SearchStep::Imply(literal, clause) => {
                let clause = self.numbers[&clause];
                if self.level == 0 {
                    self.fixed.insert(literal, clause);
                }
                self.step(StepKind::Unit, Some(literal), Some(clause), none);
            }
            SearchStep::Conflict(clause) => {
                self.step(StepKind::Conflict, None, Some(self.numbers[&clause]), none);
            }
            SearchStep::Backtrack(level) => {
                self.level = level as usize;
                self.step(StepKind::Backtrack, None, None, none);
            }
        }
    }
}
