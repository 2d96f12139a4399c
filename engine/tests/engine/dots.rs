//! Dots and Boxes: the search by what is known of the game, against tables of all positions that know
//! nothing but the rules. Every position of an empty board with 3×3 boxes is compared by
//! `.ci/slow/dots`; here it is each 211th.

use crate::sample;
use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Signal, Stop};
use puzzle_engine::evidence::dots::{Advice, DotsClaim};
use puzzle_engine::logic::dots::{BoardEdge, DotsBoard, DotsGame, DotsGrid, Edges};
use puzzle_engine::logic::game::{Game, GameValue, Length, Side};
use puzzle_engine::problem::game::{BestMoves, GameMethod, GameTask, aim};
use puzzle_engine::search::PlayFinder;
use puzzle_engine::search::dots::DotsSearch;
use puzzle_engine::search::dots::endgame::Endgame;
use puzzle_engine::search::tree::{Means, PlayTree};
use puzzle_engine::verify::dots::board::{Capture, CheckedBoard};
use puzzle_engine::verify::dots::claims::Claims;
use puzzle_engine::verify::dots::defences;
use puzzle_engine::{Failure, Problem, ProblemAnswer};

fn free() -> Budget {
    Budget::unlimited()
}

/// An edge that is never drawn, behind all others.
const NEVER: u32 = 1 << 31;

/// The values of all positions that follow a board, by the rules alone.
struct All {
    grid: DotsGrid,
    drawn: Edges,
    edges: Vec<BoardEdge>,
    /// For each set of free edges, how many boxes who moves gains more than the other.
    values: Vec<i8>,
}

impl All {
    fn of(grid: DotsGrid, drawn: Edges) -> Self {
        let edges: Vec<BoardEdge> = drawn.free(grid).collect();
        let mut boxes = vec![0_u32; grid.boxes()];
        for (at, edge) in edges.iter().enumerate() {
            for (row, column) in grid.beside(*edge) {
                boxes[usize::from(row * grid.columns + column)] |= 1 << at;
            }
        }
        // The edges of the boxes beside each edge; a box that there is not is never closed.
        let beside = |at: usize| {
            let mut found = boxes.iter().copied().filter(|it| it >> at & 1 == 1);
            [(); 2].map(|()| found.next().unwrap_or(NEVER))
        };
        let beside: Vec<[u32; 2]> = (0..edges.len()).map(beside).collect();
        let mut values = vec![0_i8; 1 << edges.len()];
        for set in 1..values.len() as u32 {
            let (mut open, mut most) = (set, i8::MIN);
            while open != 0 {
                let at = open.trailing_zeros() as usize;
                open &= open - 1;
                let rest = set ^ 1 << at;
                let [one, other] = beside[at];
                let left = rest | NEVER;
                let closed = i8::from(one & left == 0) + i8::from(other & left == 0);
                let value = values[rest as usize];
                most = most.max(closed + if closed > 0 { value } else { -value });
            }
            values[set as usize] = most;
        }
        Self { grid, drawn, edges, values }
    }

    fn empty(rows: u16, columns: u16) -> Self {
        let grid = DotsGrid { rows, columns };
        Self::of(grid, Edges::none(grid))
    }

    fn game(&self) -> DotsGame {
        DotsGame::new(self.grid, self.drawn.clone(), [0, 0])
    }

    fn board(&self, set: usize) -> DotsBoard {
        let mut drawn = self.drawn.clone();
        let closed = (0..self.edges.len()).filter(|at| set >> at & 1 == 0);
        closed.for_each(|at| drawn.insert(self.edges[at]));
        DotsBoard { drawn, side: if set.is_multiple_of(3) { Side::Second } else { Side::First } }
    }

    fn score(&self, set: usize) -> i32 {
        self.board(set).side.win() * i32::from(self.values[set])
    }

