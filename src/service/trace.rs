//! A procedure told step by step, in the puzzle's words: a list of steps, whichever procedure it is. What each
//! step changes is data, so that whoever shows it can go forward and back: entries on levels (what is true,
//! the line of play), and what is said of items (clauses, positions).

mod clauses;
mod page;
mod play;
mod procedure;
mod proof;
mod record;

pub use clauses::{TraceWords, told_in_lines};
pub use page::page;
pub use procedure::{PROCEDURES, Procedure, trace, verb_of};
pub use puzzle_engine::SatEngine;
pub use record::Trace;

use serde::Serialize;

use crate::diagnostic::Related;

/// Steps of a procedure that are kept: nobody looks at more.
pub const MOST_STEPS: usize = 10_000;

/// One step of a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TracedStep {
    /// What was done, in a word.
    pub kind: &'static str,
    /// The same in a sentence.
    pub says: String,
    /// Entries of higher levels are taken back …
    pub level: usize,
    /// … and then this one is put on that level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The number of the item that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<usize>,
    /// The numbers of the items from which it follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<usize>,
    /// What is said of items from now on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<ItemMark>,
    /// What stands behind its kind in a line, and how far both are indented.
    #[serde(skip)]
    pub words: (usize, String),
}

/// What is said of an item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ItemMark {
    /// Its number.
    pub item: usize,
    /// What is said, in a few words.
    pub says: String,
}

/// What steps are about: a clause, a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TracedItem {
    /// Its number: those that were given count from 1, and behind them those that came later.
    pub number: usize,
    /// Its parts: the literals of a clause.
    pub parts: Vec<String>,
    /// Where it comes from, when that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The line it comes from, when that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<TracedLine>,
}

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TracedLine {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The place itself.
    #[serde(skip)]
    pub(super) related: Related,
}

impl TracedLine {
    /// The line in which a place begins; `None` where it is empty.
    pub(super) fn of(related: &Related) -> Option<Self> {
        let source = related.source.as_ref().filter(|_| !related.span.is_empty())?;
        let line = source.line_column(related.span.start).line as usize;
        Some(Self { file: source.name().to_owned(), line, related: related.clone() })
    }
}

/// Hears what a procedure does.
pub(in crate::service) trait Hears {
    /// An item that comes up; told before the first step that is about it.
    fn item(&mut self, item: TracedItem);

    /// A step.
    fn step(&mut self, step: TracedStep);
}

impl TracedStep {
    /// The step as a line, with its number.
    pub fn line(&self, number: usize) -> String {
        let (level, words) = &self.words;
        let indentation = "  ".repeat((*level).min(20));
        let line = format!("{number:>5}  {indentation}{:<9} {words}", self.kind);
        line.trim_end().to_owned()
    }
}

/// As in "clause 3" and "clauses 1, 2".
fn numbered(what: &str, numbers: &[usize]) -> String {
    let plural = if numbers.len() == 1 { "" } else { "s" };
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    format!("{what}{plural} {}", numbers.join(", "))
}
