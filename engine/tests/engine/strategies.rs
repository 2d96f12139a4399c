//! Why a position is worth what it is: strategies and plays are followed by the rules, whoever found them.

use std::fmt::Debug;
use std::sync::Arc;

use proptest::prelude::*;
use puzzle_engine::Problem;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::dots::{DotsGame, DotsGrid, Edges};
use puzzle_engine::logic::game::{Game, GameValue, Side};
use puzzle_engine::logic::subtract_square::SubtractSquare;
use puzzle_engine::problem::game::{
    AnyGame, GameMethod, GameTask, PlayReasons, PlayStrategyEnd, PlayStrategyTree, aim,
};

fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// What a position brings the first player, by every play to its end.
fn worth<G: Game>(game: &G, state: &G::State) -> i32 {
    let all = moves(game, state).into_iter();
    let each = all.map(|it| game.gain(state, it) + worth(game, &game.apply(state, it)));
    match game.to_move(state) {
        Side::First => each.max(),
        Side::Second => each.min(),
    }
    .unwrap_or_else(|| game.score(state))
}

/// Follows the reasons of the start of a game.
fn follow<G: Game + 'static>(game: G, most: usize) -> Result<(), TestCaseError>
where
    G::State: Debug,
{
    let game = Arc::new(game);
    let start = game.start();
    if moves(&*game, &start).is_empty() {
        return Ok(());
    }
    fn task<Aim>(game: Arc<dyn AnyGame>, aim: Aim) -> GameTask<Aim> {
        GameTask { game, played: Vec::new(), aim, method: GameMethod::Search }
    }
    let budget = &mut Budget::unlimited();
    let values = task(game.clone(), aim::ValueMoves).answer(budget).expect("values").into_inner();
    let told = task(game.clone(), aim::FindReasons { gained: 0, most }).answer(budget);
    let PlayReasons { lines, strategy } = told.expect("reasons").into_inner();
    let all = moves(&*game, &start);
    prop_assert_eq!((values.len(), lines.len()), (all.len(), all.len()));
    for ((chosen, told), line) in all.iter().zip(values).zip(lines) {
        let mut state = game.apply(&start, *chosen);
        let rest = worth(&*game, &state);
        let line = line.expect("a line");
        prop_assert_eq!(told.map(|it: GameValue| it.score), Some(rest));
        prop_assert_eq!((line.value.score, line.is_whole), (rest, true));
        let mut gained = 0;
        for at in line.moves {
            let chosen = moves(&*game, &state)[at as usize];
            gained += game.gain(&state, chosen);
            state = game.apply(&state, chosen);
            prop_assert_eq!(gained + worth(&*game, &state), rest);
        }
        prop_assert!(moves(&*game, &state).is_empty());
    }
    follow_strategy(&*game, &strategy, most)
}

/// Follows how a player answers.
fn follow_strategy<G: Game>(
    game: &G,
    strategy: &PlayStrategyTree,
    most: usize,
) -> Result<(), TestCaseError>
where
    G::State: Debug,
{
    let start = game.start();
    let value = worth(game, &start);
    let side = match value {
        0 => game.to_move(&start),
        1.. => Side::First,
        _ => Side::Second,
    };
    prop_assert_eq!(strategy.side, side);
    let mut states: Vec<(G::State, i32)> = Vec::new();
    for (at, node) in strategy.nodes.iter().enumerate() {
        let here = match node.parent {
            None => (start.clone(), 0),
            Some(parent) => {
                prop_assert!((parent as usize) < at);
                let (state, gained) = &states[parent as usize];
                let chosen = moves(game, state)[node.chosen as usize];
                (game.apply(state, chosen), gained + game.gain(state, chosen))
            }
        };
        let (state, gained) = &here;
        // Whatever the opponent does brings the player no less than the start is worth.
        prop_assert!(side.likes(gained + worth(game, state), value), "{state:?}");
        let all = moves(game, state);
        let next = strategy.nodes.iter().filter(|it| it.parent == Some(at as u32));
        let next: Vec<u32> = next.map(|it| it.chosen).collect();
        match node.end {
            PlayStrategyEnd::Over(score) => {
                prop_assert!(all.is_empty() && next.is_empty());
                prop_assert_eq!(score, game.score(state));
            }
            PlayStrategyEnd::Open => prop_assert!(!all.is_empty() && next.is_empty()),
            PlayStrategyEnd::Continued if game.to_move(state) == side => {
                prop_assert_eq!(next.len(), 1);
            }
            PlayStrategyEnd::Continued => {
                prop_assert_eq!(next, (0..all.len() as u32).collect::<Vec<_>>());
            }
        }
        states.push(here);
    }
    // What is left out is left out for its size alone.
    let is_open = strategy.nodes.iter().any(|it| it.end == PlayStrategyEnd::Open);
    prop_assert!(!is_open || strategy.nodes.len() + 16 > most);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn heaps(value in 1..17_u32, most in 1..60_usize) {
        follow(SubtractSquare::new(value), most)?;
    }

    #[test]
    fn dots_and_boxes(drawn in any::<u16>(), most in 1..60_usize) {
        let grid = DotsGrid { rows: 1, columns: 3 };
        let mut start = Edges::none(grid);
        // Seven free edges are played out in a moment.
        let edges: Vec<_> = start.free(grid).enumerate().collect();
        for (at, edge) in edges {
            if at >= 7 || drawn >> at & 1 == 1 {
                start.insert(edge);
            }
        }
        follow(DotsGame::new(grid, start, [0, 0]), most)?;
    }
}
