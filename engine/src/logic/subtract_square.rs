//! Subtract Square: the players in turn subtract a positive square from a number; who is left with
//! nothing to subtract from loses.

use super::game::{Game, GameStructure, Heap, Side};

/// The game from a value on.
#[derive(Debug)]
pub struct SubtractSquare {
    value: u32,
    /// The squares up to the number, ascending.
    squares: Vec<u32>,
}

impl SubtractSquare {
    /// The game from a number on.
    pub fn new(value: u32) -> Self {
        Self { value, squares: (1..=value.isqrt()).map(|root| root * root).collect() }
    }
}

/// What is left, and who moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StonesLeft {
    /// The number that is left.
    pub value: u32,
    /// Who moves.
    pub mover: Side,
}

impl Game for SubtractSquare {
    type State = StonesLeft;
    /// The square.
    type Move = u32;

    fn start(&self) -> StonesLeft {
        StonesLeft { value: self.value, mover: Side::First }
    }

    fn to_move(&self, state: &StonesLeft) -> Side {
        state.mover
    }

    fn moves(&self, state: &StonesLeft, moves: &mut Vec<u32>) {
        moves.extend((1..=state.value.isqrt()).map(|root| root * root));
    }

    fn apply(&self, state: &StonesLeft, square: u32) -> StonesLeft {
        StonesLeft { value: state.value - square, mover: state.mover.other() }
    }

    fn score(&self, state: &StonesLeft) -> i32 {
        state.mover.other().win()
    }

    fn structure<'a>(&'a self, state: &'a StonesLeft) -> GameStructure<'a> {
        GameStructure::Heap(Heap { size: state.value, amounts: &self.squares })
    }
}
