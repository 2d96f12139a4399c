//! What is believed of moves that mirror each other is said to be no more than that.

use std::sync::Arc;

use super::*;
use crate::budget::Signal;

/// The first player wins at once, by each of these moves to a position.
#[derive(Debug)]
struct AtOnce {
    moves: Vec<u8>,
    /// Whether positions with the same last bit mirror each other.
    is_mirrored: bool,
}

impl Game for AtOnce {
    type State = u8;
    type Move = (u8, u8);

    fn start(&self) -> u8 {
        0
    }

    fn to_move(&self, state: &u8) -> Side {
        if *state == 0 { Side::First } else { Side::Second }
    }

    fn moves(&self, state: &u8, moves: &mut Vec<(u8, u8)>) {
        if *state == 0 {
            moves.extend((0..).zip(self.moves.iter().copied()));
        }
    }

    fn apply(&self, _: &u8, (_, to): (u8, u8)) -> u8 {
        to
    }

    fn score(&self, _: &u8) -> i32 {
        1
    }

    fn normal(&self, state: u8) -> Normal<u8> {
        let is_mirrored = self.is_mirrored && state != 0;
        let state = if is_mirrored { 2 + state % 2 } else { state };
        Normal { state, is_exchanged: false }
    }
}

#[test]
fn a_move_believed_on_the_word_of_a_mirror_is_doubted() {
    let doubts = |moves: &[u8], is_mirrored| {
        let game = Arc::new(AtOnce { moves: moves.to_vec(), is_mirrored });
        let task = GameTask {
            game,
            played: Vec::new(),
            aim: aim::FindBestMoves,
            method: GameMethod::Search,
        };
        let found = task.answer(&mut Budget::unlimited()).unwrap();
        assert_eq!(found.moves.len(), moves.len());
        found.doubts()
    };
    assert_eq!(doubts(&[2, 3, 4], false), []);
    assert_eq!(doubts(&[2, 3], true), []);
    assert_eq!(doubts(&[2, 4, 6], true), [Doubt::Mirror], "4 and 6 mirror each other");
    assert_eq!(doubts(&[2, 3, 3], true), [], "it is the same position");
}

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
