//! Why random mazes have no play, none shorter, or only one: against trying every walk.

use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::maze::{Maze, NodeId};
use puzzle_engine::problem::{FindMazeArgument, FindWhyLeast, FindWhyOnlyPath, WhyOnlyPath};
use puzzle_engine::{Failure, Problem, ProblemAnswer};

use super::mazes;
use super::sample;

fn answered<P: Problem>(problem: &P) -> Result<P::Solution, Failure> {
    problem.answer(&mut Budget::unlimited()).map(ProblemAnswer::into_inner)
}

/// The maze in which all other tolls are waived, counted node by node.
fn with_tolls(maze: &Maze, kept: &[usize]) -> Maze {
    let mut relaxed = maze.clone();
    let mut number = 0;
    for node in &mut relaxed.nodes {
        node.tolls.retain(|_| {
            number += 1;
            kept.contains(&(number - 1))
        });
    }
    relaxed
}

/// That something is so with some tolls and without any one of them no longer.
fn are_needed(maze: &Maze, kept: &[usize], is_so: impl Fn(&Maze) -> bool) {
    assert!(is_so(&with_tolls(maze, kept)));
    for left_out in kept {
        let fewer: Vec<_> = kept.iter().copied().filter(|it| it != left_out).collect();
        assert!(!is_so(&with_tolls(maze, &fewer)));
    }
}

/// Compares the argument that there is no play with whether there is one; whether there is an argument.
fn compare_argument(maze: &Maze) -> bool {
    let least = mazes::least_steps(maze);
    match answered(&FindMazeArgument(maze.clone())) {
        Ok(_) => {
            assert_eq!(least, None);
            true
        }
        Err(failure) => {
            assert!(matches!(failure, Failure::Refused(_)), "{failure:?}");
            false
        }
    }
}

fn compare_least(maze: &Maze) {
    let Some(least) = mazes::least_steps(maze) else { return };
    let tolls = answered(&FindWhyLeast(maze.clone(), least)).unwrap();
    are_needed(maze, &tolls, |it| mazes::least_steps(it).is_none_or(|it| it >= least));
    let more = answered(&FindWhyLeast(maze.clone(), least + 1));
    assert!(matches!(more, Err(Failure::Refused(_))));
}

fn compare_only(maze: &Maze) {
    let plays = mazes::plays(maze, maze.steps);
    let Some(first) = plays.first() else { return };
    match answered(&FindWhyOnlyPath(maze.clone(), first.clone())).unwrap() {
        WhyOnlyPath::Only(tolls) => {
            assert_eq!(plays.len(), 1);
            are_needed(maze, &tolls, |it| mazes::plays(it, it.steps).len() == 1);
        }
        WhyOnlyPath::Another(other) => assert!(plays.contains(&other) && other != *first),
    }
}

/// Mazes of every shape: without order, and grids with doors and a gate.
fn any_maze() -> impl Strategy<Value = Maze> {
    prop_oneof![
        mazes::maze(6, 4, 0),
        mazes::maze(9, 6, 0),
        mazes::grid(3, 3, 4),
        mazes::grid(6, 2, 5)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(500)))]

    #[test]
    fn reasons_are_enough_and_needed(maze in any_maze()) {
        compare_argument(&maze);
        compare_least(&maze);
    }

    #[test]
    fn only_plays_have_reasons(maze in mazes::maze(5, 3, 5)) {
        compare_only(&maze);
    }
}

/// A maze in a row, of nodes with what each holds and asks for.
fn row(nodes: &[(&[u32], &[u32])]) -> Maze {
    use puzzle_engine::logic::maze::{MazeVertex, TreasureId};
    let ids = |it: &[u32]| it.iter().copied().map(TreasureId).collect();
    let end = nodes.len() as u32 + 1;
    let mut all = vec![MazeVertex { next: vec![NodeId(1)], ..MazeVertex::default() }];
    for (at, (treasures, tolls)) in (1..).zip(nodes) {
        let (treasures, tolls) = (ids(treasures), ids(tolls));
        all.push(MazeVertex { treasures, tolls, next: vec![NodeId(at - 1), NodeId(at + 1)] });
    }
    all.push(MazeVertex { next: vec![NodeId(end)], ..MazeVertex::default() });
    Maze { nodes: all, treasures: 3, start: NodeId(0), goal: NodeId(end), steps: 20 }
}

#[test]
fn locks_without_keys_are_argued_about() {
    // A key for two locks, a key behind its lock, a key that is nowhere, and one that is there.
    assert!(compare_argument(&row(&[(&[0], &[]), (&[], &[0]), (&[], &[0])])));
    assert!(compare_argument(&row(&[(&[], &[0]), (&[0], &[])])));
    assert!(compare_argument(&row(&[(&[], &[2])])));
    assert!(!compare_argument(&row(&[(&[0], &[]), (&[], &[0])])));
}
