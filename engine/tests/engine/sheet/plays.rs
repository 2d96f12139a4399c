//! Random sheets with actions: every answer about plans against a search by the plain reader alone,
//! what is packed against it on all states, and certificates that were spoilt.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::evidence::plan::Closed;
use puzzle_engine::logic::sheet::actions::{Flaw, PlanCases, SheetStep};
use puzzle_engine::logic::sheet::definitions::Definitions;
use puzzle_engine::logic::sheet::{SentenceId, Sheet, SheetSentence, SheetState};
use puzzle_engine::planning::{
    BreadthSearch, Cheapest, CheapestEnded, ConditionWriter, Ending, LayeredSearch, Packed, cases,
    goal_cases,
};
use puzzle_engine::problem::plan::{LISTED, NothingReached, Plan, PlanFound, PlanTask, aim};
use puzzle_engine::problem::sheet::Direction;
use puzzle_engine::reader::plays::{ByTheBook, ChangedPlace, StepAttempt};
use puzzle_engine::verify::plan::{PlanClaim, SearchedStates, closed};
use puzzle_engine::{Problem, ProblemAnswer};

use super::acting::{Acting, acting};
use super::samples::{bytes, states};

fn answer<Aim>(it: &Acting, aim: Aim) -> <PlanTask<Aim> as Problem>::Solution
where
    PlanTask<Aim>: Problem,
{
    let task = PlanTask { sheet: it.sheet.clone(), actions: it.actions.clone(), aim };
    match task.answer(&mut Budget::unlimited()).unwrap() {
        ProblemAnswer::Checked(found) => found.into_inner(),
        ProblemAnswer::Unchecked(_, doubt, _) => panic!("not checked: {doubt:?}"),
    }
}

/// A state as what it is compared by: without what meters count.
type Key = Vec<Vec<Option<i64>>>;

fn key(it: &Acting, state: &SheetState) -> Key {
    let mut tables = state.tables.clone();
    tables[it.meter.0 as usize].clear();
    tables
}

fn after(state: &SheetState, changed: &[ChangedPlace]) -> SheetState {
    let mut state = state.clone();
    for (symbol, place, value) in changed {
        state.tables[symbol.0 as usize][*place] = *value;
    }
    state
}

/// All that can be reached, by the plain reader: each state with its distance, its least sum, how
/// many ways lead there with so few steps; or that two changes disagree somewhere.
struct Brute {
    states: Vec<SheetState>,
    distances: Vec<usize>,
    sums: Vec<i64>,
    ways: Vec<u64>,
    /// From which state to which one steps lead, and what they add to the sum.
    edges: Vec<(usize, usize, i64)>,
    is_flawed: bool,
}

impl Brute {
    fn of(it: &Acting, start: &SheetState) -> Self {
        let budget = &mut Budget::unlimited();
        let mut book = ByTheBook::new(&it.sheet, &it.actions).unwrap();
        let mut numbers = BTreeMap::from([(key(it, start), 0)]);
        let mut brute = Self {
            states: vec![start.clone()],
            distances: vec![0],
            sums: vec![0],
            ways: vec![1],
            edges: Vec::new(),
            is_flawed: false,
        };
        let mut at = 0;
        while at < brute.states.len() {
            let state = brute.states[at].clone();
            book.turn_to(state.clone());
            let mut targets = Vec::new();
            for (_, attempt) in book.steps(budget).unwrap() {
                let StepAttempt::Done(changed) = attempt else {
                    brute.is_flawed = true;
                    continue;
                };
                let next = after(&state, &changed);
                let amount = next.tables[it.meter.0 as usize][0].unwrap();
                let fresh = numbers.len();
                let number = *numbers.entry(key(it, &next)).or_insert(fresh);
                if number == fresh {
                    brute.states.push(next);
                    brute.distances.push(brute.distances[at] + 1);
                    brute.sums.push(i64::MAX);
                    brute.ways.push(0);
                }
                brute.edges.push((at, number, amount));
                targets.push(number);
            }
            targets.sort_unstable();
            targets.dedup();
            for number in targets {
                if brute.distances[number] == brute.distances[at] + 1 {
                    brute.ways[number] += brute.ways[at];
                }
            }
            at += 1;
        }
        for _ in 0..brute.states.len() {
            for (from, to, amount) in &brute.edges {
                let sum = brute.sums[*from].saturating_add(*amount);
                brute.sums[*to] = brute.sums[*to].min(sum);
            }
        }
        brute
    }

