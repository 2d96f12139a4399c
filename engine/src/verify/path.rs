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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::maze::MazeVertex;

    /// START – KEY – DOOR – GOAL in a row; KEY holds the treasure that DOOR asks for.
    fn corridor() -> Maze {
        let node = |treasures: &[u32], tolls: &[u32], next: &[u32]| MazeVertex {
            treasures: treasures.iter().copied().map(TreasureId).collect(),
            tolls: tolls.iter().copied().map(TreasureId).collect(),
            next: next.iter().copied().map(NodeId).collect(),
        };
        Maze {
            nodes: vec![
                node(&[], &[], &[1, 2]),
                node(&[0], &[], &[0, 2]),
                node(&[], &[0], &[1, 3]),
                node(&[], &[], &[2, 3]),
            ],
            treasures: 1,
            start: NodeId(0),
            goal: NodeId(3),
            steps: 9,
        }
    }

    #[test]
    fn each_rule_is_named_with_its_step() {
        let maze = corridor();
        let check = |path: &[u32], steps| {
            check_path(&maze, &path.iter().copied().map(NodeId).collect::<Vec<_>>(), steps)
        };
        assert_eq!(check(&[0, 1, 2, 3], 3), Ok(()));
        assert_eq!(check(&[0, 1, 0, 1, 2, 3, 3], 6), Ok(()));
        assert_eq!(check(&[], 3), Err(Violation::Empty));
        assert_eq!(check(&[0, 7], 3), Err(Violation::UnknownNode { index: 1 }));
        assert_eq!(check(&[1, 2, 3], 3), Err(Violation::NotFromStart));
        assert_eq!(check(&[0, 1, 3], 3), Err(Violation::NoCorridor { step: 2 }));
        assert_eq!(check(&[0, 0], 3), Err(Violation::NoCorridor { step: 1 }));
        assert_eq!(check(&[0, 1, 2], 3), Err(Violation::NotToGoal));
        assert_eq!(check(&[0, 1, 2, 3], 2), Err(Violation::TooManySteps { steps: 3 }));
        let toll = TreasureId(0);
        let never = Violation::TollNotHeld { step: 1, toll, spent: None };
        assert_eq!(check(&[0, 2, 3], 3), Err(never));
        let again = Violation::TollNotHeld { step: 4, toll, spent: Some(2) };
        assert_eq!(check(&[0, 1, 2, 1, 2, 3], 9), Err(again));
    }
}
