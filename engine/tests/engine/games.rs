//! Games made for one question each: what is told of procedures that take long, and how strategies are played out.

use std::sync::Arc;
use std::time::Duration;

use puzzle_engine::budget::{Budget, Signal, Stop};
use puzzle_engine::evidence::play::{Horizon, PlayClaim, PlayStrategy};
use puzzle_engine::logic::game::{Game, Side};
use puzzle_engine::logic::subtract_square::SubtractSquare;
use puzzle_engine::problem::game::{GameMethod, GameTask, Nodes, aim};
use puzzle_engine::verify::play::{GameRules, Kept, guarantees};
use puzzle_engine::{Doubt, Problem};

/// Three moves each time, all alike, until nothing is left: a short list of positions and a great tree.
#[derive(Debug)]
struct Threefold;

const LAST: u8 = 21;

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

#[test]
fn heaps_of_which_some_were_looked_at_have_a_doubt() {
    let doubts = |heap| {
        let task = GameTask {
            game: Arc::new(SubtractSquare::new(heap)),
            played: Vec::new(),
            aim: aim::FindValue,
            method: GameMethod::Search,
        };
        task.answer(&mut Budget::unlimited()).unwrap().doubts()
    };
    assert_eq!(doubts(1 << 14), []);
    assert_eq!(doubts((1 << 14) + 1), [Doubt::Heaps]);
}

/// Five moves to the left or to the right, after which the first player has won.
#[derive(Debug)]
struct Long;

impl Game for Long {
    type State = Vec<bool>;
    type Move = bool;

    fn start(&self) -> Vec<bool> {
        Vec::new()
    }

    fn to_move(&self, state: &Vec<bool>) -> Side {
        if state.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&self, state: &Vec<bool>, moves: &mut Vec<bool>) {
        moves.extend_from_slice(if state.len() < 5 { &[false, true] } else { &[] });
    }

    fn apply(&self, state: &Vec<bool>, chosen: bool) -> Vec<bool> {
        [&state[..], &[chosen]].concat()
    }

    fn score(&self, _: &Vec<bool>) -> i32 {
        1
    }
}

impl PlayStrategy<Long> for Long {
    fn choose(
        &mut self,
        _: &Vec<bool>,
        _: i32,
        _: Option<Horizon>,
        _: &mut Budget,
    ) -> Result<Option<bool>, Stop> {
        Ok(Some(true))
    }
}

#[test]
fn a_strategy_with_more_plays_than_allowed_is_tried_in_some() {
    let check_for = |horizon, score, most| {
        let claim = PlayClaim { side: Side::First, score, horizon };
        let rules = GameRules::of(&Long);
        guarantees(&rules, &Vec::new(), claim, most, &mut Long, &mut Budget::unlimited())
    };
    let check = |score, most| check_for(None, score, most);
    let holds_out = Some(Horizon { plies: 4, winner: Side::First });
    assert_eq!(check_for(holds_out, 0, 100), Ok(Kept::Always));
    assert_eq!(check_for(holds_out, 0, 3), Ok(Kept::InSamples));
    assert_eq!(check(1, 100), Ok(Kept::Always));
    assert_eq!(check(1, 3), Ok(Kept::InSamples));
    assert_eq!(check(2, 100), Ok(Kept::Not));
    assert_eq!(check(2, 3), Ok(Kept::Not));
}
