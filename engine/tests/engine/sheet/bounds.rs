//! The best value where one rule says how good it can be, alone or with others: against the plain reader
//! over all states.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::sheet::Sources;
use puzzle_engine::grounding::GroundSheet;
use puzzle_engine::logic::sheet::definitions::Definitions;
use puzzle_engine::logic::sheet::{Comparison, Operation, Sheet, TermId};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{BestValue, Direction, aim};
use puzzle_engine::reader::StateReader;
use puzzle_engine::verify::sheet::bound;

use super::answer;
use super::encodings::{Ranges, constants, ranges};
use super::puzzles::knapsack;
use super::samples::states;

/// The best value of a term by the plain reader, and whether some rules bar all that is better.
fn best(sheet: &Sheet, term: TermId, direction: Direction) -> Option<i64> {
    let mut reader = StateReader::new(sheet).unwrap();
    let budget = &mut Budget::unlimited();
    let mut values = Vec::new();
    for state in states(sheet) {
        reader.turn_to(state);
        if reader.is_world(budget).unwrap() {
            values.extend(reader.value(term, &[], budget).unwrap());
        }
    }
    if direction == Direction::Smallest {
        values.into_iter().min()
    } else {
        values.into_iter().max()
    }
}

fn agrees(sheet: &Sheet, term: TermId, is_simple: bool) {
    for direction in [Direction::Smallest, Direction::Largest] {
        let found = answer(sheet, aim::BestState(direction, term));
        assert!(!is_simple || found.doubts().is_empty());
        match (&*found, best(sheet, term, direction)) {
            (Outcome::Found(BestValue::Value(value, _, reason)), Some(best)) => {
                assert_eq!(*value, best);
                let mut fewer = sheet.clone();
                fewer.rules = reason.iter().map(|it| sheet.rules[*it]).collect();
                assert_eq!(self::best(&fewer, term, direction), Some(best), "the reason is enough");
                for at in 0..fewer.rules.len() {
                    let mut without = fewer.clone();
                    without.rules.remove(at);
                    assert_ne!(self::best(&without, term, direction), Some(best));
                }
            }
            (Outcome::Contradictory(_) | Outcome::Found(BestValue::Missing(_)), None) => {}
            (found, best) => panic!("{found:?}, but {best:?}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn sums_under_rules_about_sums(
        ranges in ranges(),
        worths in vec(-9_i64..10, 5),
        rules in vec((vec(-9_i64..10, 5), 0..6_usize, -20_i64..21), 0..3),
        constant in -3_i64..4,
    ) {
        let ranges: Ranges = ranges;
        let (mut build, unknowns) = constants(&ranges);
        let mut sum = |start: i64, factors: &[i64]| {
            let mut sum = build.number(start);
            for (unknown, factor) in unknowns.iter().zip(factors) {
                let factor = build.number(*factor);
                let product = build.binary(Operation::Times, factor, *unknown);
                sum = build.plus(sum, product);
            }
            sum
        };
        let worth = sum(constant, &worths);
        let sums: Vec<_> = rules.iter().map(|it| sum(0, &it.0)).collect();
        for (sum, (_, kind, number)) in sums.iter().zip(&rules) {
            use Comparison::{AtMost, Equal, Less};
            let number = build.number(*number);
            let rule = build.compare([Equal, Less, AtMost][kind % 3], *sum, number);
            let rule = if *kind < 3 { rule } else { build.not(rule) };
            build.rule(rule);
        }
        agrees(&build.0, worth, ranges.iter().all(|it| !it.2));
    }
}

#[test]
fn a_bound_rests_on_all_values_that_there_are() {
    let (sheet, term) = knapsack(&[(12, 4), (2, 2), (1, 1)], 15);
    let definitions = Definitions::of(&sheet).unwrap();
    let ground = GroundSheet::new(&sheet, definitions, &mut Budget::unlimited()).unwrap();
    let bound_of = |sources: &Sources| {
        let budget = &Budget::unlimited();
        bound(&sheet, ground.cnf(), sources, Direction::Largest, term, budget).unwrap()
    };
    let sources = ground.cells();
    assert!(bound_of(&sources).is_some());
    for symbol in 0..sources.cells.len() {
        for cell in 0..sources.cells[symbol].len() {
            let mut fewer = ground.cells();
            fewer.cells[symbol][cell].pop();
            assert!(bound_of(&fewer).is_none(), "{symbol} {cell}");
        }
    }
}
