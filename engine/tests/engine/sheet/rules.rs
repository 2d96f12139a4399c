//! Random games that sheets say: what is packed against the plain reader in every position, values against
//! a search of them all, and rules that were told wrongly.

use std::cell::Cell;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::Problem;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::game::Side;
use puzzle_engine::logic::sheet::actions::{
    CellCondition, CellContent, Flaw, SheetChange, SheetStep, To,
};
use puzzle_engine::logic::sheet::rules::{GameCases, Points, Rules, SheetPlayers};
use puzzle_engine::logic::sheet::{SheetState, SortId, SymbolId};
use puzzle_engine::problem::Failure;
use puzzle_engine::problem::game::{
    GameMethod, GameTask, StateWords, Unplayable, WrittenGame, aim,
};
use puzzle_engine::problem::plan::{PlanTask, aim as aim_of_plans};
use puzzle_engine::reader::plays::{ByTheBook, StepAttempt};
use rustc_hash::FxHashMap;

use super::acting::{Acting, acting};
use super::build::Build;

thread_local! {
    /// Games that were written out.
    static WRITTEN: Cell<u32> = const { Cell::new(0) };
}

/// Positions that are looked at.
const MOST: usize = 300;

/// A random sheet with actions, played by two: after an action it is the other one's turn, now and then
/// not.
fn game(numbers: &[u8], has_points: bool) -> (Rules, SymbolId) {
    let Acting { sheet, mut actions, goal, term, meter } = acting(numbers);
    let mut build = Build(sheet);
    let player = SortId(build.0.sorts.len() as u32);
    build.0.sorts.push(0..=1);
    let turn = build.function(&[], 0..=1);
    let stuck = build.predicate(&[]);
    let mover = build.apply(turn, &[]);
    let (zero, one) = (build.number(0), build.number(1));
    let other = build.0.term(puzzle_engine::logic::sheet::Term::Binary(
        puzzle_engine::logic::sheet::Operation::Minus,
        one,
        mover,
    ));
    let change = |to, conditions| SheetChange {
        variables: Vec::new(),
        conditions,
        symbol: turn,
        arguments: Vec::new(),
        to: To::Value(to),
    };
    actions.start.push(change(zero, Vec::new()));
    for (at, action) in actions.actions.iter_mut().enumerate() {
        let again = numbers.get(at).is_some_and(|it| it % 4 == 0);
        if again {
            let not = build.not(goal);
            action.changes.push(change(mover, vec![goal]));
            action.changes.push(change(other, vec![not]));
        } else {
            action.changes.push(change(other, Vec::new()));
        }
    }
    let variable = build.variable(player);
    let of = build.of(variable);
    let is_first = build.equal(of, zero);
    let moves = build.equal(mover, zero);
    let holds = build.holds(stuck, &[]);
    let lost = build.and(&[holds, moves]);
    let is_any = build.some(&[variable], is_first);
    let first = build.and(&[goal, is_any]);
    let points = Points { meters: vec![(meter, 0)], rest: None };
    let rest = Points { meters: Vec::new(), rest: Some(term) };
    let points = has_points.then_some([points, rest]);
    let players = SheetPlayers { turn, stuck, wins: [first, lost], points };
    (Rules { sheet: build.0, actions, players }, meter)
}

/// A position as the sheet says it, read by the plain reader alone.
struct Plain {
    state: SheetState,
    mover: Side,
    /// Where each step leads, and what it counts.
    next: Vec<(SheetStep, usize, i64)>,
    score: i32,
    is_known: bool,
}

fn mover(rules: &Rules, state: &SheetState) -> Side {
    match state.tables[rules.players.turn.0 as usize][0] {
        Some(1) => Side::Second,
        _ => Side::First,
    }
}

