//! Questions and answers in numbers: plain data that those who ask, search and check share.

mod answer;
pub mod game;
mod maze;
pub mod sheet;
mod solution;
pub mod theory;

use num_bigint::BigUint;

pub use answer::{Answer, Doubt};
pub use maze::{LeastSteps, MazeEngine, Violation};
pub use solution::Mismatch;

use crate::budget::Stop;
use crate::logic::cnf::{Cnf, Literal};
use crate::logic::formula::{Formula, Variable};
use crate::logic::functions::Functions;
use crate::logic::maze::{Maze, NodeId};
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// A question in numbers.
#[derive(Clone, Debug)]
pub enum Problem {
    /// Values that give a formula a value.
    Formula(Formula, bool, SatEngine),
    /// Values where two formulas differ.
    Difference(Formula, Formula, SatEngine),
    /// How many assignments to its variables make a formula true.
    CountFormula(Formula),
    /// A model of clauses.
    Clauses(Cnf, SatEngine),
    /// How many models clauses have.
    CountModels(Cnf),
    /// A path within the steps a maze allows; without an engine one is picked, as for the next.
    Path(Maze, Option<MazeEngine>),
    /// A path of as few steps as there can be.
    ShortestPath(Maze, Option<MazeEngine>),
    /// Another path than one within the steps a maze allows.
    AnotherPath(Maze, Vec<NodeId>),
    /// How many plays there are within the steps a maze allows.
    CountPlays(Maze, MazeEngine),
    /// Who wins a game of quantified clauses, and if asked for how.
    Quantified(Prenex, bool),
    /// A question about a game of any kind.
    Play(game::GameTask),
    /// A question about a theory.
    Theory(Box<theory::Task>),
    /// A question about a rule sheet.
    Sheet(Box<sheet::Task>),
}

/// What decides clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatEngine {
    /// Clause learning.
    Cdcl,
    /// The textbook procedure.
    Dpll,
}

/// An answer in numbers. Each family of problems has its own yes and no, so that the no to one problem
/// cannot be read as the no to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// Values of the formulas' variables; `None` where there are none.
    Assignment(Option<Vec<(Variable, bool)>>),
    /// A value for each atom; `None` where there is no model.
    Model(Option<Vec<bool>>),
    /// That many.
    Count(BigUint),
    /// Who wins a game of quantified clauses.
    Winner(Box<Win>),
    /// From START to GOAL, and what found it.
    Path(Vec<NodeId>, MazeEngine),
    /// There is no path within the steps asked for.
    NoPath {
        /// The fewest steps that are enough.
        least_steps: LeastSteps,
        /// What found that out.
        by: MazeEngine,
    },
    /// Another path than the one that was given; `None` where there is none.
    OtherPath(Option<Vec<NodeId>>),
    /// What was found out about a game of any kind.
    Play(game::GameFound),
    /// What was found out about a theory.
    Theory(Box<theory::Found>),
    /// What was found out about a rule sheet.
    Sheet(Box<sheet::Found>),
}

/// What is known of who wins a game of quantified clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// The player who wins.
    pub winner: Player,
    /// What the winner chooses before the opponent has chosen anything.
    pub opening: Vec<Literal>,
    /// How the winner plays, where that was asked for.
    pub strategy: Option<Functions>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A limit was reached; the answer is unknown.
    Stopped(Stop),
    /// It would take for ever; the text says what.
    Refused(String),
    /// An engine's answer did not pass the checker: a fault of ours.
    Unverified(String),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}
