//! Games: every one takes the same exam. Rules are compared with naive generators, procedures with
//! brute force and with each other, and values with what is published.

mod exam;
mod lies;
mod naive;

use std::sync::Arc;

use exam::{Examined, brute, free, moves, takes_the_exam, value};
use lies::{Lie, Lying};
use puzzle_engine::budget::{Budget, Signal, Stop};
use puzzle_engine::evidence::play::{Horizon, PlayClaim, PlayStrategy};
use puzzle_engine::logic::choosing::Choosing;
use puzzle_engine::logic::chopsticks::{self, Chopsticks};
use puzzle_engine::logic::dots::{DotsGame, DotsGrid, Edges};
use puzzle_engine::logic::game::{Game, GameValue, Length, Side};
use puzzle_engine::logic::subtract_square::SubtractSquare;
use puzzle_engine::logic::tippy::Tippy;
use puzzle_engine::problem::game::{BestMoves, GameMethod, GameTask, aim};
use puzzle_engine::search::PlayFinder;
use puzzle_engine::search::heap::Losing;
use puzzle_engine::search::size::size;
use puzzle_engine::search::tree::{Means, PlayTree};
use puzzle_engine::verify::play::{GameRules, Kept, guarantees};
use puzzle_engine::{Failure, Problem, ProblemAnswer};
use puzzle_lang::kinds::chopsticks::best_moves;
use rustc_hash::FxHashMap;

takes_the_exam! {
    subtract_square_takes_the_exam: SubtractSquare,
    chopsticks_takes_the_exam: Chopsticks,
    tippy_takes_the_exam: Tippy,
    the_formula_game_takes_the_exam: Choosing,
    dots_takes_the_exam: DotsGame,
}

fn dots(rows: u16, columns: u16) -> DotsGame {
    let grid = DotsGrid { rows, columns };
    DotsGame::new(grid, Edges::none(grid), [0, 0])
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

#[test]
fn a_player_may_move_twice_and_scores_may_be_sums() {
    for (rows, columns, margin) in [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2)] {
        for method in [GameMethod::Search, GameMethod::Memo] {
            let found = value(dots(rows, columns), method).score;
            assert_eq!(found, margin, "{rows}×{columns}");
        }
    }
}

#[test]
fn node_counts_are_those_of_the_definition() {
    let counts = |game: &DotsGame, means| {
        let mut tree = PlayTree::new(game, means);
        tree.value(&game.start(), &mut free()).unwrap();
        tree.nodes()
    };
    // A position for each play up to it: 1 + 4 + 4·3 + … for one box; and each set of edges, of those that
    // mirror each other one.
    let one = dots(1, 1);
    assert_eq!((counts(&one, Means::MINIMAX), counts(&one, Means::MEMO)), (65, 6));
    assert!(counts(&one, Means::ALPHA_BETA) < 65);
    assert_eq!(counts(&dots(1, 2), Means::MINIMAX), 13_700);
    let large = dots(2, 3);
    let [all, mirrored, turned] = [1 << 17, 1 << 10, 1 << 9];
    assert_eq!(counts(&large, Means::MEMO), (all + 2 * mirrored + turned) / 4);
    assert!(counts(&large, Means::ALL) < counts(&large, Means::MEMO));
}

#[test]
fn the_size_of_minimax_is_known_without_it() {
    let exact = |edges: u16| {
        let grid = DotsGrid { rows: 3, columns: 3 };
        let mut start = Edges::none(grid);
        (edges..24).for_each(|edge| start.insert(edge));
        let game = DotsGame::new(grid, start, [0, 0]);
        size(&game, &game.start(), &free()).unwrap().exact().unwrap()
    };
    let published = [65, 9_864_101, 1_302_061_345, 56_874_039_553_217];
    assert_eq!([4, 10, 12, 16].map(exact), published);
    let tippy = Tippy::new(3);
    assert_eq!(size(&tippy, &tippy.start(), &free()).unwrap().exact(), Some(917_290));
    let large = Tippy::new(4);
    let bounds = size(&large, &large.start(), &free()).unwrap();
    assert_eq!((bounds.exact(), bounds.most), (None, Some(56_874_039_553_217)));
    assert!(bounds.least > 1_000_000);
}

