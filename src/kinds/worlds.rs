//! The solutions of a puzzle one after the other, as its author looks at them: worlds of a theory, solutions of a
//! puzzle by rules.

use super::{Posed, Refusal, few};
use crate::picture::Picture;

/// Why a puzzle's solutions are not shown one after the other.
pub const WITHOUT_WORLDS: &str = "its solutions are not shown one after the other";

/// The last of some solutions, in the order in which they are found.
pub struct LastWorlds {
    /// How many there are so far, at least one.
    pub number: usize,
    /// Whether it is known that there are no others, which is looked for when more are wanted than there are.
    pub are_all: bool,
    /// The last one in words.
    pub lines: Vec<String>,
    /// The last one as a picture, or why it has none.
    pub picture: Result<Picture, Refusal>,
    /// The one before it as a picture.
    pub before: Option<Picture>,
    /// What the last one says that the one before does not.
    pub differences: Vec<String>,
}

impl LastWorlds {
    /// The number of the last one and how it differs, where solutions are `called` so.
    pub fn title(&self, called: &str) -> String {
        match self.differences.is_empty() {
            true => format!("{called} {}", self.number),
            false => format!("{called} {}, with {}", self.number, few(&self.differences)),
        }
    }
}

/// To be solved: the last of so many worlds, nothing where there is none; they may be impossible to show.
pub type PosedWorlds<'a> = Posed<'a, Result<Option<LastWorlds>, Refusal>>;
