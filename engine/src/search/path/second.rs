//! A play of a maze that is not a given one, breadth first over the states in which the two have parted.
//! Of plays that come to the same state the one with the fewest steps is enough, so each is visited once.

use super::count::StepGraph;
use super::states::explore;
use crate::budget::{Budget, Stop};
use crate::logic::maze::{Maze, NodeId};

/// Where a play that has parted from the given one comes from.
#[derive(Clone, Copy)]
enum Origin {
    /// It parts behind that many steps.
    Parted(usize),
    /// It comes from this state.
    State(usize),
}

/// Another play than `path`, which is one, of at most `steps` steps.
///
/// # Errors
/// The limit of the budget that was reached first.
pub fn second(
    maze: &Maze,
    path: &[NodeId],
    steps: u64,
    budget: &mut Budget,
) -> Result<Option<Vec<NodeId>>, Stop> {
    let (mut space, found) = explore(maze, steps, budget)?;
    let graph = StepGraph::new(maze, &mut space, &found, budget)?;
    let mut origins: Vec<Option<Origin>> = vec![None; found.states.len()];
    let mut parted: Vec<usize> = Vec::new();
    let mut together = (!found.states.is_empty()).then_some(0);
    for step in 0..usize::try_from(steps).unwrap_or(usize::MAX) {
        let mut from: Vec<_> = parted.drain(..).map(|it| (it, Origin::State(it))).collect();
        from.extend(together.map(|it| (it, Origin::Parted(step))));
        if from.is_empty() {
            break;
        }
        together = None;
        for (state, origin) in from {
            for &next in graph.next(state) {
                budget.check()?;
                let next = next as usize;
                let node = found.states[next].node;
                if matches!(origin, Origin::Parted(_)) && path.get(step + 1) == Some(&node) {
                    together = Some(next);
                } else if graph.is_arrival(state, next) {
                    let mut play = vec![node];
                    let mut origin = origin;
                    while let Origin::State(state) = origin {
                        play.push(found.states[state].node);
                        origin = origins[state].unwrap_or(Origin::Parted(0));
                    }
                    if let Origin::Parted(step) = origin {
                        play.extend(path[..=step].iter().rev());
                    }
                    play.reverse();
                    return Ok(Some(play));
                } else if origins[next].is_none() {
                    origins[next] = Some(origin);
                    parted.push(next);
                }
            }
        }
    }
    Ok(None)
}