#[test]
fn minimax_is_refused_where_it_would_not_end() {
    let task = |game| GameTask {
        game: std::sync::Arc::new(game),
        played: Vec::new(),
        aim: aim::FindValue,
        method: GameMethod::Minimax,
    };
    let refused = task(dots(2, 3)).answer(&mut free());
    let reason = "minimax would look at 966858672404690 nodes, every play to its end; leave \
                  `by minimax` out, or try `--timeout 10m`";
    assert_eq!(refused, Err(puzzle_engine::Failure::Refused(reason.to_owned())));
    let soon = Some(std::time::Duration::from_millis(20));
    let tried = task(dots(2, 3)).answer(&mut Budget::new(Signal::default(), soon, None));
    assert_eq!(tried, Err(puzzle_engine::Failure::Stopped(Stop::Time)));
    assert!(task(dots(1, 2)).answer(&mut free()).is_ok());
}

#[test]
fn the_losing_values_of_subtract_square_are_the_published_ones() {
    const A030193: [u32; 33] = [
        0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109, 119,
        124, 127, 130, 132, 137, 142, 147, 150, 170, 177,
    ];
    let count = |most| {
        let losing = Losing::of(most, &naive::squares(most), &mut free()).unwrap();
        ((0..=most).filter(|it| losing.contains(*it)).count(), losing)
    };
    let (small, losing) = count(1_000_000);
    assert_eq!((small, count(10_000_000).0), (13_952, 69_489));
    let first: Vec<u32> = (0..=177).filter(|it| losing.contains(*it)).collect();
    assert_eq!(first, A030193);
    for value in 1..=177 {
        for method in [GameMethod::Search, GameMethod::Memo] {
            let score = self::value(SubtractSquare::new(value), method).score;
            assert_eq!(score == -1, A030193.contains(&value), "{value}");
        }
    }
}

#[test]
fn losing_heaps_are_those_of_the_definition_whatever_may_be_taken() {
    // Far enough for classes to be told apart; the second leaves no class crowded or empty.
    const MOST: usize = 3 << 20;
    for amounts in [&[1, 3, 4][..], &[2, 65, 1_000, 130_000], &[1 << 20]] {
        let losing = Losing::of(MOST as u32, amounts, &mut free()).unwrap();
        let mut expected = vec![false; MOST + 1];
        for heap in 0..=MOST {
            let mut rest = amounts.iter().filter_map(|it| heap.checked_sub(*it as usize));
            expected[heap] = !rest.any(|left| expected[left]);
            assert_eq!(losing.contains(heap as u32), expected[heap], "{heap} by {amounts:?}");
        }
    }
}

#[test]
fn chopsticks_ends_as_published() {
    for moves in 1..=16 {
        let game = Chopsticks::new(Some(2 * moves));
        let score = if moves <= 12 { 0 } else { -1 };
        assert_eq!(value(game.clone(), GameMethod::Search).score, score, "{moves}");
        assert_eq!(value(game, GameMethod::Memo).score, score, "{moves}");
    }
    let without = value(Chopsticks::new(None), GameMethod::Search);
    assert_eq!(without, GameValue { score: -1, length: Length::Plies(26) });
}

