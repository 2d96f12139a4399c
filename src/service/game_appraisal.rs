//! What there is to say about a game to its author: who wins and how soon, what each first move leads to, a perfect
//! play and where in it one move alone is good, and how many positions there are.

use rustc_hash::FxHashSet;

use super::solve::{NoAnswer, answer_doubting};
use crate::kinds::{Comparable, MoveWorth, Note, Puzzle, Question, doubts_told};
use crate::syntax::ast::Verb;
use crate::syntax::token::moves_in;
use crate::text::Span;
use puzzle_engine::Doubt;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::walk::Walk;

/// What each move of a position leads to is worth so many steps.
const EFFORT: u64 = 1 << 24;
/// So many positions are counted.
const MOST_POSITIONS: usize = 1 << 17;

/// What is said about a game.
pub struct GameAppraisal {
    /// How it ends when both play perfectly, and remarks on that.
    pub outcome: Vec<String>,
    /// What each first move leads to, or why that is not known.
    pub openings: Result<Vec<MoveWorth>, Stop>,
    /// A perfect play, or why none is known.
    pub line: Result<Vec<LineMove>, Stop>,
    /// Its positions, or why they are not counted.
    pub positions: Result<PositionCount, Stop>,
    /// What is doubted of all this.
    pub doubts: Vec<&'static str>,
}

/// A move of a perfect play.
pub struct LineMove {
    /// The move.
    pub chosen: String,
    /// What is known of the others.
    pub others: Alternatives,
}

/// What there is to choose beside a perfect move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alternatives {
    /// The rules allow nothing else.
    None,
    /// Every other move is worse.
    Worse,
    /// So many are as good.
    AsGood(usize),
    /// A limit was reached before that was known.
    Unknown,
}

/// How many positions a game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionCount {
    /// So many were found, the points that were gained being part of a position.
    pub found: usize,
    /// In so many of them the play is over.
    pub ended: usize,
    /// There are no others.
    pub is_all: bool,
}

/// Appraises a game.
///
/// # Errors
/// That it is not known how it ends; see [`NoAnswer`].
pub fn appraise_game(
    puzzle: &dyn Puzzle,
    mut budget: impl FnMut() -> Budget,
) -> Result<GameAppraisal, NoAnswer> {
    let mut doubts = Vec::new();
    let question = Question::new(Verb::Solve);
    let answer = answer_doubting(puzzle, &question, &mut doubts, &mut budget())?.answer;
    let mut outcome = vec![answer.text];
    outcome.extend(answer.notes.iter().flat_map(Note::lines).map(str::to_owned));
    let own = budget();
    let openings = worths(puzzle, &[], &mut doubts, &own);
    // A game that is over has no line.
    let line = match openings {
        Ok(ref openings) if openings.is_empty() => Ok(Vec::new()),
        _ => line(puzzle, &mut doubts, &budget()),
    };
    let positions = positions(puzzle, &mut budget())?;
    doubts.sort_unstable();
    doubts.dedup();
    let doubts = doubts_told(&doubts);
    Ok(GameAppraisal { outcome, openings: known(openings)?, line: known(line)?, positions, doubts })
}

/// What was found out, or the limit before it.
fn known<T>(found: Result<T, NoAnswer>) -> Result<Result<T, Stop>, NoAnswer> {
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(NoAnswer::Stopped(stop)) => Ok(Err(stop)),
        Err(no_answer) => Err(no_answer),
    }
}

fn worths(
    puzzle: &dyn Puzzle,
    after: &[String],
    doubts: &mut Vec<Doubt>,
    budget: &Budget,
) -> Result<Vec<MoveWorth>, NoAnswer> {
    let posed = puzzle.move_worths(after).map_err(NoAnswer::Refused)?;
    let (worths, doubted) = posed.solve(&mut budget.part(EFFORT))?;
    doubts.extend(doubted);
    Ok(worths)
}

fn line(
    puzzle: &dyn Puzzle,
    doubts: &mut Vec<Doubt>,
    budget: &Budget,
) -> Result<Vec<LineMove>, NoAnswer> {
    let question = Question::new(Verb::Line);
    let answer = answer_doubting(puzzle, &question, doubts, &mut budget.part(EFFORT))?.answer;
    let whole = Span::new(0, answer.text.len() as u32);
    let moves: Vec<String> = moves_in(&answer.text, whole).into_iter().map(|it| it.0).collect();
    let mut line = Vec::new();
    let mut is_known = true;
    for at in 0..moves.len() {
        let found = is_known.then(|| worths(puzzle, &moves[..at], doubts, budget));
        let others = match found.map(known).transpose()? {
            Some(Ok(worths)) => alternatives(&worths),
            _ => Alternatives::Unknown,
        };
        // What takes too long here does so behind as well, or nearly so.
        is_known = others != Alternatives::Unknown;
        line.push(LineMove { chosen: moves[at].clone(), others });
    }
    Ok(line)
}

fn alternatives(worths: &[MoveWorth]) -> Alternatives {
    let good: Option<Vec<bool>> = worths.iter().map(|it| it.is_best).collect();
    match good {
        _ if worths.len() == 1 => Alternatives::None,
        None => Alternatives::Unknown,
        Some(good) => match good.into_iter().filter(|it| *it).count() {
            0 | 1 => Alternatives::Worse,
            count => Alternatives::AsGood(count - 1),
        },
    }
}

fn positions(
    puzzle: &dyn Puzzle,
    budget: &mut Budget,
) -> Result<Result<PositionCount, Stop>, NoAnswer> {
    let Comparable::Game(mut walk) = puzzle.comparable().map_err(NoAnswer::Refused)? else {
        return Err(NoAnswer::Refused("it has no positions".to_owned()));
    };
    let mut count = || {
        let start = walk.start(budget)?;
        let (mut seen, mut pending) = (FxHashSet::from_iter([start]), vec![start]);
        let mut ended = 0;
        while let Some(position) = pending.pop() {
            budget.work(1)?;
            let next = walk.steps(&position, budget)?;
            ended += usize::from(next.is_empty());
            for (_, position) in next {
                if seen.len() >= MOST_POSITIONS {
                    return Ok(PositionCount { found: seen.len(), ended, is_all: false });
                }
                if seen.insert(position) {
                    pending.push(position);
                }
            }
        }
        Ok(PositionCount { found: seen.len(), ended, is_all: true })
    };
    Ok(count())
}
