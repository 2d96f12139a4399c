//! Two walks side by side, breadth first: the fewest steps behind which they look different, or all that the same
//! steps lead to.

use std::collections::BTreeMap;
use std::hash::Hash;

use crate::budget::{Budget, Stop};
use crate::evidence::walk::JointStates;
use crate::logic::walk::{JointState, Walk};

/// What becomes of a comparison.
pub(crate) enum WalksCompared<State, Step> {
    /// Behind these steps they look different.
    Differ(Vec<Step>),
    /// Nowhere do they, as these states show.
    Alike(JointStates<State>),
}

/// A state that was reached, and by what.
struct Reached<State, Step> {
    state: JointState<State>,
    /// The index of the state before, and the step; nothing before the start.
    by: Option<(usize, Step)>,
    depth: u64,
}

/// Compares two walks as far as so many steps lead.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn compare<W: Walk>(
    walks: &mut [W; 2],
    most: u64,
    budget: &mut Budget,
) -> Result<WalksCompared<W::State, W::Step>, Stop> {
    let [one, other] = walks;
    let start = [Some(one.start(budget)?), Some(other.start(budget)?)];
    let mut seen = JointStates::default();
    seen.insert(start.clone(), 0);
    let mut reached = vec![Reached { state: start, by: None, depth: 0 }];
    let mut at = 0;
    while at < reached.len() {
        let Reached { state, depth, .. } = &reached[at];
        let (state, depth) = (state.clone(), *depth);
        if sight(&mut walks[0], &state[0], budget)? != sight(&mut walks[1], &state[1], budget)? {
            return Ok(WalksCompared::Differ(steps_to(&reached, at)));
        }
        if depth < most {
            for (step, next) in joint_steps(walks, &state, budget)? {
                budget.work(1)?;
                if is_new(&mut seen, &next, depth + 1) {
                    let by = Some((at, step));
                    reached.push(Reached { state: next, by, depth: depth + 1 });
                }
            }
        }
        at += 1;
    }
    Ok(WalksCompared::Alike(seen))
}

fn is_new<S: Clone + Eq + Hash>(seen: &mut JointStates<S>, state: &JointState<S>, by: u64) -> bool {
    if seen.contains_key(state) {
        return false;
    }
    seen.insert(state.clone(), by);
    true
}

fn sight<W: Walk>(
    walk: &mut W,
    state: &Option<W::State>,
    budget: &mut Budget,
) -> Result<Option<W::Sight>, Stop> {
    state.as_ref().map_or(Ok(None), |it| walk.sight(it, budget))
}

/// The steps that can be taken in one of two walks at least, with where they lead in both.
fn joint_steps<W: Walk>(
    walks: &mut [W; 2],
    states: &JointState<W::State>,
    budget: &mut Budget,
) -> Result<BTreeMap<W::Step, JointState<W::State>>, Stop> {
    let mut joint: BTreeMap<W::Step, JointState<W::State>> = BTreeMap::new();
    for (side, (walk, state)) in walks.iter_mut().zip(states).enumerate() {
        let Some(state) = state else { continue };
        for (step, next) in walk.steps(state, budget)? {
            joint.entry(step).or_insert([None, None])[side] = Some(next);
        }
    }
    Ok(joint)
}

fn steps_to<State, Step: Clone>(reached: &[Reached<State, Step>], end: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = end;
    while let Some((before, step)) = &reached[at].by {
        steps.push(step.clone());
        at = *before;
    }
    steps.reverse();
    steps
}
