//! What shows who wins a formula game: a strategy, found by tables, or a proof on the game's clauses,
//! found by learning. Tables do not care how a formula is built, but for the number of choices;
//! learning does not care for the number of choices, but for how it is built. So up to 26 choices the
//! tables are enough, and beyond both have their turns, each longer than the one before.

use super::strategy;
use crate::budget::{Budget, Stop};
use crate::evidence::formula_game::Evidence;
use crate::logic::qbf::{Prenex, encode};
use crate::logic::quantified::Game;
use crate::qbf::{Freedom, Search};

/// Choices that are left to tables alone.
const TABLE_CHOICES: usize = 26;

/// Steps of the first turn of learning; each later one has twice as many.
const FIRST_STEPS: u64 = 1 << 14;

/// Steps of learning that take about as long as one by tables.
const STEPS_OF_TABLES: u64 = 32;

/// What shows who wins when the first choices are `values`.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn evidence(game: &Game, values: &[bool], budget: &mut Budget) -> Result<Evidence, Stop> {
    if game.turns().len() - values.len() <= TABLE_CHOICES {
        return Ok(Evidence::Strategy(strategy(game, values, budget)?));
    }
    let (prefix, matrix) = encode(game, values);
    let clauses = Prenex::new(&prefix, &matrix);
    let mut search = Search::new(&clauses, Freedom::Late);
    let learnt = |(winner, proof)| Evidence::Proof(winner, proof);
    let mut steps = FIRST_STEPS;
    loop {
        budget.look()?;
        match search.run(&mut budget.part(steps)) {
            Err(Stop::Steps) => {}
            found => return found.map(learnt),
        }
        match strategy(game, values, &mut budget.part(steps / STEPS_OF_TABLES)) {
            Err(Stop::Steps) => steps *= 2,
            // More steps do not make room for it.
            Err(Stop::Size(_)) => return search.run(budget).map(learnt),
            found => return found.map(Evidence::Strategy),
        }
    }
}