    /// Compares each `step`th position.
    fn compare(&self, step: usize) {
        let game = self.game();
        let mut search = DotsSearch::new(&game);
        for set in (0..self.values.len()).step_by(step) {
            let found = search.value(&self.board(set), &mut free()).unwrap();
            assert_eq!(found.score, self.score(set), "{:?} {set:b}", self.grid);
        }
    }
}

static THREE: LazyLock<All> = LazyLock::new(|| All::empty(3, 3));

fn task<Aim>(game: DotsGame, aim: Aim) -> GameTask<Aim> {
    GameTask {
        game: Arc::new(game).compiled(),
        played: Vec::new(),
        aim,
        method: GameMethod::Search,
    }
}

fn empty(rows: u16, columns: u16) -> DotsGame {
    let grid = DotsGrid { rows, columns };
    DotsGame::new(grid, Edges::none(grid), [0, 0])
}

/// Numbers that look random, the same ones each time.
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut number = seed;
    move |below| {
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) as usize % below
    }
}

/// A board on which so many edges are free.
fn partial(grid: DotsGrid, left: usize, seed: u64) -> Edges {
    let mut random = random(seed);
    let mut drawn = Edges::none(grid);
    while drawn.free(grid).count() > left {
        drawn.insert(random(grid.edges()) as BoardEdge);
    }
    drawn
}

#[test]
fn every_position_of_small_boards_is_worth_what_the_rules_say() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 3), (1, 4), (1, 5), (2, 2), (2, 3)] {
        All::empty(rows, columns).compare(1);
    }
    let step = std::env::var("DOTS_STEP").map_or(211, |it| it.parse().unwrap());
    THREE.compare(step);
}

#[test]
fn empty_boards_are_worth_what_is_published_and_cost_few_nodes() {
    let boards = [
        (1, 1, -1, 3),
        (1, 2, 0, 11),
        (1, 3, -1, 37),
        (1, 7, -1, 5_559),
        (2, 2, 2, 125),
        (2, 3, -2, 1_025),
        (2, 4, 2, 15_107),
        (2, 5, -2, 158_178),
        (3, 3, -3, 34_210),
        (3, 4, 0, 516_662),
    ];
    for (rows, columns, margin, nodes) in boards {
        let game = empty(rows, columns);
        let mut search = DotsSearch::new(&game);
        let found = search.value(&game.start(), &mut free()).unwrap().score;
        assert_eq!(found, margin, "{rows}×{columns}");
        assert!(search.nodes() <= nodes, "{rows}×{columns}: {} nodes", search.nodes());
    }
}

#[test]
fn by_the_rules_alone_one_of_mirrored_positions_is_one_node_at_most() {
    let game = empty(2, 3);
    for (means, nodes) in [(Means::MEMO, 33_408), (Means::ALL, 27_154)] {
        let mut tree = PlayTree::new(&game, means);
        assert_eq!(tree.value(&game.start(), &mut free()).unwrap().score, -2);
        assert_eq!(tree.nodes(), nodes, "{means:?}");
    }
}

#[test]
fn boards_with_sixteen_free_edges_cost_few_nodes() {
    for seed in 0..sample::cases(3000).into() {
        let set = {
            let drawn = partial(THREE.grid, 16, seed);
            drawn.free(THREE.grid).fold(0, |set, edge| set | 1 << edge)
        };
        let game = DotsGame::new(THREE.grid, THREE.board(set).drawn, [0, 0]);
        let mut search = DotsSearch::new(&game);
        let found = search.value(&game.start(), &mut free()).unwrap().score;
        assert_eq!(found, i32::from(THREE.values[set]), "{set:b}");
        assert!(search.nodes() <= 3500, "{set:b}: {} nodes", search.nodes());
    }
}

#[test]
fn boards_on_which_the_search_looks_ahead_pass_the_check() {
    let grid = DotsGrid { rows: 4, columns: 4 };
    for seed in 0..20 {
        let game = DotsGame::new(grid, partial(grid, 27, seed), [0, 0]);
        task(game, aim::FindValue).answer(&mut free()).unwrap();
    }
}

