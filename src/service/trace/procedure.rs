//! The procedures whose steps can be told, which of them fits a puzzle, and their steps with the answer.

use super::clauses::{heard, items};
use super::play::play;
use super::proof::proof;
use super::record::{StepRecorder, TellingRecorder, Trace};
use crate::kinds::{NamedClauses, Puzzle, Question, Traced};
use crate::service::by_clauses::{answer_of_model, in_words};
use crate::service::solve::{NoAnswer, answer_to, decide};
use crate::syntax::ast::Verb;
use puzzle_engine::SatEngine;
use puzzle_engine::budget::Budget;
use puzzle_engine::problem::game::GameMethod;

/// A procedure whose steps can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Procedure {
    /// Clauses, by the textbook.
    Dpll,
    /// Clauses, by learning.
    Cdcl,
    /// Plays of a game, each to its end.
    Minimax,
    /// Plays of a game, as far as they matter.
    AlphaBeta,
    /// Sentences of a theory.
    Resolution,
}

/// All of them.
pub const PROCEDURES: [Procedure; 5] = [
    Procedure::Dpll,
    Procedure::Cdcl,
    Procedure::Minimax,
    Procedure::AlphaBeta,
    Procedure::Resolution,
];

impl Procedure {
    /// Its name, as it stands behind `by`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dpll => "dpll",
            Self::Cdcl => "cdcl",
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alphabeta",
            Self::Resolution => "resolution",
        }
    }

    /// What it is, in a few words.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Dpll => "unit propagation, pure literals, splitting",
            Self::Cdcl => "clause learning",
            Self::Minimax => "every play to its end",
            Self::AlphaBeta => "minimax without what cannot matter",
            Self::Resolution => "resolution and superposition, a given clause at a time",
        }
    }

    /// What the entries on levels are called together; empty where it has none.
    pub(super) const fn levels(self) -> &'static str {
        match self {
            Self::Dpll | Self::Cdcl => "What is true, by levels",
            Self::Minimax | Self::AlphaBeta => "Line of play",
            Self::Resolution => "",
        }
    }

    /// What its items are.
    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::Dpll | Self::Cdcl | Self::Resolution => "Clauses",
            Self::Minimax | Self::AlphaBeta => "Positions",
        }
    }

    /// What stands between the parts of an item.
    pub(super) const fn between(self) -> &'static str {
        if matches!(self, Self::Resolution) { " or " } else { " " }
    }

    /// The procedure of that name.
    ///
    /// # Errors
    /// Which ones there are.
    pub fn named(name: &str) -> Result<Self, String> {
        PROCEDURES.into_iter().find(|it| it.name() == name).ok_or_else(|| {
            let [all @ .., last] = PROCEDURES.map(|it| format!("`by {}`", it.name()));
            let names = format!("{} or {last}", all.join(", "));
            match name {
                "" => format!("write {names}"),
                _ => format!("there is no procedure `{name}` whose steps are shown; write {names}"),
            }
        })
    }

    fn sat(self) -> Option<SatEngine> {
        match self {
            Self::Dpll => Some(SatEngine::Dpll),
            Self::Cdcl => Some(SatEngine::Cdcl),
            Self::Minimax | Self::AlphaBeta | Self::Resolution => None,
        }
    }

    /// Whether and how it looks at the plays of a game.
    const fn of_plays(self) -> Option<GameMethod> {
        match self {
            Self::Minimax => Some(GameMethod::Minimax),
            Self::AlphaBeta => Some(GameMethod::AlphaBeta),
            Self::Dpll | Self::Cdcl | Self::Resolution => None,
        }
    }
}

/// The verb of what somebody asks for the steps of, where none is written.
pub fn verb_of(question: &str) -> Verb {
    match () {
        () if question.contains(':') => Verb::Prove,
        () if question.split_whitespace().any(|it| it == "after") => Verb::Play2Win,
        () => Verb::Solve,
    }
}

