//! Games: every one takes the same exam. Rules are compared with naive generators, procedures with
//! brute force and with each other, and values with what is published.

#[path = "games/naive.rs"]
mod naive;
#[path = "common/trees.rs"]
mod trees;

use proptest::prelude::*;
use puzzle_lang::budget::Budget;
use puzzle_lang::engine::game::{Aim, Found, Method, Task};
use puzzle_lang::engine::search::Finder;
use puzzle_lang::engine::search::formula::Choices;
use puzzle_lang::engine::search::heap::Losing;
use puzzle_lang::engine::search::tree::{Means, Tree};
use puzzle_lang::engine::verify::play::{Strategy as Played, guarantees};
use puzzle_lang::engine::{Problem, Solution, solve};
use puzzle_lang::kinds::chopsticks::{self, Chopsticks};
use puzzle_lang::kinds::formula_game::Choosing;
use puzzle_lang::kinds::subtract_square::SubtractSquare;
use puzzle_lang::kinds::tippy::Tippy;
use puzzle_lang::logic::formula::Variable;
use puzzle_lang::logic::game::{Game, Length, Side, Value};
use puzzle_lang::logic::quantified::{self, Player};
use rustc_hash::FxHashMap;
use std::sync::Arc;

fn free() -> Budget {
    Budget::unlimited()
}

fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// The score by the definition, each position once.
fn brute<G: Game>(game: &G, state: &G::State, known: &mut FxHashMap<G::State, i32>) -> i32 {
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

fn ask<G: Game + 'static>(game: G, aim: Aim, method: Method) -> Found {
    let game = Arc::new(game);
    let task = Task { game, played: Vec::new(), aim, method };
    let Solution::Play(found) = solve(&Problem::Play(task), &mut free()).unwrap() else {
        panic!("a question about a game is answered with what was found about it")
    };
    found
}

fn value<G: Game + 'static>(game: G, method: Method) -> Value {
    match ask(game, Aim::Value, method) {
        Found::Value(value) => value,
        found => panic!("{found:?}"),
    }
}

/// The positions of a random play, `choices` telling the moves.
fn play<G: Game>(game: &G, choices: &[usize]) -> Vec<G::State> {
    let mut states = vec![game.start()];
    for choice in choices {
        let state = states.last().unwrap();
        let moves = moves(game, state);
        let Some(count) = std::num::NonZero::new(moves.len()) else { break };
        states.push(game.apply(state, moves[*choice % count]));
    }
    states
}

/// What holds of every game along a random play whose rest is small enough for brute force.
fn exam<G: Game>(game: &G, states: &[G::State], small: impl Fn(&G::State) -> bool) {
    let mut known = FxHashMap::default();
    for state in states {
        let all = moves(game, state);
        let mut promising = Vec::new();
        game.promising(state, &mut promising);
        assert!(promising.iter().all(|it| all.contains(it)), "{state:?}");
        assert_eq!(all.is_empty(), promising.is_empty(), "{state:?}");
        assert!(all.iter().all(|it| all.iter().filter(|other| *other == it).count() == 1));
        if !small(state) {
            continue;
        }
        let score = brute(game, state, &mut known);
        assert_eq!(brute(game, &game.normal(state), &mut known), score, "{state:?} mirrored");
        for means in [Means::MINIMAX, Means::ALPHA_BETA, Means::MEMO, Means::ALL] {
            let mut tree = Tree::new(game, means);
            let found = tree.value(state, &mut free()).unwrap();
            assert_eq!(found.score, score, "{state:?} {means:?}");
            let choice = tree.choice(state, &mut free()).unwrap();
            assert_eq!(choice.is_none(), all.is_empty());
            if let Some(choice) = choice {
                let after = brute(game, &game.apply(state, choice), &mut known);
                assert_eq!(after + game.gain(state, choice), score, "{state:?} {means:?}");
            }
        }
    }
}

