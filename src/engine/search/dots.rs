//! Dots and Boxes by what is known of it: boxes that can be taken are counted, not searched, and what
//! remains is searched by [`walk`].

pub mod endgame;
pub mod rest;
pub mod table;
pub mod walk;

use super::Finder;
use crate::budget::{Budget, Stop};
use crate::logic::dots::Edge;
use crate::logic::game::{Game, Length, Value};
use rest::{Free, Rest, ones};
use walk::Walk;

/// A search of one board and the positions that follow.
pub struct Dots<'g, G: Game> {
    game: &'g G,
    walk: Option<Walk>,
    /// How many nodes walks through other boards entered.
    nodes: u64,
}

impl<'g, G: Game> Dots<'g, G> {
    /// A search that has not begun.
    pub fn new(game: &'g G) -> Self {
        Self { game, walk: None, nodes: 0 }
    }

    /// The walk through the plays from a position, and the position there.
    fn walk(&mut self, state: &G::State) -> Result<(&mut Walk, Free), Stop> {
        let (grid, drawn) =
            self.game.drawn(state).expect("all positions of such a game are boards");
        let known = self.walk.as_ref().and_then(|walk| walk.rest.position(grid, drawn));
        let free = match known {
            Some(free) => free,
            None => {
                let rest = Rest::of(grid, drawn)
                    .ok_or(Stop::Size("more than 64 edges are free, and chains meet"))?;
                let free = rest.position(grid, drawn).expect("it is the first one");
                self.nodes = self.nodes();
                self.walk = Some(Walk::new(rest));
                free
            }
        };
        Ok((self.walk.as_mut().expect("there is one now"), free))
    }

    /// The move that draws an edge.
    fn draws(&self, state: &G::State, edge: Edge) -> Option<G::Move> {
        let (grid, drawn) = self.game.drawn(state)?;
        let at = drawn.free(grid).position(|it| it == edge)?;
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves.get(at).copied()
    }
}

impl<G: Game> Finder<G> for Dots<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn nodes(&self) -> u64 {
        self.nodes + self.walk.as_ref().map_or(0, |walk| walk.nodes)
    }

    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<Value, Stop> {
        let sign = self.game.to_move(state).win();
        let (walk, free) = self.walk(state)?;
        let score = sign * walk.value(free, budget)?;
        Ok(Value { score, length: Length::Unknown })
    }

    fn choice(&mut self, state: &G::State, budget: &mut Budget) -> Result<Option<G::Move>, Stop> {
        let score = self.value(state, budget)?.score;
        self.keep(state, score, budget)
    }

    fn keep(
        &mut self,
        state: &G::State,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        let least = self.game.to_move(state).win() * score;
        let (walk, free) = self.walk(state)?;
        let edge = match reaching(walk, free, least, None)? {
            None => reaching(walk, free, least, Some(budget))?,
            known => known,
        };
        let edge = edge.map(|edge| walk.rest.number(edge));
        Ok(edge.and_then(|edge| self.draws(state, edge)))
    }
}

/// The first edge by which who moves gains at least so much more than the other: one that closes a
/// box, if there is any. Without a budget, the first of which that is known.
fn reaching(
    walk: &mut Walk,
    free: Free,
    least: i32,
    mut budget: Option<&mut Budget>,
) -> Result<Option<usize>, Stop> {
    let mut edges: Vec<_> = ones(free).map(|edge| (walk.rest.closes(free, edge), edge)).collect();
    edges.sort_by_key(|(closed, _)| -closed);
    for (closed, edge) in edges {
        let next = free ^ 1 << edge;
        let is_enough = match closed {
            0 => walk.gains(next, 1 - least, budget.as_deref_mut())?.map(|it| !it),
            _ => walk.gains(next, least - closed, budget.as_deref_mut())?,
        };
        if is_enough == Some(true) {
            return Ok(Some(edge));
        }
    }
    Ok(None)
}
