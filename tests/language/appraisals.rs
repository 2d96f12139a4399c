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
use puzzle_lang::service::game_appraisal::{Alternatives, GameAppraisal, appraise_game};
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::text::Source;

fn appraised(text: &str) -> Appraisal {
    let source = Arc::new(Source::new("tried.puzzle", text.to_owned()));
    let checked = check(load(source, Path::new("tried.puzzle"), &NoFiles), &Levels::default());
    let analysis = checked.analysis();
    let found = puzzle(&analysis, None).expect("a puzzle");
    appraise(found.puzzle.as_ref(), Budget::unlimited).expect("an appraisal")
}

fn appraised_game(text: &str) -> GameAppraisal {
    let source = Arc::new(Source::new("tried.puzzle", text.to_owned()));
    let checked = check(load(source, Path::new("tried.puzzle"), &NoFiles), &Levels::default());
    let analysis = checked.analysis();
    let found = puzzle(&analysis, None).expect("a puzzle");
    appraise_game(found.puzzle.as_ref(), Budget::unlimited).expect("an appraisal")
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

#[test]
fn what_is_said_of_a_heap_is_so() {
    let mut wins = vec![false];
    for heap in 1..=60_usize {
        let squares = || (1..).map(|it| it * it).take_while(move |it| *it <= heap);
        let is_won = squares().any(|it| !wins[heap - it]);
        wins.push(is_won);
        let told =
            appraised_game(&format!("game heap: subtract-square {{\n    value {heap}\n}}\n"));
        let winner = if is_won { "first wins" } else { "second wins" };
        assert_eq!(told.outcome[0], winner, "{heap}");
        let moves = told.openings.expect("first moves");
        assert_eq!(moves.len(), squares().count());
        for (taken, it) in squares().zip(&moves) {
            let is_good = !wins[heap - taken];
            let winner = if is_good { "first wins" } else { "second wins" };
            assert_eq!((it.chosen.clone(), it.worth.as_deref()), (taken.to_string(), Some(winner)));
            assert_eq!(it.is_best, Some(is_good || !is_won), "{heap}: {taken}");
        }
        let mut left = heap;
        for it in told.line.expect("a play") {
            let all: Vec<usize> = (1..).map(|it| it * it).take_while(|it| *it <= left).collect();
            let good = all.iter().filter(|it| !wins[left - **it]).count();
            let expected = match (all.len(), good) {
                (1, _) => Alternatives::None,
                (_, 1) => Alternatives::Worse,
                (all, 0) => Alternatives::AsGood(all - 1),
                (_, good) => Alternatives::AsGood(good - 1),
            };
            assert_eq!(it.others, expected, "{heap}: {left}");
            left -= it.chosen.parse::<usize>().expect("a number");
        }
        assert_eq!(left, 0, "the play of {heap} goes to its end");
        let (mut seen, mut at) = (vec![(heap, true)], 0);
        while at < seen.len() {
            let (left, is_first) = seen[at];
            let squares = (1..).map(|it| it * it).take_while(|it| *it <= left);
            let new: Vec<_> =
                squares.map(|it| (left - it, !is_first)).filter(|it| !seen.contains(it)).collect();
            seen.extend(new);
            at += 1;
        }
        let positions = told.positions.expect("positions");
        let ended = seen.iter().filter(|it| it.0 == 0).count();
        assert_eq!((positions.found, positions.ended, positions.is_all), (seen.len(), ended, true));
    }
}

#[test]
fn a_theory_with_open_sorts_is_reported_on() {
    let told = appraised("theory it {\n    some x. p(x)\n}\n");
    assert!(matches!(told.solutions, Solutions::Open(..)));
}