#[test]
fn the_best_first_edges_of_two_by_two_are_the_outer_ones() {
    let found = task(empty(2, 2), aim::FindBestMoves).answer(&mut free()).unwrap();
    let BestMoves { value, mut moves, open } = found.into_inner();
    moves.sort_unstable();
    assert_eq!((value.score, open), (2, Some(vec![])));
    assert_eq!(moves, [0, 1, 4, 5, 6, 8, 9, 11]);
}

#[test]
fn chains_and_loops_are_worth_what_all_ways_to_open_them_are() {
    /// By the openings of all, not only the shortest.
    fn value(chains: &[i32], loops: &[i32]) -> i32 {
        let without = |all: &[i32], at| [&all[..at], &all[at + 1..]].concat();
        let chain = |at: usize| {
            let rest = value(&without(chains, at), loops);
            match chains[at] {
                short @ (1 | 2) => -(short + rest),
                long => -(long - 2 + (rest + 2).abs()),
            }
        };
        let ring = |at: usize| loops[at] - 4 + (value(chains, &without(loops, at)) + 4).abs();
        let chain = (0..chains.len()).map(chain);
        let ring = (0..loops.len()).map(|at| -ring(at));
        chain.chain(ring).max().unwrap_or(0)
    }
    let mut random = random(1);
    for _ in 0..20_000 {
        let chains: Vec<i32> = (0..random(5)).map(|_| 1 + random(6) as i32).collect();
        let loops: Vec<i32> = (0..random(3)).map(|_| 4 + 2 * random(3) as i32).collect();
        let mut endgame = Endgame::default();
        chains.iter().for_each(|it| endgame.push(*it, false));
        loops.iter().for_each(|it| endgame.push(*it, true));
        assert_eq!(endgame.value(), value(&chains, &loops), "{chains:?} {loops:?}");
    }
}

#[test]
fn nothing_is_lost_with_the_defences_that_are_tried() {
    let all = All::empty(2, 3);
    for set in 1..all.values.len() {
        let drawn = all.board(set).drawn;
        let tried = defences(all.grid, &drawn).into_iter().map(|edge| {
            let rest = set ^ 1 << edge;
            let closed = all.game().closes(&drawn, edge);
            let value = i32::from(all.values[rest]);
            if closed > 0 { closed + value } else { -value }
        });
        assert_eq!(tried.max(), Some(i32::from(all.values[set])), "{set:b}");
    }
}

#[test]
fn the_check_takes_boxes_and_mirrors_boards_as_the_rules_allow() {
    for (all, step) in [(&All::empty(2, 3), 1), (&All::empty(1, 5), 1), (&*THREE, 211)] {
        let board = CheckedBoard::of(all.grid, &all.edges).unwrap();
        for set in (0..all.values.len()).step_by(step) {
            let value = |free: u64| i32::from(all.values[free as usize]);
            let Capture { boxes, handed, rest } = board.capture(set as u64);
            let all_taken = boxes + value(rest);
            let handed_over = (handed > 0).then(|| boxes - 2 * handed - value(rest));
            let best = handed_over.map_or(all_taken, |it| it.max(all_taken));
            assert_eq!(best, value(set as u64), "{:?} {set:b}", all.grid);
            assert_eq!(
                value(board.normal(set as u64)),
                value(set as u64),
                "{:?} {set:b}",
                all.grid
            );
        }
    }
}

/// Advises nothing but the first edge, and to hand boxes over at random.
struct Careless<'a>(&'a [BoardEdge], Box<dyn FnMut(usize) -> usize>);

