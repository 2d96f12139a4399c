//! Each encoding against the plain reader over all states, with every boundary.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::logic::sheet::{Comparison, Fold, Operation, SentenceId, SheetSentence, TermId};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{BestValue, Direction, aim};

use super::build::Build;
use super::samples::worlds;
use super::{answer, count};

/// Numbers to be found: the first value, how many more, whether there may be none.
pub(super) type Ranges = Vec<(i64, i64, bool)>;

pub(super) fn ranges() -> impl Strategy<Value = Ranges> {
    vec((-3_i64..4, 0_i64..3, any::<bool>()), 0..5)
}

/// A sheet with constants to be found, and these.
pub(super) fn constants(ranges: &Ranges) -> (Build, Vec<TermId>) {
    let mut build = Build::default();
    let constants = ranges.iter().map(|&(first, more, or_none)| {
        let symbol = if or_none {
            build.partial(&[], first..=first + more)
        } else {
            build.function(&[], first..=first + more)
        };
        build.apply(symbol, &[])
    });
    let constants = constants.collect();
    (build, constants)
}

const COMPARISONS: [Comparison; 3] = [Comparison::Equal, Comparison::Less, Comparison::AtMost];

/// A rule that compares a term with a number, or denies it.
pub(super) fn ruled(mut build: Build, term: TermId, comparison: usize, number: i64) -> Build {
    let number = build.number(number);
    let sentence = match comparison {
        0..=2 => build.compare(COMPARISONS[comparison], term, number),
        3..=5 => {
            let is_so = build.compare(COMPARISONS[comparison - 3], term, number);
            build.not(is_so)
        }
        _ => build.0.sentence(SheetSentence::Missing(term)),
    };
    build.rule(sentence);
    build
}

fn agrees(build: &Build) {
    assert_eq!(count(&build.0), worlds(&build.0) as u64);
}

