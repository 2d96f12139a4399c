//! A* on random sheets and on sliding tiles: its plans are as short as those that are found breadth first,
//! what it shows is believed, and pattern databases that were spoilt are not.

use std::cell::Cell;

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::patterns::{NEVER, PatternDatabase};
use puzzle_engine::evidence::plan::Closed;
use puzzle_engine::logic::sheet::actions::{Actions, SheetAction, SheetChange, To};
use puzzle_engine::logic::sheet::definitions::Definitions;
use puzzle_engine::logic::sheet::{SentenceId, Sheet, SheetSentence, SheetState};
use puzzle_engine::planning::{AStar, BreadthSearch, DeadEnds, Ending, Estimates, Packed};
use puzzle_engine::reader::plays::ByTheBook;
use puzzle_engine::verify::plan::{PlanClaim, SearchedStates, closed};

use super::acting::acting;
use super::build::Build;
use super::samples::bytes;

/// A sheet with actions, and what is to be reached.
pub(super) struct Task {
    pub sheet: Sheet,
    pub actions: Actions,
    pub goal: SentenceId,
}

impl Task {
    /// Where it begins, unless there is no such state or it has no meaning.
    pub(super) fn start(&self) -> Option<SheetState> {
        let budget = &mut Budget::unlimited();
        let mut book = ByTheBook::new(&self.sheet, &self.actions).unwrap();
        book.start(budget).unwrap().ok()?.ok()
    }

    pub(super) fn packed(&self, start: &SheetState) -> Packed<'_> {
        let definitions = Definitions::of(&self.sheet).unwrap();
        let budget = &mut Budget::unlimited();
        Packed::new(&self.sheet, &self.actions, definitions, start, budget).unwrap()
    }

    fn shows(
        &self,
        start: &SheetState,
        list: &dyn Closed,
        databases: &[PatternDatabase],
        length: u32,
    ) -> bool {
        let mut book = ByTheBook::new(&self.sheet, &self.actions).unwrap();
        let (both, task) = ((&self.sheet, &self.actions), (start, self.goal));
        let claim = PlanClaim::Steps(Some(length));
        let budget = &mut Budget::unlimited();
        let list = SearchedStates { databases, ..SearchedStates::whole(list) };
        closed(&mut book, both, task, list, &claim, budget).is_ok()
    }
}

thread_local! {
    static LED: Cell<usize> = const { Cell::new(0) };
    static REFUSED: Cell<usize> = const { Cell::new(0) };
}

/// Compares A* with a search breadth first, has what it shows checked, and spoils it.
fn compare(task: &Task) {
    let budget = &mut Budget::unlimited();
    let Some(start) = task.start() else { return };
    let mut breadth = BreadthSearch::new(task.packed(&start), &start, budget).unwrap();
    let wanted = match breadth.run(task.goal, budget).unwrap() {
        Ending::Goal(at) => Some(breadth.steps(at).len()),
        Ending::Exhausted => None,
        Ending::Clash(..) => return,
    };
    let mut packed = task.packed(&start);
    let first = packed.layout.pack(&start);
    let Some(estimates) = Estimates::of(&mut packed, &first, task.goal, 1 << 12, budget).unwrap()
    else {
        return;
    };
    let dead_ends = DeadEnds::default();
    let mut search = AStar::new((&mut packed, &dead_ends), estimates, &start, budget).unwrap();
    // Searches in several turns find the same.
    let mut most = 0;
    let ended = loop {
        most += 5;
        if let Some(ended) = search.run_within(task.goal, most, budget).unwrap() {
            break ended;
        }
    };
    let at = match ended {
        Ending::Goal(at) => at,
        Ending::Exhausted => return assert_eq!(wanted, None),
        Ending::Clash(..) => return,
    };
    LED.set(LED.get() + 1);
    let length = search.steps(at).len();
    assert_eq!(Some(length), wanted);
    let databases = &search.estimates.databases;
    let shows = |databases: &[PatternDatabase], length| {
        task.shows(&start, &search.reached, databases, length)
    };
    assert!(shows(databases, length as u32));
    assert!(!shows(databases, length as u32 + 1));
    spoil(databases, |databases| shows(databases, length as u32));
}

/// Bits of no class: those behind all places, and of each place those that are more than its greatest class.
fn no_classes(database: &PatternDatabase) -> impl Iterator<Item = u64> {
    let mut shift = 0;
    let mut found = Vec::new();
    for place in &database.pattern.places {
        let most = *place.classes.iter().max().unwrap();
        let bits = u8::BITS - most.leading_zeros();
        let all = (1_u64 << bits) - 1;
        found.extend((all > most.into()).then_some(all << shift));
        shift += bits;
    }
    found.extend(1_u64.checked_shl(shift));
    found.into_iter()
}

