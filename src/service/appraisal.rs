//! What there is to say about a puzzle to its author: how many solutions it has, which of its lines say nothing that the
//! others do not say, how hard it is, and what it leaves open.

use super::hint::hints;
use super::solve::{NoAnswer, answer_doubting, is_only};
use crate::diagnostic::Related;
use crate::kinds::{Answer, Hints, Note, Others, Puzzle, Question, doubts_told};
use crate::syntax::ast::Verb;
use crate::text::Span;
use puzzle_engine::Doubt;
use puzzle_engine::budget::{Budget, Stop};

/// Whether a line follows from the others is worth so many steps: of the rules of a Sudoku it takes ages to find out.
const EFFORT: u64 = 1 << 16;

/// What is said about a puzzle.
pub struct Appraisal {
    /// Its solutions.
    pub solutions: Solutions,
    /// Its lines, each with whether the others are enough; without a solution there is nothing to say of them.
    pub lines: Vec<AppraisedLine>,
    /// Why it is not known whether still more lines can be left out.
    pub open: Option<Stop>,
    /// What follows step by step, or why that is not known; nothing where nobody says what follows.
    pub hints: Option<Result<Hints, Stop>>,
    /// What is doubted of all this.
    pub doubts: Vec<&'static str>,
}

/// The solutions of a puzzle.
pub enum Solutions {
    /// None, for these reasons.
    None(Answer),
    /// One.
    One(Vec<String>),
    /// Several: one of them, what another one says otherwise, and what differs side by side where that is shown.
    Several(Vec<String>, String, Vec<String>),
    /// One, and why it is not known whether there are others.
    Open(Vec<String>, String),
}

/// A line of a puzzle.
pub struct AppraisedLine {
    /// Where it stands, and what it says.
    pub place: Related,
    /// Whether it follows from the others; nothing where that is not known.
    pub is_redundant: Option<bool>,
    /// It is left out of a smallest list that says the same as all.
    pub is_left_out: bool,
}

/// Appraises a puzzle that is no game; of games see [`appraise_game`](super::game_appraisal::appraise_game).
///
/// # Errors
/// That this makes no sense, or that it is not known whether there is a solution; see [`NoAnswer`].
pub fn appraise(
    puzzle: &dyn Puzzle,
    mut budget: impl FnMut() -> Budget,
) -> Result<Appraisal, NoAnswer> {
    let question = Question::new(Verb::Solve);
    if let Some(fault) = puzzle.refuse(&question, "", Span::default()) {
        return Err(NoAnswer::Refused(fault.message));
    }
    let mut doubts = Vec::new();
    let solutions = solutions(puzzle, &question, &mut doubts, &mut budget())?;
    let (mut lines, mut open, mut following) = (Vec::new(), None, None);
    if !matches!(solutions, Solutions::None(_)) {
        (lines, open) = appraised(puzzle, &mut doubts, &budget())?;
        following = match hints(puzzle, usize::MAX, &mut budget()) {
            Ok((hints, doubted)) => {
                doubts.extend(doubted);
                Some(Ok(hints))
            }
            Err(NoAnswer::Stopped(stop)) => Some(Err(stop)),
            Err(NoAnswer::Refused(_)) => None,
            Err(fault @ NoAnswer::Unverified(_)) => return Err(fault),
        };
    }
    doubts.sort_unstable();
    doubts.dedup();
    let doubts = doubts_told(&doubts);
    Ok(Appraisal { solutions, lines, open, hints: following, doubts })
}

fn solutions(
    puzzle: &dyn Puzzle,
    question: &Question,
    doubts: &mut Vec<Doubt>,
    budget: &mut Budget,
) -> Result<Solutions, NoAnswer> {
    let solved = answer_doubting(puzzle, question, doubts, budget)?;
    if matches!(solved.others, Others::NoSolution) {
        return Ok(Solutions::None(solved.explained(budget)));
    }
    let first = shown(&solved.answer);
    Ok(match is_only(solved.others, doubts, budget) {
        Ok(Ok(())) => Solutions::One(first),
        Ok(Err(other)) => Solutions::Several(first, other.reason, other.other),
        Err(NoAnswer::Stopped(stop)) => Solutions::Open(first, stop.to_string()),
        Err(NoAnswer::Refused(why)) => Solutions::Open(first, why),
        Err(fault @ NoAnswer::Unverified(_)) => return Err(fault),
    })
}

/// The lines of a solution, or why it is not shown.
fn shown(answer: &Answer) -> Vec<String> {
    let behind = answer.text.strip_prefix(answer.head.words()).map(str::trim_start);
    let text = behind.unwrap_or(&answer.text).lines();
    let tables = answer.notes.iter().filter(|it| matches!(it, Note::Table(_)));
    let lines: Vec<_> = text.chain(tables.flat_map(Note::lines)).map(str::to_owned).collect();
    match lines.is_empty() {
        true => answer.notes.iter().flat_map(Note::lines).map(str::to_owned).collect(),
        false => lines,
    }
}

/// The lines of a puzzle, and the limit that was reached before all was known of them.
fn appraised(
    puzzle: &dyn Puzzle,
    doubts: &mut Vec<Doubt>,
    budget: &Budget,
) -> Result<(Vec<AppraisedLine>, Option<Stop>), NoAnswer> {
    let line = |place| AppraisedLine { place, is_redundant: None, is_left_out: false };
    let mut lines: Vec<AppraisedLine> = puzzle.clues().into_iter().map(line).collect();
    let mut open = None;
    let mut follows = |at: usize, lines: &[AppraisedLine]| {
        let is_kept = |it: &usize| *it != at && !lines[*it].is_left_out;
        let from: Vec<usize> = (0..lines.len()).filter(is_kept).collect();
        let posed = puzzle.follows(at, &from).map_err(NoAnswer::Refused)?;
        match posed.solve(&mut budget.part(EFFORT)).map_err(NoAnswer::from) {
            Ok((follows, doubted)) => {
                doubts.extend(doubted);
                Ok(Some(follows))
            }
            Err(NoAnswer::Stopped(stop)) => {
                open = Some(stop);
                Ok(None)
            }
            Err(no_answer) => Err(no_answer),
        }
    };
    for at in 0..lines.len() {
        lines[at].is_redundant = follows(at, &lines)?;
    }
    // What does not follow from all others follows from no part of them.
    for at in (0..lines.len()).rev() {
        if lines[at].is_redundant == Some(true) {
            lines[at].is_left_out = follows(at, &lines)? == Some(true);
        }
    }
    Ok((lines, open))
}
