//! Answers a question: has the puzzle put it in numbers, the engine solve it, and the puzzle say
//! the solution.

use std::rc::Rc;

use super::check::{Analysis, Puzzles, QueryTarget, question};
use super::trace::{TraceWords, told_in_lines};
use crate::kinds::formula::{self, FormulaPuzzle, NamedFormula};
use crate::kinds::{
    Engine, Kind, Lowered, Others, Puzzle, Question, Refusal, Solved, Unlowered, few,
};
use crate::syntax::ast::{ItemKind, Query, WrittenFormula};
pub use puzzle_engine::Win;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::cnf::Cnf;
use puzzle_engine::logic::qbf::Prenex;
use puzzle_engine::problem::FindWinner;
use puzzle_engine::sat::dpll::Silent;
use puzzle_engine::{Doubt, Failure, Problem, SatEngine};

/// A question and the puzzle it is about.
pub struct AskedPuzzle<'s> {
    /// The puzzle.
    pub puzzle: Rc<dyn Puzzle + 's>,
    /// The question.
    pub question: Question,
    /// The engines of its kind.
    pub engines: &'static [Engine],
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// A limit was reached: the answer is unknown.
    Stopped(Stop),
    /// The puzzle has no answer to it.
    Refused(Refusal),
    /// The engine's answer did not pass the checker: a fault of ours.
    Unverified(String),
}

impl NoAnswer {
    /// Why there is none, for a person.
    pub fn words(&self) -> String {
        match self {
            Self::Stopped(stop) => stop.to_string(),
            Self::Refused(reason) => reason.clone(),
            Self::Unverified(what) => format!("an answer did not pass its check: {what}"),
        }
    }
}

impl From<Unlowered> for NoAnswer {
    fn from(unlowered: Unlowered) -> Self {
        match unlowered {
            Unlowered::Refused(reason) => Self::Refused(reason),
            Unlowered::Stopped(stop) => Self::Stopped(stop),
        }
    }
}

impl From<Stop> for NoAnswer {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<Failure> for NoAnswer {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Stopped(stop) => Self::Stopped(stop),
            Failure::Refused(reason) => Self::Refused(reason),
            Failure::Unverified(what) => Self::Unverified(what),
        }
    }
}

/// What a query asks; `None` when that makes no sense, which checking has said.
pub fn asked<'s>(
    analysis: &Analysis<'s>,
    document: u32,
    query: &'s Query,
) -> Option<AskedPuzzle<'s>> {
    asked_with(&mut Puzzles::new(*analysis), document, query, &mut Budget::unlimited())
}

/// What the last item of a program asks, as [`asked`]; `None` when that is no query, too.
pub fn asked_last<'s>(analysis: &Analysis<'s>) -> Option<AskedPuzzle<'s>> {
    let program = analysis.scope.program;
    let (definition, item) = program.items(program.root()).last()?;
    let ItemKind::Query(query) = &item.kind else { return None };
    asked(analysis, definition.document, query)
}

/// As [`asked`], with the puzzles of other queries, and within limits: what they stop is asked for in vain.
pub fn asked_with<'s>(
    puzzles: &mut Puzzles<'s>,
    document: u32,
    query: &'s Query,
    budget: &mut Budget,
) -> Option<AskedPuzzle<'s>> {
    let (target, mut question) = question(puzzles, document, query, &mut Vec::new())?;
    let analysis = puzzles.analysis;
    let (puzzle, kind) = match target {
        QueryTarget::Declared(definition) => {
            (puzzles.puzzle(definition)?, analysis.kind(definition)?)
        }
        QueryTarget::Inline => {
            let kind: &dyn Kind = &formula::KIND;
            (inline(analysis, document, &query.target).into(), kind)
        }
    };
    if !query.sentences.is_empty() && target != QueryTarget::Inline {
        let document = (analysis.scope.text(document), analysis.scope.tree(document));
        question.payload = Some(puzzle.read(query, document, &mut Vec::new())?);
    }
    if let Some(other) = &query.other {
        // Too large to write out: the question keeps its hole and is refused.
        question.other = NamedFormula::expand(&analysis.scope, document, other, budget).transpose();
    }
    Some(AskedPuzzle { puzzle, question, engines: kind.facts().engines })
}

/// The puzzle that a formula written in a query is.
pub(in crate::service) fn inline<'s>(
    analysis: Analysis<'s>,
    document: u32,
    body: &'s WrittenFormula,
) -> Box<dyn Puzzle + 's> {
    let scope = analysis.scope;
    let title = &scope.text(document)[body.span.range()];
    Box::new(FormulaPuzzle::new(scope, document, body, title))
}

