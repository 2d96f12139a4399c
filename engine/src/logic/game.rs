//! Games of two players who see everything: what the rules of one say, in numbers. A game states its
//! rules and its [structure](GameStructure); how it is searched is no business of its own. Who moves
//! belongs to the rules: nobody may conclude that the players alternate.

mod structure;

use std::fmt::Debug;
use std::hash::Hash;

use super::quantified::Player;
use super::sheet::rules::GameWords;
pub use structure::{GameStructure, Heap};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Wants a high score.
    First,
    /// Wants a low score.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The score of a play that this player has won in a game of wins and losses.
    pub const fn win(self) -> i32 {
        match self {
            Self::First => 1,
            Self::Second => -1,
        }
    }

    /// Whether this player likes a score at least as much as another one.
    pub const fn likes(self, score: i32, other: i32) -> bool {
        match self {
            Self::First => score >= other,
            Self::Second => score <= other,
        }
    }
}

impl From<Player> for Side {
    /// The first player wants the formula true.
    fn from(player: Player) -> Self {
        match player {
            Player::E => Self::First,
            Player::A => Self::Second,
        }
    }
}

/// The rules of a game from a certain start on.
pub trait Game: Debug + Send + Sync {
    /// A position: all that what follows depends on.
    type State: Clone + Eq + Hash + Debug + Send;
    /// A move.
    type Move: Copy + Eq + Debug + Send;

    /// The position in which the play starts.
    fn start(&self) -> Self::State;

    /// Who moves. Of a finished position it does not matter.
    fn to_move(&self, state: &Self::State) -> Side;

    /// Appends the moves that the rules allow, in the order in which people list them. There are
    /// none when the play is over, and only then.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The position after a move.
    #[must_use]
    fn apply(&self, state: &Self::State, chosen: Self::Move) -> Self::State;

    /// What a finished play has brought the first player: 1 for a win, 0 for a tie, -1 for a loss.
    /// What moves have gained is not part of it.
    fn score(&self, state: &Self::State) -> i32;

    /// What a move gains the first player in a game whose score is a sum.
    fn gain(&self, _: &Self::State, _: Self::Move) -> i32 {
        0
    }

    /// The least and the greatest score that play from any position on can bring.
    fn scores(&self) -> (i32, i32) {
        (-1, 1)
    }

    /// Whether its score is a sum of what moves gain, and not just a win, a tie or a loss.
    fn counts_points(&self) -> bool {
        self.scores() != (-1, 1)
    }

    /// Whether a position may come again, so that a play need not end.
    fn repeats(&self) -> bool {
        false
    }

    /// Whether a play may end long before there is no move left, so that it pays to look for
    /// short wins first.
    fn ends_suddenly(&self) -> bool {
        false
    }

    /// What the position is in a game that procedures and checkers know more about than its rules
    /// say. All positions of a game have the same structure.
    fn structure<'a>(&'a self, _: &'a Self::State) -> GameStructure<'a> {
        GameStructure::Plain
    }

    /// The rules as a sheet says them, if they are written in one: what is claimed of the game is then
    /// checked by reading the sheet.
    fn written(&self) -> Option<&dyn GameWords<Self::State, Self::Move>> {
        None
    }

    /// Appends moves among which there is a best one, the most promising first; of several won
    /// positions those of the shortest win, of lost ones of the longest resistance. What the
    /// rules allow is always right, but a game may know more.
    fn promising(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.moves(state, moves);
    }

    /// In how many moves of both a player may win at the earliest. No win is sooner.
    fn soonest_win(&self, _: &Self::State, _: Side) -> u32 {
        0
    }

    /// Whether it can be seen that a player, who has to move, will not win when the opponent plays
    /// well.
    fn is_held(&self, _: &Self::State, _: Side) -> bool {
        false
    }

    /// What a play has brought the first player whose position shows at a glance that it is over.
    fn glance(&self, _: &Self::State) -> Option<i32> {
        None
    }

    /// As long as how many steps of other games a position takes on top of its own, so that limits are
    /// looked at as often: those of large boards take longer.
    fn effort(&self) -> usize {
        0
    }

    /// A position that stands for this one: if possible the same for all that mirror each other, be it
    /// with the players exchanged.
    #[must_use]
    fn normal(&self, state: Self::State) -> Normal<Self::State> {
        Normal { state, is_exchanged: false }
    }
}

/// A position that stands for all that mirror it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Normal<State> {
    /// The position.
    pub state: State,
    /// Whether each player stands in it where the other one stood. What it is worth, and what its
    /// moves gain, is the negative then.
    pub is_exchanged: bool,
}

/// What a position is worth when both play perfectly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameValue {
    /// The score of the first player.
    pub score: i32,
    /// How long the play takes, when the winner hurries and the loser does not.
    pub length: Length,
}

impl GameValue {
    /// What is left of it when the best move has gained the first player so much.
    #[must_use]
    pub fn after(self, gain: i32) -> Self {
        let length = match self.length {
            Length::Plies(plies) => Length::Plies(plies.saturating_sub(1)),
            length => length,
        };
        Self { score: self.score - gain, length }
    }
}

/// How long a play takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// That many moves of both players together.
    Plies(u32),
    /// That was not asked.
    Unknown,
    /// It does not end.
    Endless,
}
