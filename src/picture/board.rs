//! Boards: cells in rows and columns with what stands in them, lines around areas, and what is said of
//! rows and columns at the edges.

use std::collections::{BTreeMap, BTreeSet};

#[cfg(doc)]
use super::PartRole;
use super::{Label, PictureTable};

/// A board of cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PictureBoard {
    /// The cells with one sign in each, as text shows them.
    pub table: PictureTable,
    /// All that stands in a cell, by its row and column, the lowest first.
    pub layers: BTreeMap<(usize, usize), Vec<Label>>,
    /// Ways to divide the cells, row by row, into areas: the first by thick lines, the others by
    /// thin ones inside of the cells. Cells of no area have no line.
    pub areas: Vec<Vec<Option<i64>>>,
    /// Cells that stand out as a whole, by their rows and columns.
    pub marked: BTreeSet<(usize, usize)>,
    /// What stands in the corner of a cell.
    pub corners: BTreeMap<(usize, usize), String>,
    /// What may stand in a cell that is empty; what is ruled out is of [`PartRole::Minus`].
    pub notes: BTreeMap<(usize, usize), Vec<Label>>,
    /// What stands before each row, above each column, behind each row and below each column;
    /// coordinates where nothing does.
    pub edges: [Vec<Vec<String>>; 4],
}
