//! Checks what positions of Dots and Boxes are worth by claims. That who moves gains *at least* so much is
//! shown by one edge, which the search advises; that it is *at most* so much, by all edges. What remains
//! after an edge is claimed in turn, down to the empty board, and each claim is looked at once.
//!
//! Of the game this uses the rules and four theorems: boxes that can be taken are all taken, or the last
//! ones handed over ([`super::board`]); mirrored boards are worth the same; so are boards that differ by
//! which edges of a corner are free; and as every box goes to somebody, gains differ by two.

use smallvec::SmallVec;

use super::board::{Capture, CheckedBoard, ones};
use super::seen::SeenBoards;
use crate::budget::{Budget, Stop};
use crate::evidence::dots::{Advice, DotsClaim, FreeEdges};
use crate::logic::dots::{BoardEdge, DotsGrid, Edges};

impl DotsClaim {
    /// The greater, the more is claimed.
    fn strength(self) -> i32 {
        match self {
            Self::Least(least) => least,
            Self::Most(most) => -most,
        }
    }

    /// As strong a claim of this kind.
    fn with(self, strength: i32) -> Self {
        match self {
            Self::Least(_) => Self::Least(strength),
            Self::Most(_) => Self::Most(-strength),
        }
    }

    /// Which of two tables has it.
    fn side(self) -> usize {
        usize::from(matches!(self, Self::Most(_)))
    }
}

/// The claims about what positions of a board are worth.
#[derive(Debug)]
pub struct Claims {
    grid: DotsGrid,
    board: CheckedBoard,
    edges: Vec<BoardEdge>,
    seen: [SeenBoards; 2],
    /// Those that have to be looked at.
    open: Vec<(FreeEdges, DotsClaim)>,
    /// Those that were made last.
    made: Vec<(FreeEdges, DotsClaim)>,
}

/// How many claims are looked at together: what they lead to is fetched from memory at once.
const BATCH: usize = 16;

impl Claims {
    /// No claims yet, about the positions in which no other edges are free than these; `None` when that
    /// is no list of edges, or too long.
    pub fn of(grid: DotsGrid, edges: Vec<BoardEdge>) -> Option<Self> {
        let board = CheckedBoard::of(grid, &edges)?;
        Some(Self {
            grid,
            board,
            edges,
            seen: [SeenBoards::default(), SeenBoards::default()],
            open: Vec::new(),
            made: Vec::new(),
        })
    }

    /// The free edges of the board, by their numbers.
    pub fn edges(&self) -> &[BoardEdge] {
        &self.edges
    }

    /// Whether a claim about a position holds.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn hold(
        &mut self,
        drawn: &Edges,
        claim: DotsClaim,
        advice: &mut dyn Advice,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if !self.open.is_empty() {
            // A limit was reached on the way.
            self.open.clear();
            self.made.clear();
            self.seen = [SeenBoards::default(), SeenBoards::default()];
        }
        let is_free = |at: &usize| !drawn.has(self.edges[*at]);
        let free: FreeEdges =
            (0..self.edges.len()).filter(is_free).fold(0, |free, at| free | 1 << at);
        if drawn.free(self.grid).count() != free.count_ones() as usize {
            return Ok(false);
        }
        self.claim(self.board.capture(free), claim, advice, budget)?;
        self.add();
        while !self.open.is_empty() {
            let start = self.open.len().saturating_sub(BATCH);
            for at in start..self.open.len() {
                budget.check()?;
                let (free, claim) = self.open[at];
                if !self.follow(free, claim, advice, budget)? {
                    return Ok(false);
                }
            }
            self.open.truncate(start);
            self.add();
        }
        Ok(true)
    }

    /// Makes the claims on which one rests; tells whether there are any.
    fn follow(
        &mut self,
        free: FreeEdges,
        claim: DotsClaim,
        advice: &mut dyn Advice,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let (edges, claim) = match claim {
            DotsClaim::Least(least) => {
                let edge = advice.edge(free, least, budget)?;
                (edge.map_or(0, |edge| free & 1 << edge), DotsClaim::Most(-least))
            }
            DotsClaim::Most(most) => (self.board.different(free), DotsClaim::Least(-most)),
        };
        let mut captures: SmallVec<[Capture; 32]> = SmallVec::new();
        for edge in ones(edges) {
            let capture = self.board.capture(free ^ 1 << edge);
            // Edges of a chain are often as good as each other.
            if !captures.contains(&capture) {
                captures.push(capture);
                self.claim(capture, claim, advice, budget)?;
            }
        }
        Ok(edges != 0)
    }

    /// Claims something about a position by what remains when the boxes are taken.
    fn claim(
        &mut self,
        Capture { boxes, handed, rest }: Capture,
        claim: DotsClaim,
        advice: &mut dyn Advice,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        // When the last ones are handed over, the opponent takes them and has to move.
        let after = boxes - 2 * handed;
        match claim {
            DotsClaim::Most(most) => {
                self.make(rest, DotsClaim::Most(most - boxes));
                if handed > 0 {
                    self.make(rest, DotsClaim::Least(after - most));
                }
            }
            DotsClaim::Least(least) => {
                if handed > 0 && !advice.reaches(rest, least - boxes, budget)? {
                    self.make(rest, DotsClaim::Most(after - least));
                } else {
                    self.make(rest, DotsClaim::Least(least - boxes));
                }
            }
        }
        Ok(())
    }

    /// Makes a claim about a position without a box to take, unless it goes without saying.
    fn make(&mut self, free: FreeEdges, claim: DotsClaim) {
        let boxes = self.board.open(free);
        let strength = claim.strength();
        let strength = strength + (strength + boxes).rem_euclid(2);
        if strength > -boxes {
            self.made.push((self.board.normal(free), claim.with(strength)));
        }
    }

    /// Adds the claims that were made last, but for those that are known.
    fn add(&mut self) {
        let places = self.made.iter().map(|(free, claim)| self.seen[claim.side()].fetch(*free));
        std::hint::black_box(places.fold(0, u64::wrapping_add));
        for (free, claim) in self.made.drain(..) {
            let strength = claim.strength().min(i8::MAX.into()) as i8;
            if self.seen[claim.side()].insert(free, strength) {
                self.open.push((free, claim));
            }
        }
    }
}