    fn goals(&self, it: &Acting, goal: SentenceId) -> Vec<usize> {
        let mut book = ByTheBook::new(&it.sheet, &it.actions).unwrap();
        let is_goal = |at: &usize| {
            book.turn_to(self.states[*at].clone());
            book.reader.is_true(goal, &[], &mut Budget::unlimited()).unwrap()
        };
        (0..self.states.len()).filter(is_goal).collect()
    }
}

fn without_flaw<T>(found: PlanFound<T>, is_flawed: bool) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(Flaw::Disagree(..)) => {
            assert!(is_flawed, "no two changes disagree");
            None
        }
        Err(flaw) => panic!("{flaw:?}"),
    }
}

/// The start, unless there is none or it has no meaning.
fn start(it: &Acting) -> Option<SheetState> {
    let mut book = ByTheBook::new(&it.sheet, &it.actions).unwrap();
    match book.start(&mut Budget::unlimited()).unwrap().ok()? {
        Ok(start) => Some(start),
        Err(none) => {
            let nothing = NothingReached { no_start: Some(none), ..NothingReached::default() };
            assert_eq!(answer(it, aim::ShortestPlan(it.goal)), Ok(Err(nothing)));
            assert_eq!(answer(it, aim::CountPlans(it.goal)), Ok(0_u32.into()));
            None
        }
    }
}

/// Plans by clauses: one is found where there is one, and can be walked.
fn compare_layers(it: &Acting, start: &SheetState, is_reached: bool) {
    // Where no plan is, the number of layers grows for ever.
    let budget = &mut Budget::unlimited().part(if is_reached { 1 << 22 } else { 1 << 13 });
    let definitions = Definitions::of(&it.sheet).unwrap();
    let mut packed = Packed::new(&it.sheet, &it.actions, definitions, start, budget).unwrap();
    let Ok(doing) = cases(&mut packed, start, budget) else { return };
    let definitions = Definitions::of(&it.sheet).unwrap();
    let by_cases = goal_cases(&mut packed, it.goal, budget).ok();
    let mut writer = ConditionWriter::new(&it.sheet, &definitions, &packed.layout);
    let by_parts = writer.sentence(it.goal, budget).ok().flatten();
    for goal in by_cases.into_iter().chain(by_parts) {
        let found = search_layers(&PlanCases { doing: doing.clone(), goal }, budget);
        compare_plan(it, found, is_reached);
    }
}

fn search_layers(cases: &PlanCases, budget: &mut Budget) -> Result<Option<Vec<SheetStep>>, Stop> {
    match LayeredSearch::new(cases, budget)? {
        Some(mut search) => search.run(budget),
        None => Ok(None),
    }
}

fn compare_plan(it: &Acting, found: Result<Option<Vec<SheetStep>>, Stop>, is_reached: bool) {
    match found {
        Ok(Some(steps)) => {
            assert_eq!(answer(it, aim::WalkSteps(steps, it.goal)), Ok(true));
            PLANS.set(PLANS.get() + 1);
        }
        Ok(None) => assert!(!is_reached, "no plan by clauses"),
        Err(stop) => assert_eq!((stop, is_reached), (Stop::Steps, false)),
    }
}

