//! The shelf: its sheets and their puzzles are canonical, clean and right, each sheet needs each of its
//! rules, and the page about it shows them as they are.

use super::program;
use std::fs;
use std::path::Path;
use std::time::Duration;

use puzzle_engine::budget::{Budget, Signal};
use puzzle_lang::picture::Format;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::shelf::{self, SHEETS, ShelfSheet};
use puzzle_lang::service::test::{self, ExpectationVerdict};
use puzzle_lang::service::{draw, find};
use puzzle_lang::syntax::format::format;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn budget() -> Budget {
    Budget::new(Signal::default(), Some(Duration::from_secs(60)), None)
}

/// The names of the `.puzzle` files in a folder, without their ending.
fn names(folder: &str) -> Vec<String> {
    let files = fs::read_dir(root().join(folder)).unwrap().map(|it| it.unwrap().path());
    let mut names: Vec<_> = files
        .filter(|it| it.extension().is_some_and(|it| it == "puzzle"))
        .map(|it| it.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// What became of each expectation of a text.
fn verdicts(text: &str) -> impl Iterator<Item = Option<ExpectationVerdict>> {
    let checked = check(program::program("shelf.puzzle", text), &Levels::default());
    let analysis = checked.analysis();
    let reports: Vec<_> = test::run(&analysis, test::TestPurpose::Reading, budget)
        .map(|it| it.verdict)
        .take_while(|it| *it == Some(ExpectationVerdict::Holds))
        .collect();
    let verbs = ["solve", "shortest", "smallest", "largest", "play2win", "line"];
    let all: usize = verbs.iter().map(|it| text.matches(&format!("\n{it} ")).count()).sum();
    let failed = all - reports.len();
    reports.into_iter().chain((0..failed).map(|_| None))
}

/// Whether a sound text has an expectation that an answer contradicts.
fn fails(text: &str) -> bool {
    let checked = check(program::program("shelf.puzzle", text), &Levels::default());
    let analysis = checked.analysis();
    assert!(!analysis.has_errors(), "{text}");
    let mut reports = test::run(&analysis, test::TestPurpose::Comparing, budget);
    reports.any(|it| it.verdict == Some(ExpectationVerdict::Fails))
}

/// A text without its imports.
fn without_imports(text: &str) -> String {
    text.lines().filter(|it| !it.starts_with("import ")).map(|it| format!("{it}\n")).collect()
}

#[test]
fn every_file_of_the_folder_is_on_the_shelf() {
    let mut sheets: Vec<_> = SHEETS.iter().map(|it| it.name.to_owned()).collect();
    sheets.sort();
    assert_eq!(sheets, names("shelf"));
    assert_eq!(sheets, names("shelf/puzzles"));
    assert!(sheets.len() >= 20);
}

#[test]
fn sheets_declare_their_name_and_say_what_they_are() {
    for sheet in SHEETS {
        let ShelfSheet { name, text, puzzles } = sheet;
        assert!(text.starts_with("// "), "{name} starts without a word");
        assert!(!sheet.summary().is_empty(), "{name}");
        let kind = if text.contains("\n    players ") { "game" } else { "puzzle" };
        assert!(text.contains(&format!("\n{kind} {name}")), "{name} declares something else");
        let declared = text.matches("\npuzzle ").count() + text.matches("\ngame ").count();
        assert_eq!(declared, 1, "{name}");
        assert!(!text.contains("\nsolve "), "{name} asks something");
        assert!(puzzles.contains(&format!("import \"{}\"", sheet.import())), "{name}");
        assert_eq!(puzzles.matches(&format!(": {name} {{")).count(), 2, "{name}");
        for text in [text, puzzles] {
            assert_eq!(format(text), *text, "{name}");
            assert!(text.lines().all(|it| it.chars().count() <= 150), "{name}");
        }
    }
}

#[test]
fn expectations_on_the_shelf_hold() {
    for sheet in SHEETS {
        let checked = check(program::program("shelf.puzzle", sheet.puzzles), &Levels::default());
        assert_eq!(program::findings(&checked.analysis()), [], "{}", sheet.name);
        let verdicts: Vec<_> = verdicts(sheet.puzzles).collect();
        let asked = sheet.puzzles.matches(" => ").count();
        assert_eq!(verdicts, vec![Some(ExpectationVerdict::Holds); asked], "{}", sheet.name);
        assert!(asked >= 2, "{}", sheet.name);
    }
}

/// The text of a sheet with one of its rules left out, for each of them; of a `distinct` in several
/// respects one respect.
fn without_a_rule(text: &str) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for line in text.lines() {
        let mut leave_out = |what: &str, instead: &str| {
            let text = text.replacen(&format!("{line}\n"), instead, 1);
            texts.push((what.trim().to_owned(), text));
        };
        match line.trim_start().split_once(' ') {
            Some(("rule", _)) => leave_out(line, ""),
            Some(("distinct", rest)) => match rest.split_once(" in ") {
                Some((function, respects)) if respects.contains(", ") => {
                    let respects: Vec<_> = respects.split(", ").collect();
                    for respect in &respects {
                        let others: Vec<_> =
                            respects.iter().copied().filter(|it| it != respect).collect();
                        let instead = format!("    distinct {function} in {}\n", others.join(", "));
                        leave_out(respect, &instead);
                    }
                }
                _ => leave_out(line, ""),
            },
            _ => {}
        }
    }
    texts
}

#[test]
fn every_rule_of_every_sheet_is_needed() {
    let mut tried = 0;
    for ShelfSheet { name, text, puzzles } in SHEETS {
        for (rule, text) in without_a_rule(text) {
            let text = text + &without_imports(puzzles);
            assert!(fails(&text), "{name} needs no `{rule}`");
            tried += 1;
        }
    }
    assert!(tried > 60, "only {tried} rules were left out");
}

#[test]
fn what_the_shelf_lacks_is_told() {
    assert_eq!(shelf::located("shelf/sudoku.puzzle"), None);
    assert_eq!(shelf::located("shelf/"), None);
    assert_eq!(shelf::located("other/sudoku"), None);
    let path = shelf::located("shelf/sodoku").unwrap();
    let reason = shelf::read(&path).unwrap_err();
    assert_eq!(reason, "the shelf has no `sodoku`; did you mean `sudoku`?");
    for sheet in SHEETS {
        let path = shelf::located(&sheet.import()).unwrap();
        assert!(shelf::holds(&path));
        assert_eq!(shelf::read(&path).unwrap().text(), sheet.text);
    }
}

/// The rules of a puzzle in plain words, which its sheet begins with.
fn words(sheet: &ShelfSheet) -> String {
    let lines = sheet.text.lines().map_while(|it| it.strip_prefix("// "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_page_shows_the_shelf() {
    let is_update = std::env::var_os("UPDATE_DOCS").is_some();
    let page = root().join("docs/shelf.md");
    let kept = fs::read_to_string(&page).unwrap_or_default();
    let head = kept.split("\n## ").next().unwrap_or_default();
    let mut written = format!("{}\n", head.trim_end());
    for sheet in SHEETS {
        let name = sheet.name;
        let puzzles = check(program::program("shelf.puzzle", sheet.puzzles), &Levels::default());
        let analysis = puzzles.analysis();
        let found = find::puzzle(&analysis, Some("monday")).unwrap();
        let rules = sheet.text.lines().filter(|it| !it.starts_with("//"));
        let rules = rules.collect::<Vec<_>>().join("\n");
        written +=
            &format!("\n## {name}\n\n{}\n\n```puzzle\n{}\n```\n", words(sheet), rules.trim());
        if let Ok((picture, _)) =
            draw::draw(found.puzzle.as_ref(), found.facts, Format::Svg, Some(&mut budget()))
        {
            written += &format!("\n![{name}, solved](pictures/shelf-{name}.svg)\n");
            let path = root().join(format!("docs/pictures/shelf-{name}.svg"));
            if is_update {
                fs::write(path, picture).unwrap();
            } else {
                assert_eq!(
                    fs::read_to_string(path).unwrap(),
                    picture,
                    "{name}: run with UPDATE_DOCS=1"
                );
            }
        }
    }
    if is_update {
        fs::write(page, written).unwrap();
    } else {
        assert_eq!(kept, written, "docs/shelf.md is stale: run with UPDATE_DOCS=1");
    }
}