#[test]
fn the_table_of_best_moves_agrees_with_brute_force() {
    let rules = Chopsticks::new(Some(6));
    let table = best_moves(&rules, 6, &mut Budget::unlimited()).unwrap();
    let mut known = FxHashMap::default();
    for hands in naive::all_hands() {
        for level in 0..=6 {
            let mover = if level % 2 == 0 { Side::First } else { Side::Second };
            let state = chopsticks::Hands { hands, mover, left: Some(6 - level) };
            let (score, next) = table.get(hands, level).unwrap();
            assert_eq!(score, brute(&rules, &state, &mut known), "{state:?}");
            let all =
                if level == 6 { Vec::new() } else { naive::chopsticks(hands, mover, false, false) };
            assert_eq!(next.is_none(), all.is_empty(), "{state:?}");
            if let Some(next) = next {
                assert!(all.contains(&next), "{state:?}");
                assert_eq!(table.get(next, level + 1).unwrap().0, score, "{state:?}");
            }
        }
    }
}

#[test]
fn a_tippy_is_seen_in_each_corner_of_the_largest_board() {
    let size = 255;
    let cell = |row: u16, column: u16| row * size + column;
    for (row, column) in [(0, 0), (0, 252), (253, 0), (253, 252)] {
        let game = Tippy::new(size.into());
        let lying = [(0, 1), (0, 2), (1, 0), (1, 1)].map(|(r, c)| cell(row + r, column + c));
        let mut board = game.start();
        for (own, other) in lying.into_iter().zip([cell(100, 1), cell(100, 3), cell(100, 5), 0]) {
            assert_eq!(board.winner(), None);
            let mut promising = Vec::new();
            game.promising(&board, &mut promising);
            assert!(own != lying[3] || promising == [own], "a win is taken");
            board = game.apply(&board, own);
            if board.winner().is_none() {
                board = game.apply(&board, other);
            }
        }
        assert_eq!(board.winner(), Some(Side::First), "{row} {column}");
    }
}

#[test]
fn the_first_player_wins_tippy_in_as_many_moves_as_is_known() {
    for (size, plies) in [(3, 9), (4, 9), (5, 7), (6, 7), (8, 7)] {
        let game = Tippy::new(size);
        let mut tree = PlayTree::new(&game, Means::ALL);
        let found = tree.value(&game.start(), &mut free()).unwrap();
        assert_eq!(found, GameValue { score: 1, length: Length::Plies(plies) }, "{size}");
        assert!(tree.nodes() <= 10_000, "{size}: {} nodes", tree.nodes());
    }
}

#[test]
fn the_winning_first_cells_of_tippy_are_the_inner_ones_and_on_large_boards_all_but_the_corners() {
    let inner = |size: u32, margin: u32| -> Vec<u32> {
        let line = margin..size - margin;
        line.clone().flat_map(|row| line.clone().map(move |column| row * size + column)).collect()
    };
    let mut six = inner(6, 1);
    six.extend([2, 3, 12, 17, 18, 23, 32, 33]);
    six.sort_unstable();
    let five = inner(5, 1);
    for (size, expected) in [(3, inner(3, 1)), (4, inner(4, 1)), (5, five), (6, six)] {
        let game = Arc::new(Tippy::new(size)).compiled();
        let (aim, method) = (aim::FindBestMoves, GameMethod::Search);
        let found = GameTask { game, played: Vec::new(), aim, method }.answer(&mut free());
        let BestMoves { mut moves, open, .. } = found.unwrap().into_inner();
        moves.sort_unstable();
        assert_eq!((moves, open), (expected, Some(Vec::new())), "{size}");
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
        let state = digits.iter().fold(game.start(), |state, digit| {
            let moves = moves(&game, &state);
            moves
                .get(digit % moves.len().max(1))
                .map_or(state.clone(), |it| game.apply(&state, *it))
        });
        let found = PlayTree::new(&game, Means::ALL).value(&state, &mut free()).unwrap();
        assert_eq!(found.score, brute(&game, &state, &mut scores));
        if let Length::Plies(length) = found.length {
            assert_eq!(length, plies(&game, &state, &mut scores, &mut known), "{state:?}");
        }
    }
}

