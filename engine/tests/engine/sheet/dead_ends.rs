//! Potentials of dead ends on random sheets and on tokens that go along arrows: those that are found pass their check, those
//! that pass, however they were made, hold of all states, and searches that leave dead ends out find the same.

use std::cell::Cell;

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::plan::{DeadEndPotential, DeadEndPotentials, PlaceValue};
use puzzle_engine::logic::sheet::actions::{Actions, SheetAction, SheetChange, To};
use puzzle_engine::logic::sheet::{Sheet, SheetState};
use puzzle_engine::planning::{BreadthSearch, DeadEnds, Ending};
use puzzle_engine::reader::plays::{ByTheBook, StepAttempt};
use puzzle_engine::verify::plan::{CheckedDeadEnds, PlanClaim, SearchedStates, closed};

use super::acting::acting;
use super::astar::Task;
use super::build::Build;
use super::samples::bytes;

thread_local! {
    static FOUND: Cell<usize> = const { Cell::new(0) };
    static LEFT_OUT: Cell<usize> = const { Cell::new(0) };
    static REFUSED: Cell<usize> = const { Cell::new(0) };
    static BELIEVED: Cell<usize> = const { Cell::new(0) };
}

/// All states that can be reached, and whether a goal is reached from each, by the plain reader; `None` where changes
/// disagree.
fn reached(task: &Task, start: &SheetState) -> Option<Vec<(SheetState, bool)>> {
    let budget = &mut Budget::unlimited();
    let mut book = ByTheBook::new(&task.sheet, &task.actions).unwrap();
    let without_meters = |mut state: SheetState| {
        task.actions.meters.iter().for_each(|it| state.tables[it.0 as usize].fill(Some(0)));
        state
    };
    let mut states = vec![(without_meters(start.clone()), false)];
    let mut edges = Vec::new();
    let mut at = 0;
    while at < states.len() {
        let state = states[at].0.clone();
        book.turn_to(state.clone());
        states[at].1 = book.reader.is_true(task.goal, &[], budget).unwrap();
        for (_, attempt) in book.steps(budget).unwrap() {
            let StepAttempt::Done(changed) = attempt else { return None };
            let mut next = state.clone();
            for (symbol, place, value) in changed {
                next.tables[symbol.0 as usize][place] = value;
            }
            let next = without_meters(next);
            let number = states.iter().position(|it| it.0 == next).unwrap_or_else(|| {
                states.push((next, false));
                states.len() - 1
            });
            edges.push((at, number));
        }
        at += 1;
    }
    for _ in 0..states.len() {
        for (from, to) in &edges {
            states[*from].1 |= states[*to].1;
        }
    }
    Some(states)
}

fn is_dead_end(potentials: &DeadEndPotentials, state: &SheetState) -> bool {
    let is_so = |it: &&PlaceValue| state.tables[it.0.0 as usize][it.1] == it.2;
    let lacks = |it: &DeadEndPotential| it.facts.iter().filter(is_so).count() < it.needed as usize;
    potentials.all.iter().any(lacks)
}

/// Whether potentials pass their check; if they do, they hold of all states.
fn passes(
    task: &Task,
    start: &SheetState,
    potentials: &DeadEndPotentials,
    states: &[(SheetState, bool)],
) -> bool {
    let mut book = ByTheBook::new(&task.sheet, &task.actions).unwrap();
    let (both, aim) = ((&task.sheet, &task.actions), (start, task.goal));
    let budget = &mut Budget::unlimited();
    let passes = CheckedDeadEnds::of(&mut book, both, aim, potentials, budget).unwrap().is_some();
    for (state, leads_to_goal) in states.iter().filter(|_| passes) {
        assert!(!leads_to_goal || !is_dead_end(potentials, state), "{potentials:?}");
    }
    passes
}

fn compare(task: &Task, numbers: &[u8]) {
    let budget = &mut Budget::unlimited();
    let Some(start) = task.start() else { return };
    let Some(states) = reached(task, &start) else { return };
    let mut packed = task.packed(&start);
    let found = DeadEnds::of(&mut packed, (&start, task.goal), budget).unwrap();
    let Some(potentials) = found.potentials().cloned() else { return };
    FOUND.set(FOUND.get() + 1);
    assert!(passes(task, &start, &potentials, &states), "{potentials:?}");
    search(task, &start, found);
    // What was spoilt is refused, unless it is true all the same.
    let spoilt = |spoil: &dyn Fn(&mut DeadEndPotentials)| {
        let mut spoilt = potentials.clone();
        spoil(&mut spoilt);
        let counter = if passes(task, &start, &spoilt, &states) { &BELIEVED } else { &REFUSED };
        counter.set(counter.get() + 1);
    };
    for own in 0..potentials.all.len() {
        spoilt(&|it| it.all[own].needed += 1);
        for at in 0..potentials.all[own].facts.len() {
            spoilt(&|it| _ = it.all[own].facts.remove(at));
        }
    }
    for at in 0..potentials.values.len() {
        spoilt(&|it| _ = it.values.remove(at));
    }
    // Any facts.
    let mut dice = numbers.iter().cycle();
    let mut any = |_: &PlaceValue| dice.next().is_some_and(|it| it % 3 == 0);
    for needed in 1..3 {
        let facts = potentials.values.iter().filter(|it| any(it)).copied().collect();
        spoilt(&|it| it.all = vec![DeadEndPotential { facts: Vec::clone(&facts), needed }]);
    }
}

