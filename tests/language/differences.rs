//! `puzzle diff` against brute force: a difference is found exactly when there is one, and is one.

use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::mazes::{maze, plays};
use puzzle_engine::Problem;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::formula::FormulaVariable;
use puzzle_engine::logic::maze::NodeId;
use puzzle_engine::problem::walk::TellMazesApart;
use puzzle_lang::course::build_tree;
use puzzle_lang::kinds::Difference;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::diff::difference;
use puzzle_lang::service::find::puzzle;
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::text::Source;

/// What tells `one` and `other` of a text apart.
fn found(text: &str) -> Option<Difference> {
    let source = Arc::new(Source::new("tried.puzzle", text.to_owned()));
    let checked = check(load(source, Path::new("tried.puzzle"), &NoFiles), &Levels::default());
    let analysis = checked.analysis();
    let [one, other] = ["one", "other"].map(|it| puzzle(&analysis, Some(it)).expect("a puzzle"));
    let both = (one.puzzle.as_ref(), other.puzzle.as_ref());
    difference(both.0, both.1, &mut Budget::unlimited()).expect("an answer").0
}

fn formula() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["x", "y", "z"]).prop_map(str::to_owned);
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|it| format!("-{it}")),
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("({one}*{other})")),
            (inner.clone(), inner).prop_map(|(one, other)| format!("({one}+{other})")),
        ]
    })
}

pub(crate) const ATOMS: u32 = 4;

pub(crate) fn literal() -> impl Strategy<Value = i32> {
    (1..=ATOMS as i32, any::<bool>()).prop_map(|(atom, sign)| if sign { atom } else { -atom })
}

/// Whether values make each clause true; literals as in DIMACS.
pub(crate) fn are_true(clauses: &[Vec<i32>], values: u32) -> bool {
    let holds = |it: &i32| (values >> (it.unsigned_abs() - 1) & 1 == 1) == (*it > 0);
    clauses.iter().all(|it| it.iter().any(holds))
}

/// A comparison of two of three values.
pub(crate) type Comparison = (usize, usize, usize, bool);

const VALUES: [&str; 3] = ["a", "b", "c"];
const SIGNS: [&str; 4] = ["=", "<", "<=", "!="];

pub(crate) fn comparison() -> impl Strategy<Value = Comparison> {
    (0..3_usize, 0..4_usize, 0..3_usize, any::<bool>())
}

fn holds(values: [u32; 3], (one, sign, other, is_denied): Comparison) -> bool {
    let (one, other) = (values[one], values[other]);
    [one == other, one < other, one <= other, one != other][sign] != is_denied
}

/// A puzzle about three values, the last of which is at most so large.
pub(crate) fn compared(name: &str, most: u32, lines: &[Comparison]) -> String {
    let mut text = format!(
        "puzzle {name} {{\n    constant a, b: 0..2\n    constant c: 0..{most}\n    define same(i, j): i = j\n"
    );
    for (one, sign, other, is_denied) in lines {
        let not = if *is_denied { "not " } else { "" };
        let (one, sign, other) = (VALUES[*one], SIGNS[*sign], VALUES[*other]);
        text.push_str(&match sign {
            "=" => format!("    {not}same({one}, {other})\n"),
            _ => format!("    {not}{one} {sign} {other}\n"),
        });
    }
    text + "}\n"
}

pub(crate) fn solutions(most: u32, lines: &[Comparison]) -> BTreeSet<[u32; 3]> {
    let all = (0..27).map(|it| [it / 9, it / 3 % 3, it % 3]).filter(|it| it[2] <= most);
    all.filter(|values| lines.iter().all(|it| holds(*values, *it))).collect()
}

/// Two of three statements and what joins them, denied or not.
type Joined = (usize, usize, usize, bool);

fn says(values: u32, (one, sign, other, is_denied): Joined) -> bool {
    let [one, other] = [one, other].map(|it| values >> it & 1 == 1);
    [one && other, one || other, !one || other, one == other][sign] != is_denied
}

fn theory(name: &str, things: &str, lines: &[Joined]) -> String {
    let mut text = format!("theory {name} {{\n    {things}\n    predicate p(Thing)\n");
    for (one, sign, other, is_denied) in lines {
        let [one, other] = [one, other].map(|it| ["p(Aa)", "p(Bb)", "p(Cc)"][*it]);
        let (not, sign) = (if *is_denied { "not " } else { "" }, ["and", "or", "->", "<->"][*sign]);
        text.push_str(&format!("    {not}({one} {sign} {other})\n"));
    }
    text + "}\n"
}

/// Nim with one heap: how many may be taken at once, and whether who cannot move loses.
type Nim = (u32, u32, bool);

