//! What an expectation claims, read from its words; whether it is true is found out later.

use crate::logic::maze::{Maze, NodeId};
use crate::syntax::token::text_value;

/// What an expectation claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The answer's head or text is this.
    Says(String),
    /// There is exactly one solution.
    Unique,
    /// A concrete solution was given and judged by the rules: why it is none, if it is none.
    Solution(Result<(), String>),
    /// A path was given, to be judged by walking it.
    Path(Maze, Vec<NodeId>),
}

/// What is wrong with the words of an expectation: what may stand there instead.
pub type NotAnAnswer = String;

impl Claim {
    /// One of a few answers.
    ///
    /// # Errors
    /// What the answers are.
    pub fn one_of(words: &[&str], choices: &[&str]) -> Result<Self, NotAnAnswer> {
        let said = words.join(" ");
        if choices.contains(&said.as_str()) {
            return Ok(Self::Says(said));
        }
        let choices: Vec<_> = choices.iter().map(|choice| format!("`{choice}`")).collect();
        Err(format!("write {}", choices.join(" or ")))
    }

    /// A whole number of any size.
    ///
    /// # Errors
    /// That a number belongs there.
    pub fn number(words: &[&str]) -> Result<Self, NotAnAnswer> {
        match words {
            [digits] if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                let digits = digits.trim_start_matches('0');
                Ok(Self::Says(if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }))
            }
            _ => Err("write a whole number".to_owned()),
        }
    }

    /// A text of several lines.
    ///
    /// # Errors
    /// How to write one.
    pub fn block(words: &[&str]) -> Result<Self, NotAnAnswer> {
        match words {
            [text] if text.starts_with('"') => Ok(Self::Says(text_value(text))),
            _ => Err("write the drawing between `\"\"\"` and `\"\"\"`".to_owned()),
        }
    }
}