/// A search without dead ends finds what one of all states does, and its list shows that.
fn search(task: &Task, start: &SheetState, dead_ends: DeadEnds) {
    let budget = &mut Budget::unlimited();
    let mut whole = BreadthSearch::new(task.packed(start), start, budget).unwrap();
    let mut search = BreadthSearch::new(task.packed(start), start, budget).unwrap();
    let (both, aim) = ((&task.sheet, &task.actions), (start, task.goal));
    let mut book = ByTheBook::new(&task.sheet, &task.actions).unwrap();
    let potentials = dead_ends.potentials().unwrap();
    let checked = CheckedDeadEnds::of(&mut book, both, aim, potentials, budget).unwrap();
    search.dead_ends = dead_ends;
    let length = |search: &mut BreadthSearch<'_>, budget: &mut Budget| match search
        .run(task.goal, budget)
        .unwrap()
    {
        Ending::Goal(at) => Some(search.steps(at).len() as u32),
        Ending::Exhausted => None,
        Ending::Clash(..) => panic!("changes disagree"),
    };
    let nearest = length(&mut search, budget);
    assert_eq!(nearest, length(&mut whole, budget));
    LEFT_OUT.set(LEFT_OUT.get() + usize::from(search.live() < whole.live()));
    let mut shows = |claim: PlanClaim| {
        let dead_ends = checked.as_ref();
        let list = SearchedStates { dead_ends, ..SearchedStates::whole(&search.reached) };
        closed(&mut book, both, aim, list, &claim, &mut Budget::unlimited()).is_ok()
    };
    assert!(shows(PlanClaim::Steps(nearest)));
    if let Some(nearest) = nearest {
        assert!(!shows(PlanClaim::Steps(Some(nearest + 1))));
        assert!(!shows(PlanClaim::Steps(None)));
    }
}

/// Tokens on some places, which go along arrows to places that are free, and places where there shall be some.
fn tokens(count: i64, arrows: &[u8], tokens: &[bool], targets: &[bool]) -> Task {
    let mut build = Build(Sheet::default());
    let cells = build.sort(0..=count - 1);
    let token = build.predicate(&[cells]);
    let arrow = build.facts(&[cells, cells], arrows.iter().map(|it| it % 3 == 0).collect());
    let always = build.truth(true);
    let change = |argument, to| SheetChange {
        variables: vec![],
        conditions: vec![],
        symbol: token,
        arguments: vec![argument],
        to,
    };
    let (mut start, mut goals) = (Vec::new(), vec![always]);
    for ((cell, stands), is_wanted) in (0..count).zip(tokens).zip(targets) {
        let cell = build.number(cell);
        if *stands {
            start.push(change(cell, To::Truth(always)));
        }
        if *is_wanted {
            goals.push(build.holds(token, &[cell]));
        }
    }
    let goal = build.and(&goals);
    let (from, to) = (build.variable(cells), build.variable(cells));
    let (one, other) = (build.of(from), build.of(to));
    let is_free = build.holds(token, &[other]);
    let conditions =
        vec![build.holds(arrow, &[one, other]), build.holds(token, &[one]), build.not(is_free)];
    let never = build.truth(false);
    let changes = vec![change(one, To::Truth(never)), change(other, To::Truth(always))];
    let go = SheetAction { parameters: vec![from, to], conditions, changes };
    let actions = Actions { start, actions: vec![go], ..Actions::default() };
    Task { sheet: build.0, actions, goal }
}

/// Such a task of bytes.
fn tokens_of(numbers: &[u8]) -> Task {
    let count = 3 + i64::from(numbers[0] % 4);
    let is = |from: usize, divisor: u8| -> Vec<bool> {
        numbers[from..from + 6].iter().map(|it| it % divisor == 0).collect()
    };
    tokens(count, &numbers[20..20 + (count * count) as usize], &is(1, 2), &is(7, 3))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn dead_ends_of_any_sheet_are_some(numbers in vec(any::<u8>(), 100..400)) {
        let it = acting(&numbers);
        compare(&Task { sheet: it.sheet, actions: it.actions, goal: it.goal }, &numbers);
    }

    #[test]
    fn dead_ends_of_tokens_are_some(numbers in vec(any::<u8>(), 60..61)) {
        compare(&tokens_of(&numbers), &numbers);
    }
}

/// Enough of the samples are about something.
#[test]
fn samples_have_dead_ends() {
    for numbers in bytes(7, 60).take(300) {
        compare(&tokens_of(&numbers), &numbers);
    }
    for numbers in bytes(11, 400).take(300) {
        let it = acting(&numbers);
        compare(&Task { sheet: it.sheet, actions: it.actions, goal: it.goal }, &numbers);
    }
    let counts = [&FOUND, &LEFT_OUT, &REFUSED, &BELIEVED].map(|it| it.with(Cell::get));
    assert!(counts.iter().all(|it| *it > 25), "{counts:?}");
}