/// How many moves a won play takes, by the definition.
fn plies<G: Game>(
    game: &G,
    state: &G::State,
    scores: &mut FxHashMap<G::State, i32>,
    known: &mut FxHashMap<G::State, u32>,
) -> u32 {
    if let Some(plies) = known.get(state) {
        return *plies;
    }
    let score = brute(game, state, scores);
    let next: Vec<_> = moves(game, state).iter().map(|it| game.apply(state, *it)).collect();
    let same: Vec<_> = next.iter().filter(|it| brute(game, it, scores) == score).collect();
    let lengths = same.iter().map(|it| 1 + plies(game, it, scores, known));
    let length = match game.to_move(state).win() == score {
        _ if next.is_empty() => 0,
        true => lengths.min().unwrap(),
        false => lengths.max().unwrap(),
    };
    known.insert(state.clone(), length);
    length
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn subtract_square_takes_the_exam(value in 1u32..30, choices in prop::collection::vec(0usize..9, 0..30)) {
        let game = SubtractSquare { value };
        let states = play(&game, &choices);
        for state in &states {
            assert_eq!(moves(&game, state), naive::squares(state.value));
        }
        exam(&game, &states, |state| state.value < 22);
    }

    #[test]
    fn chopsticks_takes_the_exam(
        left in 0u32..40,
        wraps: bool,
        swaps: bool,
        choices in prop::collection::vec(0usize..14, 0..40),
    ) {
        let game = Chopsticks { wraps, swaps, ..Chopsticks::new(Some(left)) };
        let states = play(&game, &choices);
        for state in &states {
            let mut next: Vec<_> = moves(&game, state).iter().map(|it| game.apply(state, *it).hands).collect();
            next.sort_unstable();
            if !wraps && !swaps {
                let expected = if state.left == Some(0) { Vec::new() } else { naive::chopsticks(state.hands, state.mover) };
                assert_eq!(next, expected, "{state:?}");
            }
            next.dedup();
            assert_eq!(next.len(), moves(&game, state).len(), "moves are a set: {state:?}");
        }
        exam(&game, &states, |state| state.left.unwrap() < 5);
    }

    #[test]
    fn tippy_takes_the_exam(size in 3usize..6, choices in prop::collection::vec(0usize..25, 0..25)) {
        let game = Tippy::new(size);
        let states = play(&game, &choices);
        for state in &states {
            let winner = naive::tippy(size, |side, cell| state.has(side, cell as u16));
            assert_eq!(state.winner(), winner, "{state:?}");
        }
        exam(&game, &states, |state| size * size - state.marks() as usize <= 7);
    }

    #[test]
    fn the_formula_game_takes_the_exam(
        tree in trees::tree(6, 20),
        turns in prop::collection::vec(any::<bool>(), 6),
        order in Just((0..6).map(Variable).collect::<Vec<_>>()).prop_shuffle(),
        choices in prop::collection::vec(0usize..2, 0..7),
    ) {
        let turns = turns.into_iter().map(Player::who_wants).collect();
        let rules = quantified::Game::new(tree.formula(), turns, order.clone()).unwrap();
        let game = Choosing::new(rules);
        let states = play(&game, &choices);
        for state in &states {
            if state.len() == order.len() {
                let row: u32 = order.iter().zip(state).map(|(it, value)| u32::from(*value) << it.0).sum();
                assert_eq!(game.score(state) == 1, tree.value(row), "{state:?}");
            }
            let mut known = FxHashMap::default();
            let score = brute(&game, state, &mut known);
            let mut choices = Choices::new(&game);
            assert_eq!(choices.value(state, &mut free()).unwrap().score, score);
            if state.len() < order.len() {
                let best = |chosen: Option<bool>| brute(&game, &game.apply(state, chosen.unwrap()), &mut known.clone());
                let chosen = choices.choice(state, &mut free()).unwrap();
                assert_eq!(best(chosen), score);
                // The rule among moves that are as good holds for every procedure.
                for means in [Means::MINIMAX, Means::ALPHA_BETA, Means::MEMO, Means::ALL] {
                    assert_eq!(Tree::new(&game, means).choice(state, &mut free()).unwrap(), chosen);
                }
            }
        }
        exam(&game, &states, |_| true);
    }

    #[test]
    fn dots_take_the_exam(choices in prop::collection::vec(0usize..12, 4..12)) {
        let game = naive::Dots::new(2, 2);
        exam(&game, &play(&game, &choices), |state| state.count_ones() > 5);
    }
}

#[test]
fn a_player_may_move_twice_and_scores_may_be_sums() {
    for (rows, columns, margin) in [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2)] {
        for method in [Method::Search, Method::Memo] {
            let found = value(naive::Dots::new(rows, columns), method).score;
            assert_eq!(found, margin, "{rows}×{columns}");
        }
    }
}

#[test]
fn node_counts_are_those_of_the_definition() {
    // A position for each play up to it: 1 + 7 + 7·6 + … for a board with one box.
    let counts = |means| {
        let game = naive::Dots::new(1, 1);
        let mut tree = Tree::new(&game, means);
        tree.value(&0, &mut free()).unwrap();
        tree.nodes()
    };
    assert_eq!(counts(Means::MINIMAX), 65);
    assert_eq!(counts(Means::MEMO), 1 + 4 * 8);
    assert!(counts(Means::ALPHA_BETA) < 65 && counts(Means::ALL) < 33);
}

#[test]
fn the_losing_values_of_subtract_square_are_the_published_ones() {
    const A030193: [u32; 33] = [
        0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109, 119,
        124, 127, 130, 132, 137, 142, 147, 150, 170, 177,
    ];
    let count = |most| {
        let losing = Losing::of(most, &naive::squares(most), &mut free()).unwrap();
        (losing.count(), losing)
    };
    let (small, losing) = count(1_000_000);
    assert_eq!((small, count(10_000_000).0), (13_952, 69_489));
    let first: Vec<u32> = (0..=177).filter(|it| losing.contains(*it)).collect();
    assert_eq!(first, A030193);
    for value in 1..=177 {
        for method in [Method::Search, Method::Memo] {
            let score = self::value(SubtractSquare { value }, method).score;
            assert_eq!(score == -1, A030193.contains(&value), "{value}");
        }
    }
}

