//! Random small mazes, all their plays found by trying every walk, and the least steps by looking at
//! every state.
#![allow(dead_code, reason = "each test needs a part of it")]

use std::collections::HashSet;

use proptest::prelude::*;
use puzzle_engine::logic::maze::{Maze, MazeVertex, NodeId, TreasureId};

/// A maze of at most `nodes` nodes and `treasures` treasures; 0 is START and 1 is GOAL. Anything
/// goes that checking lets pass: dead ends, loops, treasures that are nowhere, tolls nobody can pay.
pub(crate) fn maze(nodes: usize, treasures: usize, steps: u64) -> impl Strategy<Value = Maze> {
    (2..=nodes, 0..=treasures, 0..=steps).prop_flat_map(|(nodes, treasures, steps)| {
        let corridors = prop::collection::vec(prop::bool::weighted(0.45), nodes * nodes);
        let homes = prop::collection::vec(prop::option::weighted(0.9, 2..nodes.max(3)), treasures);
        let tolls = prop::collection::vec(prop::bool::weighted(0.2), nodes * treasures);
        (corridors, homes, tolls).prop_map(move |(corridors, homes, tolls)| {
            let mut maze = Maze {
                nodes: vec![MazeVertex::default(); nodes],
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
pub(crate) fn plays(maze: &Maze, steps: u64) -> Vec<Vec<NodeId>> {
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

/// The fewest steps from START to GOAL, breadth first over all states.
pub(crate) fn least_steps(maze: &Maze) -> Option<u64> {
    let mut known = HashSet::new();
    let mut layer = vec![(maze.start, 0_u64, 0_u64)];
    for step in 1.. {
        let mut farther = Vec::new();
        for (node, held, spent) in layer {
            for &next in &maze.nodes[node.0 as usize].next {
                let bits = |ids: &[TreasureId]| ids.iter().map(|id| 1 << id.0).sum::<u64>();
                let entered = &maze.nodes[next.0 as usize];
                let tolls = bits(&entered.tolls);
                if tolls & !held != 0 {
                    continue;
                }
                if next == maze.goal {
                    return Some(step);
                }
                let spent = spent | tolls;
                let held = (held & !tolls) | (bits(&entered.treasures) & !spent);
                if known.insert((next, held, spent)) {
                    farther.push((next, held, spent));
                }
            }
        }
        if farther.is_empty() {
            break;
        }
        layer = farther;
    }
    None
}

/// A grid with treasures, doors that ask for some of them, and a gate before GOAL that asks for
/// others: the mazes that bounds are made for.
pub(crate) fn grid(width: usize, height: usize, treasures: usize) -> impl Strategy<Value = Maze> {
    let cells = width * height;
    let homes = prop::collection::vec(0..cells, treasures);
    let doors = prop::collection::vec(prop::option::weighted(0.4, 0..cells), treasures);
    let is_two_way = prop::bool::weighted(0.7);
    let one_way = prop::collection::vec(prop::bool::weighted(0.3), 2 * cells);
    (homes, doors, is_two_way, one_way).prop_map(move |(homes, doors, is_two_way, one_way)| {
        // START, GOAL, the gate, and then the cells.
        let mut nodes = vec![MazeVertex::default(); cells + 3];
        let id = |cell: usize| NodeId(cell as u32 + 3);
        for cell in 0..cells {
            let right = (cell % width + 1 < width).then_some(cell + 1);
            let down = (cell + width < cells).then_some(cell + width);
            for (way, other) in [right, down].into_iter().enumerate() {
                let Some(other) = other else { continue };
                nodes[cell + 3].next.push(id(other));
                if is_two_way || !one_way[2 * cell + way] {
                    nodes[other + 3].next.push(id(cell));
                }
            }
        }
        nodes[0].next = vec![id(0)];
        nodes[1].next = vec![NodeId(1)];
        nodes[2].next = vec![NodeId(1), id(cells - 1)];
        nodes[cells + 2].next.push(NodeId(2));
        for (treasure, (&home, door)) in (0..).map(TreasureId).zip(homes.iter().zip(&doors)) {
            nodes[home + 3].treasures.push(treasure);
            nodes[door.map_or(2, |door| door + 3)].tolls.push(treasure);
        }
        let treasures = homes.len() as u32;
        Maze { nodes, treasures, start: NodeId(0), goal: NodeId(1), steps: 9 }
    })
}