impl Advice for Careless<'_> {
    fn edges(&self) -> Vec<BoardEdge> {
        self.0.to_vec()
    }

    fn edge(&mut self, free: u64, _: i32, _: &mut Budget) -> Result<Option<usize>, Stop> {
        Ok((free != 0).then(|| free.trailing_zeros() as usize))
    }

    fn reaches(&mut self, _: u64, _: i32, _: &mut Budget) -> Result<bool, Stop> {
        Ok((self.1)(2) == 0)
    }
}

#[test]
fn no_wrong_claim_holds_whatever_is_advised() {
    let all = All::empty(2, 3);
    let mut advice = Careless(&all.edges, Box::new(random(1)));
    let game = all.game();
    let mut search = DotsSearch::new(&game);
    let mut kept = Claims::of(all.grid, all.edges.clone()).unwrap();
    for set in (0..all.values.len()).step_by(7) {
        let (board, value) = (all.board(set), i32::from(all.values[set]));
        let mut held = 0;
        for gain in -7..8 {
            for (claim, is_true) in
                [(DotsClaim::Least(gain), value >= gain), (DotsClaim::Most(gain), value <= gain)]
            {
                let holds = kept.hold(&board.drawn, claim, &mut advice, &mut free()).unwrap();
                assert!(is_true || !holds, "{set:b} {claim:?}");
                held += usize::from(holds);
            }
        }
        assert!(held >= 2, "{set:b}: what goes without saying holds");
        let walk = search.advice(&board).unwrap().unwrap();
        let mut claims = Claims::of(all.grid, walk.edges()).unwrap();
        for claim in [DotsClaim::Least(value), DotsClaim::Most(value)] {
            assert!(claims.hold(&board.drawn, claim, walk, &mut free()).unwrap(), "{set:b}");
        }
    }
}

#[test]
fn a_check_that_was_stopped_is_begun_anew() {
    let all = All::empty(2, 3);
    let game = all.game();
    let mut search = DotsSearch::new(&game);
    let walk = search.advice(&game.start()).unwrap().unwrap();
    let mut claims = Claims::of(all.grid, walk.edges()).unwrap();
    for wrong in [DotsClaim::Least(0), DotsClaim::Most(-4)] {
        let signal = Signal::default();
        signal.cancel();
        let stopped = claims.hold(&all.drawn, wrong, walk, &mut Budget::new(signal, None, None));
        assert_eq!(stopped, Err(Stop::Cancelled));
        assert_eq!(claims.hold(&all.drawn, wrong, walk, &mut free()), Ok(false));
        assert_eq!(claims.hold(&all.drawn, wrong, walk, &mut free()), Ok(false));
    }
    assert_eq!(claims.hold(&all.drawn, DotsClaim::Least(-2), walk, &mut free()), Ok(true));
}

/// A grid whose rows are chains, and some edges more that are drawn.
fn corridors(rows: u16, columns: u16, drawn: &[BoardEdge]) -> DotsGame {
    let mut game = empty(rows, columns);
    (0..game.grid.horizontals()).for_each(|edge| game.start.insert(edge as BoardEdge));
    drawn.iter().for_each(|edge| game.start.insert(*edge));
    game
}