/// All positions; `None` where two changes disagree or there are too many.
fn positions(rules: &Rules, meter: SymbolId, start: SheetState) -> Option<Vec<Plain>> {
    let budget = &mut Budget::unlimited();
    let mut book = ByTheBook::new(&rules.sheet, &rules.actions).unwrap();
    let plain = |state: SheetState| {
        let mover = mover(rules, &state);
        Plain { state, mover, next: Vec::new(), score: 0, is_known: false }
    };
    let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
    let mut all = vec![plain(start)];
    let mut at = 0;
    while at < all.len() {
        let state = all[at].state.clone();
        book.turn_to(state.clone());
        let is_won = |book: &mut ByTheBook<'_>, budget: &mut Budget| {
            let [one, other] = rules.players.wins;
            let mut is = |it| book.reader.is_true(it, &[], budget).unwrap();
            (is(one), is(other))
        };
        let won = is_won(&mut book, budget);
        let steps = match won {
            (false, false) => book.steps(budget).unwrap(),
            _ => Vec::new(),
        };
        for (step, attempt) in steps {
            let StepAttempt::Done(changed) = attempt else { return None };
            let mut next = state.clone();
            let mut amount = 0;
            for (symbol, place, value) in changed {
                match symbol == meter {
                    true => amount = value.unwrap(),
                    false => next.tables[symbol.0 as usize][place] = value,
                }
            }
            let fresh = all.len();
            let number = *numbers.entry(next.clone()).or_insert(fresh);
            if number == fresh {
                all.push(plain(next));
            }
            all[at].next.push((step, number, amount));
        }
        if all[at].next.is_empty() {
            let won = match won {
                (false, false) => {
                    let mut stuck = state;
                    stuck.tables[rules.players.stuck.0 as usize][0] = Some(1);
                    book.turn_to(stuck);
                    is_won(&mut book, budget)
                }
                won => won,
            };
            all[at].score = i32::from(won.0) - i32::from(won.1);
            all[at].is_known = true;
        }
        at += 1;
        if all.len() > MOST {
            return None;
        }
    }
    Some(all)
}

/// What the start is worth in wins: from the ends back, until nothing is new.
fn value(all: &mut [Plain]) -> i32 {
    let mut values: Vec<Option<i32>> =
        all.iter().map(|it| it.is_known.then_some(it.score)).collect();
    loop {
        let before = values.clone();
        for (at, it) in all.iter().enumerate().filter(|it| !it.1.is_known) {
            let win = it.mover.win();
            let known = it.next.iter().map(|it| values[it.1]);
            let can_win = known.clone().any(|it| it == Some(win));
            let must_lose = known.clone().all(|it| it == Some(-win));
            values[at] = match (can_win, must_lose) {
                (true, _) => Some(win),
                (_, true) => Some(-win),
                _ => None,
            };
        }
        if values == before {
            return values[0].unwrap_or(0);
        }
    }
}

fn opened(rules: &Arc<Rules>) -> Result<Arc<dyn WrittenGame>, Unplayable> {
    Arc::clone(rules).opened(&mut Budget::unlimited())
}