fn compare(it: &Acting) {
    let Some(start) = start(it) else { return };
    let brute = Brute::of(it, &start);
    let goals = brute.goals(it, it.goal);
    let nearest = goals.iter().map(|at| brute.distances[*at]).min();
    let is_plan = |plan: &Plan| {
        let walk = aim::WalkSteps(plan.steps.clone(), it.goal);
        assert_eq!(answer(it, walk), Ok(true));
        assert_eq!(plan.states.len(), plan.steps.len() + 1);
    };
    if let Some(found) = without_flaw(answer(it, aim::ShortestPlan(it.goal)), brute.is_flawed) {
        assert_eq!(found.as_ref().ok().map(|it| it.steps.len()), nearest);
        match found {
            Ok(plan) => is_plan(&plan),
            Err(reached) => assert_eq!(reached.count as usize, brute.states.len()),
        }
    }
    if let Some(Ok(plan)) = without_flaw(answer(it, aim::Reach(it.goal)), brute.is_flawed) {
        is_plan(&plan);
    }
    if let Some(count) = without_flaw(answer(it, aim::CountPlans(it.goal)), brute.is_flawed) {
        let is_near = |at: &&usize| Some(brute.distances[**at]) == nearest;
        let ways: u64 = goals.iter().filter(is_near).map(|at| brute.ways[*at]).sum();
        assert_eq!(count, ways.into());
    }
    if let Some(graph) = without_flaw(answer(it, aim::ReachableStates(it.goal)), brute.is_flawed) {
        assert_eq!(graph.is_some(), brute.states.len() <= LISTED);
        // Both look at the states in the order in which they are reached.
        if let Some(graph) = graph {
            let keys =
                |states: &[SheetState]| states.iter().map(|s| key(it, s)).collect::<Vec<_>>();
            assert_eq!(keys(&graph.states), keys(&brute.states));
            assert_eq!(graph.goals, goals);
            let ends: BTreeSet<_> = graph.steps.iter().map(|it| (it.0, it.2)).collect();
            assert_eq!(graph.steps.len(), brute.edges.len());
            // In each state each step can be done or is barred.
            let all = (0..graph.states.len()).map(|at| {
                let done = graph.steps.iter().filter(|it| it.0 == at).map(|it| &it.1);
                let barred = graph.barred.iter().flatten().filter(|it| it.0 == at).map(|it| &it.1);
                let key = |it: &SheetStep| (it.action, it.arguments.clone());
                done.chain(barred).map(key).collect::<BTreeSet<_>>()
            });
            assert_eq!(all.collect::<BTreeSet<_>>().len(), 1);
            assert_eq!(ends, brute.edges.iter().map(|it| (it.0, it.1)).collect());
        }
    }
    compare_best(it, &brute, &goals);
    compare_layers(it, &start, nearest.is_some());
    if let Some(always) = without_flaw(answer(it, aim::Always(it.goal)), brute.is_flawed) {
        assert_eq!(always.is_err(), goals.len() == brute.states.len());
    }
}

fn compare_best(it: &Acting, brute: &Brute, goals: &[usize]) {
    let mut book = ByTheBook::new(&it.sheet, &it.actions).unwrap();
    let mut value = |at: usize| {
        book.turn_to(brute.states[at].clone());
        book.reader.value(it.term, &[], &mut Budget::unlimited()).unwrap()
    };
    let values: Vec<(i64, i64)> =
        goals.iter().filter_map(|at| Some((value(*at)?, brute.sums[*at]))).collect();
    let best = |direction, meters: Vec<_>| {
        let aim = aim::BestPlan { goal: it.goal, direction, meters, term: Some(it.term) };
        without_flaw(answer(it, aim), brute.is_flawed).map(|it| it.ok().map(|it| it.1))
    };
    let of_terms = || values.iter().map(|it| it.0);
    let answers = [
        (best(Direction::Smallest, Vec::new()), of_terms().min()),
        (best(Direction::Largest, Vec::new()), of_terms().max()),
        (
            best(Direction::Smallest, vec![(it.meter, 0)]),
            values.iter().map(|(term, sum)| term + sum).min(),
        ),
    ];
    for (found, wanted) in answers {
        assert!(found.is_none_or(|it| it == wanted), "{found:?} {wanted:?}");
    }
}

/// What is packed leads from every state where the plain reader leads.
fn compare_steps(it: &Acting) {
    let budget = &mut Budget::unlimited();
    let Some(first) = start(it) else { return };
    let definitions = Definitions::of(&it.sheet).unwrap();
    let mut packed = Packed::new(&it.sheet, &it.actions, definitions, &first, budget).unwrap();
    let mut book = ByTheBook::new(&it.sheet, &it.actions).unwrap();
    let changed = |symbol: usize| {
        let changes = it.actions.actions.iter().flat_map(|it| &it.changes);
        changes.into_iter().any(|change| change.symbol.0 as usize == symbol)
    };
    let mut blank = it.sheet.clone();
    blank.symbols.truncate(it.meter.0 as usize);
    for mut state in states(&blank) {
        state.tables.push(vec![Some(0)]);
        let is_other = |at: usize| !changed(at) && state.tables[at] != first.tables[at];
        if (0..state.tables.len()).any(is_other) {
            continue;
        }
        book.turn_to(state.clone());
        let words = packed.layout.pack(&state);
        let mut by_book: BTreeMap<(usize, Vec<i64>), Option<Key>> = BTreeMap::new();
        for (SheetStep { action, arguments }, attempt) in book.steps(budget).unwrap() {
            let next = match attempt {
                StepAttempt::Done(changed) => Some(key(it, &after(&state, &changed))),
                _ => None,
            };
            by_book.insert((action, arguments), next);
        }
        let mut by_words: BTreeMap<(usize, Vec<i64>), Option<Key>> = BTreeMap::new();
        let mut steps = Vec::new();
        packed.successors(&words, &mut steps, budget).unwrap();
        for step in steps {
            let mut next = Vec::new();
            let is_done = packed.effect(step).map(|it| it.write(&words, &mut next)).is_ok();
            let SheetStep { action, arguments } = packed.steps[step.0 as usize].clone();
            let next = is_done.then(|| key(it, &packed.layout.unpack(&next)));
            by_words.insert((action, arguments), next);
        }
        assert_eq!(by_book, by_words);
        assert_eq!(
            packed.is_true(it.goal, &words, budget).unwrap(),
            book.reader.is_true(it.goal, &[], budget).unwrap()
        );
    }
}

