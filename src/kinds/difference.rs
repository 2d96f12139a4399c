//! What two puzzles of one kind differ in: something that one of them allows and the other does not. Both may use the
//! same names, which then mean the same.

use rustc_hash::FxHashMap;

use super::clauses::{self, ClauseSet};
use super::formula::NamedFormula;
use super::game::GameWalk;
use super::maze::{self, MazePuzzle};
use super::sheet::{self, ComparedSheet};
use super::theory::{self, UnderstoodTheory};
use super::{Posed, Refusal};
use puzzle_engine::SatEngine;
use puzzle_engine::problem::TellApart;
use puzzle_engine::problem::walk::{NamedPlans, TellPlansApart, TellWalksApart};

/// A puzzle as it is compared with another one.
pub enum Comparable<'p> {
    /// A formula.
    Formula(NamedFormula),
    /// Clauses.
    Clauses(&'p ClauseSet<'p>),
    /// A maze.
    Maze(&'p MazePuzzle),
    /// A theory.
    Theory(&'p UnderstoodTheory<'p>),
    /// A puzzle that says what is so.
    Sheet(ComparedSheet<'p>),
    /// A puzzle in which something is done.
    Plans(Box<NamedPlans<'p>>),
    /// A game.
    Game(GameWalk<'p>),
}

/// Something in which two puzzles differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Values, a path, a solution, moves.
    pub lines: Vec<String>,
    /// What each of the two says of it.
    pub each: [String; 2],
}

/// The names that two puzzles have for their things, each once, and for each puzzle the numbers of its own.
pub(super) fn numbered<'p>(names: [&'p [String]; 2]) -> (Vec<&'p str>, [Vec<u32>; 2]) {
    let mut all: Vec<&'p str> = Vec::new();
    let mut numbers: FxHashMap<&'p str, u32> = FxHashMap::default();
    let mut number = |name: &'p String| {
        *numbers.entry(name).or_insert_with(|| {
            all.push(name);
            all.len() as u32 - 1
        })
    };
    let own = names.map(|it| it.iter().map(&mut number).collect());
    (all, own)
}

/// A problem that finds a difference; where all such problems find none, two puzzles say the same.
pub type PosedDifference<'p> = Posed<'p, Option<Difference>>;

/// What is to be solved to compare two puzzles.
///
/// # Errors
/// Why they cannot be compared.
pub fn differences<'p>(
    one: Comparable<'p>,
    other: Comparable<'p>,
) -> Result<Vec<PosedDifference<'p>>, Refusal> {
    use Comparable::{Clauses, Game, Maze, Plans, Sheet, Theory};
    Ok(match (one, other) {
        (Comparable::Formula(one), Comparable::Formula(other)) => vec![of_formulas(one, other)],
        (Clauses(one), Clauses(other)) => vec![clauses::difference(one, other)],
        (Maze(one), Maze(other)) => vec![maze::difference(one, other)],
        (Theory(one), Theory(other)) => theory::differences(one, other)?,
        (Sheet(one), Sheet(other)) => sheet::differences([one, other])?,
        (Plans(one), Plans(other)) => vec![of_plans(*one, *other)],
        (Game(one), Game(other)) => vec![of_games(one, other)],
        (one, other) => {
            let (one, other) = (one.with_article(), other.with_article());
            return Err(format!("{one} cannot be compared with {other}"));
        }
    })
}

impl Comparable<'_> {
    const fn with_article(&self) -> &'static str {
        match self {
            Self::Formula(_) => "a formula",
            Self::Clauses(_) => "a clause set",
            Self::Maze(_) => "a maze",
            Self::Theory(_) => "a theory",
            Self::Sheet(_) => "a puzzle that says what is so",
            Self::Plans(_) => "a puzzle of doing",
            Self::Game(_) => "a game",
        }
    }
}

fn of_formulas<'p>(one: NamedFormula, other: NamedFormula) -> PosedDifference<'p> {
    let words = one.words.with(&other.words);
    let problem = TellApart(one.among(&words), other.among(&words), SatEngine::Cdcl);
    Posed::new(problem, move |TellApart(one, other, _), values| {
        let values = values?;
        let each = [one, other].map(|it| format!("it is {}", u8::from(it.is_true_with(&values))));
        Some(Difference { lines: vec![words.assignment(&values)], each })
    })
}

fn of_plans<'p>(one: NamedPlans<'p>, other: NamedPlans<'p>) -> PosedDifference<'p> {
    Posed::new(TellPlansApart([one, other]), |_, found| {
        let found = found?;
        let says = |end: Result<bool, usize>| match end {
            Ok(true) => "it leads to the goal".to_owned(),
            Ok(false) => "it does not lead to the goal".to_owned(),
            Err(at) => match found.steps.get(at) {
                Some(step) => format!("`{step}` cannot be done"),
                None => "nothing can be done: the start breaks a rule".to_owned(),
            },
        };
        let each = found.ends.map(says);
        let line = match found.steps.is_empty() {
            true => "the start".to_owned(),
            false => found.steps.join(" "),
        };
        Some(Difference { lines: vec![line], each })
    })
}

fn of_games<'p>(one: GameWalk<'p>, other: GameWalk<'p>) -> PosedDifference<'p> {
    Posed::new(TellWalksApart([one, other], u64::MAX), |TellWalksApart(games, _), moves| {
        let moves = moves?;
        let each = games.map(|it| it.says(&moves));
        let line = match moves.is_empty() {
            true => "the start".to_owned(),
            false => moves.join(" "),
        };
        Some(Difference { lines: vec![line], each })
    })
}
