//! The formula game and chopsticks as courses have them: formulas as text, variables and values as
//! strings, a table of best moves. Thin words over [`Formula`], the engine and the rules, for programs
//! that use this crate as a library.
//!
//! | the assignment's function | here |
//! | --- | --- |
//! | `build_tree(formula)` | [`build_tree`] |
//! | `draw_formula_tree(root)` | [`Formula::draw`] |
//! | `evaluate(root, variables, values)` | [`evaluate`] |
//! | `play2win(root, turns, variables, values)` | [`Configuration::play2win`] |
//! | `simplify_tree(root)` | [`Formula::simplify`] |
//! | `tree2formula(root)` | [`ToString::to_string`] |
//! | `best_move_dp(depth)` | [`best_move_dp`] |
//!
//! ```
//! use puzzle_lang::course::{Configuration, build_tree, evaluate};
//!
//! let formula = build_tree("((x+y)*((y+z)*(-y+-z)))").unwrap();
//! assert_eq!(evaluate(&formula, "xyz", "101"), Ok(true));
//! assert_eq!(formula.simplify().to_string(), "((x+y)*(y+z)*(-y+-z))");
//!
//! let start = Configuration::new(formula, "EEA", "xyz", "").unwrap();
//! assert_eq!(start.winner(), Player::A);
//! assert_eq!(start.play2win(), Some(true));
//! # use puzzle_lang::course::Player;
//! ```

use std::sync::Arc;

pub use crate::kinds::chopsticks::HandsTable;
use crate::kinds::chopsticks::best_moves;
pub use crate::kinds::formula::build_tree;
use puzzle_engine::Problem;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::choosing::Choosing;
use puzzle_engine::logic::chopsticks::Chopsticks;
pub use puzzle_engine::logic::formula::{Formula, FormulaVariable};
pub use puzzle_engine::logic::quantified::Player;
use puzzle_engine::logic::quantified::QuantifiedGame;
use puzzle_engine::problem::game::{GameMethod, GameTask, aim};

/// The best move of chopsticks from every state at every level, in a game that ends at level `depth`. A
/// moves at even levels; a state is the fingers of A's hands and of B's.
///
/// ```
/// let best = puzzle_lang::course::best_move_dp(20);
/// assert_eq!(best.get([[1, 1], [1, 1]], 0), Some((0, Some([[1, 1], [2, 1]]))));
/// assert_eq!(best.get([[1, 4], [3, 0]], 10), Some((1, Some([[1, 4], [0, 0]]))));
/// ```
pub fn best_move_dp(depth: u32) -> HandsTable {
    let table = best_moves(&Chopsticks::new(Some(depth)), depth, &mut Budget::unlimited());
    table.expect("nothing limits it")
}

/// What is wrong with the strings of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invalid {
    /// A turn is neither `A` nor `E`.
    NotAPlayer(char),
    /// Not a lower-case letter.
    NotAVariable(char),
    /// Neither `0` nor `1`.
    NotAValue(char),
    /// The variable is listed twice.
    Repeated(FormulaVariable),
    /// The formula has the variable and the list does not.
    Missing(FormulaVariable),
    /// The list has the variable and the formula does not.
    Unknown(FormulaVariable),
    /// Two strings do not fit each other's length.
    Lengths,
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotAPlayer(found) => {
                write!(f, "`{found}` is no player; the players are `A` and `E`")
            }
            Self::NotAVariable(found) => write!(f, "`{found}` is not a lower-case letter"),
            Self::NotAValue(found) => write!(f, "`{found}` is neither `0` nor `1`"),
            Self::Repeated(variable) => write!(f, "`{variable}` is listed twice"),
            Self::Missing(variable) => write!(f, "`{variable}` of the formula is not listed"),
            Self::Unknown(variable) => write!(f, "`{variable}` is not in the formula"),
            Self::Lengths => f.write_str("turns, variables and values do not fit each other"),
        }
    }
}

impl std::error::Error for Invalid {}

/// The formula's truth value when each of `variables` has the value at the same place in `values`.
///
/// # Errors
/// What is wrong with the strings.
pub fn evaluate(formula: &Formula, variables: &str, values: &str) -> Result<bool, Invalid> {
    let variables = order(formula, variables)?;
    let values = bits(values)?;
    if variables.len() != values.len() {
        return Err(Invalid::Lengths);
    }
    let value = |wanted| variables.iter().zip(&values).any(|(it, value)| *it == wanted && *value);
    Ok(formula.evaluate(value))
}

/// The state of a formula game: the formula, who takes which turn, the order in which variables
/// get values, and the values chosen so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    game: QuantifiedGame,
    values: Vec<bool>,
}

