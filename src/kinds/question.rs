//! A question about a puzzle, in the terms that all kinds share: a verb, an engine, and what one kind alone understands
//! of it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::formula::NamedFormula;
use crate::syntax::ast::Verb;
use puzzle_engine::budget::Stop;
use puzzle_engine::logic::formula::FormulaVariable;
use puzzle_engine::problem::{game, theory};
use puzzle_engine::{MazeEngine, SatEngine};

/// A question about a puzzle, without text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is asked.
    pub verb: Verb,
    /// The reasons of the answer are wanted as well.
    pub is_why: bool,
    /// One of the kind's engines; `None` leaves the choice to the kind.
    pub engine: Option<Engine>,
    /// Values of variables, for `eval`.
    pub bindings: Vec<(FormulaVariable, bool)>,
    /// Moves made so far, for `play2win`, `line` and `moves`.
    pub after: Vec<String>,
    /// Of several best moves one is enough.
    pub is_one_enough: bool,
    /// Of a solution it will be asked whether it is the only one.
    pub asks_others: bool,
    /// So many solutions are wanted, if there are.
    pub all: Option<usize>,
    /// The second formula, for `equivalent`.
    pub other: Option<Result<NamedFormula, Stop>>,
    /// What [`Puzzle::read`](super::Puzzle::read) understood.
    pub payload: Option<Payload>,
}

impl Question {
    /// A question with nothing but a verb.
    pub fn new(verb: Verb) -> Self {
        Self {
            verb,
            is_why: false,
            engine: None,
            bindings: Vec::new(),
            after: Vec::new(),
            is_one_enough: false,
            asks_others: false,
            all: None,
            other: None,
            payload: None,
        }
    }

    /// What shall decide clauses.
    pub fn sat_engine(&self) -> SatEngine {
        match self.engine {
            Some(Engine::Sat(engine)) => engine,
            _ => SatEngine::Cdcl,
        }
    }
}

/// One of the engines of a kind, by what it answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Clauses and formulas.
    Sat(SatEngine),
    /// Paths.
    Path(MazeEngine),
    /// Plays.
    Play(game::GameMethod),
    /// What follows.
    Theory(theory::TheoryMethod),
    /// What follows as by `resolution`; the proofs are shown as textbooks write them.
    Textbook,
    /// Formulas as by `cdcl`; that there are no such values is shown by a closed tableau as well.
    Tableau,
}

impl Engine {
    /// Its name, as it stands behind `by`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sat(SatEngine::Cdcl) => "cdcl",
            Self::Sat(SatEngine::Dpll) => "dpll",
            Self::Path(engine) => engine.name(),
            Self::Play(method) => method.name(),
            Self::Theory(theory::TheoryMethod::Auto) => "auto",
            Self::Theory(theory::TheoryMethod::Resolution) => "resolution",
            Self::Textbook => "textbook",
            Self::Theory(theory::TheoryMethod::Deduction) => "deduction",
            Self::Theory(theory::TheoryMethod::Tableau) | Self::Tableau => "tableau",
        }
    }
}

impl Engine {
    /// How it looks for an answer.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Sat(SatEngine::Cdcl) => "clause learning",
            Self::Sat(SatEngine::Dpll) => "the textbook's procedure: cases and unit clauses",
            Self::Path(MazeEngine::Search) => "from one treasure or toll to the next, best first",
            Self::Path(MazeEngine::Sat) => "clauses that say the same, for ever more steps",
            Self::Play(game::GameMethod::Search) => "as is best for what the game says of itself",
            Self::Play(game::GameMethod::Minimax) => "every play to its end",
            Self::Play(game::GameMethod::AlphaBeta) => "plays without what cannot change the value",
            Self::Play(game::GameMethod::Memo) => "every position once",
            Self::Play(game::GameMethod::Retrograde) => "back from the ends of all plays",
            Self::Theory(theory::TheoryMethod::Auto) => {
                "clauses where all sorts are listed, else resolution"
            }
            Self::Theory(theory::TheoryMethod::Resolution) => "a proof by resolution",
            Self::Textbook => "the same, with the way to all clauses",
            Self::Theory(theory::TheoryMethod::Deduction) => "a natural deduction",
            Self::Theory(theory::TheoryMethod::Tableau) | Self::Tableau => "a closed tableau",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a kind alone understands of a question. It is the same as another when it was read at once
/// with it.
#[derive(Clone)]
pub struct Payload(Arc<dyn Any + Send + Sync>);

impl Payload {
    /// Any value.
    pub fn new(value: impl Any + Send + Sync) -> Self {
        Self(Arc::new(value))
    }

    /// The value, for the kind that knows its type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl PartialEq for Payload {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Payload {}

impl fmt::Debug for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Payload")
    }
}
