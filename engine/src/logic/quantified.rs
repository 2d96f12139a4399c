//! The formula game: two players in turn give the variables of a formula their values, E to make
//! it true, A to make it false. In other words a quantified Boolean formula in prenex form,
//! A for ∀ and E for ∃.

use crate::logic::formula::{Formula, FormulaVariable};
use rustc_hash::FxHashMap;

/// Who chooses a variable's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Wants the formula false: the quantifier ∀.
    A,
    /// Wants the formula true: the quantifier ∃.
    E,
}

impl Player {
    /// The player who wins when the formula has this value.
    pub const fn who_wants(value: bool) -> Self {
        if value { Self::E } else { Self::A }
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::E,
            Self::E => Self::A,
        }
    }

    /// The value that this player wants the formula to have.
    pub const fn goal(self) -> bool {
        matches!(self, Self::E)
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::E => "E",
        })
    }
}

/// A formula game before its first choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuantifiedGame {
    formula: Formula,
    turns: Vec<Player>,
    order: Vec<FormulaVariable>,
    /// Where each variable stands in the order.
    places: FxHashMap<FormulaVariable, usize>,
}

impl QuantifiedGame {
    /// The game in which `turns[i]` chooses the value of `order[i]`. `None` unless the two are
    /// equally long, `order` has no variable twice, and it has all those of the formula (it may
    /// have more).
    pub fn new(formula: Formula, turns: Vec<Player>, order: Vec<FormulaVariable>) -> Option<Self> {
        let places: FxHashMap<_, _> = order.iter().copied().zip(0..).collect();
        let is_sound = turns.len() == order.len()
            && places.len() == order.len()
            && formula.variables().iter().all(|variable| places.contains_key(variable));
        is_sound.then_some(Self { formula, turns, order, places })
    }

    /// What the players argue about.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Who chooses, first to last.
    pub fn turns(&self) -> &[Player] {
        &self.turns
    }

    /// The variables in the order in which their values are chosen.
    pub fn order(&self) -> &[FormulaVariable] {
        &self.order
    }

    /// At which turn a variable gets its value.
    ///
    /// # Panics
    /// When none of the turns is its.
    pub fn turn(&self, variable: FormulaVariable) -> usize {
        self.places[&variable]
    }

    /// What the formula is worth when all values are chosen.
    ///
    /// # Panics
    /// When a value is missing.
    pub fn value(&self, values: &[bool]) -> bool {
        self.formula.evaluate(|variable| values[self.places[&variable]])
    }
}

/// A way to play that wins against every opponent: for each turn of the winner a table of
/// choices by what the opponent has chosen before (in logic: the Skolem functions of E, or the
/// Herbrand functions of A).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceTables {
    winner: Player,
    choices: Vec<Table>,
}

/// One bit for each row of the opponent's choices.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Table {
    rows: u64,
    words: Vec<u64>,
}

impl ChoiceTables {
    /// The most opponent's choices that a table is made for: eight megabytes.
    pub const MAX_REPLIES: u32 = 26;

    /// The strategy that always chooses 0, for as many turns of the winner as there are items:
    /// each says how many choices the opponent has made before that turn, at most
    /// [`ChoiceTables::MAX_REPLIES`].
    pub fn new(winner: Player, replies_before: impl IntoIterator<Item = u32>) -> Self {
        let table = |replies: u32| {
            let rows = 1_u64 << replies;
            Table { rows, words: vec![0; rows.div_ceil(64) as usize] }
        };
        Self { winner, choices: replies_before.into_iter().map(table).collect() }
    }

    /// Who wins by it.
    pub fn winner(&self) -> Player {
        self.winner
    }

    /// The choice at the winner's turn number `turn` (from 0, the opponent's turns not counted)
    /// when the opponent's choices so far, first in the highest bit, are `replies`. `None` when
    /// the strategy says nothing about it.
    pub fn choice(&self, turn: usize, replies: u64) -> Option<bool> {
        let table = self.choices.get(turn).filter(|table| replies < table.rows)?;
        Some(table.words[replies as usize / 64] >> (replies % 64) & 1 == 1)
    }

    /// Changes the choice there.
    ///
    /// # Panics
    /// Where [`ChoiceTables::choice`] is `None`.
    pub fn set_choice(&mut self, turn: usize, replies: u64, value: bool) {
        let table = &mut self.choices[turn];
        assert!(replies < table.rows, "the table has a row for these replies");
        let (word, bit) = (&mut table.words[replies as usize / 64], 1 << (replies % 64));
        *word = if value { *word | bit } else { *word & !bit };
    }
}
