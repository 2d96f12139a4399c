//! Checks what positions of Dots and Boxes are worth by claims. That who moves gains *at least* so much is
//! shown by one edge, which the search advises; that it is *at most* so much, by all edges. What remains
//! after an edge is claimed in turn, down to the empty board, and each claim is looked at once.
//!
//! Of the game this uses the rules and four theorems: boxes that can be taken are all taken, or the last
//! ones handed over ([`super::board`]); mirrored boards are worth the same; so are boards that differ by
//! which edges of a corner are free; and as every box goes to somebody, gains differ by two.

use super::board::{Board, Capture, Free, ones};
use super::seen::Seen;
use crate::budget::{Budget, Stop};
use crate::logic::dots::{Edge, Edges, Grid};

/// What has an idea of how to play. Nothing it says is believed.
pub trait Advice {
    /// The free edges, as it numbers them.
    fn edges(&self) -> Vec<Edge>;

    /// An edge by which who moves gains at least so many boxes more than the other, in a position
    /// without a box to take; `None` when there is none.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    fn edge(&mut self, free: Free, least: i32, budget: &mut Budget) -> Result<Option<usize>, Stop>;

    /// Whether there is one.
    ///
    /// # Errors
    /// As [`Advice::edge`].
    fn reaches(&mut self, free: Free, least: i32, budget: &mut Budget) -> Result<bool, Stop>;
}

/// What is claimed of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Who moves gains at least so many boxes more than the other.
    Least(i32),
    /// At most.
    Most(i32),
}

/// The claims about what positions of a board are worth.
#[derive(Debug)]
pub struct Claims {
    grid: Grid,
    board: Board,
    edges: Vec<Edge>,
    seen: [Seen; 2],
    /// Those that have to be looked at.
    open: Vec<(Free, Bound)>,
}

impl Claims {
    /// No claims yet, about the positions in which no other edges are free than these; `None` when that
    /// is no list of edges, or too long.
    pub fn of(grid: Grid, edges: Vec<Edge>) -> Option<Self> {
        let board = Board::of(grid, &edges)?;
        Some(Self {
            grid,
            board,
            edges,
            seen: [Seen::default(), Seen::default()],
            open: Vec::new(),
        })
    }

    /// The free edges of the board, by their numbers.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Whether a claim about a position holds.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn hold(
        &mut self,
        drawn: &Edges,
        claim: Bound,
        advice: &mut dyn Advice,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if !self.open.is_empty() {
            // A limit was reached on the way.
            self.open.clear();
            self.seen = [Seen::default(), Seen::default()];
        }
        let is_free = |at: &usize| !drawn.has(self.edges[*at]);
        let free: Free = (0..self.edges.len()).filter(is_free).fold(0, |free, at| free | 1 << at);
        if drawn.free(self.grid).count() != free.count_ones() as usize {
            return Ok(false);
        }
        self.claim(free, claim, advice, budget)?;
        while let Some(at) = self.open.len().checked_sub(1) {
            budget.check()?;
            let (free, claim) = self.open[at];
            let (edges, claim) = match claim {
                Bound::Least(least) => {
                    let edge = advice.edge(free, least, budget)?;
                    (edge.map_or(0, |edge| free & 1 << edge), Bound::Most(-least))
                }
                Bound::Most(most) => (self.board.different(free), Bound::Least(-most)),
            };
            if edges == 0 {
                return Ok(false);
            }
            for edge in ones(edges) {
                self.claim(free ^ 1 << edge, claim, advice, budget)?;
            }
            self.open.swap_remove(at);
        }
        Ok(true)
    }

    /// Claims something about a position by what remains when the boxes are taken.
    fn claim(
        &mut self,
        free: Free,
        claim: Bound,
        advice: &mut dyn Advice,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let Capture { boxes, handed, rest } = self.board.capture(free);
        // When the last ones are handed over, the opponent takes them and has to move.
        let after = boxes - 2 * handed;
        match claim {
            Bound::Most(most) => {
                self.add(rest, Bound::Most(most - boxes));
                if handed > 0 {
                    self.add(rest, Bound::Least(after - most));
                }
            }
            Bound::Least(least) => {
                if handed > 0 && !advice.reaches(rest, least - boxes, budget)? {
                    self.add(rest, Bound::Most(after - least));
                } else {
                    self.add(rest, Bound::Least(least - boxes));
                }
            }
        }
        Ok(())
    }

    /// Adds a claim about a position without a box to take, unless it goes without saying.
    fn add(&mut self, free: Free, claim: Bound) {
        let free = self.board.normal(free);
        let boxes = self.board.open(free);
        let (seen, strength) = match claim {
            Bound::Least(least) => (0, least),
            Bound::Most(most) => (1, -most),
        };
        let strength = strength + (strength + boxes).rem_euclid(2);
        if strength > -boxes && self.seen[seen].insert(free, strength.min(i8::MAX.into()) as i8) {
            let claims = [Bound::Least(strength), Bound::Most(-strength)];
            self.open.push((free, claims[seen]));
        }
    }
}
