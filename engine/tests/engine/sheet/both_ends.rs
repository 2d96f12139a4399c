//! Searches from both ends on sliding tiles and on random sheets: their plans are as short as those that are found breadth first, what
//! they show is believed, and lists that lack a state or reach too far are not.

use std::cell::Cell;

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::plan::Closed;
use puzzle_engine::logic::sheet::SheetState;
use puzzle_engine::planning::{BothEnds, BreadthSearch, Ending};
use puzzle_engine::reader::plays::ByTheBook;
use puzzle_engine::verify::plan::{OnlyGoal, apart};

use super::acting::acting;
use super::astar::{Task, tiles};
use super::samples::bytes;

thread_local! {
    /// Plans that were found, and puzzles whose steps can all be undone.
    static FOUND: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// A list without one of its states.
struct Without<'l>(&'l dyn Closed, usize);

impl Without<'_> {
    fn at(&self, at: usize) -> usize {
        at + usize::from(at >= self.1)
    }
}

impl Closed for Without<'_> {
    fn count(&self) -> usize {
        self.0.count() - 1
    }

    fn read(&self, at: usize, state: &mut SheetState) {
        self.0.read(self.at(at), state);
    }

    fn least(&self, at: usize) -> i64 {
        self.0.least(self.at(at))
    }
}

/// In every state that can be reached, every step leads to one from which a step leads back.
fn all_lead_back(task: &Task, start: &SheetState) {
    let budget = &mut Budget::unlimited();
    let mut packed = task.packed(start);
    let mut after = |state: &[u64]| -> Vec<Vec<u64>> {
        let mut steps = Vec::new();
        packed.successors(state, &mut steps, budget).unwrap();
        let next = steps.iter().map(|it| {
            let mut next = Vec::new();
            packed.effect(*it).unwrap().write(state, &mut next);
            next
        });
        next.collect()
    };
    let mut seen = vec![task.packed(start).layout.pack(start)];
    let mut at = 0;
    while let Some(state) = seen.get(at).cloned() {
        for next in after(&state) {
            assert!(next == state || after(&next).contains(&state));
            if !seen.contains(&next) {
                seen.push(next);
            }
        }
        at += 1;
    }
}

fn compare(task: &Task) {
    let budget = &mut Budget::unlimited();
    let Some(start) = task.start() else { return };
    let mut book = ByTheBook::new(&task.sheet, &task.actions).unwrap();
    let both = (&task.sheet, &task.actions);
    let of = (&start, task.goal);
    let Some(only) = OnlyGoal::of(&mut book, both, of, budget).unwrap() else { return };
    let (found, undone) = FOUND.get();
    FOUND.set((found, undone + 1));
    let mut breadth = BreadthSearch::new(task.packed(&start), &start, budget).unwrap();
    let wanted = match breadth.run(task.goal, budget).unwrap() {
        Ending::Goal(0) | Ending::Clash(..) => return,
        Ending::Goal(at) => Some(breadth.steps(at).len()),
        Ending::Exhausted => None,
    };
    if breadth.reached.count() < 200 {
        all_lead_back(task, &start);
    }
    let mut packed = task.packed(&start);
    let mut search = BothEnds::new(&mut packed, &start, only.state(), budget).unwrap();
    let Some(met) = search.run_within(usize::MAX, budget).unwrap() else {
        return assert_eq!(wanted, None);
    };
    FOUND.set((found + 1, undone + 1));
    let [near, far] = met.near;
    assert_eq!(Some(met.steps.len()), wanted);
    assert_eq!((near + far + 1) as usize, met.steps.len());
    let [forth, back] = search.reached.each_ref().map(|it| it as &dyn Closed);
    let mut shows = |lists: [&dyn Closed; 2], near: [u32; 2]| {
        let budget = &mut Budget::unlimited();
        apart(&mut book, both, (&start, task.goal, &only), lists, near, budget).is_ok()
    };
    assert!(shows([forth, back], [near, far]));
    assert!(!shows([forth, back], [near + 1, far]));
    assert!(!shows([forth, back], [near, far + 1]));
    let is_near = |list: &dyn Closed, at: usize, near: u32| list.least(at) <= near.into();
    for at in (0..forth.count().min(8)).filter(|it| is_near(forth, *it, near)) {
        assert!(!shows([&Without(forth, at), back], [near, far]));
    }
    for at in (0..back.count().min(8)).filter(|it| is_near(back, *it, far)) {
        assert!(!shows([forth, &Without(back, at)], [near, far]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn tiles_slide_as_directly(columns in 2..=3_i64, slides in vec(any::<u8>(), 0..60)) {
        compare(&tiles(columns, &slides));
    }
}

/// Random sheets of which only few can be searched so, and tiles, of which all can.
#[test]
fn what_leads_away_leads_back() {
    for numbers in bytes(12, 400).take(1000) {
        let it = acting(&numbers);
        compare(&Task { sheet: it.sheet, actions: it.actions, goal: it.goal });
    }
    for slides in bytes(13, 30).take(10) {
        compare(&tiles(3, &slides));
    }
    let (found, undone) = FOUND.get();
    assert!(found >= 9 && undone > found, "{found} of {undone}");
}
