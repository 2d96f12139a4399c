//! Refactorings leave the meaning as it is: a random program, rewritten at a random place, is as
//! sound as before and gives the same answers.

use std::path::Path;
use std::sync::Arc;

use super::programs::program;
use super::sample;
use proptest::prelude::*;
use proptest::sample::Index;
use puzzle_engine::budget::Budget;
use puzzle_lang::diagnostic::fix::apply;
use puzzle_lang::diagnostic::{Edit, Severity};
use puzzle_lang::ide::refactorings::inline_name::everywhere;
use puzzle_lang::ide::refactorings::{Refactoring, refactorings};
use puzzle_lang::ide::references::references;
use puzzle_lang::ide::{EditorPlace, TextLocation};
use puzzle_lang::service::check::{CheckedProgram, Levels, check};
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::service::test::{TestPurpose, run};
use puzzle_lang::text::{Source, Span};

fn checked(text: &str) -> CheckedProgram {
    let source = Arc::new(Source::new("main.puzzle", text));
    check(load(source, Path::new("main.puzzle"), &NoFiles), &Levels::default())
}

/// The answers that do not depend on how a puzzle is written or which solution was found.
fn answers(text: &str) -> Vec<String> {
    let checked = checked(text);
    let analysis = checked.analysis();
    let errors = analysis.findings.iter().flatten().filter(|it| it.severity == Severity::Error);
    assert_eq!(errors.count(), 0, "{text}");
    let reports = run(&analysis, TestPurpose::Writing, Budget::unlimited);
    let told = reports.map(|report| {
        let answer = report.answer.expect("an answer");
        format!("{} {}", report.name.split(' ').next().unwrap_or_default(), answer.head)
    });
    told.collect()
}

fn offered(text: &str, span: Span) -> Vec<Refactoring> {
    refactorings(checked(text).analysis(), TextLocation { document: 0, span })
}

fn applied(text: &str, refactoring: &Refactoring) -> String {
    apply(text, &refactoring.edits.iter().map(|(_, edit)| edit.clone()).collect::<Vec<Edit>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(300)))]

    #[test]
    fn answers_stay_the_same(
        program in program(),
        places in proptest::collection::vec((any::<Index>(), 0..12_u32), 1..12),
    ) {
        let mut text = program.text();
        let before = answers(&text);
        // Each rewriting is made in the text that the one before has left.
        for (place, length) in places {
            let start = place.index(text.len()) as u32;
            let span = Span::new(start, (start + length).min(text.len() as u32));
            let found = offered(&text, span);
            let Some(refactoring) = found.get(length as usize % found.len().max(1)) else {
                continue;
            };
            let rewritten = applied(&text, refactoring);
            prop_assert_ne!(&rewritten, &text, "{}", refactoring.title);
            prop_assert_eq!(&answers(&rewritten), &before, "{}\n{}", text, rewritten);
            text = rewritten;
        }
    }

    #[test]
    fn a_name_can_be_done_without(program in program()) {
        let mut text = program.text();
        let before = answers(&text);
        for formula in &program.formulas {
            let at = text.find(&format!("formula {} ", formula.name)).unwrap() as u32 + 8;
            let checked = checked(&text);
            let location = TextLocation { document: 0, span: Span::at(at) };
            let found = everywhere(checked.analysis(), location).unwrap();
            let place = EditorPlace { document: 0, offset: at };
            let mentions = references(checked.analysis(), place, false);
            let mut edits = vec![found.removal.1];
            edits.extend(mentions.into_iter().map(|it| Edit::replace(it.span, &*found.body)));
            edits.sort_by_key(|it| it.span.start);
            let rewritten = apply(&text, &edits);
            prop_assert_eq!(&answers(&rewritten), &before, "{}\n{}", text, rewritten);
            text = rewritten;
        }
    }

    #[test]
    fn a_sorted_maze_is_not_sorted_again(program in program()) {
        let text = program.text();
        for (at, _) in text.match_indices("maze ") {
            let sort = |text: &str| {
                let found = offered(text, Span::at(at as u32));
                found.into_iter().find(|it| it.title.starts_with("Sort"))
            };
            if let Some(refactoring) = sort(&text) {
                prop_assert_eq!(sort(&applied(&text, &refactoring)), None);
            }
        }
    }
}
