//! The steps of alpha-beta, done again on random trees of plays: windows, cut-offs and values are right where
//! they stand, by brute force.

use std::sync::Arc;

use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Signal, Stop};
use puzzle_engine::logic::game::{Game, Side};
use puzzle_engine::problem::Failure;
use puzzle_engine::problem::game::{
    AnyGame, GameMethod, PlayObserver, PlaySearchStep, PlayedMoves,
};

use super::super::small_worlds::Dice;
use super::{sample, traced};

const ALPHA_BETA: PlayedMoves<'_> = (&[], GameMethod::AlphaBeta);
const MINIMAX: PlayedMoves<'_> = (&[], GameMethod::Minimax);

/// A game whose tree is drawn by lot: who moves, how often, what is gained and how it ends.
#[derive(Debug)]
struct Lottery {
    seed: u64,
}

impl Lottery {
    /// A number below `sides` that depends on the position and on what it is for.
    fn roll(&self, state: &[u8], what: u64, sides: usize) -> usize {
        let number = state.iter().fold(self.seed ^ what << 32, |number, it| {
            number.wrapping_mul(0x100_0000_01b3).wrapping_add(u64::from(*it) + 1)
        });
        Dice(number).roll(sides)
    }
}

impl Game for Lottery {
    type State = Vec<u8>;
    type Move = u8;

    fn start(&self) -> Vec<u8> {
        Vec::new()
    }

    fn to_move(&self, state: &Vec<u8>) -> Side {
        if self.roll(state, 1, 2) == 0 { Side::First } else { Side::Second }
    }

    fn moves(&self, state: &Vec<u8>, moves: &mut Vec<u8>) {
        let most = if state.is_empty() { 3 } else { 4 - state.len().min(4) };
        if most > 0 {
            moves.extend(0..=self.roll(state, 2, most + 1) as u8);
        }
    }

    fn apply(&self, state: &Vec<u8>, chosen: u8) -> Vec<u8> {
        [&state[..], &[chosen]].concat()
    }

    fn score(&self, state: &Vec<u8>) -> i32 {
        self.roll(state, 3, 3) as i32 - 1
    }

    fn gain(&self, state: &Vec<u8>, chosen: u8) -> i32 {
        self.roll(&self.apply(state, chosen), 4, 5) as i32 - 2
    }

    fn scores(&self) -> (i32, i32) {
        (-12, 12)
    }
}

/// What is still to come, by trying all plays.
fn brute(game: &Lottery, state: &Vec<u8>) -> i32 {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values =
        moves.iter().map(|it| game.gain(state, *it) + brute(game, &game.apply(state, *it)));
    match game.to_move(state) {
        _ if moves.is_empty() => game.score(state),
        Side::First => values.max().unwrap(),
        Side::Second => values.min().unwrap(),
    }
}

struct Open {
    state: Vec<u8>,
    alpha: i32,
    beta: i32,
    tried: usize,
    /// What was known of the moves that were tried, with their gains.
    known: Vec<(i32, i32)>,
    gain: i32,
}

struct Replay<'g> {
    game: &'g Lottery,
    open: Vec<Open>,
    value: Option<(i32, i32)>,
    cuts: usize,
}

