//! The solutions of a puzzle one after the other, as its author looks at them: worlds of a theory, solutions of a
//! puzzle by rules.

use super::{Posed, Refusal};
use crate::picture::Picture;

/// Why a puzzle's solutions are not shown one after the other.
pub const WITHOUT_WORLDS: &str = "its solutions are not shown one after the other";

/// The last of some solutions, in the order in which they are found.
pub struct LastWorlds {
    /// How many there are so far, at least one.
    pub number: usize,
    /// Whether it is known that there are no others, which is looked for when more are wanted than there are.
    pub are_all: bool,
    /// The last one.
    pub picture: Picture,
    /// The one before it.
    pub before: Option<Picture>,
    /// What the last one says that the one before does not.
    pub differences: Vec<String>,
}

/// To be solved: the last of so many worlds, nothing where there is none; they may be impossible to show.
pub type PosedWorlds<'a> = Posed<'a, Result<Option<LastWorlds>, Refusal>>;
