//! The textbook procedure told step by step, in the puzzle's words where the clauses came from one.

use std::fmt::Write;

use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::sat::dpll::{DpllEvent, Observer};

/// What clauses are called.
#[derive(Clone, Copy)]
pub struct TraceWords<'a> {
    /// The name of an atom.
    pub atom: &'a dyn Fn(u32) -> String,
    /// Where a clause comes from, when that is known.
    pub origin: &'a dyn Fn(usize) -> Option<String>,
}

/// Tells a line for each step.
pub(super) struct DpllTrace<'a> {
    cnf: &'a Cnf,
    words: &'a TraceWords<'a>,
    tell: &'a mut dyn FnMut(&str),
    level: usize,
    steps: u64,
}

impl<'a> DpllTrace<'a> {
    /// A trace of the procedure on `cnf`.
    pub(super) fn new(
        cnf: &'a Cnf,
        words: &'a TraceWords<'a>,
        tell: &'a mut dyn FnMut(&str),
    ) -> Self {
        Self { cnf, words, tell, level: 0, steps: 0 }
    }

    fn literal(&self, literal: Literal) -> String {
        let sign = if literal.is_positive() { "" } else { "-" };
        format!("{sign}{}", (self.words.atom)(literal.atom().0))
    }

    fn clause(&self, index: usize) -> String {
        // A long clause is told by its beginning.
        const MOST: usize = 12;
        let literals = self.cnf.clause(index);
        let mut text = format!("clause {}", index + 1);
        if let Some(origin) = (self.words.origin)(index) {
            let _ = write!(text, " ({origin})");
        }
        text.push(':');
        for literal in literals.iter().take(MOST) {
            text.push(' ');
            text.push_str(&self.literal(*literal));
        }
        if literals.len() > MOST {
            text.push_str(" …");
        }
        text
    }

    fn line(&mut self, what: &str, words: &str) {
        self.steps += 1;
        let indentation = "  ".repeat(self.level.min(20));
        let line = format!("{:>5}  {indentation}{what:<9} {words}", self.steps);
        (self.tell)(line.trim_end());
    }
}

impl Observer for DpllTrace<'_> {
    fn event(&mut self, event: DpllEvent) {
        match event {
            DpllEvent::Unit { literal, clause } => {
                let words = format!("{}   by {}", self.literal(literal), self.clause(clause));
                self.line("unit", &words);
            }
            DpllEvent::Pure { literal } => {
                let words = self.literal(literal);
                self.line("pure", &words);
            }
            DpllEvent::Split { literal, level } => {
                let words = format!("{}   assumed", self.literal(literal));
                self.line("split", &words);
                self.level = level;
            }
            DpllEvent::Conflict { clause } => {
                let words = self.clause(clause);
                self.line("conflict", &words);
            }
            DpllEvent::Backtrack { literal } => {
                self.level = self.level.saturating_sub(1);
                let words = format!("{}   its negation failed", self.literal(literal));
                self.line("backtrack", &words);
            }
            DpllEvent::Satisfied => self.line("satisfied", "every clause has a true literal"),
            DpllEvent::Refuted => self.line("refuted", "no assumption is left to take back"),
        }
    }
}
