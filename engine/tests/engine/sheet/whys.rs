//! Why random small sheets have one state, why a sentence follows for some values, and what is open: over all states
//! what is named is enough, nothing of it can go, and nothing smaller would do.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::{Sheet, SheetState};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{AnswersWhy, CellValue, OnlyWhy, SheetFreedom, aim};
use puzzle_engine::reader::StateReader;

use super::build::Build;
use super::found;
use super::samples::{Sample, bytes, sample};
use super::steps::{States, Truths, choices, compare_from, follows, instances, puzzle};
use crate::sample;

/// By rule in which states it is true, and which states are worlds.
fn rules(sheet: &Sheet, truths: &mut Truths<'_>) -> (Vec<States>, Vec<SheetState>) {
    let whole = |rule| {
        let mut all = vec![true; truths.states.len()];
        for instance in instances(sheet, rule) {
            all.iter_mut().zip(truths.of_rule(&instance)).for_each(|(all, it)| *all &= it);
        }
        all
    };
    let rules: Vec<States> = (0..sheet.rules.len()).map(whole).collect();
    let is_world = |at: &usize| rules.iter().all(|it| it[*at]);
    let worlds = (0..truths.states.len()).filter(is_world);
    let worlds = worlds.map(|it| truths.states[it].clone()).collect();
    (rules, worlds)
}

/// That some members are enough for something, each is needed, and no fewer are enough.
fn is_fewest(so: &States, always: &[States], all: &[States], chosen: &[usize]) {
    let from = |chosen: &[usize]| {
        follows(so, always.iter().chain(chosen.iter().map(|it| &all[*it])).collect::<Vec<_>>())
    };
    assert!(from(chosen));
    for left_out in chosen {
        let others: Vec<_> = chosen.iter().copied().filter(|it| it != left_out).collect();
        assert!(!from(&others));
    }
    for fewer in 0..chosen.len() {
        assert!(choices(all.len(), fewer).iter().all(|it| !from(it)));
    }
}

/// Compares why a world is the only one, or is not; `None` where there is no world.
fn compare_only(sheet: &Sheet) -> Option<bool> {
    let mut truths = Truths::new(sheet);
    let (rules, worlds) = rules(sheet, &mut truths);
    let first = worlds.first()?;
    let is_first: States = truths.states.iter().map(|it| it == first).collect();
    match found(sheet, aim::FindWhyOnly(first.clone())) {
        OnlyWhy::Only { rules: reason, is_smallest } => {
            assert!(is_smallest && worlds.len() == 1);
            is_fewest(&is_first, &[], &rules, &reason);
        }
        OnlyWhy::Another { other, clues, is_smallest } => {
            assert!(is_smallest && worlds.contains(&other) && other != *first);
            let values: Vec<CellValue> = values(sheet, first);
            let all: Vec<States> = values.iter().map(|it| truths.of_value(*it)).collect();
            let chosen = clues.iter().map(|it| values.iter().position(|one| one == it).unwrap());
            is_fewest(&is_first, &rules, &all, &chosen.collect::<Vec<_>>());
            if clues.iter().all(|it| it.value.is_some()) {
                assert_eq!(compare_only(&with_clues(sheet, &clues)), Some(true));
            }
        }
    }
    Some(worlds.len() == 1)
}

/// A sheet in which some values are told as well.
fn with_clues(sheet: &Sheet, clues: &[CellValue]) -> Sheet {
    let mut build = Build(sheet.clone());
    for clue in clues {
        let terms = sheet.arguments(clue.symbol, clue.place).into_iter();
        let terms: Vec<_> = terms.map(|it| build.number(it)).collect();
        let rule = match (&sheet.symbol(clue.symbol).values, clue.value) {
            (Some(_), value) => {
                let term = build.apply(clue.symbol, &terms);
                let value = build.number(value.unwrap());
                build.equal(term, value)
            }
            (None, Some(1)) => build.holds(clue.symbol, &terms),
            (None, _) => {
                let holds = build.holds(clue.symbol, &terms);
                build.not(holds)
            }
        };
        build.rule(rule);
    }
    build.0
}

/// What everything is in a state.
fn values(sheet: &Sheet, state: &SheetState) -> Vec<CellValue> {
    let ids = (0..sheet.symbols.len()).map(|it| puzzle_engine::logic::sheet::SymbolId(it as u32));
    let tables = ids.zip(&state.tables);
    let of = |(symbol, table): (_, &Vec<Option<i64>>)| {
        let values = table.iter().enumerate();
        values.map(move |(place, value)| CellValue { symbol, place, value: *value }).collect()
    };
    tables.flat_map(|it| -> Vec<_> { of(it) }).collect()
}