impl PlayObserver for Replay<'_> {
    fn hear(&mut self, step: PlaySearchStep) {
        match step {
            PlaySearchStep::Enter { chosen, gain, alpha, beta } => {
                let state = match (self.open.last_mut(), chosen) {
                    (Some(above), Some(chosen)) => {
                        assert_eq!(above.tried, chosen as usize, "moves are tried in their order");
                        above.tried += 1;
                        assert_eq!((above.alpha - gain, above.beta - gain), (alpha, beta));
                        assert_eq!(gain, self.game.gain(&above.state, chosen as u8));
                        self.game.apply(&above.state, chosen as u8)
                    }
                    _ => self.game.start(),
                };
                let (tried, known) = (0, Vec::new());
                self.open.push(Open { state, alpha, beta, tried, known, gain });
            }
            PlaySearchStep::Narrow { alpha, beta } => {
                let open = self.open.last_mut().unwrap();
                let (low, high) = *open.known.last().unwrap();
                match self.game.to_move(&open.state) {
                    Side::First => assert_eq!((alpha, beta), (low.max(open.alpha), open.beta)),
                    Side::Second => assert_eq!((alpha, beta), (open.alpha, high.min(open.beta))),
                }
                assert!((alpha, beta) != (open.alpha, open.beta));
                (open.alpha, open.beta) = (alpha, beta);
            }
            PlaySearchStep::Cut { left } => {
                let open = self.open.last().unwrap();
                let mut moves = Vec::new();
                self.game.moves(&open.state, &mut moves);
                assert_eq!(moves.len() - open.tried, left as usize);
                assert!(left > 0 && open.alpha >= open.beta);
                // The value of all moves is on the same side of the window as that of those tried.
                let value = brute(self.game, &open.state);
                match self.game.to_move(&open.state) {
                    Side::First => assert!(value >= open.beta),
                    Side::Second => assert!(value <= open.alpha),
                }
                self.cuts += 1;
            }
            PlaySearchStep::Leave { low, high } => {
                let open = self.open.pop().unwrap();
                let value = brute(self.game, &open.state);
                assert!((low..=high).contains(&value));
                self.value = Some((low, high));
                if let Some(above) = self.open.last_mut() {
                    above.known.push((low + open.gain, high + open.gain));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(400)))]

    #[test]
    fn windows_cuts_and_values_are_right_where_they_stand(seed in any::<u64>()) {
        let game = Lottery { seed };
        let worth = brute(&game, &game.start());
        for (by, may_cut) in [(ALPHA_BETA, true), (MINIMAX, false)] {
            let (open, value, cuts) = (Vec::new(), None, 0);
            let mut replay = Replay { game: &game, open, value, cuts };
            AnyGame::trace(&game, by, &mut replay, &mut Budget::unlimited()).unwrap();
            prop_assert!(replay.open.is_empty());
            prop_assert_eq!(replay.value, Some((worth, worth)));
            prop_assert!(may_cut || replay.cuts == 0);
        }
    }
}

#[test]
fn something_is_cut() {
    let cuts = (0..100).map(|seed| {
        let game = Lottery { seed };
        let mut replay = Replay { game: &game, open: Vec::new(), value: None, cuts: 0 };
        AnyGame::trace(&game, ALPHA_BETA, &mut replay, &mut Budget::unlimited()).unwrap();
        replay.cuts
    });
    assert!(cuts.sum::<usize>() > 100);
}

#[test]
fn the_steps_of_a_game_are_told_in_its_words() {
    let six = "game six: subtract-square {\n    value 6\n}\n";
    let data = traced(six, "play2win six after 1", None).unwrap();
    assert_eq!((&data["procedure"], &data["answer"]), (&"alphabeta".into(), &"first wins".into()));
    let steps = data["steps"].as_array().unwrap();
    let says = |at: usize| steps[at]["says"].as_str().unwrap();
    assert!(says(0).starts_with("Enter: the position asked about, second to move"));
    assert_eq!(steps[1]["entry"], "1");
    assert_eq!(data["items"][2]["parts"][0], "after 1 1");
    assert_eq!(steps.last().unwrap()["marks"][0]["says"], "worth 1");
    // Scores are those of the whole play, with what moves have gained.
    let dots = "game row: dots {\n    edges \"\"\"\n        .---.---.\n        |       |\n        .---.   .\n        \"\"\"\n}\n";
    let data = traced(dots, "play2win row after b1b2", None).unwrap();
    let last = data["steps"].as_array().unwrap().last().unwrap();
    assert_eq!((&data["answer"], &last["marks"][0]["says"]), (&"2 0".into(), &"worth 2".into()));
}

#[test]
fn a_long_search_is_cut_and_a_limit_ends_it() {
    let large = "game large: subtract-square {\n    value 10000\n}\n";
    let data = traced(large, "solve large", None).unwrap();
    assert_eq!((&data["is_cut"], data["steps"].as_array().unwrap().len()), (&true.into(), 10_000));
    // Positions far from the start are called by the last moves.
    let name = data["items"].as_array().unwrap().last().unwrap()["parts"][0].as_str().unwrap();
    assert!(name.len() < 80, "{name}");
    let signal = Signal::default();
    signal.cancel();
    let game = Arc::new(Lottery { seed: 1 });
    let mut budget = Budget::new(signal, None, None);
    let stopped = AnyGame::trace(&*game, ALPHA_BETA, &mut (), &mut budget);
    assert_eq!(stopped, Err(Failure::Stopped(Stop::Cancelled)));
}
