//! The bounds among the reasons of puzzles without a solution, against brute force: the reason with them is enough, it is
//! not without any of them, and another bound that is offered is the nearest with which there is a solution.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::corrections::{answer, mended};

/// What a rule says of two of three numbers, and a number of its own.
type Rule = (usize, usize, usize, i64);

const NAMES: [&str; 3] = ["x", "y", "z"];

fn written_rule(&(kind, first, second, number): &Rule) -> String {
    let (a, b) = (NAMES[first], NAMES[second]);
    match kind {
        0 => format!("{a} + {b} = {number}"),
        1 => format!("{a} < {b}"),
        2 => format!("{a} = {b} + {number}"),
        3 => format!("2 * {a} = {b}"),
        _ => format!("{a} >= {number}"),
    }
}

fn is_met(&(kind, first, second, number): &Rule, values: [i64; 3]) -> bool {
    let (a, b) = (values[first], values[second]);
    match kind {
        0 => a + b == number,
        1 => a < b,
        2 => a == b + number,
        3 => 2 * a == b,
        _ => a >= number,
    }
}

type Reach = (i64, i64);

/// Whether some numbers within reach meet all rules.
fn is_solvable(rules: &[Rule], reach: [Reach; 3]) -> bool {
    let [x, y, z] = reach.map(|(low, high)| low..=high);
    x.into_iter()
        .any(|x| y.clone().any(|y| z.clone().any(|z| rules.iter().all(|it| is_met(it, [x, y, z])))))
}

fn puzzle(rules: &[Rule], reach: [Reach; 3]) -> String {
    let mut text = "puzzle tried {\n".to_owned();
    for (name, (low, high)) in NAMES.iter().zip(reach) {
        text.push_str(&format!("    function {name}: {low}..{high}\n"));
    }
    for it in rules {
        text.push_str(&format!("    {}\n", written_rule(it)));
    }
    text + "}\nwhy solve tried\n"
}

/// How far from what they are other bounds are tried.
fn extent(rules: &[Rule], reach: [Reach; 3]) -> i64 {
    let number = |it: &Rule| match it.0 {
        1 => 0,
        3 => 2,
        _ => it.3,
    };
    let numbers = rules.iter().map(number).max().unwrap_or(0);
    let values = reach.iter().map(|it| it.1 - it.0 + 2).max().unwrap_or(0);
    numbers + values + reach.iter().map(|it| it.1).sum::<i64>()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn ranges_are_named_exactly_when_they_are_needed(
        rules in vec((0..5_usize, 0..3_usize, 0..3_usize, 0..8_i64), 1..4),
        lows in vec((0..3_i64, 0..3_i64), 3),
    ) {
        let mut rules = rules;
        rules.sort_by_key(written_rule);
        rules.dedup_by_key(|it| written_rule(it));
        let reach = [0, 1, 2].map(|at| (lows[at].0, lows[at].0 + lows[at].1));
        let text = puzzle(&rules, reach);
        let told = answer(&text);
        prop_assert_eq!(told.text == "no solution", !is_solvable(&rules, reach), "{}", text);
        prop_assume!(told.text == "no solution");
        let is_named = |words: &str| told.because.iter().any(|it| it.message == words);
        let reason: Vec<_> = rules.iter().filter(|it| is_named(&written_rule(it))).copied().collect();
        let bound = |at: usize| format!("{}: {}..{}", NAMES[at], reach[at].0, reach[at].1);
        let named: Vec<_> = (0..3).filter(|at| is_named(&bound(*at))).collect();
        let extent = extent(&rules, reach);
        let wide = |at: usize| (reach[at].0 - extent, reach[at].1 + extent);
        let with = |kept: &[usize]| [0, 1, 2].map(|at| if kept.contains(&at) { reach[at] } else { wide(at) });
        prop_assert!(!is_solvable(&reason, with(&named)), "{}", text);
        for left_out in &named {
            let kept: Vec<_> = named.iter().copied().filter(|it| it != left_out).collect();
            prop_assert!(is_solvable(&reason, with(&kept)), "{} without {}", text, bound(*left_out));
        }
        for after in mended(&text, &told) {
            prop_assert_ne!(answer(&after).text, "no solution", "{}", after);
        }
        for at in named {
            let (low, high) = reach[at];
            let other = |it: Reach| { let mut all = reach; all[at] = it; all };
            for side in [|it| (0, it), |it: i64| (-it, 0)] {
                let moved = |it: i64| (low + side(it).0, high + side(it).1);
                let nearest = (1..=8).map(moved).find(|it| is_solvable(&rules, other(*it)));
                let title = |(low, high): Reach| format!("write `{low}..{high}` for `{}..{}`", reach[at].0, reach[at].1);
                if let Some(nearest) = nearest {
                    let is_offered = told.corrections.iter().any(|it| it.fix.title == title(nearest));
                    prop_assert!(is_offered, "{}: {}", text, title(nearest));
                }
            }
        }
    }

    #[test]
    fn too_few_holes_are_named_with_the_pigeons(pigeons in 2..7_usize, holes in 1..6_usize, is_listed: bool) {
        let list = |letter: &str, count| (1..=count).map(|it| format!("{letter}{it}")).collect::<Vec<_>>().join(", ");
        let sort = |letter: &str, count| if is_listed { list(letter, count) } else { format!("1..{count}") };
        let sized = |pigeons, holes| format!(
            "puzzle loft {{\n    sort Pigeon = {}\n    sort Hole = {}\n    function hole(Pigeon): Hole\n    distinct hole\n}}\nwhy solve loft\n",
            sort("p", pigeons), sort("h", holes),
        );
        prop_assume!(pigeons > holes);
        let told = answer(&sized(pigeons, holes));
        prop_assert_eq!(told.because.len(), 3);
        let offered = mended(&sized(pigeons, holes), &told);
        prop_assert!(offered.contains(&sized(holes, holes)), "{:?}", offered);
        let grown = sized(pigeons, pigeons);
        let same = |it: &String| it == &grown || is_listed && it.replace("Hole", "h").replace("sort h", "sort Hole").contains(&sort("h", pigeons));
        prop_assert!(offered.iter().any(same), "{:?}", offered);
    }
}
