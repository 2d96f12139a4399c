//! Games whose rules are not quite those of the structure that they state.

use puzzle_engine::logic::game::{Game, GameStructure, Normal, Side};

/// In what the rules of a game differ from its structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lie {
    /// The last move is not allowed.
    Moves,
    /// The other player moves.
    Mover,
    /// A play ends with another score.
    Score,
    /// Each move gains something.
    Gain,
    /// Nothing is known of positions after the start.
    Structure,
}

impl Lie {
    pub(super) const ALL: [Self; 5] =
        [Self::Moves, Self::Mover, Self::Score, Self::Gain, Self::Structure];
}

/// A game that lies about its structure.
#[derive(Debug)]
pub(super) struct Lying<G>(pub G, pub Lie);

impl<G: Game> Game for Lying<G> {
    type State = G::State;
    type Move = G::Move;

    fn start(&self) -> G::State {
        self.0.start()
    }

    fn to_move(&self, state: &G::State) -> Side {
        let side = self.0.to_move(state);
        if self.1 == Lie::Mover { side.other() } else { side }
    }

    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.0.moves(state, moves);
        if self.1 == Lie::Moves {
            moves.pop();
        }
    }

    fn apply(&self, state: &G::State, chosen: G::Move) -> G::State {
        self.0.apply(state, chosen)
    }

    fn score(&self, state: &G::State) -> i32 {
        self.0.score(state) + i32::from(self.1 == Lie::Score)
    }

    fn gain(&self, state: &G::State, chosen: G::Move) -> i32 {
        self.0.gain(state, chosen) + i32::from(self.1 == Lie::Gain)
    }

    fn scores(&self) -> (i32, i32) {
        self.0.scores()
    }

    fn structure<'a>(&'a self, state: &'a G::State) -> GameStructure<'a> {
        let is_hidden = self.1 == Lie::Structure && *state != self.0.start();
        if is_hidden { GameStructure::Plain } else { self.0.structure(state) }
    }

    fn normal(&self, state: G::State) -> Normal<G::State> {
        self.0.normal(state)
    }
}
