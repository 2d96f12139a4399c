//! Comparisons that are not run to the end say how large they are.

use std::sync::Arc;

use super::*;
use crate::budget::Signal;

/// Three moves each time, all alike, until nothing is left: a short list of positions and a great tree.
#[derive(Debug)]
struct Threefold;

const LAST: u8 = 25;

impl Game for Threefold {
    type State = u8;
    type Move = u8;

    fn start(&self) -> u8 {
        0
    }

    fn to_move(&self, state: &u8) -> Side {
        if state.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&self, state: &u8, moves: &mut Vec<u8>) {
        if *state < LAST {
            moves.extend(0..3);
        }
    }

    fn apply(&self, state: &u8, _: u8) -> u8 {
        state + 1
    }

    fn score(&self, _: &u8) -> i32 {
        1
    }
}

#[test]
fn what_is_not_run_to_the_end_is_counted_and_its_time_is_told_by_a_part() {
    let nodes = (0..=u32::from(LAST)).map(|it| 3_u128.pow(it)).sum();
    let limited = Budget::new(Signal::default(), Some(Duration::from_secs(3)), None);
    for mut budget in [Budget::unlimited(), limited] {
        let task = GameTask {
            game: Arc::new(Threefold),
            played: Vec::new(),
            aim: aim::Compare,
            method: GameMethod::Search,
        };
        let efforts = task.answer(&mut budget).unwrap();
        let names: Vec<_> = efforts.iter().map(|it| it.method).collect();
        assert_eq!(names, [GameMethod::Minimax, GameMethod::AlphaBeta, GameMethod::Search]);
        assert_eq!((efforts[0].nodes, efforts[0].time), (Nodes::Counted(nodes), None));
        assert!(efforts[0].expected.is_some_and(|it| !it.is_zero()));
        assert!(matches!(efforts[2].nodes, Nodes::Exactly(_)));
    }
}