fn compare(numbers: &[u8]) {
    let (rules, meter) = game(numbers, false);
    let rules = Arc::new(rules);
    let start =
        ByTheBook::new(&rules.sheet, &rules.actions).unwrap().start(&mut Budget::unlimited());
    let Ok(Ok(mut start)) = start.unwrap() else { return };
    start.tables[meter.0 as usize].fill(Some(0));
    let game = match opened(&rules) {
        Ok(game) => game,
        Err(Unplayable::NoStart(_) | Unplayable::Flaw(Flaw::Disagree(..))) => return,
        Err(other) => panic!("{other:?}"),
    };
    let Some(mut all) = positions(&rules, meter, start) else { return };
    let mut words: Vec<Option<StateWords>> = vec![None; all.len()];
    words[0] = Some(game.begins());
    for (at, it) in all.iter().enumerate() {
        let position = words[at].clone().unwrap();
        let state = game.state(&position);
        assert_eq!(state, it.state);
        let moves = game.allowed(&position);
        let steps: Vec<SheetStep> = moves.iter().map(|it| game.step(*it)).collect();
        let wanted: Vec<SheetStep> = it.next.iter().map(|it| it.0.clone()).collect();
        assert_eq!(steps, wanted);
        if moves.is_empty() {
            assert_eq!(game.ends_with(&position), it.score);
        } else {
            assert_eq!(game.mover(&position), it.mover);
        }
        for (chosen, (_, next, _)) in moves.iter().zip(&it.next) {
            let after = game.after(&position, *chosen);
            match &words[*next] {
                Some(known) => assert_eq!(*known, after),
                None => words[*next] = Some(after),
            }
        }
    }
    let task = |method| GameTask {
        game: Arc::clone(&game).any(),
        played: Vec::new(),
        aim: aim::FindValue,
        method,
    };
    compare_written_out(&rules, &all);
    let worth = value(&mut all);
    for method in [GameMethod::Search, GameMethod::Retrograde] {
        let found = task(method).answer(&mut Budget::unlimited()).unwrap();
        assert_eq!(found.score, worth, "{method:?}");
    }
    if !game.may_repeat() {
        let found = task(GameMethod::Minimax).answer(&mut Budget::unlimited().part(1 << 22));
        assert!(found.is_err() || found.is_ok_and(|it| it.score == worth));
    }
}

/// The game written out in cells, unless it has too many cases.
fn written_out(rules: &Rules) -> Option<GameCases> {
    let (sheet, actions) = (rules.sheet.clone(), rules.actions.clone());
    let task =
        PlanTask { sheet, actions, aim: aim_of_plans::PlayWrittenOut(rules.players.clone()) };
    match task.answer(&mut Budget::unlimited()) {
        Ok(found) => Some(found.into_inner().unwrap().unwrap()),
        Err(Failure::Stopped(Stop::Size(_))) => None,
        Err(other) => panic!("{other:?}"),
    }
}

/// Whether a condition holds. What is being asked already does not hold for that reason.
fn holds(
    condition: &CellCondition,
    cells: &[Option<i64>],
    written: &GameCases,
    asked: &mut Vec<usize>,
) -> bool {
    match condition {
        CellCondition::Truth(truth) => *truth,
        CellCondition::Is(cell, value) => cells[*cell] == *value,
        CellCondition::Not(part) => !holds(part, cells, written, asked),
        CellCondition::All(parts) => parts.iter().all(|it| holds(it, cells, written, asked)),
        CellCondition::Any(parts) => parts.iter().any(|it| holds(it, cells, written, asked)),
        CellCondition::Defined(at) if asked.contains(at) => false,
        CellCondition::Defined(at) => {
            asked.push(*at);
            let holds = holds(&written.defined[*at], cells, written, asked);
            asked.pop();
            holds
        }
    }
}

fn are_so(values: &[CellContent], cells: &[Option<i64>]) -> bool {
    values.iter().all(|it| cells[it.0] == it.1)
}

