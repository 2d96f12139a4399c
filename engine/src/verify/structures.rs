//! What checkers make of a game's structure: first that it is what the rules say, in a number of plays
//! by the rules, then the theorems about it that they may rely on.

use super::rule_step::RuleStep;
use super::trial::{RulesAlone, Shortcuts};
use super::{dots, formula_game, heap, marks};
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, GameStructure};

/// Plays in which the rules are compared with the structure, and moves that may be looked at in all of
/// them: about a millisecond.
const PLAYS: u64 = 4;
const MOVES: u64 = 1 << 14;

/// Whether the structure that a game states is that of its rules, in plays from a position on.
///
/// # Errors
/// The limit of the budget that was reached.
pub(crate) fn is_by_the_rules<G: Game>(
    game: &G,
    root: &G::State,
    budget: &Budget,
) -> Result<bool, Stop> {
    if let GameStructure::Plain = game.structure(root) {
        return Ok(true);
    }
    match plays_by_the_rules(game, root, &mut budget.part(MOVES)) {
        Err(Stop::Steps) => Ok(true),
        found => found,
    }
}

fn plays_by_the_rules<G: Game>(
    game: &G,
    root: &G::State,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let mut random = 1_u64;
    for _ in 0..PLAYS {
        let mut state = root.clone();
        loop {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            budget.work(moves.len())?;
            budget.check()?;
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = (!moves.is_empty()).then(|| (random >> 33) as usize % moves.len());
            let next = at.map(|at| game.apply(&state, moves[at]));
            let made = at.zip(next.as_ref());
            if !is_step_of_structure(&RuleStep { game, state: &state, moves: &moves, made }) {
                return Ok(false);
            }
            let Some(next) = next else { break };
            state = next;
        }
    }
    Ok(true)
}

fn is_step_of_structure<G: Game>(step: &RuleStep<'_, G>) -> bool {
    let next = step.made.map(|(at, next)| (at, step.game.structure(next)));
    match (step.game.structure(step.state), next) {
        (GameStructure::Plain, _) => true,
        (GameStructure::Heap(heap), next) => heap::is_step(step, heap, next),
        (GameStructure::Formula(game, values), next) => {
            formula_game::is_step(step, (game, values), next)
        }
        (GameStructure::Boxes(grid, drawn), next) => dots::is_step(step, (grid, drawn), next),
        (GameStructure::Marks(marks), next) => marks::is_step(step, marks, next),
    }
}

/// What may be relied on.
pub(super) fn shortcuts<'g, G: Game>(game: &'g G, root: &G::State) -> Box<dyn Shortcuts<G> + 'g> {
    match game.structure(root) {
        GameStructure::Plain | GameStructure::Heap(_) | GameStructure::Formula(..) => {
            Box::new(RulesAlone)
        }
        GameStructure::Boxes(..) => Box::new(dots::BoxShortcuts(game)),
        GameStructure::Marks(_) => Box::new(marks::MarkShortcuts(game)),
    }
}
