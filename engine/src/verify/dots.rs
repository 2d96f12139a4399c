//! Which defences a strategy for Dots and Boxes has to stand against, where more than 64 edges are
//! free; on other boards it is checked by [`claims`]. While a box can be taken, all but two moves
//! are left out, because one of these is as good as any: to take it, or to hand it over together
//! with the box behind it, by the edge at the far end of the two (Berlekamp, Conway and Guy,
//! "Winning Ways", chapter 16). Counts with nothing but the board.

pub mod board;
pub mod claims;
mod seen;

use crate::logic::dots::{Edge, Edges, Grid};

/// Positions up to which every defence is played out, times the edges that are free at the start:
/// that many edges each of them may have to try.
pub const MOST: usize = 1 << 25;

/// How many boxes are open: nobody can gain more.
pub fn open_boxes(grid: Grid, drawn: &Edges) -> i32 {
    let is_open = |&(row, column): &(u16, u16)| {
        grid.around(row, column).into_iter().any(|edge| !drawn.has(edge))
    };
    grid.all_boxes().filter(is_open).count() as i32
}

/// The edges that a defender has to try, `drawn` being the others.
pub fn defences(grid: Grid, drawn: &Edges) -> Vec<Edge> {
    let free = |(row, column)| grid.around(row, column).into_iter().filter(|it| !drawn.has(*it));
    let count = |place| free(place).count();
    let mut chosen = Vec::new();
    for edge in drawn.free(grid).filter(|edge| grid.beside(*edge).any(|it| count(it) == 1)) {
        match grid.beside(edge).find(|it| count(*it) == 2) {
            // Nothing is lost by taking a box that opens no other one.
            None => return vec![edge],
            Some(behind) => {
                chosen.push(edge);
                chosen.extend(free(behind).filter(|it| *it != edge));
            }
        }
    }
    if chosen.is_empty() {
        return drawn.free(grid).collect();
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}
