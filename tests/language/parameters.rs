//! Formulas with parameters against what substitution by hand makes of them.

use std::time::{Duration, Instant};

use super::program::{findings, program};
use super::sample;
use proptest::prelude::*;
use puzzle_lang::course::build_tree;
use puzzle_lang::service::check::{Levels, check};

/// A formula as this test knows it.
#[derive(Clone, Debug)]
enum Written {
    Leaf(usize),
    Not(Box<Self>),
    Pair(char, Box<Self>, Box<Self>),
    Named(usize, Vec<Self>),
}

/// Words that are parameters of some formulas and variables of others.
const LEAVES: [&str; 4] = ["p", "q", "x", "y"];

fn written() -> impl Strategy<Value = Written> {
    (0..LEAVES.len()).prop_map(Written::Leaf).prop_recursive(4, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|it| Written::Not(Box::new(it))),
            (prop_oneof![Just('*'), Just('+')], inner.clone(), inner.clone()).prop_map(
                |(sign, left, right)| Written::Pair(sign, Box::new(left), Box::new(right))
            ),
            (0..8_usize, prop::collection::vec(inner, 3))
                .prop_map(|(at, given)| Written::Named(at, given)),
        ]
    })
}

/// A declared formula: how many of the leaves are its parameters, and its text.
type Declared = (usize, Written);

impl Written {
    /// Its text behind `before` formulas that it may name.
    fn text(&self, before: &[Declared]) -> String {
        match self {
            Self::Leaf(leaf) => LEAVES[*leaf].to_owned(),
            Self::Not(inner) => format!("-{}", inner.text(before)),
            Self::Pair(sign, left, right) => {
                format!("({}{sign}{})", left.text(before), right.text(before))
            }
            Self::Named(at, given) => match before.get(*at) {
                None => given[0].text(before),
                Some((0, _)) => format!("f{at}"),
                Some((count, _)) => {
                    let given: Vec<_> = given[..*count].iter().map(|it| it.text(before)).collect();
                    format!("f{at}({})", given.join(", "))
                }
            },
        }
    }

    /// Its text with the names written out, where some leaves stand for others.
    fn substituted(&self, before: &[Declared], given: &[String]) -> String {
        let inner = |it: &Self| it.substituted(before, given);
        match self {
            Self::Leaf(leaf) => {
                given.get(*leaf).cloned().unwrap_or_else(|| LEAVES[*leaf].to_owned())
            }
            Self::Not(it) => format!("-{}", inner(it)),
            Self::Pair(sign, left, right) => format!("({}{sign}{})", inner(left), inner(right)),
            Self::Named(at, arguments) => match before.get(*at) {
                None => inner(&arguments[0]),
                Some((count, body)) => {
                    let arguments: Vec<_> = arguments[..*count].iter().map(inner).collect();
                    body.substituted(&before[..*at], &arguments)
                }
            },
        }
    }
}

/// The declarations as they are written, the first of them last.
fn declared(all: &[Declared]) -> String {
    let line = |(at, (count, body)): (usize, &Declared)| {
        let parameters = match count {
            0 => String::new(),
            _ => format!("({})", LEAVES[..*count].join(", ")),
        };
        format!("formula f{at}{parameters} = {}\n", body.text(&all[..at]))
    };
    all.iter().enumerate().rev().map(line).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(1000)))]
    #[test]
    fn parameters_are_substituted(
        all in prop::collection::vec((0..4_usize, written()), 0..5),
        asked in written(),
    ) {
        let text = format!("{}formula asked = {}\n", declared(&all), asked.text(&all));
        let wanted = build_tree(&asked.substituted(&all, &[])).unwrap();
        let checked = check(program("random.puzzle", &text), &Levels::default());
        let analysis = checked.analysis();
        prop_assert_eq!(analysis.has_errors(), false, "{}", text);
        let found = analysis.scope.find("asked").unwrap();
        let info = analysis.scope.formula_info(found).unwrap();
        prop_assert!(info.size >= wanted.nodes().len() as u64, "{}", text);
        let bits = wanted.variables().iter().fold(0, |bits, it| bits | 1 << it.0);
        prop_assert_eq!(info.variables, bits, "{}", text);
        let puzzle = analysis.puzzle(found).unwrap();
        prop_assert_eq!(puzzle.formula().unwrap().ok(), Some(wanted.clone()), "{}", text);
        // Its parts are told apart as the engine does.
        prop_assert!(puzzle.clues().len() == wanted.conjuncts().len() || wanted.conjuncts().len() == 1);
    }
}

/// What is said of a text.
fn codes(text: &str) -> Vec<String> {
    let checked = check(program("checked.puzzle", text), &Levels::default());
    findings(&checked.analysis()).iter().map(|it| it.code.name().to_owned()).collect()
}

/// A formula that applies the one before it twice, level by level.
fn levels(first: &str, again: &str, count: usize) -> String {
    let lines = (1..=count).map(|at| {
        let below = at - 1;
        format!("formula f{at}(p) = {}\n", again.replace('F', &format!("f{below}")))
    });
    format!(
        "formula f0(p) = {first}\n{}solve f{count}(x) => satisfiable\n",
        lines.collect::<String>()
    )
}

#[test]
fn growth_is_bounded_before_anything_is_written_out() {
    let start = Instant::now();
    for (first, again) in [
        ("(p*p)", "F((p*p))"),
        ("(p*p)", "(F(p)*F(p))"),
        // Nothing is left of these, but the way there is long.
        ("p", "F(F(p))"),
        ("x", "F(F(p))"),
    ] {
        let found = codes(&levels(first, again, 60));
        let is_lazy = first == "x";
        assert_eq!(found.contains(&"formula-too-large".to_owned()), !is_lazy, "{again}");
    }
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn depth_is_data() {
    let depth = 100_000;
    let nested = format!("{}x{}", "same(".repeat(depth), ")".repeat(depth));
    let text = format!("formula same(p) = p\nformula deep = {nested}\n");
    let checked = check(program("deep.puzzle", &text), &Levels::default());
    let analysis = checked.analysis();
    let puzzle = analysis.puzzle(analysis.scope.find("deep").unwrap()).unwrap();
    assert_eq!(puzzle.formula().unwrap().unwrap().to_string(), "x");
}
