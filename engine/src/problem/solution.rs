//! Reads a solution as that of the problem which was posed. What solves another problem is a
//! [`Mismatch`], whoever reads it: never a no, and never nothing.

use num_bigint::BigUint;

use super::game::GameFound;
use super::{Solution, Win};
use crate::logic::formula::Variable;

/// A solution is none of the problem that it is said to solve: a fault of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch;

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the solution is that of another problem")
    }
}

impl From<Mismatch> for String {
    fn from(mismatch: Mismatch) -> Self {
        mismatch.to_string()
    }
}

impl Solution {
    /// The values of formulas' variables, if there are any.
    ///
    /// # Errors
    /// That it is about no formulas.
    pub fn assignment(&self) -> Result<Option<&[(Variable, bool)]>, Mismatch> {
        match self {
            Self::Assignment(values) => Ok(values.as_deref()),
            _ => Err(Mismatch),
        }
    }

    /// The model of clauses, if there is one.
    ///
    /// # Errors
    /// That it is about no clauses.
    pub fn model(&self) -> Result<Option<&[bool]>, Mismatch> {
        match self {
            Self::Model(model) => Ok(model.as_deref()),
            _ => Err(Mismatch),
        }
    }

    /// How many there are.
    ///
    /// # Errors
    /// That nothing was counted.
    pub fn count(&self) -> Result<&BigUint, Mismatch> {
        match self {
            Self::Count(count) => Ok(count),
            _ => Err(Mismatch),
        }
    }

    /// Who wins a game of quantified clauses.
    ///
    /// # Errors
    /// That it is about no such game.
    pub fn win(self) -> Result<Win, Mismatch> {
        match self {
            Self::Winner(win) => Ok(*win),
            _ => Err(Mismatch),
        }
    }

    /// What was found out about a game of any kind.
    ///
    /// # Errors
    /// That it is about no game.
    pub fn play(&self) -> Result<&GameFound, Mismatch> {
        match self {
            Self::Play(found) => Ok(found),
            _ => Err(Mismatch),
        }
    }
}