/// What is written out, in every position: what each step does, and who has won.
fn compare_written_out(rules: &Rules, all: &[Plain]) {
    let Some(written) = written_out(rules) else { return };
    let in_cells = |state: &SheetState| -> Vec<Option<i64>> {
        let cells = written.doing.cells.iter();
        cells.map(|(symbol, place)| state.tables[symbol.0 as usize][*place]).collect()
    };
    for it in all {
        let cells = in_cells(&it.state);
        let can_move = |step: &SheetStep| it.next.iter().find(|known| known.0 == *step);
        let mut allowed = 0;
        for case in written.doing.cases.iter().filter(|it| are_so(&it.reads, &cells)) {
            allowed += 1;
            let Some((_, next, _)) = can_move(&case.step) else { continue };
            let mut after = cells.clone();
            case.writes.iter().for_each(|it| after[it.0] = it.1);
            assert_eq!(after, in_cells(&all[*next].state));
        }
        let has_won = |is_stuck: usize| {
            let wins = |player: usize| {
                holds(&written.wins[is_stuck][player], &cells, &written, &mut Vec::new())
            };
            [0, 1].map(wins)
        };
        let mut won = has_won(0);
        if won == [false; 2] && allowed == 0 {
            won = has_won(1);
        }
        match it.is_known {
            true => assert_eq!(i32::from(won[0]) - i32::from(won[1]), it.score),
            false => assert_eq!((won, allowed), ([false; 2], it.next.len())),
        }
        if let Some(points) = &written.points {
            let [_, second] = rules.players.points.clone().unwrap();
            let mut book = ByTheBook::new(&rules.sheet, &rules.actions).unwrap();
            book.turn_to(it.state.clone());
            let rest = book.reader.value(second.rest.unwrap(), &[], &mut Budget::unlimited());
            let here = points.rest.iter().find(|it| are_so(&it.0, &cells)).map_or(0, |it| it.1);
            assert_eq!(-rest.unwrap().unwrap_or(0), here);
        }
    }
    WRITTEN.set(WRITTEN.get() + 1);
}

/// In games of points: what moves gain, and what the start is worth.
fn compare_points(numbers: &[u8]) {
    let (mut rules, meter) = game(numbers, true);
    // Points decide, and nothing else ends a play.
    let never = rules.sheet.sentence(puzzle_engine::logic::sheet::SheetSentence::Truth(false));
    rules.players.wins = [never; 2];
    let rules = Arc::new(rules);
    let start =
        ByTheBook::new(&rules.sheet, &rules.actions).unwrap().start(&mut Budget::unlimited());
    let Ok(Ok(mut start)) = start.unwrap() else { return };
    start.tables[meter.0 as usize].fill(Some(0));
    let Ok(game) = opened(&rules) else { return };
    let Some(all) = positions(&rules, meter, start) else { return };
    compare_written_out(&rules, &all);
    let task = GameTask {
        game: Arc::clone(&game).any(),
        played: Vec::new(),
        aim: aim::FindValue,
        method: GameMethod::Search,
    };
    let found = task.answer(&mut Budget::unlimited());
    if game.may_repeat() {
        assert!(matches!(found, Err(Failure::Refused(_))));
        return;
    }
    let mut book = ByTheBook::new(&rules.sheet, &rules.actions).unwrap();
    let [_, second] = rules.players.points.clone().unwrap();
    // No position comes again, so that in this many rounds every value is found.
    let mut values = vec![0; all.len()];
    for _ in 0..all.len() {
        for (at, it) in all.iter().enumerate() {
            let worth = it.next.iter().map(|it| it.2 + values[it.1]);
            values[at] = match it.mover {
                _ if it.next.is_empty() => {
                    book.turn_to(it.state.clone());
                    let rest = second.rest.unwrap();
                    -book.reader.value(rest, &[], &mut Budget::unlimited()).unwrap().unwrap_or(0)
                }
                Side::First => worth.max().unwrap(),
                Side::Second => worth.min().unwrap(),
            };
        }
    }
    assert_eq!(i64::from(found.unwrap().score), values[0]);
}

fn cases() -> ProptestConfig {
    let cases = if cfg!(debug_assertions) { 400 } else { 4000 };
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

#[test]
fn games_are_what_their_sheets_say() {
    proptest!(cases(), |(numbers in vec(any::<u8>(), 200))| compare(&numbers));
    assert!(WRITTEN.get() > 100, "{}", WRITTEN.get());
}

#[test]
fn points_are_what_their_sheets_say() {
    proptest!(cases(), |(numbers in vec(any::<u8>(), 200))| compare_points(&numbers));
    assert!(WRITTEN.get() > 100, "{}", WRITTEN.get());
}