/// The steps of a procedure on what a question is about, with the answer; without a procedure those of the
/// textbook's for its kind. Each step is also told to `tell` when it is done.
///
/// # Errors
/// See [`NoAnswer`].
pub fn trace(
    puzzle: &dyn Puzzle,
    question: &Question,
    by: Option<Procedure>,
    tell: &mut dyn FnMut(&str),
    budget: &mut Budget,
) -> Result<Trace, NoAnswer> {
    let (mut part, enough) = budget.branch();
    let mut told = TellingRecorder::new(StepRecorder::new(enough), tell);
    let question = Question { engine: None, is_why: false, ..question.clone() };
    let wants_clauses = by.is_none_or(|it| it.sat().is_some());
    if wants_clauses && let Some(clauses) = puzzle.clauses(budget)? {
        let procedure = by.unwrap_or(Procedure::Dpll);
        let engine = procedure.sat().unwrap_or(SatEngine::Dpll);
        let answer = of_clauses(puzzle, &clauses, engine, &mut told, (&mut part, budget))?;
        return Ok(told.recorder.trace(procedure, answer));
    }
    let verb = match question.verb {
        Verb::Play2Win | Verb::Line | Verb::Moves | Verb::Draw | Verb::Compare => Verb::Solve,
        verb => verb,
    };
    let question = Question { verb, ..question };
    let solved = answer_to(puzzle, &question, budget)?;
    let (procedure, is_right) = match puzzle.traced(&question, &solved.answer) {
        Ok(Some(Traced::Play(game))) if by.is_none_or(|it| it.of_plays().is_some()) => {
            let procedure = by.unwrap_or(Procedure::AlphaBeta);
            let method = procedure.of_plays().unwrap_or(GameMethod::AlphaBeta);
            let worth = solved.worth.map(|it| it.score);
            (procedure, play(&game, method, worth, &mut told, &mut part))
        }
        Ok(Some(Traced::Proof(theory))) if by.is_none_or(|it| it == Procedure::Resolution) => {
            (Procedure::Resolution, proof(&theory, &solved.answer, &mut told, &mut part))
        }
        Ok(traced) => return Err(NoAnswer::Refused(unfit(puzzle, traced.as_ref(), by, budget)?)),
        Err(reason) => return Err(NoAnswer::Refused(reason)),
    };
    match is_right {
        Ok(()) => {}
        Err(NoAnswer::Stopped(_)) if told.recorder.is_cut() => budget.look()?,
        Err(no_answer) => return Err(no_answer),
    }
    Ok(told.recorder.trace(procedure, solved.answer.text.clone()))
}

/// Why a puzzle has no steps by a procedure, and which ones it has.
fn unfit(
    puzzle: &dyn Puzzle,
    traced: Option<&Traced<'_>>,
    by: Option<Procedure>,
    budget: &mut Budget,
) -> Result<String, NoAnswer> {
    let own = match traced {
        Some(Traced::Play(_)) => "`minimax` and `alphabeta`",
        Some(Traced::Proof(_)) => "`resolution`",
        None if puzzle.clauses(budget)?.is_some() => "`dpll` and `cdcl`",
        None => "",
    };
    let asked = by.map_or("a procedure", Procedure::name);
    let needs = match by {
        Some(Procedure::Minimax | Procedure::AlphaBeta) => "searches the plays of games",
        Some(Procedure::Resolution) => "works on sentences of theories",
        Some(Procedure::Dpll | Procedure::Cdcl) | None => "needs clauses",
    };
    Ok(match own {
        "" => {
            "steps are shown of clauses, formulas, mazes, puzzles by rules, theories, and games whose \
             positions do not repeat"
                .to_owned()
        }
        own => format!("`{asked}` {needs}; here steps are shown by {own}"),
    })
}

/// The steps on the clauses of a puzzle, and the answer.
fn of_clauses(
    puzzle: &dyn Puzzle,
    clauses: &NamedClauses<'_>,
    engine: SatEngine,
    told: &mut TellingRecorder<'_>,
    (part, budget): (&mut Budget, &mut Budget),
) -> Result<String, NoAnswer> {
    let decided = in_words(clauses, |words| {
        told.recorder.give(items(&clauses.cnf, words));
        heard(&clauses.cnf, words, engine, told, part)
    });
    let model = match decided {
        Err(NoAnswer::Stopped(_)) if told.recorder.is_cut() => decide(&clauses.cnf, budget)?,
        other => other?,
    };
    Ok(answer_of_model(puzzle, clauses, model.as_deref(), budget)?.text)
}
