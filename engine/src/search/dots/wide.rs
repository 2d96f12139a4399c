//! Boards with more free edges than a word has bits, of which nothing but chains and loops that do not
//! meet remains when all boxes are taken that can be.

use super::endgame::{Endgame, taken};
use crate::logic::dots::{BoardEdge, DotsGrid, Edges};

/// What such a board consists of.
#[derive(Debug)]
pub(crate) struct Wide {
    /// How many boxes can be taken, and how many of them hand the move over.
    boxes: i32,
    handed: i32,
    /// The edges that close them.
    taking: Vec<BoardEdge>,
    chains: Vec<Chain>,
}

/// A chain or a loop.
#[derive(Debug)]
struct Chain {
    /// An edge between two of its boxes, if it has two.
    opening: BoardEdge,
    boxes: i32,
    is_loop: bool,
}

impl Wide {
    /// What a board consists of; `None` when chains meet.
    pub(crate) fn of(grid: DotsGrid, drawn: &Edges) -> Option<Self> {
        let mut rest = drawn.clone();
        let (mut boxes, mut taking) = (0, Vec::new());
        let mut open: Vec<(u16, u16)> = grid.all_boxes().collect();
        while let Some(place) = open.pop() {
            if let [edge] = free(grid, place, &rest)[..] {
                boxes += grid.beside(edge).filter(|it| free(grid, *it, &rest).len() == 1).count();
                rest.insert(edge);
                taking.push(edge);
                open.extend(grid.beside(edge));
            }
        }
        // As in `Rest::take`.
        let closes_none =
            |edge: &&BoardEdge| grid.beside(**edge).all(|it| free(grid, it, drawn).len() > 1);
        let are_taken = |edge: &BoardEdge| {
            grid.beside(*edge).filter(|it| free(grid, *it, &rest).is_empty()).count()
        };
        let handed = taking.iter().filter(closes_none).map(are_taken).min().unwrap_or(0);
        let mut chains = Vec::new();
        let mut seen = rest.clone();
        for edge in rest.free(grid) {
            if !seen.has(edge) {
                chains.push(chain(grid, &rest, edge, &mut seen)?);
            }
        }
        Some(Self { boxes: boxes as i32, handed: 2 * handed as i32, taking, chains })
    }

    /// How many boxes who moves gains more than the other.
    pub(crate) fn value(&self) -> i32 {
        let mut endgame = Endgame::default();
        self.chains.iter().for_each(|it| endgame.push(it.boxes, it.is_loop));
        taken(self.boxes, self.handed, endgame.value())
    }

    /// Edges among which there is a best one.
    pub(crate) fn edges(mut self) -> Vec<BoardEdge> {
        if !self.taking.is_empty() {
            return self.taking;
        }
        self.chains.sort_by_key(|it| (it.is_loop, it.boxes));
        self.chains.dedup_by_key(|it| (it.is_loop, it.boxes));
        self.chains.iter().map(|it| it.opening).collect()
    }
}

fn free(grid: DotsGrid, (row, column): (u16, u16), drawn: &Edges) -> Vec<BoardEdge> {
    grid.around(row, column).into_iter().filter(|edge| !drawn.has(*edge)).collect()
}

/// The chain that an edge belongs to.
fn chain(grid: DotsGrid, rest: &Edges, edge: BoardEdge, seen: &mut Edges) -> Option<Chain> {
    let (mut edges, mut is_loop, mut opening) = (0, true, edge);
    let mut open = vec![edge];
    seen.insert(edge);
    while let Some(edge) = open.pop() {
        edges += 1;
        if grid.beside(edge).count() == 1 {
            is_loop = false;
        } else {
            opening = edge;
        }
        for place in grid.beside(edge) {
            let around = free(grid, place, rest);
            if around.len() > 2 {
                return None;
            }
            for next in around {
                if !seen.has(next) {
                    seen.insert(next);
                    open.push(next);
                }
            }
        }
    }
    // A chain has one edge more than boxes, a loop has as many.
    Some(Chain { opening, boxes: edges - i32::from(!is_loop), is_loop })
}
