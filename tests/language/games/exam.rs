//! The exam that every game takes. A game brings its rules once more, written as plainly as can be, and
//! says which positions are small enough for brute force; a line `takes_the_exam!` enters it.

use std::collections::HashSet;
use std::sync::Arc;

use puzzle_engine::Problem;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::game::{Game, GameValue, Normal, Side};
use puzzle_engine::problem::game::{BestMoves, GameMethod, GameTask, aim};
use puzzle_engine::search::PlayFinder;
use puzzle_engine::search::size::size;
use puzzle_engine::search::tree::{Means, PlayTree};
use rustc_hash::FxHashMap;

/// A game that takes the exam.
pub(super) trait Examined: Game + 'static {
    /// A game of this kind, whatever the numbers are.
    fn arbitrary(numbers: &mut Numbers) -> Self;

    /// The positions after each move, found by rules of its own.
    fn naive(&self, state: &Self::State) -> Vec<Self::State>;

    /// Whether brute force is quick there.
    fn is_small(&self, state: &Self::State) -> bool;
}

/// Enters games for the exam, each under the name of its test.
macro_rules! takes_the_exam {
    ($($name:ident: $game:ty,)*) => {
        $(
            #[test]
            fn $name() {
                for seed in 1..=40 {
                    exam::exam::<$game>(&mut exam::Numbers(seed));
                }
            }
        )*
    };
}
pub(crate) use takes_the_exam;

/// Numbers without order, the same ones each time.
pub(super) struct Numbers(pub u64);

impl Numbers {
    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

pub(super) fn free() -> Budget {
    Budget::unlimited()
}

pub(super) fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// The score by the definition, each position once.
pub(super) fn brute<G: Game>(
    game: &G,
    state: &G::State,
    known: &mut FxHashMap<G::State, i32>,
) -> i32 {
    if let Some(score) = known.get(state) {
        return *score;
    }
    let moves = moves(game, state);
    let scores: Vec<i32> = moves
        .iter()
        .map(|it| game.gain(state, *it) + brute(game, &game.apply(state, *it), known))
        .collect();
    let score = match game.to_move(state) {
        _ if moves.is_empty() => game.score(state),
        Side::First => *scores.iter().max().unwrap(),
        Side::Second => *scores.iter().min().unwrap(),
    };
    known.insert(state.clone(), score);
    score
}

/// The checked answer at the start of a game.
fn ask<G: Game + 'static, Aim>(
    game: G,
    aim: Aim,
    method: GameMethod,
) -> <GameTask<Aim> as Problem>::Solution
where
    GameTask<Aim>: Problem,
{
    answer(&GameTask { game: Arc::new(game), played: Vec::new(), aim, method })
}

fn answer<P: Problem>(problem: &P) -> P::Solution {
    problem.answer(&mut free()).unwrap().into_inner()
}

pub(super) fn value<G: Game + 'static>(game: G, method: GameMethod) -> GameValue {
    ask(game, aim::FindValue, method)
}

/// A play to its end: the positions, and the index of each move.
fn play<G: Game>(game: &G, numbers: &mut Numbers) -> (Vec<G::State>, Vec<u32>) {
    let (mut states, mut made) = (vec![game.start()], Vec::new());
    loop {
        let state = states.last().unwrap();
        let moves = moves(game, state);
        if moves.is_empty() {
            return (states, made);
        }
        let chosen = numbers.below(moves.len());
        made.push(chosen as u32);
        states.push(game.apply(state, moves[chosen]));
    }
}

/// Plays to the end and examines every position on the way.
pub(super) fn exam<G: Examined>(numbers: &mut Numbers) {
    let game = Arc::new(G::arbitrary(numbers));
    let (states, made) = play(game.as_ref(), numbers);
    // Taking moves back from the end leads through the same positions.
    for count in (0..=made.len()).rev() {
        let again = made[..count].iter().fold(game.start(), |state, at| {
            let chosen = moves(game.as_ref(), &state)[*at as usize];
            game.apply(&state, chosen)
        });
        assert_eq!(again, states[count], "{game:?}");
    }
    let mut known = FxHashMap::default();
    for state in &states {
        rules_agree(game.as_ref(), state);
        if game.is_small(state) {
            procedures_agree(game.as_ref(), state, &mut known);
        }
    }
    if let Some(first) = states.iter().position(|it| game.is_small(it)) {
        answers_agree(&game, &made[..first], &states[first], &mut known);
    }
}

