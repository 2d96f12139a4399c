//! A problem together with what its solution means. Both are written in one place, so that nobody
//! can read a solution as that of another problem.

use std::ops::ControlFlow;

use super::{Answer, PoseFrames, PoseReasons, PosedFrames, Reasons, Refusal, ShownProof};
use crate::diagnostic::Related;
use crate::picture::Picture;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::game::GameValue;
use puzzle_engine::problem::{ProblemAnswer, Refutable};
use puzzle_engine::{Doubt, Failure, Problem};

/// Why there is no proof to show of an answer that follows from a theory.
pub const WITHOUT_PROOF: &str = "the answer has no proof by resolution";

/// A problem whose solution means a `T`.
pub struct Posed<'a, T>(Solve<'a, T>);

type Solve<'a, T> = Box<dyn FnOnce(&mut Budget) -> Result<(T, Vec<Doubt>), Failure> + 'a>;

impl<'a, T: 'a> Posed<'a, T> {
    /// A problem, and how a solution of it is read.
    pub fn new<P: Problem + 'a>(problem: P, read: impl FnOnce(P, P::Solution) -> T + 'a) -> Self {
        Self(Box::new(move |budget| {
            let answer = problem.answer(budget);
            Self::answered(answer, |it| read(problem, it)).solve(budget)
        }))
    }

    /// What is known without a search, where more is asked behind it.
    pub fn known(meaning: T) -> Self {
        Self(Box::new(|_| Ok((meaning, Vec::new()))))
    }

    /// What comes of several problems, each posed once it is known what those before it mean.
    pub fn asked(
        asking: impl FnOnce(&mut Budget) -> Result<(T, Vec<Doubt>), Failure> + 'a,
    ) -> Self {
        Self(Box::new(asking))
    }

    /// A problem that takes a while to be put.
    pub fn prepared(pose: impl FnOnce(&mut Budget) -> Result<Self, Stop> + 'a) -> Self {
        Self(Box::new(move |budget| pose(budget)?.solve(budget)))
    }

    /// What was answered together with something else.
    pub fn answered<S: 'a>(
        answer: Result<ProblemAnswer<S>, Failure>,
        read: impl FnOnce(S) -> T + 'a,
    ) -> Self {
        Self(Box::new(move |_| {
            let solution = answer?;
            let doubts = solution.doubts();
            Ok((read(solution.into_inner()), doubts))
        }))
    }

    /// The same, which means something else.
    pub fn map<U>(self, words: impl FnOnce(T) -> U + 'a) -> Posed<'a, U> {
        Posed(Box::new(move |budget| {
            let (meaning, doubts) = self.solve(budget)?;
            Ok((words(meaning), doubts))
        }))
    }

    /// The same, and then the problem that it means.
    pub fn and_then<U>(self, next: impl FnOnce(T) -> Posed<'a, U> + 'a) -> Posed<'a, U> {
        Posed(Box::new(move |budget| {
            let (meaning, mut doubts) = self.solve(budget)?;
            let (meaning, doubted) = next(meaning).solve(budget)?;
            doubts
                .extend(doubted.into_iter().filter(|it| !doubts.contains(it)).collect::<Vec<_>>());
            Ok((meaning, doubts))
        }))
    }

    /// The same, or something else where a limit is reached.
    pub fn unless_stopped(self, otherwise: T) -> Self {
        Self(Box::new(move |budget| match self.solve(budget) {
            Err(Failure::Stopped(stop)) if stop != Stop::Cancelled => Ok((otherwise, Vec::new())),
            solved => solved,
        }))
    }

    /// The same, unless it takes more steps than these: then nothing.
    pub fn within(self, steps: u64) -> Posed<'a, Option<T>> {
        Posed(Box::new(move |budget| match budget.turn(steps, |part| self.solve(part)).0 {
            Ok((meaning, doubts)) => Ok((Some(meaning), doubts)),
            Err(Failure::Stopped(Stop::Steps | Stop::Size(_))) => {
                budget.look()?;
                Ok((None, Vec::new()))
            }
            Err(failure) => Err(failure),
        }))
    }

    /// The same, or something else where there is no answer that anybody reads.
    pub fn unless_refused(self, otherwise: T) -> Self {
        Self(Box::new(move |budget| match self.solve(budget) {
            Err(Failure::Refused(_)) => Ok((otherwise, Vec::new())),
            solved => solved,
        }))
    }

    /// Problems one after the other, each posed once it is known what the one before means.
    pub fn in_turn<U>(self, mut next: impl FnMut(T) -> ControlFlow<U, Self> + 'a) -> Posed<'a, U> {
        Posed(Box::new(move |budget| {
            let (mut posed, mut doubts) = (self, Vec::new());
            loop {
                let (meaning, doubted) = posed.solve(budget)?;
                for doubt in doubted {
                    if !doubts.contains(&doubt) {
                        doubts.push(doubt);
                    }
                }
                match next(meaning) {
                    ControlFlow::Break(all) => return Ok((all, doubts)),
                    ControlFlow::Continue(other) => posed = other,
                }
            }
        }))
    }

    /// What the solution means, and what is doubted of it.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn solve(self, budget: &mut Budget) -> Result<(T, Vec<Doubt>), Failure> {
        (self.0)(budget)
    }
}

/// What a question comes down to.
pub enum Lowered<'a> {
    /// Known without a search.
    Answer(Box<Answer>),
    /// To be solved; the puzzle may be unable to say the solution.
    Problem(Posed<'a, Result<Solved<'a>, Refusal>>),
}

impl<'a> Lowered<'a> {
    /// An answer that is known without a search.
    pub fn known(answer: Answer) -> Self {
        Self::Answer(Box::new(answer))
    }

