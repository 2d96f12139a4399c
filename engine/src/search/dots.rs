//! Dots and Boxes by what is known of it: boxes that can be taken are counted, not searched, and what
//! remains is searched by `walk`.

pub mod endgame;
pub(crate) mod rest;
pub(crate) mod table;
pub(crate) mod walk;
pub(crate) mod wide;

use super::{OTHER_STRUCTURE, PlayFinder};
use crate::budget::{Budget, Stop};
use crate::evidence::dots::Advice;
use crate::logic::dots::{BoardEdge, DotsGrid, Edges};
use crate::logic::game::{Game, GameStructure, GameValue, Length, Side};
use rest::{FreeBits, OpenBoard};
use walk::DotsWalk;
use wide::Wide;

/// A search of one board and the positions that follow.
pub struct DotsSearch<'g, G: Game> {
    game: &'g G,
    walk: Option<DotsWalk>,
    /// How many nodes were entered besides those of the walk.
    nodes: u64,
}

/// A position with at most 64 free edges, and the walk that knows it.
type Known<'w> = (&'w mut DotsWalk, FreeBits);

const TOO_LARGE: Stop = Stop::Size("more than 64 edges are free, and chains of boxes meet");

impl<'g, G: Game> DotsSearch<'g, G> {
    /// A search that has not begun.
    pub fn new(game: &'g G) -> Self {
        Self { game, walk: None, nodes: 0 }
    }

    /// What shows the values of positions from this one on, where few edges are free.
    ///
    /// # Errors
    /// That the position is no board.
    pub fn advice(&mut self, state: &G::State) -> Result<Option<&mut dyn Advice>, Stop> {
        Ok(self.walk(state)?.map(|(walk, _)| walk as &mut dyn Advice))
    }

    /// The walk through the plays from a position or from one before it.
    fn walk(&mut self, state: &G::State) -> Result<Option<Known<'_>>, Stop> {
        let (grid, drawn) = board(self.game, state)?;
        if self.walk.as_ref().is_none_or(|walk| walk.rest.position(grid, drawn).is_none()) {
            self.nodes = self.nodes();
            self.walk = OpenBoard::of(grid, drawn).map(DotsWalk::new);
        }
        let Some(walk) = self.walk.as_mut() else { return Ok(None) };
        Ok(walk.rest.position(grid, drawn).map(|free| (walk, free)))
    }

    /// What a board with more free edges consists of.
    fn wide(&mut self, grid: DotsGrid, drawn: &Edges) -> Result<Wide, Stop> {
        self.nodes += 1;
        Wide::of(grid, drawn).ok_or(TOO_LARGE)
    }

    /// As [`reaching`], on such a board.
    fn wide_reaching(
        &mut self,
        state: &G::State,
        least: i32,
        budget: &mut Budget,
    ) -> Result<Option<BoardEdge>, Stop> {
        let (grid, drawn) = board(self.game, state)?;
        for edge in self.wide(grid, drawn)?.edges() {
            budget.look()?;
            let mut next = drawn.clone();
            next.insert(edge);
            let is_closed = |&(row, column): &(u16, u16)| {
                grid.around(row, column).iter().all(|it| next.has(*it))
            };
            let closed = grid.beside(edge).filter(is_closed).count() as i32;
            let rest = self.wide(grid, &next)?.value();
            if closed + if closed > 0 { rest } else { -rest } >= least {
                return Ok(Some(edge));
            }
        }
        Ok(None)
    }

    /// The move that draws an edge.
    fn draws(&self, state: &G::State, edge: BoardEdge) -> Result<Option<G::Move>, Stop> {
        let (grid, drawn) = board(self.game, state)?;
        let at = drawn.free(grid).position(|it| it == edge);
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        Ok(at.and_then(|at| moves.get(at).copied()))
    }
}

fn board<'a, G: Game>(game: &'a G, state: &'a G::State) -> Result<(DotsGrid, &'a Edges), Stop> {
    match game.structure(state) {
        GameStructure::Boxes(grid, drawn) => Ok((grid, drawn)),
        _ => Err(OTHER_STRUCTURE),
    }
}

impl<G: Game> PlayFinder<G> for DotsSearch<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn nodes(&self) -> u64 {
        self.nodes + self.walk.as_ref().map_or(0, |walk| walk.nodes)
    }

    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<GameValue, Stop> {
        let value = match self.walk(state)? {
            Some((walk, free)) => walk.value(free, budget)?,
            None => {
                let (grid, drawn) = board(self.game, state)?;
                self.wide(grid, drawn)?.value()
            }
        };
        Ok(GameValue { score: self.game.to_move(state).win() * value, length: Length::Unknown })
    }

    fn choice(&mut self, state: &G::State, budget: &mut Budget) -> Result<Option<G::Move>, Stop> {
        let score = self.value(state, budget)?.score;
        self.keep(state, score, budget)
    }

    fn reaches(
        &mut self,
        state: &G::State,
        side: Side,
        score: i32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let mover = self.game.to_move(state);
        let gain = mover.win() * score;
        match self.walk(state)? {
            Some((walk, free)) if side == mover => walk.reaches(free, gain, budget),
            Some((walk, free)) => Ok(!walk.reaches(free, gain + 1, budget)?),
            None => Ok(side.likes(self.value(state, budget)?.score, score)),
        }
    }

    fn keep(
        &mut self,
        state: &G::State,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        let least = self.game.to_move(state).win() * score;
        let edge = match self.walk(state)? {
            Some((walk, free)) => {
                walk.reaching(free, least, budget)?.map(|edge| walk.rest.edges()[edge])
            }
            None => self.wide_reaching(state, least, budget)?,
        };
        edge.map_or(Ok(None), |edge| self.draws(state, edge))
    }
}
