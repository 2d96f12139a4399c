//! What the two procedures for clauses tell while they run, put into steps: the textbook's by its events, the
//! one that learns by what the tracer of its proof hears.

use std::collections::HashMap;

use super::{Hears, ItemMark, TracedItem, TracedLine, TracedStep, numbered};
use crate::service::clauses::TECHNIQUES;
use crate::service::solve::NoAnswer;
use puzzle_engine::SatEngine;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::clauses::{SearchStep, Tracer};
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::sat::cdcl::Options;
use puzzle_engine::sat::dpll::{DpllEvent, Observer};
use puzzle_engine::solve::clauses::{decide_by_learning, decide_by_textbook};

/// What clauses are called.
#[derive(Clone, Copy)]
pub struct TraceWords<'a> {
    /// The name of an atom.
    pub atom: &'a dyn Fn(u32) -> String,
    /// Where a clause comes from, when that is known.
    pub origin: &'a dyn Fn(usize) -> Option<String>,
    /// The line in which a clause is written, when that is known.
    pub place: &'a dyn Fn(usize) -> Option<TracedLine>,
}

/// Tells each step in a line, and keeps nothing.
struct Lines<'a> {
    number: usize,
    tell: &'a mut dyn FnMut(&str),
}

impl Hears for Lines<'_> {
    fn item(&mut self, _: TracedItem) {}

    fn step(&mut self, step: TracedStep) {
        self.number += 1;
        (self.tell)(&step.line(self.number));
    }
}

/// Decides clauses by a procedure, and tells each step, a line each; returns a model, `None` when there is
/// none.
///
/// # Errors
/// See [`NoAnswer`].
pub fn told_in_lines(
    cnf: &Cnf,
    words: &TraceWords<'_>,
    engine: SatEngine,
    tell: &mut dyn FnMut(&str),
    budget: &mut Budget,
) -> Result<Option<Vec<bool>>, NoAnswer> {
    heard(cnf, words, engine, &mut Lines { number: 0, tell }, budget)
}

/// The clauses, as they are told.
pub(super) fn items(cnf: &Cnf, words: &TraceWords<'_>) -> Vec<TracedItem> {
    let clause = |(at, clause): (usize, &[Literal])| item(words, at + 1, clause, true);
    cnf.clauses().enumerate().map(clause).collect()
}

/// Decides clauses by a procedure that is heard; returns a model. The one that learns does without all
/// techniques but learning.
pub(super) fn heard(
    cnf: &Cnf,
    words: &TraceWords<'_>,
    engine: SatEngine,
    tell: &mut dyn Hears,
    budget: &mut Budget,
) -> Result<Option<Vec<bool>>, NoAnswer> {
    let mut heard = Heard::new(cnf, words, tell);
    let decided = match engine {
        SatEngine::Dpll => decide_by_textbook(cnf, &mut heard, budget),
        SatEngine::Cdcl => decide_by_learning(cnf, learning_alone(), Some(&mut heard), budget).0,
    };
    let model = decided?.into_inner();
    if engine == SatEngine::Cdcl && model.is_some() {
        heard.satisfied();
    }
    Ok(model)
}

fn learning_alone() -> Options {
    let mut options = Options::default();
    for (_, switch) in TECHNIQUES {
        *switch(&mut options) = false;
    }
    options
}

fn literal(words: &TraceWords<'_>, literal: Literal) -> String {
    let sign = if literal.is_positive() { "" } else { "-" };
    format!("{sign}{}", (words.atom)(literal.atom().0))
}

fn item(words: &TraceWords<'_>, number: usize, clause: &[Literal], is_given: bool) -> TracedItem {
    let at = Some(number - 1).filter(|_| is_given);
    let parts = clause.iter().map(|it| literal(words, *it)).collect();
    TracedItem {
        number,
        parts,
        origin: at.and_then(|it| (words.origin)(it)),
        place: at.and_then(|it| (words.place)(it)),
    }
}

impl TracedItem {
    /// As in "clause 3 (axiom 2): 1 -2".
    fn clause(&self) -> String {
        // A long clause is told by its beginning.
        const MOST: usize = 12;
        let origin = self.origin.as_ref().map_or(String::new(), |it| format!(" ({it})"));
        let mut text = format!("clause {}{origin}:", self.number);
        for literal in self.parts.iter().take(MOST) {
            text.push(' ');
            text.push_str(literal);
        }
        if self.parts.len() > MOST {
            text.push_str(" …");
        }
        text
    }
}