/// Compares why a sentence follows for some values; for how many it does and does not, where there is a world.
fn compare_answers(sample: &Sample) -> Option<(usize, usize)> {
    let (sheet, (sentence, variable)) = (&sample.sheet, sample.open);
    let mut truths = Truths::new(sheet);
    let (rules, worlds) = rules(sheet, &mut truths);
    let why = found(sheet, aim::FindWhyAnswers(sentence, vec![variable]));
    let Outcome::Found(AnswersWhy { answers, others, no_others }) = why else {
        assert!(worlds.is_empty());
        return None;
    };
    let mut reader = StateReader::new(sheet).unwrap();
    let mut so = |value: i64, state: &SheetState| {
        reader.turn_to(state.clone());
        reader.is_true(sentence, &[(variable, value)], &mut Budget::unlimited()).unwrap()
    };
    let instances: Vec<_> = (0..sheet.rules.len()).flat_map(|it| instances(sheet, it)).collect();
    let all: Vec<States> = instances.iter().map(|it| truths.of_rule(it)).collect();
    let mut left: Vec<i64> = sheet.values(variable).collect();
    for (list, from) in &answers {
        let so: States = truths.states.iter().map(|it| so(list[0], it)).collect();
        compare_from(&mut truths, &all, &so, from);
        left.retain(|it| *it != list[0]);
    }
    let mut none = vec![true; truths.states.len()];
    let mut count = 0;
    for (state, lists) in &others {
        assert!(worlds.contains(state));
        for list in lists {
            assert!(left.contains(&list[0]) && !so(list[0], state));
            left.retain(|it| *it != list[0]);
            let not_so = truths.states.iter().map(|it| !so(list[0], it));
            none.iter_mut().zip(not_so).for_each(|(none, it)| *none &= it);
            count += 1;
        }
    }
    assert!(left.is_empty());
    match no_others {
        Some((reason, is_smallest)) => {
            assert!(is_smallest);
            is_fewest(&none, &[], &rules, &reason);
        }
        None => assert!(!follows(&none, &rules)),
    }
    Some((answers.len(), count))
}

/// Compares what is open with all worlds; in how many parts it is.
fn compare_freedom(sheet: &Sheet) -> usize {
    let mut truths = Truths::new(sheet);
    let (_, worlds) = rules(sheet, &mut truths);
    let SheetFreedom { count, open, parts } = found(sheet, aim::FindFreedom);
    assert_eq!(count, worlds.len().into());
    let cells = worlds.first().map_or(Vec::new(), |it| values(sheet, it));
    let all_values = |symbol: usize, place: usize| {
        let mut all: Vec<_> = worlds.iter().map(|it| it.tables[symbol][place]).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let told = cells.iter().filter_map(|it| {
        let values = all_values(it.symbol.0 as usize, it.place);
        (values.len() > 1).then_some((it.symbol, it.place, values))
    });
    assert!(told.eq(open.iter().map(|it| (it.symbol, it.place, it.values.clone()))));
    let mut seen: Vec<usize> = parts.iter().flat_map(|it| it.0.clone()).collect();
    seen.sort_unstable();
    assert_eq!(seen, (0..open.len()).collect::<Vec<_>>());
    if worlds.is_empty() {
        return 0;
    }
    let mut product = 1;
    for (part, number) in &parts {
        let of = |it: &SheetState| -> Vec<_> {
            part.iter().map(|at| it.tables[open[*at].symbol.0 as usize][open[*at].place]).collect()
        };
        let mut all: Vec<_> = worlds.iter().map(of).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(*number, all.len().into());
        product *= all.len();
    }
    assert_eq!(product, worlds.len());
    parts.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(500)))]

    #[test]
    fn reasons_are_enough_needed_and_smallest(numbers in vec(any::<u8>(), 0..300)) {
        let sample = sample(&numbers);
        compare_only(&sample.sheet);
        compare_only(&puzzle(&numbers));
        compare_answers(&sample);
        compare_freedom(&sample.sheet);
        compare_freedom(&puzzle(&numbers));
    }
}

/// All cases occur, so that the test above is about something.
#[test]
fn samples_have_reasons() {
    let mut seen = [0; 6];
    // Of those with several worlds each is looked at once more with clues that leave one.
    let is_enough = |seen: &[usize]| seen[0] > 0 && seen[1..].iter().all(|it| *it > 5);
    for numbers in bytes(23, 300).take(300) {
        if is_enough(&seen) && !sample::is_whole() {
            break;
        }
        let sample = sample(&numbers);
        for sheet in [&sample.sheet, &puzzle(&numbers)] {
            match compare_only(sheet) {
                Some(true) => seen[0] += 1,
                Some(false) => seen[1] += 1,
                None => {}
            }
            let parts = compare_freedom(sheet);
            seen[2] += usize::from(parts == 1);
            seen[3] += usize::from(parts > 1);
        }
        let (yes, no) = compare_answers(&sample).unwrap_or_default();
        seen[4] += usize::from(yes > 0);
        seen[5] += usize::from(no > 0);
    }
    assert!(is_enough(&seen), "{seen:?}");
}