    /// A problem, and what is said of a solution.
    pub fn problem<P: Problem + 'a>(
        problem: P,
        read: impl FnOnce(P, P::Solution) -> Solved<'a> + 'a,
    ) -> Self {
        Self::Problem(Posed::new(problem, |problem, solution| Ok(read(problem, solution))))
    }

    /// With the reasons of the answer, where they are wanted.
    #[must_use]
    pub fn reasoned(self, reasons: Option<Posed<'a, Reasons>>) -> Self {
        match (self, reasons) {
            (Self::Problem(problem), Some(reasons)) => {
                Self::Problem(problem.map(|it| it.map(|it| it.reasoned(|| reasons))))
            }
            (lowered, _) => lowered,
        }
    }
}

/// A solution in the puzzle's words, and what else it lets one say. All but the answer is worked
/// out on request.
pub struct Solved<'a> {
    /// The answer.
    pub answer: Answer,
    /// Of a position in a game what it is worth, where that was asked.
    pub worth: Option<GameValue>,
    /// Whether there are other solutions.
    pub others: Others<'a>,
    /// The puzzle's picture with the solution in it, where the solution can be marked.
    pub picture: Option<Box<dyn FnOnce() -> Result<Picture, Refusal> + 'a>>,
    /// What leads to it step by step, where something does.
    pub frames: Option<PoseFrames<'a>>,
    /// Its proof by resolution, if it may have one.
    pub proof: Option<Box<dyn FnOnce() -> Result<ShownProof, Refusal> + 'a>>,
    /// Adds to a no why it is so, if that is found with little effort.
    pub why: Option<Why<'a>>,
    /// Its reasons, where the question asks for them.
    pub reasons: Option<PoseReasons<'a>>,
    /// Of a no, a picture that shows what it [follows from](Answer::because).
    pub barred: Option<ShowBarred<'a>>,
}

/// Draws what bars a solution.
pub type ShowBarred<'a> = Box<dyn FnOnce(&[Related]) -> Picture + 'a>;

/// Adds to a no why it is so.
pub type Why<'a> = Box<dyn FnOnce(Answer, &Budget) -> Answer + 'a>;

/// What there is to say about other solutions than one.
pub enum Others<'a> {
    /// There is no solution at all.
    NoSolution,
    /// Nobody looks for them, for this reason.
    Untold(&'static str),
    /// To be solved: another solution; nothing where there is no other.
    Posed(Box<dyn FnOnce() -> Posed<'a, Option<Other>> + 'a>),
}

/// Another solution than one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Other {
    /// What it says that the first one does not.
    pub differences: Vec<String>,
    /// What differs between them, side by side; empty where the differences say enough.
    pub beside: Vec<String>,
}

impl From<Vec<String>> for Other {
    fn from(differences: Vec<String>) -> Self {
        Self { differences, beside: Vec::new() }
    }
}

/// The first of some differences, and how many more there are.
pub fn few(differences: &[String]) -> String {
    const MOST: usize = 6;
    let shown = differences[..differences.len().min(MOST)].join(", ");
    match differences.len().saturating_sub(MOST) {
        0 => shown,
        1 => format!("{shown} and one more difference"),
        more => format!("{shown} and {more} more differences"),
    }
}

impl From<Answer> for Solved<'_> {
    fn from(answer: Answer) -> Self {
        Self {
            answer,
            worth: None,
            others: Others::Untold("nothing tells other solutions from this one"),
            picture: None,
            frames: None,
            proof: None,
            why: None,
            reasons: None,
            barred: None,
        }
    }
}

impl<'a> Solved<'a> {
    /// That there is no solution.
    pub fn none(answer: Answer) -> Self {
        Self { others: Others::NoSolution, ..answer.into() }
    }

    /// With the problem of finding another solution.
    #[must_use]
    pub fn or<T: Into<Other> + 'a>(
        self,
        other: impl FnOnce() -> Posed<'a, Option<T>> + 'a,
    ) -> Self {
        let posed = || other().map(|it| it.map(T::into));
        Self { others: Others::Posed(Box::new(posed)), ..self }
    }

    /// With a picture that shows it.
    #[must_use]
    pub fn shown(self, picture: impl FnOnce() -> Result<Picture, Refusal> + 'a) -> Self {
        Self { picture: Some(Box::new(picture)), ..self }
    }

    /// With what leads to it step by step.
    #[must_use]
    pub fn stepped(self, frames: impl FnOnce() -> PosedFrames<'a> + 'a) -> Self {
        Self { frames: Some(Box::new(frames)), ..self }
    }

    /// With its proof.
    #[must_use]
    pub fn proved(self, proof: impl FnOnce() -> Result<ShownProof, Refusal> + 'a) -> Self {
        Self { proof: Some(Box::new(proof)), ..self }
    }

    /// With its reasons.
    #[must_use]
    pub fn reasoned(self, reasons: impl FnOnce() -> Posed<'a, Reasons> + 'a) -> Self {
        Self { reasons: Some(Box::new(reasons)), ..self }
    }

    /// With why there is no solution: what is said of the members of the problem's
    /// [core](Refutable::core).
    #[must_use]
    pub fn since<P: Refutable + 'a>(
        self,
        problem: P,
        say: impl FnOnce(Answer, &[usize]) -> Answer + 'a,
    ) -> Self {
        let why = move |no: Answer, budget: &Budget| match problem.core(budget) {
            Some(core) => say(no, &core),
            None => no,
        };
        Self { why: Some(Box::new(why)), ..self }
    }

    /// The answer, and of a no why it is so, if that is found with little effort. Nothing else
    /// changes: a limit reached on the way means no explanation.
    pub fn explained(self, budget: &Budget) -> Answer {
        match self.why {
            Some(why) => why(self.answer, budget),
            None => self.answer,
        }
    }
}
