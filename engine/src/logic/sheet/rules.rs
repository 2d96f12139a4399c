//! Games of two that a rule sheet says: who moves, and who has won. The steps of the actions are the
//! moves; whoever moves is part of the state.

use super::actions::{Actions, Cases, CellCondition, CellContent, SheetStep};
use super::{SentenceId, Sheet, SheetState, SymbolId, TermId};

/// A game of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// What there is.
    pub sheet: Sheet,
    /// What may be done by whoever moves.
    pub actions: Actions,
    /// Who moves, and who has won.
    pub players: SheetPlayers,
}

/// Who moves, and who has won. Players are 0, the first one, and 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetPlayers {
    /// The function of nothing whose value is the player who moves.
    pub turn: SymbolId,
    /// The predicate of nothing that is true where no step can be done. No action changes it, and it is
    /// false in every state until that was found out.
    pub stuck: SymbolId,
    /// For each player what is true where they have won. The play is over where one of these is, or no
    /// step can be done. Where both are or none is then, it is a tie.
    pub wins: [SentenceId; 2],
    /// What each player has at the end, in a game of points.
    pub points: Option<[Points; 2]>,
}

/// Points at the end of a play: all of these together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// Meters, each with its place in its table.
    pub meters: Vec<(SymbolId, usize)>,
    /// A term that reads no meter. Where it is missing it counts as nothing.
    pub rest: Option<TermId>,
}

/// A game written out in cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameCases {
    /// What may be done, by whoever's turn it is.
    pub doing: Cases,
    /// The cell that says who moves.
    pub turn: usize,
    /// For each player what is true where they have won, whether or not somebody can move; and, where nobody has,
    /// when nobody can.
    pub wins: [[CellCondition; 2]; 2],
    /// What holds of itself where a condition holds, in which it may be mentioned where it is not denied: what follows in
    /// finitely many steps.
    pub defined: Vec<CellCondition>,
    /// What is counted, in a game of points.
    pub points: Option<PointCases>,
}

/// What the first player has more than the second one at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointCases {
    /// From the start.
    pub begins: i64,
    /// The meters of each player, by their cells.
    pub meters: [Vec<usize>; 2],
    /// Besides, where cells have certain values.
    pub rest: Vec<(Vec<CellContent>, i64)>,
}

/// What a game whose rules are in a sheet says of its positions and moves in the words of the sheet, so
/// that who reads the sheet can compare.
pub trait GameWords<Position, Move>: Send + Sync {
    /// The rules.
    fn rules(&self) -> &Rules;

    /// What is so in a position. Meters count nothing.
    fn state(&self, position: &Position) -> SheetState;

    /// Writes it over what is so in another position.
    fn write_state(&self, position: &Position, state: &mut SheetState);

    /// The step that a move is.
    fn step(&self, chosen: Move) -> &SheetStep;

    /// What is promised of a position, by which it is seen that no position comes again.
    fn promise(&self, position: &Position) -> PlayPromise;
}

/// What is promised of the plays that go on from a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PlayPromise {
    /// A number that every move makes smaller, if no position comes again.
    pub rank: Option<i64>,
    /// How many points both together still get, where that is the same for all plays.
    pub points_left: Option<i64>,
}
