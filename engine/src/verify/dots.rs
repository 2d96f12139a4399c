//! Which defences a strategy for Dots and Boxes has to stand against, where more than 64 edges are
//! free; on other boards it is checked by [`claims`]. While a box can be taken, all but two moves
//! are left out, because one of these is as good as any: to take it, or to hand it over together
//! with the box behind it, by the edge at the far end of the two (Berlekamp, Conway and Guy,
//! "Winning Ways", chapter 16). Counts with nothing but the board.

pub mod board;
pub mod claims;
mod seen;

use super::rule_step::RuleStep;
use super::trial::Shortcuts;
use crate::evidence::play::PlayClaim;
use crate::logic::dots::{BoardEdge, DotsGrid, Edges};
use crate::logic::game::{Game, GameStructure};

/// Whether the rules are those of Dots and Boxes, in one step.
pub(super) fn is_step<G: Game>(
    step: &RuleStep<'_, G>,
    (grid, drawn): (DotsGrid, &Edges),
    next: Option<(usize, GameStructure<'_>)>,
) -> bool {
    let free: Vec<BoardEdge> = drawn.free(grid).collect();
    let Some((at, next)) = next else {
        return free.is_empty() && step.game.score(step.state) == 0;
    };
    let GameStructure::Boxes(same, after) = next else { return false };
    if same != grid || step.moves.len() != free.len() {
        return false;
    }
    let mut expected = drawn.clone();
    expected.insert(free[at]);
    let closed = open_boxes(grid, drawn) - open_boxes(grid, &expected);
    *after == expected
        && step.gained() == closed
        && (free.len() == 1 || step.moves_again() == (closed > 0))
}

/// Which defences are to be tried, and what nobody can prevent.
pub(super) struct BoxShortcuts<'g, G>(pub &'g G);

impl<G: Game> Shortcuts<G> for BoxShortcuts<'_, G> {
    fn most(&self, root: &G::State, most: usize) -> usize {
        match self.0.structure(root) {
            GameStructure::Boxes(grid, drawn) => most.min(MOST / drawn.free(grid).count().max(1)),
            _ => most,
        }
    }

    fn is_sure(&self, state: &G::State, PlayClaim { side, score, .. }: PlayClaim) -> bool {
        match self.0.structure(state) {
            GameStructure::Boxes(grid, drawn) => {
                side.likes(-side.win() * open_boxes(grid, drawn), score)
            }
            _ => false,
        }
    }

    fn keep_defences(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        let GameStructure::Boxes(grid, drawn) = self.0.structure(state) else { return };
        let kept = defences(grid, drawn);
        let mut edges = drawn.free(grid);
        moves.retain(|_| edges.next().is_none_or(|edge| kept.contains(&edge)));
    }
}

/// Positions up to which every defence is played out, times the edges that are free at the start:
/// that many edges each of them may have to try.
pub const MOST: usize = 1 << 25;

/// How many boxes are open: nobody can gain more.
pub fn open_boxes(grid: DotsGrid, drawn: &Edges) -> i32 {
    let is_open = |&(row, column): &(u16, u16)| {
        grid.around(row, column).into_iter().any(|edge| !drawn.has(edge))
    };
    grid.all_boxes().filter(is_open).count() as i32
}

/// The edges that a defender has to try, `drawn` being the others.
pub fn defences(grid: DotsGrid, drawn: &Edges) -> Vec<BoardEdge> {
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
