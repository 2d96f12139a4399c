//! The smallest set that contradicts itself. Whatever set does not can be made as large as possible; a
//! contradictory one then has something of the rest. The smallest set that has something of every rest
//! found so far is tried next, until it is contradictory itself (implicit hitting sets; A. Ignatiev,
//! A. Previti, M. Liffiton and J. Marques-Silva, *Smallest MUS extraction with minimal hitting set
//! dualization*, CP 2015).

use crate::budget::{Budget, Stop};
use crate::problem::Failure;

/// The smallest set of numbers below `count` that is contradictory; all of them together are.
///
/// # Errors
/// Those of the test, and the limit that was reached.
pub(crate) fn smallest(
    count: usize,
    mut is_contradictory: impl FnMut(&[usize]) -> Result<bool, Failure>,
    budget: &mut Budget,
) -> Result<Vec<usize>, Failure> {
    let mut rests: Vec<Vec<usize>> = Vec::new();
    loop {
        let mut best: Vec<usize> = (0..count).collect();
        meet(&rests, &mut Vec::new(), &mut best, budget)?;
        best.sort_unstable();
        if is_contradictory(&best)? {
            return Ok(best);
        }
        let mut kept = best;
        let mut rest = Vec::new();
        for next in 0..count {
            if kept.contains(&next) {
                continue;
            }
            kept.push(next);
            if is_contradictory(&kept)? {
                kept.pop();
                rest.push(next);
            }
        }
        rests.push(rest);
    }
}

/// Makes `best` the smallest set with something of each of the rests.
fn meet(
    rests: &[Vec<usize>],
    chosen: &mut Vec<usize>,
    best: &mut Vec<usize>,
    budget: &mut Budget,
) -> Result<(), Stop> {
    budget.check()?;
    let open = rests.iter().filter(|rest| !rest.iter().any(|it| chosen.contains(it)));
    let Some(rest) = open.min_by_key(|it| it.len()) else {
        if chosen.len() < best.len() {
            best.clone_from(chosen);
        }
        return Ok(());
    };
    if chosen.len() + 1 < best.len() {
        for next in rest {
            chosen.push(*next);
            meet(rests, chosen, best, budget)?;
            chosen.pop();
        }
    }
    Ok(())
}