proptest! {
    #[test]
    fn sums_with_coefficients(
        ranges in ranges(),
        coefficients in vec(-40_i64..40, 5),
        comparison in 0..7_usize,
        number in -60_i64..60,
    ) {
        let (mut build, constants) = constants(&ranges);
        let mut sum = build.number(0);
        for (constant, coefficient) in constants.iter().zip(&coefficients) {
            let coefficient = build.number(*coefficient / if number % 3 == 0 { 20 } else { 1 });
            let product = build.binary(Operation::Times, *constant, coefficient);
            sum = build.plus(sum, product);
        }
        agrees(&ruled(build, sum, comparison, number / if number % 3 == 0 { 20 } else { 1 }));
    }

    #[test]
    fn two_unknowns_and_what_is_made_of_that(
        ranges in ranges(),
        operations in vec(0..7_usize, 4),
        comparison in 0..7_usize,
        number in -4_i64..5,
    ) {
        use Operation::{Greatest, Least, Minus, Plus, Quotient, Remainder, Times};
        let operation = [Plus, Minus, Times, Quotient, Remainder, Least, Greatest];
        let (mut build, constants) = constants(&ranges);
        let mut term = build.number(number);
        for (constant, at) in constants.iter().zip(operations) {
            term = build.binary(operation[at], *constant, term);
        }
        agrees(&ruled(build, term, comparison, number));
    }

    #[test]
    fn counts_and_parities(
        literals in 0..9_i64,
        times in vec(-2_i64..3, 9),
        comparison in 0..7_usize,
        number in -3_i64..10,
        divisor in -3_i64..4,
        denied in any::<bool>(),
    ) {
        let mut build = Build::default();
        let sort = build.sort(0..=literals);
        let weight = build.given(&[sort], times[..=literals as usize].iter().map(|it| Some(*it)).collect());
        let predicate = build.predicate(&[sort]);
        let variable = build.variable(sort);
        let here = build.of(variable);
        let holds = build.holds(predicate, &[here]);
        let holds = if denied { build.not(holds) } else { holds };
        let term = if number % 2 == 0 {
            build.count(&[variable], holds)
        } else {
            let weight = build.apply(weight, &[here]);
            build.fold(Fold::Sum, &[variable], holds, weight)
        };
        let term = if comparison % 2 == 0 {
            let divisor = build.number(divisor);
            build.binary(Operation::Remainder, term, divisor)
        } else {
            term
        };
        agrees(&ruled(build, term, comparison, number));
    }

    /// What stands at a place that is to be found, which may lie beyond the end.
    #[test]
    fn places_to_be_found(
        first in -1_i64..2,
        more in 0_i64..4,
        or_none in any::<bool>(),
        comparison in 0..7_usize,
        number in -1_i64..4,
        is_given in any::<bool>(),
        two in any::<bool>(),
    ) {
        let mut build = Build::default();
        let sort = build.sort(0..=2);
        let place = if or_none {
            build.partial(&[], first..=first + more)
        } else {
            build.function(&[], first..=first + more)
        };
        let arguments = if two { vec![sort, sort] } else { vec![sort] };
        let table = if is_given {
            let size = if two { 9 } else { 3 };
            build.given(&arguments, (0..size).map(|it| Some(it % 4 - 1).filter(|it| *it != 2)).collect())
        } else if two {
            build.function(&arguments, 0..=0)
        } else {
            build.partial(&arguments, 0..=1)
        };
        let inner = build.apply(place, &[]);
        let one = build.number(1);
        let next = build.plus(inner, one);
        let terms = if two { vec![inner, next] } else { vec![next] };
        let value = build.apply(table, &terms);
        agrees(&ruled(build, value, comparison, number));
    }

    /// Values that differ, under a condition or not, in a sentence or as a rule.
    #[test]
    fn distinct_values(
        width in 1_i64..4,
        first in -1_i64..2,
        more in 0_i64..3,
        or_none in any::<bool>(),
        is_gated in any::<bool>(),
        kind in 0..4_usize,
    ) {
        let mut build = Build::default();
        let sort = build.sort(1..=width);
        let function = if or_none {
            build.partial(&[sort], first..=first + more)
        } else {
            build.function(&[sort], first..=first + more)
        };
        let predicate = build.predicate(&[sort]);
        let proposition = build.predicate(&[]);
        let variable = build.variable(sort);
        let here = build.of(variable);
        let body = if is_gated { build.holds(predicate, &[here]) } else { build.truth(true) };
        let value = build.apply(function, &[here]);
        let differ = build.distinct(&[variable], body, value);
        let proposition = build.holds(proposition, &[]);
        let rule: SentenceId = match kind {
            0 => differ,
            1 => build.not(differ),
            2 => build.or(&[proposition, differ]),
            _ => build.0.sentence(SheetSentence::Iff(proposition, differ)),
        };
        build.rule(rule);
        agrees(&build);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A sum with more values than are listed, which is added up in binary: how large another unknown
    /// can be depends on it.
    #[test]
    fn sums_of_very_many_values(
        ranges in vec((-20_i64..20, 8_i64..12), 4),
        coefficients in vec(-90_000_i64..90_000, 4),
        chosen in vec(any::<usize>(), 4),
        off in -1_i64..2,
        comparison in 0..6_usize,
    ) {
        let all: Ranges = ranges.iter().map(|it| (it.0, it.1, false)).collect();
        let (mut build, constants) = constants(&all);
        let mut sum = build.number(0);
        for (constant, coefficient) in constants.iter().zip(&coefficients) {
            let coefficient = build.number(*coefficient);
            let product = build.binary(Operation::Times, *constant, coefficient);
            sum = build.plus(sum, product);
        }
        let parts = ranges.iter().zip(&chosen).map(|(it, at)| it.0 + (*at as i64 & 7));
        let number = parts.zip(&coefficients).map(|(it, times)| it * times).sum::<i64>() + off;
        let sheet = ruled(build, sum, comparison, number).0;
        let is_so = |value: i64| match comparison {
            0 => value == number,
            1 => value < number,
            2 => value <= number,
            3 => value != number,
            4 => value >= number,
            _ => value > number,
        };
        let mut firsts = Vec::new();
        for numbers in 0..ranges.iter().map(|it| it.1 + 1).product::<i64>() {
            let (mut rest, mut value, mut first) = (numbers, 0, 0);
            for (at, ((least, more), times)) in ranges.iter().zip(&coefficients).enumerate() {
                let part = least + rest % (more + 1);
                rest /= more + 1;
                value += part * times;
                first = if at == 0 { part } else { first };
            }
            firsts.extend(Some(first).filter(|_| is_so(value)));
        }
        for (direction, best) in [
            (Direction::Smallest, firsts.iter().min()),
            (Direction::Largest, firsts.iter().max()),
        ] {
            let answer = answer(&sheet, aim::BestState(direction, constants[0]));
            prop_assert!(answer.doubts().is_empty());
            match &*answer {
                Outcome::Found(BestValue::Value(number, ..)) => prop_assert_eq!(Some(number), best),
                other => prop_assert!(best.is_none() && matches!(other, Outcome::Contradictory(_)), "{other:?}"),
            }
        }
    }
}

/// Counts of more literals than are counted to the end, and of all sizes that are halved unevenly.
#[test]
fn long_counts_stop_where_nobody_asks() {
    let choose = |total: u64, number: u64| {
        let number = number.min(total - number);
        (0..number).fold(1, |product, it| product * (total - it) / (it + 1))
    };
    for total in [1, 2, 5, 31, 33, 37, 64] {
        for number in [0, 1, 2, total - 1, total, total + 1] {
            if number > 2 && number + 2 < total {
                continue;
            }
            let mut build = Build::default();
            let sort = build.sort(1..=total as i64);
            let predicate = build.predicate(&[sort]);
            let variable = build.variable(sort);
            let here = build.of(variable);
            let holds = build.holds(predicate, &[here]);
            let term = build.count(&[variable], holds);
            let build = ruled(build, term, 0, number as i64);
            let expected = if number > total { 0 } else { choose(total, number) };
            assert_eq!(count(&build.0), expected, "{number} of {total}");
        }
    }
}

/// More values than are compared two by two.
#[test]
fn long_permutations_are_permutations() {
    let mut build = Build::default();
    let sort = build.sort(1..=30);
    let function = build.function(&[sort], 1..=30);
    let variable = build.variable(sort);
    let here = build.of(variable);
    let value = build.apply(function, &[here]);
    let every = build.truth(true);
    let differ = build.distinct(&[variable], every, value);
    build.rule(differ);
    for place in 1..=26 {
        let place = build.number(place);
        let value = build.apply(function, &[place]);
        let is_so = build.equal(value, place);
        build.rule(is_so);
    }
    assert_eq!(count(&build.0), 24);
}