impl Configuration {
    /// A configuration: `turns` of `A` and `E`, every variable of the formula once in
    /// `variables`, and `values` of `0` and `1`.
    ///
    /// # Errors
    /// What is wrong with the strings.
    pub fn new(
        formula: Formula,
        turns: &str,
        variables: &str,
        values: &str,
    ) -> Result<Self, Invalid> {
        let order = order(&formula, variables)?;
        let values = bits(values)?;
        let player = |letter| match letter {
            'A' => Ok(Player::A),
            'E' => Ok(Player::E),
            _ => Err(Invalid::NotAPlayer(letter)),
        };
        let turns = turns.chars().map(player).collect::<Result<Vec<_>, _>>()?;
        if values.len() > turns.len() {
            return Err(Invalid::Lengths);
        }
        let game = QuantifiedGame::new(formula, turns, order).ok_or(Invalid::Lengths)?;
        Ok(Self { game, values })
    }

    /// The best next value for the player whose turn it is: the one that wins when exactly one
    /// does, else `1` for E and `0` for A. `None` when the game is over.
    pub fn play2win(&self) -> Option<bool> {
        if !self.has_turn() {
            return None;
        }
        let best = self.ask(aim::FindMove);
        best.moves.first().map(|it| *it == 1)
    }

    /// Who wins when both play perfectly from here on.
    pub fn winner(&self) -> Player {
        Player::who_wants(self.ask(aim::FindValue).score > 0)
    }

    fn has_turn(&self) -> bool {
        self.values.len() < self.game.turns().len()
    }

    /// The checked answer to a question about the game from here on.
    fn ask<Aim>(&self, aim: Aim) -> <GameTask<Aim> as Problem>::Solution
    where
        GameTask<Aim>: Problem,
    {
        let game = Arc::new(Choosing::new(self.game.clone())).compiled();
        let played = self.values.iter().map(|value| u32::from(*value)).collect();
        let task = GameTask { game, played, aim, method: GameMethod::Search };
        match task.answer(&mut Budget::unlimited()) {
            Ok(found) => found.into_inner(),
            Err(failure) => panic!("nothing stops a search without limits: {failure:?}"),
        }
    }

    /// The configuration after the next value; `None` when the game is over.
    #[must_use]
    pub fn play(&self, value: bool) -> Option<Self> {
        self.has_turn().then(|| Self {
            game: self.game.clone(),
            values: [&self.values[..], &[value]].concat(),
        })
    }
}

/// The variables in the order listed: each of the formula's once and no others.
fn order(formula: &Formula, variables: &str) -> Result<Vec<FormulaVariable>, Invalid> {
    let mut order = Vec::new();
    let of_formula = formula.variables();
    for letter in variables.chars() {
        if !letter.is_ascii_lowercase() {
            return Err(Invalid::NotAVariable(letter));
        }
        let variable = FormulaVariable(letter as u32 - 'a' as u32);
        if order.contains(&variable) {
            return Err(Invalid::Repeated(variable));
        }
        if !of_formula.contains(&variable) {
            return Err(Invalid::Unknown(variable));
        }
        order.push(variable);
    }
    match of_formula.into_iter().find(|variable| !order.contains(variable)) {
        Some(missing) => Err(Invalid::Missing(missing)),
        None => Ok(order),
    }
}

fn bits(values: &str) -> Result<Vec<bool>, Invalid> {
    let bit = |digit| match digit {
        '0' => Ok(false),
        '1' => Ok(true),
        _ => Err(Invalid::NotAValue(digit)),
    };
    values.chars().map(bit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(turns: &str, variables: &str, values: &str, expected: Result<Option<bool>, Invalid>) {
        let formula = build_tree("((x+y)*((y+z)*(-y+-z)))").unwrap();
        let found = Configuration::new(formula, turns, variables, values).map(|it| it.play2win());
        assert_eq!(found, expected, "{turns} {variables} {values}");
    }

    #[test]
    fn the_best_value_from_every_point_and_what_is_no_configuration() {
        check("EEA", "xyz", "", Ok(Some(true)));
        check("EEA", "xyz", "0", Ok(Some(true)));
        check("EEA", "xyz", "01", Ok(Some(true)));
        check("EEA", "xyz", "10", Ok(Some(false)));
        check("EEE", "xyz", "10", Ok(Some(true)));
        check("EEA", "xyz", "101", Ok(None));
        check("EXA", "xyz", "", Err(Invalid::NotAPlayer('X')));
        check("EEA", "xyZ", "", Err(Invalid::NotAVariable('Z')));
        check("EEA", "xyy", "", Err(Invalid::Repeated(FormulaVariable(24))));
        check("EE", "xy", "", Err(Invalid::Missing(FormulaVariable(25))));
        check("EEAA", "xyzw", "", Err(Invalid::Unknown(FormulaVariable(22))));
        check("EE", "xyz", "", Err(Invalid::Lengths));
        check("EEA", "xyz", "0110", Err(Invalid::Lengths));
        check("EEA", "xyz", "2", Err(Invalid::NotAValue('2')));
    }

    #[test]
    fn a_game_is_played_by_the_engine_to_its_end() {
        let formula = build_tree("(x*-y)").unwrap();
        let mut state = Configuration::new(formula, "EE", "xy", "").unwrap();
        assert_eq!(state.winner(), Player::E);
        while let Some(value) = state.play2win() {
            state = state.play(value).unwrap();
        }
        assert_eq!(state.values, [true, false]);
        assert_eq!(state.play(true), None);
    }
}
