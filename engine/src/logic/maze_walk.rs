//! A maze as something in which steps are taken: what is seen of a state is whether a play may end there.

use crate::budget::{Budget, Stop};
use crate::logic::maze::{Maze, NodeId};
use crate::logic::walk::Walk;

/// A maze whose nodes are called by numbers that another maze has, too.
#[derive(Clone, Debug)]
pub struct MazeWalk<'m> {
    maze: &'m Maze,
    names: &'m [u32],
    /// Steps are counted up to one more than these, where that matters.
    counted: Option<u64>,
}

/// Where a player stands in a maze.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MazeWalkState {
    node: NodeId,
    /// The last step was to wait at GOAL.
    has_waited: bool,
    steps: u64,
    treasures: Box<[TreasureUse]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum TreasureUse {
    Home,
    Held,
    Spent,
}

impl<'m> MazeWalk<'m> {
    /// Both of two mazes, and how many steps matter. `names` says of each node of each what it is called.
    pub fn both(mazes: &'m [Maze; 2], names: &'m [Vec<u32>; 2]) -> ([Self; 2], u64) {
        let limits = mazes.each_ref().map(|it| it.steps);
        let least = limits[0].min(limits[1]);
        let counted = (limits[0] != limits[1]).then_some(least);
        let walk = |side: usize| Self { maze: &mazes[side], names: &names[side], counted };
        ([walk(0), walk(1)], limits[0].max(limits[1]))
    }

    /// The state behind a step to a node, if it can be entered.
    fn entered(&self, state: &MazeWalkState, node: NodeId) -> Option<MazeWalkState> {
        let vertex = &self.maze.nodes[node.0 as usize];
        let mut treasures = state.treasures.clone();
        for toll in &vertex.tolls {
            let place = &mut treasures[toll.0 as usize];
            if *place != TreasureUse::Held {
                return None;
            }
            *place = TreasureUse::Spent;
        }
        for treasure in &vertex.treasures {
            let place = &mut treasures[treasure.0 as usize];
            if *place == TreasureUse::Home {
                *place = TreasureUse::Held;
            }
        }
        let has_waited = node == state.node && node == self.maze.goal;
        let steps = self.counted.map_or(0, |most| (state.steps + 1).min(most.saturating_add(1)));
        Some(MazeWalkState { node, has_waited, steps, treasures })
    }
}

impl Walk for MazeWalk<'_> {
    type State = MazeWalkState;
    type Step = u32;
    type Sight = ();

    fn start(&mut self, _: &mut Budget) -> Result<MazeWalkState, Stop> {
        let treasures = vec![TreasureUse::Home; self.maze.treasures as usize].into();
        Ok(MazeWalkState { node: self.maze.start, has_waited: false, steps: 0, treasures })
    }

    fn steps(
        &mut self,
        state: &MazeWalkState,
        _: &mut Budget,
    ) -> Result<Vec<(u32, MazeWalkState)>, Stop> {
        let next = &self.maze.nodes[state.node.0 as usize].next;
        let step = |it: &NodeId| Some((self.names[it.0 as usize], self.entered(state, *it)?));
        Ok(next.iter().filter_map(step).collect())
    }

    fn sight(&mut self, state: &MazeWalkState, _: &mut Budget) -> Result<Option<()>, Stop> {
        let is_end = state.node == self.maze.goal && !state.has_waited;
        let is_late = self.counted.is_some() && state.steps > self.maze.steps;
        Ok((is_end && !is_late).then_some(()))
    }
}