fn no_lie_is_believed<G: Examined>() {
    let lies = || Lie::ALL.into_iter().cycle();
    for (seed, lie) in (1..=40).zip(lies()) {
        let game = Lying(G::arbitrary(&mut exam::Numbers(seed)), lie);
        if moves(&game.0, &game.start()).is_empty() {
            continue;
        }
        let task = GameTask {
            game: Arc::new(game),
            played: Vec::new(),
            aim: aim::FindValue,
            method: GameMethod::Search,
        };
        let answer = task.answer(&mut free());
        assert!(matches!(answer, Err(Failure::Unverified(_))), "{task:?} {answer:?}");
    }
}

#[test]
fn a_structure_that_is_not_that_of_the_rules_is_found_out() {
    no_lie_is_believed::<SubtractSquare>();
    no_lie_is_believed::<Choosing>();
    no_lie_is_believed::<DotsGame>();
    no_lie_is_believed::<Tippy>();
}

/// A strategy that makes the first move there is.
struct Careless;

impl<G: Game> PlayStrategy<G> for Careless {
    fn choose(
        &mut self,
        _: &G::State,
        _: i32,
        _: Option<Horizon>,
        _: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        Ok(None)
    }
}

#[test]
fn the_checker_refuses_strategies_that_fail() {
    let game = SubtractSquare::new(6);
    let start = game.start();
    let claim = |side, score, strategy: &mut dyn PlayStrategy<SubtractSquare>| {
        let claim = PlayClaim { side, score, horizon: None };
        guarantees(&GameRules::of(&game), &start, claim, 1000, strategy, &mut free()).unwrap()
            != Kept::Not
    };
    assert!(!claim(Side::First, 1, &mut Careless), "it makes no move");
    assert!(claim(Side::First, -1, &mut Best(PlayTree::new(&game, Means::ALL))));
    assert!(claim(Side::First, 1, &mut Best(PlayTree::new(&game, Means::ALL))));
    assert!(!claim(Side::Second, -1, &mut Best(PlayTree::new(&game, Means::ALL))));
    // A win that never comes.
    let endless = Chopsticks::new(None);
    let claim = PlayClaim { side: Side::Second, score: -1, horizon: None };
    let is_won = guarantees(
        &GameRules::of(&endless),
        &endless.start(),
        claim,
        1000,
        &mut Careless,
        &mut free(),
    );
    assert_eq!(is_won, Ok(Kept::Not));
}

/// The strategy of a walk.
struct Best<'g, G: Game>(PlayTree<'g, G>);

impl<G: Game> PlayStrategy<G> for Best<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        _: i32,
        horizon: Option<Horizon>,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        match horizon {
            Some(horizon) => self.0.in_time(state, horizon, budget),
            None => self.0.choice(state, budget),
        }
    }
}

#[test]
fn lengths_are_played_out() {
    let game = Tippy::new(3);
    let holds = |side, plies| {
        let claim = PlayClaim::of(side, GameValue { score: 1, length: Length::Plies(plies) });
        let mut strategy = Best(PlayTree::new(&game, Means::ALL));
        guarantees(&GameRules::of(&game), &game.start(), claim, 1 << 20, &mut strategy, &mut free())
            == Ok(Kept::Always)
    };
    assert_eq!([8, 9, 10].map(|plies| holds(Side::First, plies)), [false, true, true]);
    assert_eq!([8, 9, 10].map(|plies| holds(Side::Second, plies)), [true, true, false]);
}

/// The strategy of a walk, but in some positions it makes any move.
struct Rash<'g>(Best<'g, Tippy>, fastrand::Rng);

impl PlayStrategy<Tippy> for Rash<'_> {
    fn choose(
        &mut self,
        state: &<Tippy as Game>::State,
        score: i32,
        horizon: Option<Horizon>,
        budget: &mut Budget,
    ) -> Result<Option<u16>, Stop> {
        if self.1.u8(..4) == 0 {
            let allowed = moves(self.0.0.game(), state);
            return Ok(Some(allowed[self.1.usize(..allowed.len())]));
        }
        self.0.choose(state, score, horizon, budget)
    }
}

