//! Mazes compared: a path that is a play of one and not of the other.

use super::{MazePuzzle, errors};
use crate::kinds::Posed;
use crate::kinds::difference::{Difference, PosedDifference, numbered};
use puzzle_engine::Violation;
use puzzle_engine::problem::walk::{JudgedPath, TellMazesApart};

/// What tells two mazes apart.
pub fn difference<'p>(one: &'p MazePuzzle, other: &'p MazePuzzle) -> PosedDifference<'p> {
    let puzzles = [one, other];
    let (names, nodes) = numbered(puzzles.map(|it| &it.names.nodes[..]));
    let mazes = puzzles.map(|it| it.maze.clone());
    Posed::new(TellMazesApart { mazes, names: nodes }, move |_, found| {
        let found = found?;
        let words: Vec<&str> = found.nodes.iter().map(|it| names[*it as usize]).collect();
        let says = |(puzzle, (path, violation)): (&MazePuzzle, JudgedPath)| match violation {
            None => "a play".to_owned(),
            Some(Violation::UnknownNode { index }) => {
                format!("there is no node `{}`", words[index])
            }
            Some(violation) => errors::violation(&puzzle.names, &path, violation),
        };
        let [first, second] = found.judged;
        let each = [says((one, first)), says((other, second))];
        Some(Difference { lines: vec![words.join(" ")], each })
    })
}
