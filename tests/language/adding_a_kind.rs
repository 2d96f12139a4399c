//! The kind that `docs/adding-a-kind.md` builds, compiled as it stands there and compared with all
//! plays.

#[expect(unreachable_pub, reason = "as in a crate of kinds")]
mod nim;

use std::path::Path;
use std::sync::Arc;

use puzzle_engine::budget::Budget;
use puzzle_lang::ide::EditorPlace;
use puzzle_lang::ide::completion::completion;
use puzzle_lang::kinds::{ALL, Definition, Kind, Kinds, Puzzle, Turn};
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, TestReport, run};
use puzzle_lang::text::Source;

const PAGE: &str = include_str!("../../docs/adding-a-kind.md");
const NIM: [&'static dyn Kind; 6] = [ALL.0[0], ALL.0[1], ALL.0[2], ALL.0[3], ALL.0[5], &nim::KIND];

/// The text of the only block of the page in a language.
fn block(language: &str) -> &'static str {
    let start = format!("```{language}\n");
    let (_, rest) = PAGE.split_once(&start).expect("the page has such a block");
    rest.split_once("```").expect("the block ends").0
}

/// What checking finds, by name, and the reports on all queries.
fn answer(text: &str) -> (Vec<&'static str>, Vec<TestReport>) {
    let source = Arc::new(Source::new("nim.puzzle", text));
    let mut program = load(source, Path::new("nim.puzzle"), &NoFiles);
    program.kinds = Kinds(&NIM);
    let checked = check(program, &Levels::default());
    let analysis = checked.analysis();
    let findings = analysis.findings.iter().flatten().map(|it| it.code.name()).collect();
    (findings, run(&analysis, TestPurpose::Reading, Budget::unlimited).collect())
}

#[test]
fn the_page_shows_what_is_compiled() {
    assert_eq!(block("rust"), include_str!("adding_a_kind/nim.rs"));
}

#[test]
fn the_file_on_the_page_runs() {
    let (findings, reports) = answer(block("puzzle"));
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(reports.len(), 5);
    for report in reports {
        assert_eq!(report.verdict, Some(ExpectationVerdict::Holds), "{report:?}");
    }
}

#[test]
fn all_plays_agree() {
    // Whether the player to move wins, by the number of stones.
    let mut wins = vec![false];
    for stones in 1..=40 {
        wins.push((1..=stones.min(3)).any(|taken| !wins[stones - taken]));
    }
    for stones in 1..=40 {
        let text = format!("game heap: nim {{\n stones {stones}\n}}\nsolve heap\nplay2win heap\n");
        let (findings, reports) = answer(&text);
        let said: Vec<_> = reports.iter().map(|it| &*it.answer.as_ref().unwrap().text).collect();
        let winner = if wins[stones] { "first wins" } else { "second wins" };
        assert_eq!((findings.len(), said[0]), (0, winner), "{stones}");
        let taken: usize = said[1].parse().unwrap();
        assert!(taken <= stones && wins[stones] != wins[stones - taken], "{stones}");
    }
}

/// What is offered at the end of a text.
fn offered(text: &str) -> Vec<String> {
    let source = Arc::new(Source::new("nim.puzzle", text));
    let mut program = load(source, Path::new("nim.puzzle"), &NoFiles);
    program.kinds = Kinds(&NIM);
    let checked = check(program, &Levels::default());
    let place = EditorPlace { document: 0, offset: text.len() as u32 };
    let found = completion(checked.analysis(), place, &|_, _| Vec::new());
    found.items.into_iter().map(|it| it.label).collect()
}

#[test]
fn completion_follows_from_the_facts() {
    const HEAP: &str = "game heap: nim {\n stones 9\n}\n";
    assert_eq!(offered("game heap: n"), ["nim"]);
    assert_eq!(offered("game heap: nim {\n "), ["stones"]);
    for (line, expected) in [
        ("solve ", &["heap"][..]),
        ("shortest ", &[]),
        ("solve heap => ", &["first wins", "second wins"]),
        ("play2win heap after ", &["1", "2", "3"]),
        ("play2win heap after 2 => ", &["1", "2", "3"]),
    ] {
        assert_eq!(offered(&format!("{HEAP}{line}")), expected, "{line}");
    }
}

/// How a play ends when everybody plays as well as they can.
fn played_out(puzzle: &dyn Puzzle, moves: &mut Vec<String>) -> String {
    let (player, choices) = match puzzle.turn(moves).unwrap() {
        Turn::Over(result) => return result,
        Turn::Move { player, moves: choices, .. } => (player, choices),
    };
    let mut results = choices.into_iter().map(|choice| {
        moves.push(choice);
        let result = played_out(puzzle, moves);
        moves.pop();
        result
    });
    let wins = format!("{player} wins");
    let mut last = results.next().expect("a move");
    while let Some(result) = results.next().filter(|_| last != wins) {
        last = result;
    }
    last
}

#[test]
fn plays_end_as_solve_says() {
    let heaps = (1..=9).map(|stones| format!("game it: nim {{\n stones {stones}\n}}\n"));
    let orders = ["AEA", "EAE", "AAE", "EEA", "AEE"].into_iter();
    let formulas = orders.flat_map(|turns| {
        ["(x*(y+z))", "((x+-y)*(z+y))", "(x*-x)"].map(|formula| {
            let formula = format!("({formula}*((x+-x)*(y+-y)*(z+-z)))");
            format!("game it: formula {{\n formula {formula}\n turns {turns}\n variables xyz\n}}\n")
        })
    });
    for text in heaps.chain(formulas) {
        let (findings, reports) = answer(&format!("{text}solve it\n"));
        let said = &reports[0].answer.as_ref().unwrap().text;
        let mut program =
            load(Arc::new(Source::new("nim.puzzle", &*text)), Path::new("nim.puzzle"), &NoFiles);
        program.kinds = Kinds(&NIM);
        let checked = check(program, &Levels::default());
        let analysis = checked.analysis();
        let puzzle = analysis.puzzle(Definition::default()).unwrap();
        assert_eq!((findings.len(), &played_out(puzzle.as_ref(), &mut Vec::new())), (0, said));
        assert!(puzzle.turn(&["7".to_owned()]).is_err(), "{text}");
    }
}

#[test]
fn faults_are_told_once() {
    for (text, code) in [
        ("game heap: nim {\n}", "missing-setting"),
        ("game heap: nim {\n stones many\n}\nsolve heap", "bad-setting"),
        ("game heap: nim {\n stones 9\n stons 9\n}\nsolve heap", "unknown-setting"),
        ("game heap: nim {\n stones 9\n stones 9\n}\nsolve heap", "duplicate-setting"),
        ("game heap: nim {\n stones 9\n}\nplay2win heap after 4", "illegal-move"),
        ("game heap: nimm {\n stones 9\n}\nsolve heap", "unknown-kind"),
        ("game heap: nim {\n stones 9\n}\nshortest heap", "wrong-kind"),
    ] {
        assert_eq!(answer(text).0, [code], "{text}");
    }
}
