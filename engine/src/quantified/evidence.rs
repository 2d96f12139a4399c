//! What shows who wins a formula game: a strategy, found by tables, or a proof on the game's clauses,
//! found by learning. Tables do not care how a formula is built, but for the number of choices;
//! learning does not care for the number of choices, but for how it is built. So up to 26 choices the
//! tables are enough, and beyond both have their turns, each longer than the one before.

use super::strategy;
use crate::budget::{Budget, Stop};
use crate::evidence::formula_game::Evidence;
use crate::logic::qbf::{Prenex, encode};
use crate::logic::quantified::QuantifiedGame;
use crate::portfolio::{Pace, Portfolio, Share};
use crate::qbf::{Freedom, QbfSearch};

/// Choices that are left to tables alone.
const TABLE_CHOICES: usize = 26;

/// Steps of the turns of tables, which begin anew in each.
const PACE: Pace = Pace { first: 1 << 9, growth: 2 };

/// Steps of learning that take about as long as one by tables.
const LEARNING: u64 = 32;

/// What shows who wins when the first choices are `values`.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn evidence(
    game: &QuantifiedGame,
    values: &[bool],
    budget: &mut Budget,
) -> Result<Evidence, Stop> {
    if game.turns().len() - values.len() <= TABLE_CHOICES {
        return Ok(Evidence::Strategy(strategy(game, values, budget)?));
    }
    let (prefix, matrix) = encode(game, values);
    let clauses = Prenex::new(&prefix, &matrix);
    let mut search = QbfSearch::new(&clauses, Freedom::Late);
    let ways = [(Share::of_steps(LEARNING), true), (Share::of_steps(1), false)];
    let found = Portfolio::new(PACE, ways).run(budget, |is_learning, budget| {
        Ok(Some(match is_learning {
            true => search.run(budget).map(|(winner, proof)| Evidence::Proof(winner, proof))?,
            false => Evidence::Strategy(strategy(game, values, budget)?),
        }))
    });
    found?.ok_or(Stop::Open("neither a strategy nor a proof was found"))
}
