//! The procedures for clauses told step by step, in the puzzle's words where the clauses came from one: as
//! lines while they run, or kept as data.

mod heard;
mod page;
mod record;

pub use page::page;
pub use puzzle_engine::SatEngine;
pub use record::{Record, record};

use serde::Serialize;

pub(super) use heard::Heard;

/// What clauses are called.
#[derive(Clone, Copy)]
pub struct TraceWords<'a> {
    /// The name of an atom.
    pub atom: &'a dyn Fn(u32) -> String,
    /// Where a clause comes from, when that is known.
    pub origin: &'a dyn Fn(usize) -> Option<String>,
}

/// One step of a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// What was done.
    pub kind: StepKind,
    /// Decision levels that are open after it.
    pub level: usize,
    /// The literal that became true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literal: Option<String>,
    /// The number of the clause that became unit or false, or was learnt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<usize>,
    /// The numbers of the clauses from which a learnt one follows, or that there is no model.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<usize>,
}

/// What is done in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// All other literals of a clause are false, so the literal must be true.
    Unit,
    /// Clauses that are not yet satisfied name the literal in no other way: it may be true.
    Pure,
    /// The literal is tried as true, on a level of its own.
    Split,
    /// All literals of a clause are false.
    Conflict,
    /// A clause that follows is added.
    Learnt,
    /// What became true above a level is open again; with a literal, that is now true below.
    Backtrack,
    /// Every clause has a true literal.
    Satisfied,
    /// There is no model.
    Refuted,
}

/// A clause that a step is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ToldClause {
    /// Its number: those that were given count from 1, and behind them those learnt.
    pub number: usize,
    /// Its literals.
    pub literals: Vec<String>,
    /// Where it comes from, when that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

impl ToldClause {
    fn words(&self) -> String {
        // A long clause is told by its beginning.
        const MOST: usize = 12;
        let origin = self.origin.as_ref().map_or(String::new(), |it| format!(" ({it})"));
        let mut text = format!("clause {}{origin}:", self.number);
        for literal in self.literals.iter().take(MOST) {
            text.push(' ');
            text.push_str(literal);
        }
        if self.literals.len() > MOST {
            text.push_str(" …");
        }
        text
    }
}

impl Step {
    /// The step as a line, with its number and its clause.
    pub fn line(&self, number: usize, clause: Option<&ToldClause>) -> String {
        let (what, words) = self.words(clause);
        // A split stands above what follows from it.
        let level = self.level - usize::from(self.kind == StepKind::Split);
        let indentation = "  ".repeat(level.min(20));
        let line = format!("{number:>5}  {indentation}{what:<9} {words}");
        line.trim_end().to_owned()
    }

    fn words(&self, clause: Option<&ToldClause>) -> (&'static str, String) {
        let literal = self.literal.as_deref().unwrap_or_default();
        let clause = clause.map(ToldClause::words).unwrap_or_default();
        let from = || match &self.from[..] {
            [one] => format!("clause {one}"),
            several => {
                let several: Vec<_> = several.iter().map(ToString::to_string).collect();
                format!("clauses {}", several.join(", "))
            }
        };
        match self.kind {
            StepKind::Unit => ("unit", format!("{literal}   by {clause}")),
            StepKind::Pure => ("pure", literal.to_owned()),
            StepKind::Split => ("split", format!("{literal}   assumed")),
            StepKind::Conflict => ("conflict", clause),
            StepKind::Learnt => ("learnt", format!("{clause}   from {}", from())),
            StepKind::Backtrack if self.literal.is_none() => {
                ("backtrack", format!("to level {}", self.level))
            }
            StepKind::Backtrack => ("backtrack", format!("{literal}   its negation failed")),
            StepKind::Satisfied => ("satisfied", "every clause has a true literal".to_owned()),
            StepKind::Refuted if self.from.is_empty() => {
                ("refuted", "no assumption is left to take back".to_owned())
            }
            StepKind::Refuted => ("refuted", format!("by {}", from())),
        }
    }
}
