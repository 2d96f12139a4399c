//! Checks what is said of two walks side by side: that they look different behind some steps by taking these, that
//! they look alike by a list of states which the same steps do not leave.

use crate::budget::{Budget, Stop};
use crate::evidence::walk::JointStates;
use crate::logic::walk::{JointState, Walk};

/// Whether two walks look different behind some steps.
///
/// # Errors
/// The limit that was reached.
pub(super) fn differ<W: Walk>(
    walks: &mut [W; 2],
    steps: &[W::Step],
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let [one, other] = walks;
    Ok(seen_behind(one, steps, budget)? != seen_behind(other, steps, budget)?)
}

fn seen_behind<W: Walk>(
    walk: &mut W,
    steps: &[W::Step],
    budget: &mut Budget,
) -> Result<Option<W::Sight>, Stop> {
    let mut state = walk.start(budget)?;
    for step in steps {
        let next = walk.steps(&state, budget)?.into_iter().find(|it| it.0 == *step);
        let Some((_, next)) = next else { return Ok(None) };
        state = next;
    }
    walk.sight(&state, budget)
}

/// Whether states show that two walks look alike as far as so many steps lead: the start is among them, whatever
/// the same steps lead to is, too, and in each both look the same.
///
/// # Errors
/// The limit that was reached.
pub(super) fn alike<W: Walk>(
    walks: &mut [W; 2],
    most: u64,
    states: &JointStates<W::State>,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let [one, other] = walks;
    let start = [Some(one.start(budget)?), Some(other.start(budget)?)];
    if states.get(&start) != Some(&0) {
        return Ok(false);
    }
    for (state, &depth) in states {
        budget.check()?;
        let mut sights = [None, None];
        for (side, walk) in walks.iter_mut().enumerate() {
            if let Some(state) = &state[side] {
                sights[side] = walk.sight(state, budget)?;
            }
        }
        if depth > most || sights[0] != sights[1] {
            return Ok(false);
        }
        let is_there =
            |next: &JointState<W::State>| states.get(next).is_some_and(|it| *it <= depth + 1);
        if depth < most && !are_closed(walks, state, is_there, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether all that the same steps lead to from a state is there.
fn are_closed<W: Walk>(
    walks: &mut [W; 2],
    state: &JointState<W::State>,
    is_there: impl Fn(&JointState<W::State>) -> bool,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let mut steps = [Vec::new(), Vec::new()];
    for (side, walk) in walks.iter_mut().enumerate() {
        if let Some(state) = &state[side] {
            steps[side] = walk.steps(state, budget)?;
        }
    }
    for (side, own) in steps.iter().enumerate() {
        for (step, next) in own {
            budget.work(1)?;
            let there = steps[1 - side].iter().find(|it| it.0 == *step).map(|it| it.1.clone());
            let both =
                if side == 0 { [Some(next.clone()), there] } else { [there, Some(next.clone())] };
            if !is_there(&both) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
