//! What `why` says to mend a puzzle, against brute force: a change is offered exactly when it makes a yes of the no.

use proptest::collection::vec;
use proptest::prelude::*;

use puzzle_engine::budget::Budget;
use puzzle_lang::diagnostic::fix::apply;
use puzzle_lang::kinds::Answer;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::service::test::{TestPurpose, run};
use puzzle_lang::text::Source;
use std::path::Path;
use std::sync::Arc;

/// The answer to the only question of a text.
pub(super) fn answer(text: &str) -> Answer {
    let source = Arc::new(Source::new("tried.puzzle", text.to_owned()));
    let checked = check(load(source, Path::new("tried.puzzle"), &NoFiles), &Levels::default());
    let analysis = checked.analysis();
    let mut reports = run(&analysis, TestPurpose::Reading, Budget::unlimited);
    reports.next().expect("a question").answer.expect("an answer")
}

/// The texts after each change that is offered.
pub(super) fn mended(text: &str, answer: &Answer) -> Vec<String> {
    answer.corrections.iter().map(|it| apply(text, &it.fix.edits)).collect()
}

const ATOMS: u32 = 4;

/// Whether some values make each clause true; literals as in DIMACS.
fn is_satisfiable(clauses: &[Vec<i32>]) -> bool {
    let holds = |values: u32, it: &i32| (values >> (it.unsigned_abs() - 1) & 1 == 1) == (*it > 0);
    (0..1 << ATOMS).any(|values| clauses.iter().all(|it| it.iter().any(|it| holds(values, it))))
}

fn written(clauses: &[Vec<i32>]) -> String {
    let line = |it: &Vec<i32>| {
        let literals: Vec<_> = it.iter().map(i32::to_string).collect();
        format!("    {}\n", literals.join(" "))
    };
    let lines: String = clauses.iter().map(line).collect();
    format!("clauses set {{\n{lines}}}\nwhy solve set\n")
}

fn literal() -> impl Strategy<Value = i32> {
    (1..=ATOMS as i32, any::<bool>()).prop_map(|(atom, sign)| if sign { atom } else { -atom })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn clauses_are_left_out_exactly_when_the_rest_has_a_model(clauses in vec(vec(literal(), 1..3), 4..9)) {
        prop_assume!(!is_satisfiable(&clauses));
        let text = written(&clauses);
        let mut offered = mended(&text, &answer(&text));
        let without = |left_out: usize| {
            let kept = clauses.iter().enumerate().filter(|it| it.0 != left_out);
            kept.map(|it| it.1.clone()).collect::<Vec<_>>()
        };
        let rests: Vec<_> = (0..clauses.len()).map(without).collect();
        let mut mending: Vec<_> =
            rests.iter().filter(|it| is_satisfiable(it)).map(|it| written(it)).collect();
        offered.sort();
        mending.sort();
        prop_assert_eq!(offered, mending, "{}", text);
    }

    #[test]
    fn mazes_have_a_way_after_each_change(
        corridors in vec((0..5_usize, 0..6_usize), 3..9),
        tolls in vec((1..5_usize, 0..2_usize), 0..3),
        homes in vec(0..5_usize, 2),
        steps in 0..5_u32,
    ) {
        let text = maze(&corridors, &tolls, &homes, steps);
        let first = answer(&text);
        let is_no = first.text == "no solution";
        prop_assert!(is_no || first.corrections.is_empty());
        for it in mended(&text, &first) {
            prop_assert_ne!(answer(&it).text, "no solution", "{}", it);
        }
        // A limit of steps is never all that one is told.
        let is_short = first.because.iter().any(|it| it.message.starts_with("the limit is"));
        prop_assert!(!is_short || first.corrections.len() == 1, "{}", text);
    }
}

fn maze(
    corridors: &[(usize, usize)],
    tolls: &[(usize, usize)],
    homes: &[usize],
    steps: u32,
) -> String {
    const NODES: [&str; 6] = ["START", "Aa", "Bb", "Cc", "Dd", "GOAL"];
    const TREASURES: [&str; 2] = ["KEY", "SEAL"];
    let mut text = format!("maze made {{\n    steps {steps}\n");
    for (node, name) in NODES.iter().enumerate() {
        text.push_str(&format!("    {name}"));
        let mut add = |word: &str, names: Vec<&str>| {
            if !names.is_empty() {
                text.push_str(&format!(" {word} {}", names.join(" ")));
            }
        };
        let here = (0..2).filter(|it| homes[*it] == node && node > 0);
        add("treasures", here.map(|it| TREASURES[it]).collect());
        let asked = (0..2).filter(|it| tolls.contains(&(node, *it)));
        add("tolls", asked.map(|it| TREASURES[it]).collect());
        let next = (0..6).filter(|it| corridors.contains(&(node, *it)));
        add("->", next.map(|it| NODES[it]).collect());
        text.push('\n');
    }
    text + "}\nwhy solve made\n"
}