/// Hears a procedure.
struct Heard<'a> {
    cnf: &'a Cnf,
    words: &'a TraceWords<'a>,
    tell: &'a mut dyn Hears,
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
    fn new(cnf: &'a Cnf, words: &'a TraceWords<'a>, tell: &'a mut dyn Hears) -> Self {
        let (learnt, numbers, fixed) = (Vec::new(), HashMap::new(), HashMap::new());
        Self { cnf, words, tell, level: 0, learnt, numbers, given: 0, fixed }
    }

    /// All clauses have a true literal.
    fn satisfied(&mut self) {
        let words = "every clause has a true literal";
        self.told("satisfied", words.to_owned(), "Satisfied: every clause has a true literal.");
    }

    /// A clause by its number, with the words of its literals.
    fn clause(&self, number: usize) -> TracedItem {
        match number.checked_sub(self.cnf.len() + 1) {
            Some(learnt) => item(self.words, number, &self.learnt[learnt], false),
            None => item(self.words, number, self.cnf.clause(number - 1), true),
        }
    }

    fn literal(&self, it: Literal) -> String {
        literal(self.words, it)
    }

    fn step(&mut self, step: TracedStep) {
        self.tell.step(TracedStep { level: self.level, ..step });
    }

    /// A step that says no more than its words.
    fn told(&mut self, kind: &'static str, words: String, says: impl Into<String>) {
        self.step(TracedStep {
            kind,
            says: says.into(),
            words: (self.level, words),
            ..TracedStep::default()
        });
    }

    fn unit(&mut self, it: Literal, clause: usize) {
        let entry = self.literal(it);
        self.step(TracedStep {
            kind: "unit",
            says: format!(
                "Unit: clause {clause} has one open literal and no true one, so {entry} is true."
            ),
            words: (self.level, format!("{entry}   by {}", self.clause(clause).clause())),
            entry: Some(entry),
            item: Some(clause),
            ..TracedStep::default()
        });
    }

    fn split(&mut self, it: Literal, level: usize) {
        let entry = self.literal(it);
        self.level = level;
        self.step(TracedStep {
            kind: "split",
            says: format!("Split: {entry} is assumed, on level {level}."),
            // It stands above what follows from it.
            words: (level - 1, format!("{entry}   assumed")),
            entry: Some(entry),
            ..TracedStep::default()
        });
    }

    fn conflict(&mut self, clause: usize) {
        self.step(TracedStep {
            kind: "conflict",
            says: format!("Conflict: all literals of clause {clause} are false."),
            words: (self.level, self.clause(clause).clause()),
            item: Some(clause),
            ..TracedStep::default()
        });
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
        match event {
            DpllEvent::Unit { literal, clause } => self.unit(literal, clause + 1),
            DpllEvent::Pure { literal } => {
                let (entry, denied) = (self.literal(literal), self.literal(!literal));
                self.step(TracedStep {
                    kind: "pure",
                    says: format!(
                        "Pure: no clause that is not yet satisfied names {denied}, so {entry} may be true."
                    ),
                    words: (self.level, entry.clone()),
                    entry: Some(entry),
                    ..TracedStep::default()
                });
            }
            DpllEvent::Split { literal, level } => self.split(literal, level),
            DpllEvent::Conflict { clause } => self.conflict(clause + 1),
            DpllEvent::Backtrack { literal } => {
                self.level = self.level.saturating_sub(1);
                let (entry, level) = (self.literal(literal), self.level);
                self.step(TracedStep {
                    kind: "backtrack",
                    says: format!(
                        "Backtrack: the last assumption failed, so {entry} is true on level {level}."
                    ),
                    words: (level, format!("{entry}   its negation failed")),
                    entry: Some(entry),
                    ..TracedStep::default()
                });
            }
            DpllEvent::Satisfied => self.satisfied(),
            DpllEvent::Refuted => {
                let words = "no assumption is left to take back";
                self.told("refuted", words.to_owned(), format!("Refuted: {words}."));
            }
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
        let by = numbered("clause", &from);
        match *clause {
            [] if from.is_empty() => self.event(DpllEvent::Refuted),
            [] => self.step(TracedStep {
                kind: "refuted",
                says: format!("Refuted: by {by}."),
                words: (self.level, format!("by {by}")),
                from,
                ..TracedStep::default()
            }),
            // That a literal is true for good was told when it became so.
            [unit] if self.fixed.contains_key(&unit) => {
                self.numbers.insert(number, self.fixed[&unit]);
            }
            _ => {
                self.learnt.push(clause.to_vec());
                let ours = self.cnf.len() + self.learnt.len();
                self.numbers.insert(number, ours);
                let item = self.clause(ours);
                let words = (self.level, format!("{}   from {by}", item.clause()));
                self.tell.item(item);
                self.step(TracedStep {
                    kind: "learnt",
                    says: format!("Learnt: clause {ours} follows from {by}."),
                    words,
                    item: Some(ours),
                    from,
                    marks: vec![ItemMark { item: ours, says: "learnt".to_owned() }],
                    ..TracedStep::default()
                });
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
        match step {
            SearchStep::Decide(literal) => self.split(literal, self.level + 1),
            SearchStep::Imply(literal, clause) => {
                let clause = self.numbers[&clause];
                if self.level == 0 {
                    self.fixed.insert(literal, clause);
                }
                self.unit(literal, clause);
            }
            SearchStep::Conflict(clause) => self.conflict(self.numbers[&clause]),
            SearchStep::Backtrack(level) => {
                self.level = level as usize;
                let words = format!("to level {level}");
                self.told("backtrack", words.clone(), format!("Backtrack: {words}."));
            }
        }
    }
}
