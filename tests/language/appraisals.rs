//! `puzzle report` against brute force: which lines the others say anyway, and which can be left out together.

use proptest::collection::vec;
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;

use crate::differences::{ATOMS, Comparison, are_true, compared, comparison, literal, solutions};
use puzzle_engine::budget::Budget;
use puzzle_lang::service::appraisal::{Appraisal, Solutions, appraise};
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::find::puzzle;
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::text::Source;

fn appraised(text: &str) -> Appraisal {
    let source = Arc::new(Source::new("tried.puzzle", text.to_owned()));
    let checked = check(load(source, Path::new("tried.puzzle"), &NoFiles), &Levels::default());
    let analysis = checked.analysis();
    let found = puzzle(&analysis, None).expect("a puzzle");
    appraise(found.puzzle.as_ref(), found.facts, Budget::unlimited).expect("an appraisal")
}

/// Compares what is said of lines with what they come to: `solutions` are those of some of them.
fn judge<L: Clone, S: PartialEq>(
    lines: &[L],
    appraisal: &Appraisal,
    count: usize,
    solutions: impl Fn(&[L]) -> S,
) -> Result<(), TestCaseError> {
    let is_right = match &appraisal.solutions {
        Solutions::None(_) => count == 0,
        Solutions::One(_) => count == 1,
        Solutions::Several(..) => count > 1,
        Solutions::Open(..) => false,
    };
    prop_assert!(is_right, "{count} solutions");
    if count == 0 {
        return Ok(());
    }
    prop_assert_eq!(appraisal.lines.len(), lines.len());
    let without = |left_out: &dyn Fn(usize) -> bool| {
        let kept = lines.iter().enumerate().filter(|it| !left_out(it.0));
        solutions(&kept.map(|it| it.1.clone()).collect::<Vec<_>>())
    };
    let all = solutions(lines);
    for at in 0..lines.len() {
        let is_redundant = without(&|it| it == at) == all;
        prop_assert_eq!(appraisal.lines[at].is_redundant, Some(is_redundant));
    }
    let is_left_out = |it: usize| appraisal.lines[it].is_left_out;
    prop_assert!(without(&is_left_out) == all);
    for at in (0..lines.len()).filter(|it| !is_left_out(*it)) {
        prop_assert!(without(&|it| it == at || is_left_out(it)) != all);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn of_clauses(clauses in vec(vec(literal(), 1..4), 1..7)) {
        let line = |it: &Vec<i32>| {
            let literals: Vec<_> = it.iter().map(i32::to_string).collect();
            format!("    {}\n", literals.join(" "))
        };
        let lines: String = clauses.iter().map(line).collect();
        let appraisal = appraised(&format!("clauses one {{\n{lines}}}\n"));
        let is_named = |atom: u32| clauses.iter().flatten().any(|it| it.unsigned_abs() == atom);
        // What no clause names is no atom.
        let named: u32 = (1..=ATOMS).filter(|it| is_named(*it)).map(|it| 1 << (it - 1)).sum();
        let models = |some: &[Vec<i32>]| -> Vec<u32> {
            (0..1 << ATOMS).filter(|it| it & !named == 0 && are_true(some, *it)).collect()
        };
        judge(&clauses, &appraisal, models(&clauses).len(), models)?;
    }

    #[test]
    fn of_puzzles(lines in vec(comparison(), 1..5)) {
        let appraisal = appraised(&compared("one", 2, &lines));
        let count = solutions(2, &lines).len();
        judge(&lines, &appraisal, count, |some: &[Comparison]| solutions(2, some))?;
        let hints = appraisal.hints.transpose().expect("no limit");
        let free = hints.map_or(0, |it| it.free.len());
        let open = (0..3).filter(|at| {
            let mut values = solutions(2, &lines).into_iter().map(|it| it[*at]);
            let first = values.next();
            values.any(|it| Some(it) != first)
        });
        prop_assert_eq!(free, open.count());
    }
}