#[test]
fn boards_of_any_size_are_solved_when_chains_remain() {
    // Three chains of thirty boxes: the opponent takes all but two of the first ones, and the last.
    let game = corridors(3, 30, &[]);
    assert_eq!(
        task(game.clone(), aim::FindValue).answer(&mut free()).map(ProblemAnswer::into_inner),
        answered(-(2 * 26 + 30))
    );
    // One is open, and its taker hands it over.
    let first = game.grid.horizontals() as BoardEdge;
    let open = corridors(3, 30, &[first]);
    assert_eq!(
        task(open.clone(), aim::FindValue).answer(&mut free()).map(ProblemAnswer::into_inner),
        answered(2 * 26 + 30)
    );
    let found = task(open, aim::FindBestLine).answer(&mut free()).unwrap();
    assert!(found.is_whole, "{found:?}");
    // Fifty edges that close two boxes each, more boxes than there are bits in a word, and then a
    // chain of three: all but that is taken, and it has to be opened.
    let mut many = empty(20, 8);
    let chain = [(19, 0), (19, 1), (19, 2)].map(|(row, column)| many.grid.around(row, column));
    let is_between = |edge: &BoardEdge| {
        let mut beside = many.grid.beside(*edge);
        matches!((beside.next(), beside.next()), (Some((row, left)), Some((below, _)))
            if row == below && row < 19 && left % 2 == 0)
    };
    let pairs: Vec<BoardEdge> =
        (0..many.grid.edges() as BoardEdge).filter(is_between).take(50).collect();
    let chain = [chain[0][1], chain[0][3], chain[1][3], chain[2][1]];
    let left: Vec<BoardEdge> = pairs.into_iter().chain(chain).collect();
    let drawn = (0..many.grid.edges() as BoardEdge).filter(|edge| !left.contains(edge));
    drawn.for_each(|edge| many.start.insert(edge));
    assert_eq!(
        task(many, aim::FindValue).answer(&mut free()).map(ProblemAnswer::into_inner),
        answered(100 - 3)
    );
    // Few edges of many.
    let grid = DotsGrid { rows: 40, columns: 30 };
    let start = partial(grid, 12, 7);
    let all = All::of(grid, start.clone());
    let expected = i32::from(*all.values.last().unwrap());
    assert_eq!(
        task(DotsGame::new(grid, start, [0, 0]), aim::FindValue)
            .answer(&mut free())
            .map(ProblemAnswer::into_inner),
        answered(expected)
    );
}

fn answered(score: i32) -> Result<GameValue, Failure> {
    Ok(GameValue { score, length: Length::Unknown })
}

#[test]
fn what_is_too_much_is_not_answered() {
    let found = task(empty(6, 6), aim::FindValue).answer(&mut free());
    assert!(matches!(found, Err(Failure::Stopped(Stop::Size(_)))), "{found:?}");
    let signal = Signal::default();
    signal.cancel();
    let found = task(empty(5, 5), aim::FindValue).answer(&mut Budget::new(signal, None, None));
    assert_eq!(found, Err(Failure::Stopped(Stop::Cancelled)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_remains_of_any_board_is_worth_what_the_rules_say(
        (rows, columns, left, seed) in (1u16..6, 1u16..12, 1usize..14, any::<u64>())
    ) {
        let grid = DotsGrid { rows, columns };
        All::of(grid, partial(grid, left, seed)).compare(7);
    }

    #[test]
    fn a_move_keeps_the_value_and_none_beats_it(
        (rows, columns, left, seed) in (1u16..5, 1u16..5, 1usize..12, any::<u64>())
    ) {
        let grid = DotsGrid { rows, columns };
        let all = All::of(grid, partial(grid, left, seed));
        let game = all.game();
        let mut search = DotsSearch::new(&game);
        for set in (1..all.values.len()).rev().step_by(5) {
            let (board, score) = (all.board(set), all.score(set));
            let edge = search.keep(&board, score, &mut free()).unwrap().unwrap();
            let next = game.apply(&board, edge);
            let rest = search.value(&next, &mut free()).unwrap().score;
            prop_assert_eq!(game.gain(&board, edge) + rest, score);
            let more = score + board.side.win();
            prop_assert_eq!(search.keep(&board, more, &mut free()).unwrap(), None);
        }
    }

    #[test]
    fn every_answer_passes_its_check((left, seed) in (1usize..15, any::<u64>())) {
        let grid = DotsGrid { rows: 3, columns: 3 };
        let game = DotsGame::new(grid, partial(grid, left, seed), [0, 0]);
        task(game.clone(), aim::FindValue).answer(&mut free()).unwrap();
        task(game.clone(), aim::FindBestMoves).answer(&mut free()).unwrap();
        task(game, aim::FindBestLine).answer(&mut free()).unwrap();
    }
}
