//! Judges a path through a maze straight from the rules, by walking it. Shares no code with the
//! search or the encoding.

use crate::logic::maze::{Maze, NodeId, TreasureId};
use crate::problem::Violation;

/// Where a treasure is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum TreasureState {
    Home,
    Held,
    Spent,
}

/// Walks a path and says which rule it breaks, if any.
///
/// # Errors
/// The first violation on the way; that the path is too long comes last.
pub fn check_path(maze: &Maze, path: &[NodeId], steps: u64) -> Result<(), Violation> {
    if let Some(index) = path.iter().position(|node| node.0 as usize >= maze.nodes.len()) {
        return Err(Violation::UnknownNode { index });
    }
    match path.first() {
        None => return Err(Violation::Empty),
        Some(&first) if first != maze.start => return Err(Violation::NotFromStart),
        Some(_) => {}
    }
    let mut places = vec![TreasureState::Home; maze.treasures as usize];
    let mut spent_at = vec![None; maze.treasures as usize];
    for (step, pair) in (1..).zip(path.windows(2)) {
        if !maze.nodes[pair[0].0 as usize].next.contains(&pair[1]) {
            return Err(Violation::NoCorridor { step });
        }
        enter(maze, pair[1], &mut places).map_err(|toll| Violation::TollNotHeld {
            step,
            toll,
            spent: spent_at[toll.0 as usize],
        })?;
        for toll in &maze.nodes[pair[1].0 as usize].tolls {
            spent_at[toll.0 as usize] = Some(step);
        }
    }
    if path.last() != Some(&maze.goal) {
        return Err(Violation::NotToGoal);
    }
    let taken = path.len() - 1;
    if taken as u64 > steps { Err(Violation::TooManySteps { steps: taken }) } else { Ok(()) }
}

/// What entering a node does: every toll is held before and spent, then what is at home there is
/// taken.
///
/// # Errors
/// A toll that is not held; the places are then those of before.
pub(super) fn enter(
    maze: &Maze,
    node: NodeId,
    places: &mut [TreasureState],
) -> Result<(), TreasureId> {
    let node = &maze.nodes[node.0 as usize];
    let is_held = |toll: &TreasureId| places[toll.0 as usize] == TreasureState::Held;
    if let Some(&missing) = node.tolls.iter().find(|toll| !is_held(toll)) {
        return Err(missing);
    }
    for toll in &node.tolls {
        places[toll.0 as usize] = TreasureState::Spent;
    }
    for treasure in &node.treasures {
        if places[treasure.0 as usize] == TreasureState::Home {
            places[treasure.0 as usize] = TreasureState::Held;
        }
    }
    Ok(())
}