/// The moves are those of the naive rules, no two lead to the same position, and what the game knows
/// fits them.
fn rules_agree<G: Examined>(game: &G, state: &G::State) {
    let all = moves(game, state);
    let next: HashSet<_> = all.iter().map(|it| game.apply(state, *it)).collect();
    let expected: HashSet<_> = game.naive(state).into_iter().collect();
    assert_eq!(next, expected, "{state:?}");
    assert_eq!(next.len(), all.len(), "moves are a set: {state:?}");
    let mut promising = Vec::new();
    game.promising(state, &mut promising);
    assert!(promising.iter().all(|it| all.contains(it)), "{state:?}");
    assert_eq!(all.is_empty(), promising.is_empty(), "{state:?}");
}

/// Mirrored positions and all walks agree with brute force, and the size of the tree with minimax.
fn procedures_agree<G: Examined>(game: &G, state: &G::State, known: &mut FxHashMap<G::State, i32>) {
    let score = brute(game, state, known);
    let Normal { state: normal, is_exchanged } = game.normal(state.clone());
    let mirrored = brute(game, &normal, known);
    assert_eq!(if is_exchanged { -mirrored } else { mirrored }, score, "{state:?} mirrored");
    let all = moves(game, state);
    let mover = game.to_move(state);
    if !all.is_empty() && game.is_held(state, mover) {
        assert_ne!(score, mover.win(), "{state:?} is held");
    }
    for means in [Means::MINIMAX, Means::ALPHA_BETA, Means::MEMO, Means::ALL] {
        let mut tree = PlayTree::new(game, means);
        let found = tree.value(state, &mut free()).unwrap();
        assert_eq!(found.score, score, "{state:?} {means:?}");
        if means == Means::MINIMAX {
            let nodes = size(game, state, &free()).unwrap();
            assert_eq!(nodes.exact(), Some(tree.nodes().into()), "{state:?}");
        }
        for side in [Side::First, Side::Second] {
            for asked in [score - 1, score, score + 1] {
                let reaches = tree.reaches(state, side, asked, &mut free()).unwrap();
                assert_eq!(reaches, side.likes(score, asked), "{state:?} {side:?} {asked}");
            }
        }
        let choice = tree.choice(state, &mut free()).unwrap();
        assert_eq!(choice.is_none(), all.is_empty());
        if let Some(choice) = choice {
            let after = brute(game, &game.apply(state, choice), known);
            assert_eq!(after + game.gain(state, choice), score, "{state:?} {means:?}");
        }
    }
}

/// Every method tells the value of a position after some moves, and all best moves.
fn answers_agree<G: Examined>(
    game: &Arc<G>,
    played: &[u32],
    state: &G::State,
    known: &mut FxHashMap<G::State, i32>,
) {
    let score = brute(game.as_ref(), state, known);
    let all = moves(game.as_ref(), state);
    let after =
        |it: G::Move| game.gain(state, it) + brute(game.as_ref(), &game.apply(state, it), known);
    let scores: Vec<i32> = all.iter().copied().map(after).collect();
    let best: Vec<u32> = (0..).zip(scores).filter(|it| it.1 == score).map(|it| it.0).collect();
    for method in
        GameMethod::ALL.into_iter().filter(|it| it.counts_points() || !game.counts_points())
    {
        let (again, played) = (Arc::clone(game), played.to_vec());
        let task = GameTask { game: again, played, aim: aim::FindValue, method };
        let value = answer(&task);
        assert_eq!(value.score, score, "{state:?} {method:?}");
        if !all.is_empty() {
            let GameTask { game, played, method, .. } = task;
            let task = GameTask { game, played, aim: aim::FindBestMoves, method };
            let BestMoves { mut moves, open, .. } = answer(&task);
            moves.sort_unstable();
            assert_eq!((&moves, open), (&best, Some(Vec::new())), "{state:?} {method:?}");
        }
    }
}