#[test]
fn wins_shown_against_some_defences_are_wins_against_all() {
    let game = Tippy::new(4);
    let mut random = fastrand::Rng::with_seed(7);
    let (mut scores, mut lengths) = (FxHashMap::default(), FxHashMap::default());
    let mut told = [0; 4];
    for _ in 0..300 {
        let mut state = game.start();
        for _ in 0..random.usize(7..16) {
            let allowed = moves(&game, &state);
            if !allowed.is_empty() {
                state = game.apply(&state, allowed[random.usize(..allowed.len())]);
            }
        }
        let score = brute(&game, &state, &mut scores);
        let free_cells = moves(&game, &state).len() as u32;
        if free_cells == 0 {
            continue;
        }
        let length = match score {
            0 => free_cells,
            _ => plies(&game, &state, &mut scores, &mut lengths),
        };
        for (side, plies) in [
            (Side::First, length),
            (Side::Second, length),
            (Side::First, length - 1),
            (Side::Second, length - 1),
            (Side::First, length + 2),
        ] {
            let claim = PlayClaim {
                side,
                score: side.win(),
                horizon: Some(Horizon { plies, winner: side.other() }),
            };
            let is_true = side.win() == score && plies >= length;
            let holds = |strategy: &mut dyn PlayStrategy<Tippy>| {
                guarantees(&GameRules::of(&game), &state, claim, 1 << 20, strategy, &mut free())
                    == Ok(Kept::Always)
            };
            let best = || Best(PlayTree::new(&game, Means::ALL));
            assert_eq!(holds(&mut best()), is_true, "{state:?} {claim:?}");
            let is_shown = holds(&mut Rash(best(), random.fork()));
            assert!(is_true || !is_shown, "{state:?} {claim:?}");
            told[2 * usize::from(is_true) + usize::from(is_shown)] += 1;
        }
    }
    // Some strategies are good enough in spite of their mistakes, others are not.
    assert!(told[0] > 100 && told[2] > 10 && told[3] > 50, "{told:?}");
}

/// Tippy, but for what it says of the start: no win comes before so many moves.
#[derive(Debug)]
struct Late(Tippy, u32);

impl Game for Late {
    type State = <Tippy as Game>::State;
    type Move = <Tippy as Game>::Move;

    fn start(&self) -> Self::State {
        self.0.start()
    }

    fn to_move(&self, state: &Self::State) -> Side {
        self.0.to_move(state)
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.0.moves(state, moves);
    }

    fn apply(&self, state: &Self::State, chosen: Self::Move) -> Self::State {
        self.0.apply(state, chosen)
    }

    fn score(&self, state: &Self::State) -> i32 {
        self.0.score(state)
    }

    fn ends_suddenly(&self) -> bool {
        true
    }

    fn soonest_win(&self, state: &Self::State, _: Side) -> u32 {
        if *state == self.start() { self.1 } else { 0 }
    }
}

#[test]
fn a_wrong_length_is_not_told() {
    fn found<Aim>(plies: u32, aim: Aim) -> Result<<GameTask<Aim> as Problem>::Solution, Failure>
    where
        GameTask<Aim>: Problem,
    {
        let game = std::sync::Arc::new(Late(Tippy::new(3), plies));
        let task = GameTask { game, played: Vec::new(), aim, method: GameMethod::Search };
        task.answer(&mut free()).map(ProblemAnswer::into_inner)
    }
    let value = GameValue { score: 1, length: Length::Plies(9) };
    assert_eq!(found(9, aim::FindValue), Ok(value));
    assert!(matches!(found(10, aim::FindValue), Err(Failure::Unverified(_))));
    assert!(matches!(found(10, aim::FindBestMoves), Err(Failure::Unverified(_))));
    assert!(matches!(found(10, aim::FindMove), Err(Failure::Unverified(_))));
    assert!(matches!(found(10, aim::FindBestLine), Err(Failure::Unverified(_))));
}
