//! The steps of a procedure kept as data: the clauses, what was done with them in order, and the
//! answer.

use serde::Serialize;

use super::{Heard, Step, ToldClause, TraceWords};
use crate::service::clauses::TECHNIQUES;
use crate::service::solve::NoAnswer;
use puzzle_engine::SatEngine;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::Cnf;
use puzzle_engine::sat::cdcl::Options;
use puzzle_engine::solve::clauses::{decide_by_learning, decide_by_textbook};

/// Steps that are kept: nobody looks at more.
const MOST_STEPS: usize = 10_000;

/// What a procedure did.
#[derive(Serialize)]
pub struct Record {
    version: u32,
    /// The name of the procedure, as behind `by`.
    procedure: &'static str,
    /// The clauses, by their numbers from 1: those given, and behind them those learnt.
    clauses: Vec<ToldClause>,
    /// How many of them were given.
    given: usize,
    steps: Vec<Step>,
    /// Steps behind these.
    left_out: usize,
    /// The answer, in the words of the puzzle.
    answer: String,
}

impl Record {
    /// Says what the answer is.
    #[must_use]
    pub fn answered(self, answer: String) -> Self {
        Self { answer, ..self }
    }

    /// The steps as lines, and the answer.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let clause = |it: &Step| it.clause.map(|number| &self.clauses[number - 1]);
        let lines = (1..).zip(&self.steps).map(move |(number, it)| it.line(number, clause(it)));
        let more = (self.left_out > 0).then(|| format!("… and {} more steps", self.left_out));
        lines.chain(more).chain([self.answer.clone()])
    }
}

/// Decides clauses by a procedure, and keeps what it does; returns the model as well, `None` when there is
/// none. The procedure that learns does without all techniques but learning.
///
/// # Errors
/// See [`NoAnswer`].
pub fn record(
    cnf: &Cnf,
    words: &TraceWords<'_>,
    engine: SatEngine,
    budget: &mut Budget,
) -> Result<(Record, Option<Vec<bool>>), NoAnswer> {
    let (mut steps, mut learnt, mut left_out) = (Vec::new(), Vec::new(), 0);
    let mut keep = |step: Step, clause: Option<ToldClause>| {
        if steps.len() == MOST_STEPS {
            left_out += 1;
            return;
        }
        let next = cnf.len() + learnt.len() + 1;
        learnt.extend(clause.filter(|it| it.number == next));
        steps.push(step);
    };
    let mut heard = Heard::new(cnf, words, &mut keep);
    let (procedure, decided) = match engine {
        SatEngine::Dpll => ("dpll", decide_by_textbook(cnf, &mut heard, budget)),
        SatEngine::Cdcl => {
            ("cdcl", decide_by_learning(cnf, learning_alone(), Some(&mut heard), budget).0)
        }
    };
    let model = decided?.into_inner();
    if engine == SatEngine::Cdcl && model.is_some() {
        heard.satisfied();
    }
    let mut clauses: Vec<_> = (1..=cnf.len()).map(|it| heard.clause(it)).collect();
    let given = clauses.len();
    clauses.append(&mut learnt);
    let answer = String::new();
    Ok((Record { version: 1, procedure, clauses, given, steps, left_out, answer }, model))
}

fn learning_alone() -> Options {
    let mut options = Options::default();
    for (_, switch) in TECHNIQUES {
        *switch(&mut options) = false;
    }
    options
}
