//! Questions about games of any kind, and their answers. Moves are told by their index among those that
//! the rules allow.

use std::sync::Arc;
use std::time::Duration;

use super::{Failure, ProblemAnswer};
use crate::budget::{Budget, Stop};
use crate::logic::game::{GameValue, Side};
use crate::logic::sheet::SheetState;
use crate::logic::sheet::actions::{Flaw, NoStart, SheetStep};

/// What is asked about a position.
pub mod aim {
    /// What it is worth.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct FindValue;

    /// The same, and what it cost to find that.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct MeasureValue;

    /// A best move.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct FindMove;

    /// All best moves.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct FindBestMoves;

    /// The play when both play perfectly.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct FindBestLine;

    /// What each move leads to.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct ValueMoves;

    /// How the play goes on after each move, and how a player answers the opponent: so many positions of
    /// that at most, but for forced ones.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct FindReasons {
        /// What moves have gained the first player: who is ahead at the end answers, or at a tie who moves.
        pub gained: i32,
        /// The positions.
        pub most: usize,
    }

    /// What it costs the procedures to find its value.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Compare;
}

/// How the value of a position is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameMethod {
    /// As is best for what the game says of itself.
    Search,
    /// Every play to its end.
    Minimax,
    /// Without what cannot change the value.
    AlphaBeta,
    /// Every position once.
    Memo,
    /// Back from the ends.
    Retrograde,
}

impl GameMethod {
    /// All methods, the default first.
    pub const ALL: [Self; 5] =
        [Self::Search, Self::Minimax, Self::AlphaBeta, Self::Memo, Self::Retrograde];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alphabeta",
            Self::Memo => "memo",
            Self::Retrograde => "retrograde",
        }
    }

    /// Whether it can tell scores from each other that are more than a win, a tie or a loss.
    pub const fn counts_points(self) -> bool {
        !matches!(self, Self::Retrograde)
    }

    /// Whether it ends where positions repeat.
    pub const fn allows_repetition(self) -> bool {
        matches!(self, Self::Search | Self::Retrograde)
    }
}

/// A question about a game after some moves.
#[derive(Clone, Debug)]
pub struct GameTask<Aim> {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The moves made so far, each by its index among those that the rules allow.
    pub played: Vec<u32>,
    /// What is asked, one of [`aim`].
    pub aim: Aim,
    /// How it is found.
    pub method: GameMethod,
}

/// The best moves in a position, by their index among those that the rules allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMoves {
    /// What the position is worth.
    pub value: GameValue,
    /// The move to make, then the others that are known to be as good.
    pub moves: Vec<u32>,
    /// Those that may be as good, when a limit was reached; `None` when only one move was asked
    /// for.
    pub open: Option<Vec<u32>>,
}

/// The play when both play perfectly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestLine {
    /// What the position is worth.
    pub value: GameValue,
    /// The moves, by their index among those that the rules allow.
    pub moves: Vec<u32>,
    /// Whether the play ends with them.
    pub is_whole: bool,
}

/// Why a position is worth what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayReasons {
    /// How the play goes on after each move, in the order of the rules; `None` where a limit was reached.
    pub lines: Vec<Option<BestLine>>,
    /// How a player answers.
    pub strategy: PlayStrategyTree,
}

/// How a player answers the opponent: of each position one best move of the player, and all moves of the
/// opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayStrategyTree {
    /// Who answers.
    pub side: Side,
    /// The positions, each behind that from which it is reached; the first one is that asked about.
    pub nodes: Vec<PlayStrategyNode>,
}

/// A position of a [`PlayStrategyTree`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayStrategyNode {
    /// The position from which it is reached.
    pub parent: Option<u32>,
    /// By which move, as its index among those that the rules allow.
    pub chosen: u32,
    /// How it goes on.
    pub end: PlayStrategyEnd,
}

/// How a strategy goes on in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayStrategyEnd {
    /// By moves of the list.
    Continued,
    /// The play is over: what it has brought the first player, besides what moves have gained.
    Over(i32),
    /// It is not told.
    Open,
}

/// What it costs a procedure to find a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The procedure.
    pub method: GameMethod,
    /// How many nodes it looks at.
    pub nodes: Nodes,
    /// How long that took; `None` when it did not run to the end.
    pub time: Option<Duration>,
    /// How long it would take that did not, as far as the nodes go that it looked at.
    pub expected: Option<Duration>,
}

/// How many nodes a procedure looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nodes {
    /// It did.
    Exactly(u64),
    /// It would: they are too many to be looked at, and were counted without.
    Counted(u128),
    /// More than [`MOST_NODES`], or the plays are too long; at most so many, where that is known.
    GivenUp(Option<u128>),
}

/// Nodes that a comparison allows a procedure. With a time limit, what is known to need more may use it.
pub const MOST_NODES: u64 = 20_000_000;

