//! Random small mazes, and all their plays found by trying every walk.

use proptest::prelude::*;
use puzzle_lang::logic::maze::{Maze, Node, NodeId, TreasureId};

/// A maze of at most `nodes` nodes and `treasures` treasures; 0 is START and 1 is GOAL. Anything
/// goes that checking lets pass: dead ends, loops, treasures that are nowhere, tolls nobody can pay.
pub fn maze(nodes: usize, treasures: usize, steps: u64) -> impl Strategy<Value = Maze> {
    (2..=nodes, 0..=treasures, 0..=steps).prop_flat_map(|(nodes, treasures, steps)| {
        let corridors = prop::collection::vec(prop::bool::weighted(0.45), nodes * nodes);
        let homes = prop::collection::vec(prop::option::weighted(0.9, 2..nodes.max(3)), treasures);
        let tolls = prop::collection::vec(prop::bool::weighted(0.2), nodes * treasures);
        (corridors, homes, tolls).prop_map(move |(corridors, homes, tolls)| {
            let mut maze = Maze {
                nodes: vec![Node::default(); nodes],
                treasures: treasures as u32,
                start: NodeId(0),
                goal: NodeId(1),
                steps,
            };
            for (node, id) in maze.nodes.iter_mut().zip(0..) {
                let leads =
                    |next: &u32| (id == 1 && *next == 1) || corridors[id * nodes + *next as usize];
                node.next = (0..nodes as u32).filter(leads).map(NodeId).collect();
                let asks = |toll: &u32| id > 1 && tolls[id * treasures + *toll as usize];
                node.tolls = (0..treasures as u32).filter(asks).map(TreasureId).collect();
                let holds = |treasure: &u32| homes[*treasure as usize] == Some(id);
                node.treasures = (0..treasures as u32).filter(holds).map(TreasureId).collect();
            }
            maze
        })
    })
}

/// All plays of at most `steps` steps, in order.
pub fn plays(maze: &Maze, steps: u64) -> Vec<Vec<NodeId>> {
    let mut plays = Vec::new();
    let mut walks = vec![vec![maze.start]];
    while let Some(walk) = walks.pop() {
        let (last, before) = (walk[walk.len() - 1], walk.iter().rev().nth(1));
        if last == maze.goal && before != Some(&last) {
            plays.push(walk.clone());
        }
        if (walk.len() as u64) <= steps {
            for &next in &maze.nodes[last.0 as usize].next {
                if can_enter(maze, &walk, next) {
                    walks.push(walk.iter().copied().chain([next]).collect());
                }
            }
        }
    }
    plays.sort();
    plays
}

/// Whether each toll of `next` is held after `walk`: its home was entered, and since then (so
/// ever) nothing that asks for it.
fn can_enter(maze: &Maze, walk: &[NodeId], next: NodeId) -> bool {
    let entered = || walk[1..].iter().map(|node| &maze.nodes[node.0 as usize]);
    maze.nodes[next.0 as usize].tolls.iter().all(|toll| {
        entered().any(|node| node.treasures.contains(toll))
            && !entered().any(|node| node.tolls.contains(toll))
    })
}