#[test]
fn chopsticks_ends_as_published() {
    for moves in 1..=16 {
        let game = Chopsticks::new(Some(2 * moves));
        let score = if moves <= 12 { 0 } else { -1 };
        assert_eq!(value(game.clone(), Method::Search).score, score, "{moves}");
        assert_eq!(value(game, Method::Memo).score, score, "{moves}");
    }
    let without = value(Chopsticks::new(None), Method::Search);
    assert_eq!(without, Value { score: -1, length: Length::Plies(26) });
}

#[test]
fn the_table_of_best_moves_agrees_with_brute_force() {
    let rules = Chopsticks::new(Some(6));
    let table = chopsticks::best_moves(&rules, 6);
    let mut known = FxHashMap::default();
    for hands in naive::all_hands() {
        for level in 0..=6 {
            let mover = if level % 2 == 0 { Side::First } else { Side::Second };
            let state = chopsticks::State { hands, mover, left: Some(6 - level) };
            let (score, next) = table.get(hands, level).unwrap();
            assert_eq!(score, brute(&rules, &state, &mut known), "{state:?}");
            let all = if level == 6 { Vec::new() } else { naive::chopsticks(hands, mover) };
            assert_eq!(next.is_none(), all.is_empty(), "{state:?}");
            if let Some(next) = next {
                assert!(all.contains(&next), "{state:?}");
                assert_eq!(table.get(next, level + 1).unwrap().0, score, "{state:?}");
            }
        }
    }
}

#[test]
fn the_first_player_wins_tippy_in_as_many_moves_as_is_known() {
    for (size, plies) in [(3, 9), (4, 9), (5, 7), (6, 7), (8, 7)] {
        let game = Tippy::new(size);
        let mut tree = Tree::new(&game, Means::ALL);
        let found = tree.value(&game.start(), &mut free()).unwrap();
        assert_eq!(found, Value { score: 1, length: Length::Plies(plies) }, "{size}");
        assert!(tree.nodes() <= 10_000, "{size}: {} nodes", tree.nodes());
    }
}

#[test]
fn the_winning_first_cells_of_small_boards_are_the_inner_ones() {
    for (size, expected) in [(3, vec![4]), (4, vec![5, 6, 9, 10])] {
        let Found::Best { mut moves, are_all, .. } =
            ask(Tippy::new(size), Aim::Best, Method::Search)
        else {
            panic!("best moves were asked for")
        };
        moves.sort_unstable();
        assert_eq!((moves, are_all), (expected, true), "{size}");
    }
}

#[test]
fn wins_of_tippy_take_as_long_as_they_have_to() {
    let game = Tippy::new(3);
    let (mut scores, mut known) = (FxHashMap::default(), FxHashMap::default());
    let mut choices = 1_usize;
    for _ in 0..60 {
        choices = choices.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1) >> 1;
        let digits: Vec<usize> = (0..5).map(|at| choices >> (7 * at) & 0x7f).collect();
        let state = play(&game, &digits).pop().unwrap();
        let found = Tree::new(&game, Means::ALL).value(&state, &mut free()).unwrap();
        assert_eq!(found.score, brute(&game, &state, &mut scores));
        if let Length::Plies(length) = found.length {
            assert_eq!(length, plies(&game, &state, &mut scores, &mut known), "{state:?}");
        }
    }
}

/// A strategy that makes the first move there is.
struct Careless;

impl<G: Game> Played<G> for Careless {
    fn choose(
        &mut self,
        _: &G::State,
        _: i32,
        _: &mut Budget,
    ) -> Result<Option<G::Move>, puzzle_lang::budget::Stop> {
        Ok(None)
    }

    fn plies(
        &mut self,
        _: &G::State,
        _: &mut Budget,
    ) -> Result<Option<u32>, puzzle_lang::budget::Stop> {
        Ok(Some(0))
    }
}

#[test]
fn the_checker_refuses_strategies_that_fail() {
    let game = SubtractSquare { value: 6 };
    let start = game.start();
    let claim = |side, score, strategy: &mut dyn Played<SubtractSquare>| {
        guarantees(&game, &start, side, score, strategy, &mut free()).unwrap()
    };
    assert!(!claim(Side::First, 1, &mut Careless), "it makes no move");
    assert!(claim(Side::First, -1, &mut Best(Tree::new(&game, Means::ALL))));
    assert!(claim(Side::First, 1, &mut Best(Tree::new(&game, Means::ALL))));
    assert!(!claim(Side::Second, -1, &mut Best(Tree::new(&game, Means::ALL))));
    // A win that never comes.
    let endless = Chopsticks::new(None);
    let is_won =
        guarantees(&endless, &endless.start(), Side::Second, -1, &mut Careless, &mut free());
    assert!(!is_won.unwrap());
}

/// The strategy of a walk.
struct Best<'g, G: Game>(Tree<'g, G>);

impl<G: Game> Played<G> for Best<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        _: i32,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, puzzle_lang::budget::Stop> {
        self.0.choice(state, budget)
    }

    fn plies(
        &mut self,
        _: &G::State,
        _: &mut Budget,
    ) -> Result<Option<u32>, puzzle_lang::budget::Stop> {
        Ok(None)
    }
}
