//! What an expectation claims, read from its words; whether it is true is found out later.

use crate::diagnostic::spelling::MAX_COMPARED;
use crate::kinds::{AnswerHead, AnswerVerdict, Question};
use crate::syntax::token::text_value;
use puzzle_engine::logic::maze::{Maze, NodeId};

/// What an expectation claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// What the answer comes to, or its text, is this.
    Says(AnswerHead),
    /// There is exactly one solution.
    Unique,
    /// A concrete solution was given and judged by the rules: why it is none, if it is none.
    Solution(Judgement),
    /// A path was given, to be judged by walking it.
    Path(Maze, Vec<NodeId>),
    /// Moves are right: these questions, who wins before each of them and behind the last, have the same answer.
    Moves(Vec<Question>),
    /// The same, and the moves are a whole play: the winner does not dawdle and the loser resists.
    Line {
        /// The questions.
        questions: Vec<Question>,
        /// Whether the play is over with the last move. Otherwise it has to be endless.
        is_over: bool,
    },
    /// Something holds for things.
    Tells {
        /// What an answer would say that tells the same.
        said: AnswerHead,
        /// The things; `None` where they need no comparison.
        told: Option<Told>,
        /// What has to follow, or must not.
        demands: Vec<Demand>,
    },
}

/// For what an answer or an expectation says that something holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// Each of these is in every right answer.
    pub each: Vec<String>,
    /// Of the like there may be others that are as right: one thing or another, a term.
    pub some: Vec<String>,
}

impl Told {
    /// What an answer tells and this does not.
    pub fn lacks<'a>(&self, answer: &'a Self) -> Option<&'a str> {
        let missing = answer.each.iter().find(|it| !self.each.contains(it));
        let some = answer.some.first().filter(|_| self.some.is_empty());
        missing.or(some).map(String::as_str)
    }
}

/// Something that has to be proved of an expectation, or must not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demand {
    /// Whether it follows.
    pub question: Question,
    /// Whether it shall.
    pub follows: bool,
    /// What of the expectation it is about. That need not be asked where the answer says it, too.
    pub part: Option<String>,
    /// What is wrong otherwise.
    pub otherwise: String,
}

/// What is wrong with the words of an expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAnAnswer {
    /// What may stand there instead.
    pub usage: String,
    /// The one word that is wrong, when it is one.
    pub word: Option<WrongWord>,
}

impl From<String> for NotAnAnswer {
    fn from(usage: String) -> Self {
        Self { usage, word: None }
    }
}

/// A word that does not belong in an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongWord {
    /// Its index among the words.
    pub index: usize,
    /// Why it does not, as in "not a node of the maze".
    pub reason: &'static str,
    /// What was surely meant.
    pub meant: Option<String>,
}

/// Whether what is claimed is right, and perhaps more of it; if not, why.
pub type Judgement<T = ()> = Result<T, String>;

/// Whether an expectation is one word that is none of some names, if these are few enough to be looked through.
pub(super) fn is_no_name(words: &[&str], names: &[String]) -> bool {
    matches!(words, [word] if names.len() <= MAX_COMPARED && !names.iter().any(|it| it == word))
}

impl Claim {
    /// That an answer says something.
    pub fn says(head: impl Into<AnswerHead>) -> Self {
        match head.into() {
            AnswerHead::Verdict(AnswerVerdict::Unique) => Self::Unique,
            head => Self::Says(head),
        }
    }

    /// One of a few answers.
    ///
    /// # Errors
    /// What the answers are.
    pub fn one_of<T: Clone + Into<AnswerHead>>(
        words: &[&str],
        choices: &[T],
    ) -> Result<Self, NotAnAnswer> {
        let said = words.join(" ");
        let mut choices: Vec<AnswerHead> = choices.iter().cloned().map(T::into).collect();
        if let Some(at) = choices.iter().position(|it| it.words() == said) {
            return Ok(Self::says(choices.swap_remove(at)));
        }
        let choices: Vec<_> = choices.iter().map(|choice| format!("`{choice}`")).collect();
        Err(format!("write {}", choices.join(" or ")).into())
    }

    /// A whole number of any size.
    ///
    /// # Errors
    /// That a number belongs there.
    pub fn number(words: &[&str]) -> Result<Self, NotAnAnswer> {
        match words {
            [digits] if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                let digits = digits.trim_start_matches('0');
                Ok(Self::says(if digits.is_empty() { "0" } else { digits }))
            }
            _ => Err("write a whole number".to_owned().into()),
        }
    }

    /// A text of several lines.
    ///
    /// # Errors
    /// How to write one.
    pub fn block(words: &[&str]) -> Result<Self, NotAnAnswer> {
        match words {
            [text] if text.starts_with('"') => Ok(Self::says(text_value(text))),
            _ => Err("write the drawing between `\"\"\"` and `\"\"\"`".to_owned().into()),
        }
    }
}