/// A step of the search of a game's plays by alpha-beta. Scores are the first player's, of what is still
/// to come; positions that are open lie on the way to the one that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaySearchStep {
    /// A position is looked at. Only a score strictly between `alpha` and `beta` matters.
    Enter {
        /// By which move it is reached from the last open one, as its index among those that the rules allow;
        /// `None` at the root.
        chosen: Option<u32>,
        /// What that move has gained the first player.
        gain: i32,
        /// What the first player has anyway.
        alpha: i32,
        /// What the second player need not give.
        beta: i32,
    },
    /// What came back makes the window of the last open position narrower.
    Narrow {
        /// What the first player has anyway.
        alpha: i32,
        /// What the second player need not give.
        beta: i32,
    },
    /// Of the last open position so many moves are not tried: they cannot matter.
    Cut {
        /// How many.
        left: u32,
    },
    /// The last open position is left: its value lies between these.
    Leave {
        /// At least this.
        low: i32,
        /// At most this.
        high: i32,
    },
}

/// Hears each step of the search of a game's plays.
pub trait PlayObserver {
    /// Hears a step.
    fn hear(&mut self, step: PlaySearchStep);
}

/// Nobody hears, which costs nothing.
impl PlayObserver for () {
    #[inline]
    fn hear(&mut self, _: PlaySearchStep) {}
}

impl PlayObserver for &mut dyn PlayObserver {
    fn hear(&mut self, step: PlaySearchStep) {
        (**self).hear(step);
    }
}

/// Moves made so far, each by its index among those that the rules allow, and how what follows is
/// found.
pub type PlayedMoves<'a> = (&'a [u32], GameMethod);

/// A game whose positions and moves nobody else has to know. Every [`Game`](crate::logic::game::Game) is one.
pub trait AnyGame: std::fmt::Debug + Send + Sync {
    /// What a position is worth.
    ///
    /// # Errors
    /// See [`Failure`].
    fn value(
        &self,
        played: PlayedMoves<'_>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<GameValue>, Failure>;

    /// The same, and what it cost to find that.
    ///
    /// # Errors
    /// See [`Failure`].
    fn measured(
        &self,
        played: PlayedMoves<'_>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<(GameValue, Effort)>, Failure>;

    /// The best move in a position, or all of them.
    ///
    /// # Errors
    /// See [`Failure`].
    fn best(
        &self,
        played: PlayedMoves<'_>,
        wants_all: bool,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<BestMoves>, Failure>;

    /// The play from a position on when both play perfectly.
    ///
    /// # Errors
    /// See [`Failure`].
    fn line(
        &self,
        played: PlayedMoves<'_>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<BestLine>, Failure>;

    /// What each move of a position leads to, in the order of the rules; `None` where a limit was reached.
    ///
    /// # Errors
    /// See [`Failure`].
    fn values(
        &self,
        played: PlayedMoves<'_>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<Vec<Option<GameValue>>>, Failure>;

    /// How the play goes on after each move, and how a player answers the opponent.
    ///
    /// # Errors
    /// See [`Failure`].
    fn reasons(
        &self,
        played: PlayedMoves<'_>,
        wanted: aim::FindReasons,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlayReasons>, Failure>;

    /// What it costs the procedures to find what a position is worth.
    ///
    /// # Errors
    /// See [`Failure`].
    fn compare(
        &self,
        played: PlayedMoves<'_>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<Vec<Effort>>, Failure>;

    /// Tells the steps by which minimax, or else alpha-beta, finds what a position is worth. They are no answer:
    /// the value that they end with is the procedure's word.
    ///
    /// # Errors
    /// See [`Failure`].
    fn trace(
        &self,
        played: PlayedMoves<'_>,
        observer: &mut dyn PlayObserver,
        budget: &mut Budget,
    ) -> Result<(), Failure>;
}

/// A game that a rule sheet says, ready to be played. Positions are words, moves are numbers of steps.
pub trait WrittenGame: AnyGame {
    /// The game, to be asked about.
    fn any(self: Arc<Self>) -> Arc<dyn AnyGame>;

    /// The position in which the play starts.
    fn begins(&self) -> StateWords;

    /// Who moves.
    fn mover(&self, position: &StateWords) -> Side;

    /// The moves, in the order of the actions and of what they are done to.
    fn allowed(&self, position: &StateWords) -> Vec<u32>;

    /// The position after a move.
    fn after(&self, position: &StateWords, chosen: u32) -> StateWords;

    /// What a play that is over has brought the first player.
    fn ends_with(&self, position: &StateWords) -> i32;

    /// What a move gains the first player.
    fn gains(&self, position: &StateWords, chosen: u32) -> i32;

    /// The points of each player that moves from the start on have counted; `None` where none are.
    fn counted(&self, made: &[u32]) -> Option<[i64; 2]>;

    /// The least and the greatest score.
    fn limits(&self) -> (i32, i32);

    /// Whether positions may come again.
    fn may_repeat(&self) -> bool;

    /// What is so in a position.
    fn state(&self, position: &StateWords) -> SheetState;

    /// The step that a move is.
    fn step(&self, chosen: u32) -> SheetStep;

    /// The points of both together at the end, where these are the same for all plays.
    fn total(&self) -> Option<i64>;
}

/// A state in words.
pub type StateWords = Box<[u64]>;

/// Why a game cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplayable {
    /// Its actions have no meaning.
    Flaw(Flaw),
    /// There is no state to begin in.
    NoStart(NoStart),
    /// A limit was reached, or it is too large.
    Failure(Failure),
}

impl From<Failure> for Unplayable {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<Stop> for Unplayable {
    fn from(stop: Stop) -> Self {
        Self::Failure(stop.into())
    }
}
