//! What is known of some games beyond their rules, as one value: the structure that every position of
//! such a game has. A procedure of its own may search it and a checker of its own may rely on theorems
//! about it; that the rules of the game are those of its structure is checked.

use crate::logic::dots::{DotsGrid, Edges};
use crate::logic::marks::MarkedCells;
use crate::logic::quantified;

/// The structure of a position.
#[derive(Clone, Copy, Debug)]
pub enum GameStructure<'a> {
    /// No structure that is known: all there is are the rules.
    Plain,
    /// A heap from which each player in turn takes one of some amounts; who cannot loses. The moves are
    /// the amounts, ascending.
    Heap(Heap<'a>),
    /// A formula game and the values chosen so far. The moves are 0 and 1, in this order; the first
    /// player is E.
    Formula(&'a quantified::QuantifiedGame, &'a [bool]),
    /// A board of Dots and Boxes and the edges drawn on it. The moves are the other edges, ascending;
    /// the score is the sum of what they gain.
    Boxes(DotsGrid, &'a Edges),
    /// Marks on the cells of a board. The moves are the free cells, ascending, until a player has all
    /// cells of a set and wins.
    Marks(MarkedCells<'a>),
}

/// A heap, and what may be taken from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heap<'a> {
    /// How much is left.
    pub size: u32,
    /// What may be taken where as much is left, ascending: the same for all heaps of a game.
    pub amounts: &'a [u32],
}

impl<'a> Heap<'a> {
    /// What may be taken from this one.
    pub fn takeable(self) -> &'a [u32] {
        &self.amounts[..self.amounts.partition_point(|amount| *amount <= self.size)]
    }
}
