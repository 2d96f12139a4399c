//! Paths through mazes: each rule is named where it is broken, what is said of steps has a proof, and no play is at two
//! places.

use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::{Atom, Literal};
use puzzle_engine::logic::maze::{Maze, MazeVertex, NodeId, TreasureId};
use puzzle_engine::logic::maze_encoding::{MazeAtom, MazeAxioms, encode};
use puzzle_engine::problem::{FindPath, FindShortestPath, LeastSteps, PathFound};
use puzzle_engine::sat::cdcl::{Options, Solver, SolverOutcome};
use puzzle_engine::verify::path::check_path;
use puzzle_engine::{MazeEngine, Problem, Violation};

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

#[test]
fn what_is_said_of_steps_has_a_proof() {
    let maze = corridor();
    let whole: Vec<_> = (0..4).map(NodeId).collect();
    for by in [MazeEngine::Search, MazeEngine::Sat] {
        for (steps, path) in [(2, Err(LeastSteps::Exactly(3))), (3, Ok(whole.clone()))] {
            let within = Maze { steps, ..maze.clone() };
            let found = FindPath(within, Some(by)).answer(&mut Budget::unlimited()).unwrap();
            assert_eq!(found.doubts(), []);
            assert_eq!(found.into_inner(), PathFound { path, by });
        }
        let shortest = FindShortestPath(maze.clone(), Some(by));
        let shortest = shortest.answer(&mut Budget::unlimited()).unwrap();
        assert_eq!(shortest.doubts(), []);
        assert_eq!(shortest.into_inner(), PathFound { path: Ok(whole.clone()), by });
    }
}

/// From START through any of so many nodes to GOAL.
fn star(count: u32) -> Maze {
    let to = |next: Vec<u32>| MazeVertex {
        next: next.into_iter().map(NodeId).collect(),
        ..MazeVertex::default()
    };
    let mut nodes = vec![to((1..=count).collect())];
    nodes.extend((0..count).map(|_| to(vec![count + 1])));
    nodes.push(to(Vec::new()));
    Maze { nodes, treasures: 0, start: NodeId(0), goal: NodeId(count + 1), steps: 2 }
}

#[test]
fn clauses_let_a_play_be_at_any_one_place_and_no_two() {
    for count in 1..20 {
        let budget = &mut Budget::unlimited();
        let encoding = encode(&star(count), MazeAxioms::Compact, 2, budget).unwrap();
        let mut solver = Solver::new(Options::default());
        encoding.cnf.clauses().for_each(|it| solver.add_clause(it));
        let at = |node| {
            let is_there = MazeAtom::At(NodeId(node), 1);
            let atom = encoding.meaning.iter().position(|it| *it == is_there).unwrap();
            Literal::new(Atom(atom as u32), true)
        };
        let mut outcome = |places: &[Literal]| solver.solve(places, budget).unwrap();
        for one in 1..=count {
            assert_eq!(outcome(&[at(one)]), SolverOutcome::Satisfiable);
            for other in 1..one {
                assert_eq!(outcome(&[at(one), at(other)]), SolverOutcome::Unsatisfiable);
            }
        }
    }
}