/// No database with a word of no state is believed, none of which a distance is too great is believed, and none that lacks a state.
fn spoil(databases: &[PatternDatabase], shows: impl Fn(&[PatternDatabase]) -> bool) {
    for own in 0..databases.len() {
        let first = databases[own].words[0];
        for word in no_classes(&databases[own]).map(|it| it | first) {
            let mut spoilt = databases.to_vec();
            spoilt[own].add(word);
            assert!(!shows(&spoilt));
        }
        for at in (0..databases[own].words.len()).take(8) {
            let mut spoilt = databases.to_vec();
            if spoilt[own].distances[at] != NEVER {
                for far in [1, NEVER - spoilt[own].distances[at]] {
                    spoilt[own].distances[at] = databases[own].distances[at] + far;
                    assert!(!shows(&spoilt));
                }
            }
            let whole = &databases[own];
            let mut less = PatternDatabase::new(whole.pattern.clone());
            for (word, distance) in whole.words.iter().zip(&whole.distances) {
                if *word != whole.words[at] {
                    let number = less.add(*word);
                    less.distances[number as usize] = *distance;
                }
            }
            spoilt[own] = less;
            assert!(!shows(&spoilt));
            REFUSED.set(REFUSED.get() + 1);
        }
    }
    // The same distances once more would be paid for twice.
    let twice = [databases, databases].concat();
    let is_far = |it: &PatternDatabase| it.distances.iter().any(|it| (1..NEVER).contains(it));
    assert!(!databases.iter().any(is_far) || !shows(&twice));
}

/// Tiles on a board of two rows that slide into the empty place, shuffled by some slides.
pub(super) fn tiles(columns: i64, slides: &[u8]) -> Task {
    let mut build = Build(Sheet::default());
    let count = 2 * columns;
    let cells = build.sort(0..=count - 1);
    let tile = build.partial(&[cells], 1..=count - 1);
    let mut board: Vec<Option<i64>> = (0..count).map(|it| (it > 0).then_some(it)).collect();
    let mut empty = 0_i64;
    for slide in slides {
        let next = empty + [1, -1, columns, -columns][usize::from(slide % 4)];
        let is_beside = next / columns == empty / columns || (next - empty).abs() == columns;
        if (0..count).contains(&next) && is_beside {
            board.swap(empty as usize, next as usize);
            empty = next;
        }
    }
    let at = |build: &mut Build, cell: i64| {
        let cell = build.number(cell);
        build.apply(tile, &[cell])
    };
    let (mut start, mut goals) = (Vec::new(), Vec::new());
    for (cell, value) in (0..).zip(board) {
        let arguments = vec![build.number(cell)];
        let to = value.map_or(To::Nothing, |it| To::Value(build.number(it)));
        let change =
            SheetChange { variables: vec![], conditions: vec![], symbol: tile, arguments, to };
        start.push(change);
        let stands = at(&mut build, cell);
        goals.push(match cell {
            0 => build.0.sentence(SheetSentence::Missing(stands)),
            _ => {
                let value = build.number(cell);
                build.equal(stands, value)
            }
        });
    }
    let goal = build.and(&goals);
    let (from, to) = (build.variable(cells), build.variable(cells));
    let (one, other) = (build.of(from), build.of(to));
    let (tile_from, tile_to) = (build.apply(tile, &[one]), build.apply(tile, &[other]));
    let is_beside = |(here, there): (i64, i64)| {
        here / columns == there / columns && (here - there).abs() == 1
            || (here - there).abs() == columns
    };
    let pairs = (0..count).flat_map(|here| (0..count).map(move |there| (here, there)));
    let beside = build.facts(&[cells, cells], pairs.map(is_beside).collect());
    let conditions =
        vec![build.holds(beside, &[one, other]), build.0.sentence(SheetSentence::Missing(tile_to))];
    let change = |symbol, argument, to| SheetChange {
        variables: vec![],
        conditions: vec![],
        symbol,
        arguments: vec![argument],
        to,
    };
    let changes = vec![change(tile, other, To::Value(tile_from)), change(tile, one, To::Nothing)];
    let slide = SheetAction { parameters: vec![from, to], conditions, changes };
    let actions = Actions { start, actions: vec![slide], ..Actions::default() };
    Task { sheet: build.0, actions, goal }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn plans_are_as_short_as_breadth_first(numbers in vec(any::<u8>(), 100..400)) {
        let it = acting(&numbers);
        compare(&Task { sheet: it.sheet, actions: it.actions, goal: it.goal });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn tiles_slide_as_directly(columns in 2..=3_i64, slides in vec(any::<u8>(), 0..60)) {
        compare(&tiles(columns, &slides));
    }
}

/// Enough of the samples are about something.
#[test]
fn samples_are_led_and_refused() {
    for numbers in bytes(11, 400).take(1000) {
        let it = acting(&numbers);
        compare(&Task { sheet: it.sheet, actions: it.actions, goal: it.goal });
    }
    assert!(LED.get() > 20, "{}", LED.get());
    assert!(REFUSED.get() > 100, "{}", REFUSED.get());
}