/// The answer, and what else its solution lets one say.
///
/// # Errors
/// See [`NoAnswer`].
pub fn answer_to<'p>(
    puzzle: &'p dyn Puzzle,
    question: &'p Question,
    budget: &mut Budget,
) -> Result<Solved<'p>, NoAnswer> {
    answer_doubting(puzzle, question, &mut Vec::new(), budget)
}

/// As [`answer_to`]; what is doubted of the answer comes to `doubts` as well.
pub(super) fn answer_doubting<'p>(
    puzzle: &'p dyn Puzzle,
    question: &'p Question,
    doubts: &mut Vec<Doubt>,
    budget: &mut Budget,
) -> Result<Solved<'p>, NoAnswer> {
    match puzzle.lower(question, budget)? {
        Lowered::Answer(answer) => Ok((*answer).into()),
        Lowered::Problem(problem) => {
            let (solved, doubted) = problem.solve(budget)?;
            let solved = solved.map_err(NoAnswer::Refused)?;
            doubts.extend(&doubted);
            let solved = Solved { answer: solved.answer.doubted(&doubted), ..solved };
            if question.is_why { reasoned(solved, doubts, budget) } else { Ok(solved) }
        }
    }
}

/// With the reasons of the answer. What is doubted of them comes to `doubts` as well.
fn reasoned<'p>(
    mut solved: Solved<'p>,
    doubts: &mut Vec<Doubt>,
    budget: &mut Budget,
) -> Result<Solved<'p>, NoAnswer> {
    if let Some(why) = solved.why.take() {
        solved.answer = why(solved.answer, budget);
    }
    if let Some(reasons) = solved.reasons.take() {
        let (answer, doubted) = solved.answer.with_reasons(reasons(), budget)?;
        solved.answer = answer;
        doubts.extend(doubted);
    }
    Ok(solved)
}

/// Why a puzzle without a solution has not exactly one.
pub(super) const NO_SOLUTION: &str = "there is no solution";

/// Why a solution is not the only one.
pub(super) struct NotUnique {
    /// In a few words.
    pub reason: String,
    /// Another one, if it is shown.
    pub other: Vec<String>,
}

/// Whether a solution is the only one. What is doubted of that comes to `doubts`.
///
/// # Errors
/// See [`NoAnswer`].
pub(super) fn is_only(
    others: Others<'_>,
    doubts: &mut Vec<Doubt>,
    budget: &mut Budget,
) -> Result<Result<(), NotUnique>, NoAnswer> {
    let (other, doubted) = match others {
        Others::NoSolution => {
            return Ok(Err(NotUnique { reason: NO_SOLUTION.to_owned(), other: Vec::new() }));
        }
        Others::Untold(reason) => return Err(NoAnswer::Refused(reason.to_owned())),
        Others::Posed(problem) => problem().solve(budget)?,
    };
    doubts.extend(doubted);
    Ok(other.map_or(Ok(()), |it| {
        let reason = format!("there is another solution: {}", few(&it.differences));
        Err(NotUnique { reason, other: it.beside })
    }))
}

/// A model of clauses, `None` when there is none.
///
/// # Errors
/// See [`NoAnswer`].
pub fn decide(cnf: &Cnf, budget: &mut Budget) -> Result<Option<Vec<bool>>, NoAnswer> {
    Ok(puzzle_engine::solve::decide(cnf, SatEngine::Cdcl, budget)?.into_inner())
}

/// A model of clauses by the textbook procedure, `None` when there is none. Where there is a `tell`,
/// each step is told to it, a line each, in the words given.
///
/// # Errors
/// See [`NoAnswer`].
pub fn decide_by_textbook(
    cnf: &Cnf,
    words: &TraceWords<'_>,
    tell: Option<&mut dyn FnMut(&str)>,
    budget: &mut Budget,
) -> Result<Option<Vec<bool>>, NoAnswer> {
    match tell {
        Some(tell) => told_in_lines(cnf, words, SatEngine::Dpll, tell, budget),
        None => {
            Ok(puzzle_engine::solve::decide_by_textbook(cnf, &mut Silent, budget)?.into_inner())
        }
    }
}

/// Who wins a game of quantified clauses, and if asked for how.
///
/// # Errors
/// See [`NoAnswer`].
pub fn win(game: &Prenex, with_strategy: bool, budget: &mut Budget) -> Result<Win, NoAnswer> {
    Ok(FindWinner(game.clone(), with_strategy).answer(budget)?.into_inner())
}
