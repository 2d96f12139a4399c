//! Checks a claim about which heaps lose by its definition: a losing heap leaves no losing one, and
//! every other heap leaves one. Knows nothing of how they were found.

use super::rule_step::RuleStep;
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, GameStructure, Heap};

/// Whether the rules are those of taking from a heap, in one step.
pub(super) fn is_step<G: Game>(
    step: &RuleStep<'_, G>,
    heap: Heap<'_>,
    next: Option<(usize, GameStructure<'_>)>,
) -> bool {
    let amounts = heap.takeable();
    let Some((at, next)) = next else {
        let lost = step.game.to_move(step.state).other().win();
        return amounts.is_empty() && step.game.score(step.state) == lost;
    };
    let GameStructure::Heap(left) = next else { return false };
    step.moves.len() == amounts.len()
        && left == Heap { size: heap.size - amounts[at], ..heap }
        && step.gained() == 0
        && !step.moves_again()
}

/// Heaps up to which every one is checked. Of more, those are that a move leads to, and this many
/// others, evenly spread.
pub(crate) const MOST: u32 = 1 << 14;

/// The first heap found for which the definition does not hold.
///
/// # Errors
/// The limit of the budget that was reached.
pub(crate) fn flaw(
    heap: u32,
    amounts: &[u32],
    loses: impl Fn(u32) -> bool,
    budget: &mut Budget,
) -> Result<Option<u32>, Stop> {
    let step = heap / MOST + 1;
    let spread = (0..=heap).rev().step_by(step as usize);
    let after = amounts.iter().map(|amount| heap - amount);
    for left in spread.chain(after) {
        budget.check()?;
        let mut rest = amounts.iter().map_while(|amount| left.checked_sub(*amount));
        if rest.any(&loses) == loses(left) {
            return Ok(Some(left));
        }
    }
    Ok(None)
}
