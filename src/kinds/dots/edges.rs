//! The names of edges: the two dots that an edge joins, as in `a1b1`.

use crate::kinds::coordinates;
use puzzle_engine::logic::dots::{BoardEdge, DotsGrid};

/// A dot by its row and its column.
pub(super) type Dot = (usize, usize);

/// The dots that an edge joins, the left or upper one first.
pub(super) fn ends(grid: DotsGrid, edge: BoardEdge) -> [Dot; 2] {
    let (edge, columns) = (usize::from(edge), usize::from(grid.columns));
    match edge.checked_sub(grid.horizontals()) {
        None => {
            let (row, column) = (edge / columns, edge % columns);
            [(row, column), (row, column + 1)]
        }
        Some(edge) => {
            let (row, column) = (edge / (columns + 1), edge % (columns + 1));
            [(row, column), (row + 1, column)]
        }
    }
}

/// The edge from a dot to its neighbour on the right.
pub(super) fn across(grid: DotsGrid, (row, column): Dot) -> BoardEdge {
    (row * usize::from(grid.columns) + column) as BoardEdge
}

/// The edge from a dot to its neighbour below.
pub(super) fn down(grid: DotsGrid, (row, column): Dot) -> BoardEdge {
    (grid.horizontals() + row * (usize::from(grid.columns) + 1) + column) as BoardEdge
}

/// The edge that a word names: two neighbouring dots in either order, with or without a hyphen.
pub(super) fn read(grid: DotsGrid, word: &str) -> Option<BoardEdge> {
    let (first, rest) = coordinates::read(word)?;
    let rest = rest.trim_start().trim_start_matches('-').trim_start();
    let (second, rest) = coordinates::read(rest)?;
    let (from, to) = (first.min(second), first.max(second));
    let is_on_board = to.0 <= usize::from(grid.rows) && to.1 <= usize::from(grid.columns);
    match (to.0 - from.0, to.1.checked_sub(from.1)?) {
        _ if !rest.is_empty() || !is_on_board => None,
        (0, 1) => Some(across(grid, from)),
        (1, 0) => Some(down(grid, from)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_has_one_name_and_several_spellings() {
        let grid = DotsGrid { rows: 2, columns: 3 };
        for edge in 0..grid.edges() as BoardEdge {
            let [a, b] = ends(grid, edge).map(|(row, column)| coordinates::name(row, column));
            let words = [format!("{a}{b}"), format!("{b}{a}"), format!("{a}-{b}").to_uppercase()];
            assert_eq!(words.each_ref().map(|it| read(grid, it)), [Some(edge); 3], "{words:?}");
        }
        for word in ["a1", "a1a1", "a1c1", "a1b2", "b1a2", "d1e1", "a3a4", "a1b1c1", "a1 b1-", ""] {
            assert_eq!(read(grid, word), None, "{word}");
        }
    }
}