fn nim(name: &str, (heap, most, loses): Nim) -> String {
    let end = if loses { "loses" } else { "wins" };
    format!(
        "game {name} {{\n    players A, B\n    function heap: 0..6\n    start heap = {heap}\n    action take(n: 1..{most})\n        \
         when n <= heap\n        then heap becomes heap - n\n    {end} p: stuck(p)\n}}\n"
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn of_formulas(one in formula(), other in formula()) {
        let told = found(&format!("formula one = {one}\nformula other = {other}\n"));
        let formulas = [one, other].map(|it| build_tree(&it).unwrap());
        let value = |side: usize, values: u32| {
            formulas[side].evaluate(|it| values >> (it.0 - 23) & 1 == 1)
        };
        let is_one = (0..8).any(|it| value(0, it) != value(1, it));
        prop_assert_eq!(told.is_some(), is_one);
        if let Some(told) = told {
            let mut values = 0;
            for word in told.lines[0].split(' ').filter(|it| it.ends_with('1')) {
                let variable = FormulaVariable(u32::from(word.as_bytes()[0] - b'a'));
                values |= 1 << (variable.0 - 23);
            }
            let says = [0, 1].map(|side| format!("it is {}", u8::from(value(side, values))));
            prop_assert_eq!(&told.each, &says);
            prop_assert_ne!(&says[0], &says[1]);
        }
    }

    #[test]
    fn of_clauses(one in vec(vec(literal(), 1..4), 1..5), other in vec(vec(literal(), 1..4), 1..5)) {
        let written = |name: &str, clauses: &[Vec<i32>]| {
            let line = |it: &Vec<i32>| {
                let literals: Vec<_> = it.iter().map(i32::to_string).collect();
                format!("    {}\n", literals.join(" "))
            };
            format!("clauses {name} {{\n{}}}\n", clauses.iter().map(line).collect::<String>())
        };
        let told = found(&(written("one", &one) + &written("other", &other)));
        let differ = |it: u32| are_true(&one, it) != are_true(&other, it);
        prop_assert_eq!(told.is_some(), (0..1 << ATOMS).any(differ));
        if let Some(told) = told {
            let literals = told.lines[0].split(' ').map(|it| it.parse::<i32>().unwrap());
            let values: u32 = literals.filter(|it| *it > 0).map(|it| 1 << (it - 1)).sum();
            prop_assert!(differ(values));
            prop_assert_eq!(told.each[0] == "a model", are_true(&one, values));
            prop_assert_eq!(told.each[1] == "a model", are_true(&other, values));
        }
    }

    #[test]
    fn of_mazes(one in maze(4, 2, 6), other in maze(5, 2, 6)) {
        let all = |it| plays(it, it.steps).into_iter().collect::<BTreeSet<_>>();
        let (first, second) = (all(&one), all(&other));
        let apart: Vec<_> = first.symmetric_difference(&second).collect();
        let names = [&one, &other].map(|it| (0..it.nodes.len() as u32).collect());
        let told = TellMazesApart { mazes: [one, other], names };
        let told = told.answer(&mut Budget::unlimited()).unwrap().into_inner();
        prop_assert_eq!(told.is_some(), !apart.is_empty());
        if let Some(told) = told {
            let path: Vec<NodeId> = told.nodes.into_iter().map(NodeId).collect();
            prop_assert!(apart.contains(&&path));
            prop_assert_eq!(Some(path.len()), apart.iter().map(|it| it.len()).min());
            prop_assert_eq!(told.judged[0].1.is_none(), first.contains(&path));
        }
    }

    /// With a range of values that may differ as well.
    #[test]
    fn of_puzzles(
        (most, one) in (1..3_u32, vec(comparison(), 0..4)),
        (least, other) in (1..3_u32, vec(comparison(), 0..4)),
    ) {
        let told = found(&(compared("one", most, &one) + &compared("other", least, &other)));
        let both = [solutions(most, &one), solutions(least, &other)];
        prop_assert_eq!(told.is_some(), both[0] != both[1]);
        if let Some(told) = told {
            let values = told.lines[0].split(", ").map(|it| it[4..].parse().unwrap());
            let values: Vec<u32> = values.collect();
            let is_one = |side: usize| both[side].contains(&values[..]);
            prop_assert_ne!(is_one(0), is_one(1));
            prop_assert_eq!(told.each[0] == "a solution", is_one(0));
        }
    }

    /// One of them says that there are no more things in a line, or in a sentence.
    #[test]
    fn of_theories(
        one in vec((0..3_usize, 0..4_usize, 0..3_usize, any::<bool>()), 0..4),
        other in vec((0..3_usize, 0..4_usize, 0..3_usize, any::<bool>()), 0..4),
        is_said in any::<bool>(),
    ) {
        let listed = "sort Thing = Aa, Bb, Cc";
        let said = "sort Thing\n    constant Aa, Bb, Cc: Thing\n    distinct Thing\n    \
                    all t. t = Aa or t = Bb or t = Cc";
        let second = if is_said { said } else { listed };
        let told = found(&(theory("one", listed, &one) + &theory("other", second, &other)));
        let all = |lines: &[Joined]| -> Vec<u32> {
            (0..8).filter(|values| lines.iter().all(|it| says(*values, *it))).collect()
        };
        prop_assert_eq!(told.is_some(), all(&one) != all(&other), "{:?}", told);
    }

    #[test]
    fn of_games(
        one in (0..6_u32, 1..4_u32, any::<bool>()),
        other in (0..6_u32, 1..4_u32, any::<bool>()),
    ) {
        let told = found(&(nim("one", one) + &nim("other", other)));
        // More than the heap can never be taken, and plays from different heaps end at different times.
        let moves = |(heap, most, _): Nim| most.min(heap);
        let is_same = one.0 == other.0 && moves(one) == moves(other) && one.2 == other.2;
        prop_assert_eq!(told.is_none(), is_same, "{:?}", told);
    }
}

/// Counting steps is needed only where the limits differ.
#[test]
fn a_limit_alone_tells_mazes_apart() {
    let cave = |name: &str, steps: u64| {
        format!(
            "maze {name} {{\n    steps {steps}\n    START -> Hall\n    Hall -> START GOAL\n    GOAL\n}}\n"
        )
    };
    let told = |one, other| found(&(cave("one", one) + &cave("other", other)));
    assert_eq!(told(1000, 1000), None);
    // The next longer way takes four.
    assert_eq!(told(2, 3), None);
    let told = told(3, 4).unwrap();
    assert_eq!(told.lines, ["START Hall START Hall GOAL"]);
    assert_eq!(told.each[0], "the path is right, but takes 4 steps");
}