/// A list of states that somebody has spoilt.
#[derive(Clone, Copy)]
struct Spoilt<'l> {
    list: &'l dyn Closed,
    /// Left out.
    without: Option<usize>,
    /// In its place this one is listed again.
    twice: Option<usize>,
    /// In this one something has a value that it cannot have, and which.
    strange: Option<(usize, Option<i64>)>,
    /// By how much what is said of one is too low or too high.
    wrong: (usize, i64),
}

impl<'l> Spoilt<'l> {
    /// Not yet.
    fn not(list: &'l dyn Closed) -> Self {
        Self { list, without: None, twice: None, strange: None, wrong: (0, 0) }
    }
}

impl Closed for Spoilt<'_> {
    fn count(&self) -> usize {
        self.list.count() - usize::from(self.without.is_some())
    }

    fn read(&self, at: usize, state: &mut SheetState) {
        let at = at + usize::from(self.without.is_some_and(|it| at >= it));
        self.list.read(self.twice.filter(|it| *it == at).map_or(at, |_| 0), state);
        if let Some((_, value)) = self.strange.filter(|it| it.0 == at)
            && let Some(table) = state.tables.iter_mut().find(|it| !it.is_empty())
        {
            table[0] = value;
        }
    }

    fn least(&self, at: usize) -> i64 {
        let at = at + usize::from(self.without.is_some_and(|it| at >= it));
        self.list.least(at) + if self.wrong.0 == at { self.wrong.1 } else { 0 }
    }
}

thread_local! {
    static REFUSED: Cell<usize> = const { Cell::new(0) };
    static PLANS: Cell<usize> = const { Cell::new(0) };
}

/// A list of all states with what it takes to reach them shows something, and no list that was spoilt
/// does.
fn spoil_each(list: &dyn Closed, shows: impl Fn(&dyn Closed) -> bool) {
    assert!(shows(list));
    let whole = Spoilt::not(list);
    for at in 0..list.count() {
        assert!(!shows(&Spoilt { without: Some(at), ..whole }));
        assert!(at == 0 || !shows(&Spoilt { twice: Some(at), ..whole }));
        for value in [i64::MIN, 1 << 8, i64::MAX] {
            assert!(!shows(&Spoilt { strange: Some((at, Some(value))), ..whole }));
        }
        // What is said of the last ones leads nowhere, but nothing takes longer than it takes.
        assert!(!shows(&Spoilt { wrong: (at, 1), ..whole }));
        REFUSED.set(REFUSED.get() + 1);
    }
}

/// A list shows that nothing is cheaper, and one that was spoilt does not.
fn spoil_sums(it: &Acting) {
    let budget = &mut Budget::unlimited();
    let Some(first) = start(it) else { return };
    let definitions = Definitions::of(&it.sheet).unwrap();
    let packed = Packed::new(&it.sheet, &it.actions, definitions, &first, budget).unwrap();
    let mut search = Cheapest::new(packed, &first, budget).unwrap();
    let meters = vec![(it.meter, 0)];
    if search.run(&meters, budget).unwrap() != CheapestEnded::Whole {
        return;
    }
    let best = search.best(it.goal, None, false, budget).unwrap().map(|it| it.1);
    let check = |list: &dyn Closed, best: Option<i64>| {
        let mut book = ByTheBook::new(&it.sheet, &it.actions).unwrap();
        let claim = PlanClaim::Value(Direction::Smallest, meters.clone(), None, best);
        let both = (&it.sheet, &it.actions);
        let task = (&first, it.goal);
        closed(&mut book, both, task, SearchedStates::whole(list), &claim, &mut Budget::unlimited())
            .is_ok()
    };
    spoil_each(&search.reached, |list| check(list, best));
    if let Some(best) = best {
        assert!(check(&search.reached, Some(best - 1)));
        assert!(!check(&search.reached, Some(best + 1)));
        assert!(!check(&search.reached, None));
    }
}

