//! Lattices: dots in rows and columns with lines between neighbours, as people draw them on squared
//! paper.

use std::collections::BTreeMap;

use super::{Label, PartRole};

/// Dots in rows and columns, and the lines between them. There is a dot for each heading of a
/// column in each row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lattice {
    /// What stands above the columns.
    pub columns: Vec<Label>,
    /// What stands in front of the rows.
    pub rows: Vec<Label>,
    /// The lines from a dot to its neighbour on the right, by the dot's row and column: what is highlighted may be
    /// drawn, what has emphasis was drawn last.
    pub across: BTreeMap<(usize, usize), PartRole>,
    /// The lines from a dot to its neighbour below.
    pub down: BTreeMap<(usize, usize), PartRole>,
    /// What is written in squares, by the dot at their upper left.
    pub squares: BTreeMap<(usize, usize), Label>,
}

impl Lattice {
    /// How many dots it has.
    pub fn dots(&self) -> usize {
        self.rows.len() * self.columns.len()
    }

    /// The squares, by the dot at their upper left, that have a line on every side. What is
    /// highlighted only might become one.
    pub(super) fn closed(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let is_line =
            |line: Option<&PartRole>| line.is_some_and(|role| *role != PartRole::Highlight);
        self.across.keys().copied().filter(move |&(row, column)| {
            let across = [(row, column), (row + 1, column)].map(|it| self.across.get(&it));
            let down = [(row, column), (row, column + 1)].map(|it| self.down.get(&it));
            across.into_iter().chain(down).all(is_line)
        })
    }
}
