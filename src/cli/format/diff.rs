//! What two puzzles differ in as one JSON document, in the manner of the other ones.

use serde::Serialize;

use crate::kinds::Difference;

/// What became of a comparison.
#[derive(Serialize)]
pub struct DiffReport<'r> {
    version: u32,
    /// `same` or `different`.
    result: &'static str,
    /// Of two that say the same that neither has a solution.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    have_none: bool,
    /// The puzzles, with what each says of the difference.
    puzzles: Vec<JsonPuzzle<'r>>,
    /// What they differ in.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    difference: &'r [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    doubts: &'r [&'static str],
}

#[derive(Serialize)]
struct JsonPuzzle<'r> {
    #[serde(flatten)]
    puzzle: &'r ComparedPuzzle,
    #[serde(skip_serializing_if = "Option::is_none")]
    says: Option<&'r str>,
}

/// One of the two puzzles.
#[derive(Serialize)]
pub struct ComparedPuzzle {
    /// Its file, as it was named.
    pub file: String,
    /// Its name.
    pub name: String,
}

impl ComparedPuzzle {
    /// How it is called on the command line.
    pub fn told(&self) -> String {
        format!("{}:{}", self.file, self.name)
    }
}

impl<'r> DiffReport<'r> {
    /// What two puzzles differ in, if there is anything.
    pub fn new(
        puzzles: &'r [ComparedPuzzle; 2],
        difference: Option<&'r Difference>,
        have_none: bool,
        doubts: &'r [&'static str],
    ) -> Self {
        let json = |(at, puzzle): (usize, &'r ComparedPuzzle)| JsonPuzzle {
            puzzle,
            says: difference.map(|it| it.each[at].as_str()),
        };
        Self {
            version: 1,
            result: if difference.is_some() { "different" } else { "same" },
            have_none,
            puzzles: puzzles.iter().enumerate().map(json).collect(),
            difference: difference.map_or(&[], |it| &it.lines),
            doubts,
        }
    }
}