/// A list shows that no plan is shorter, and one that was spoilt does not.
fn spoil(it: &Acting) {
    let budget = &mut Budget::unlimited();
    let Some(first) = start(it) else { return };
    let mut sheet = it.sheet.clone();
    let never = sheet.sentence(SheetSentence::Truth(false));
    let definitions = Definitions::of(&sheet).unwrap();
    let packed = Packed::new(&sheet, &it.actions, definitions, &first, budget).unwrap();
    let mut search = BreadthSearch::new(packed, &first, budget).unwrap();
    if search.run(never, budget).unwrap() != Ending::Exhausted {
        return;
    }
    let check = |goal: SentenceId, claim: &PlanClaim, list: &dyn Closed| {
        let mut book = ByTheBook::new(&sheet, &it.actions).unwrap();
        let both = (&sheet as &Sheet, &it.actions);
        let task = (&first, goal);
        closed(&mut book, both, task, SearchedStates::whole(list), claim, &mut Budget::unlimited())
            .is_ok()
    };
    let none = PlanClaim::Steps(None);
    spoil_each(&search.reached, |list| check(never, &none, list));
    let goals = Brute::of(it, &first).goals(it, it.goal);
    assert_eq!(check(it.goal, &none, &search.reached), goals.is_empty());
    let nearest = goals.iter().map(|at| Brute::of(it, &first).distances[*at] as u32).min();
    if let Some(nearest) = nearest {
        assert!(check(it.goal, &PlanClaim::Steps(Some(nearest)), &search.reached));
        assert!(!check(it.goal, &PlanClaim::Steps(Some(nearest + 1)), &search.reached));
        let ways: u64 = {
            let brute = Brute::of(it, &first);
            let near = goals.iter().filter(|at| brute.distances[**at] as u32 == nearest);
            near.map(|at| brute.ways[*at]).sum()
        };
        assert!(check(it.goal, &PlanClaim::Ways(nearest, ways.into()), &search.reached));
        assert!(!check(it.goal, &PlanClaim::Ways(nearest, (ways + 1).into()), &search.reached));
        let early = |at| Spoilt { wrong: (at, -1), ..Spoilt::not(&search.reached) };
        for at in 1..search.reached.count() {
            let is_near = search.reached.least(at) <= i64::from(nearest);
            let claim = PlanClaim::Ways(nearest, ways.into());
            assert!(!is_near || !check(it.goal, &claim, &early(at)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn plans_are_those_of_the_plain_reader(numbers in vec(any::<u8>(), 100..400)) {
        compare(&acting(&numbers));
    }

    #[test]
    fn packed_steps_are_those_of_the_plain_reader(numbers in vec(any::<u8>(), 100..400)) {
        compare_steps(&acting(&numbers));
    }

    #[test]
    fn spoilt_lists_show_nothing(numbers in vec(any::<u8>(), 100..400)) {
        let it = acting(&numbers);
        spoil(&it);
        spoil_sums(&it);
    }
}

/// What occurs in the samples, so that the tests above are about something.
#[test]
fn samples_do_something() {
    let mut seen = [0; 6];
    for numbers in bytes(11, 400).take(1000) {
        let it = acting(&numbers);
        let Some(first) = start(&it) else {
            seen[0] += 1;
            continue;
        };
        let brute = Brute::of(&it, &first);
        let goals = brute.goals(&it, it.goal);
        seen[1] += usize::from(brute.is_flawed);
        seen[2] += usize::from(brute.states.len() > 4);
        seen[3] += usize::from(goals.is_empty());
        seen[4] += usize::from(goals.iter().map(|at| brute.distances[*at]).min() > Some(0));
        seen[5] += usize::from(brute.sums.iter().any(|it| *it > 0));
        compare_layers(&it, &first, !goals.is_empty());
        spoil(&it);
    }
    assert!(seen.iter().all(|it| *it > 20), "{seen:?}");
    assert!(REFUSED.get() > 100);
    assert!(PLANS.get() > 100, "{}", PLANS.get());
}
