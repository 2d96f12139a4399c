//! Puzzles of doing: mazes written as rule sheets against the kind of mazes, sheets of which a line is left
//! out, and what other planners are told.

use std::fmt::Write;
use std::time::Duration;

use super::program;
use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Signal};
use puzzle_lang::service::build::build;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::shelf::SHEETS;
use puzzle_lang::service::test::{self, ExpectationVerdict, TestPurpose};

fn budget() -> Budget {
    Budget::new(Signal::default(), Some(Duration::from_secs(60)), None)
}

/// A maze by its nodes: what each takes and gives, and where it leads.
#[derive(Clone, Debug)]
struct Place {
    treasures: Vec<usize>,
    tolls: Vec<usize>,
    next: Vec<usize>,
}

const THINGS: [&str; 3] = ["Gold", "Wand", "Ruby"];

fn places() -> impl Strategy<Value = Vec<Place>> {
    let next = proptest::collection::vec(proptest::collection::vec(0..7_usize, 1..4), 7);
    let tolls = proptest::collection::vec(proptest::collection::vec(0..3_usize, 0..2), 7);
    let homes = proptest::collection::vec(1..6_usize, 3);
    (next, tolls, homes).prop_map(|(next, tolls, homes)| {
        let place = |at: usize| {
            let treasures: Vec<_> = (0..3).filter(|it| homes[*it] == at).collect();
            let is_inner = (1..6).contains(&at);
            let mut tolls = if is_inner { tolls[at].clone() } else { Vec::new() };
            tolls.retain(|it| !treasures.contains(it));
            let mut next = next[at].clone();
            next.sort_unstable();
            next.dedup();
            next.retain(|it| *it != at);
            if next.is_empty() {
                next.push(if is_inner { at + 1 } else { 1 });
            }
            Place { treasures, tolls, next }
        };
        (0..7).map(place).collect()
    })
}

fn name(node: usize) -> String {
    match node {
        0 => "START".to_owned(),
        6 => "GOAL".to_owned(),
        _ => format!("N{node}"),
    }
}

fn listed(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(" ")
}

/// The maze as a maze and as a rule sheet.
fn written(places: &[Place]) -> String {
    let mut maze = "maze cave {\n    steps 99\n".to_owned();
    let mut sheet = "puzzle sheet {\n    sort Node = ".to_owned();
    sheet += &(0..7).map(name).collect::<Vec<_>>().join(", ");
    sheet += "\n    sort Thing = Gold, Wand, Ruby
    given way(Node, Node), toll(Node, Thing), home(Thing, Node)
    function spot: Node
    predicate lies(Thing), held(Thing)
    start spot = START and (all t. lies(t))
    goal spot = GOAL
    action go(n)
        when way(spot, n)
        when all t. toll(n, t) -> held(t)
        then spot becomes n
        then all t. toll(n, t) -> not held(t)
        then all t. home(t, n) and lies(t) -> held(t) and not lies(t)
    not toll(START, Gold)
";
    for (at, place) in places.iter().enumerate() {
        let thing = |it: &usize| THINGS[*it].to_owned();
        write!(maze, "    {}", name(at)).unwrap();
        if !place.treasures.is_empty() {
            write!(maze, " treasures {}", listed(place.treasures.iter().map(thing))).unwrap();
        }
        if !place.tolls.is_empty() {
            write!(maze, " tolls {}", listed(place.tolls.iter().map(thing))).unwrap();
        }
        if at < 6 {
            write!(maze, " -> {}", listed(place.next.iter().map(|it| name(*it)))).unwrap();
            for next in &place.next {
                writeln!(sheet, "    way({}, {})", name(at), name(*next)).unwrap();
            }
        }
        maze.push('\n');
        for it in &place.tolls {
            writeln!(sheet, "    toll({}, {})", name(at), THINGS[*it]).unwrap();
        }
        for it in &place.treasures {
            writeln!(sheet, "    home({}, {})", THINGS[*it], name(at)).unwrap();
        }
    }
    format!("{maze}}}\n{sheet}}}\n")
}

/// What the questions of a text are answered, by what an expectation that is wrong is told.
fn holds(text: &str) -> Vec<bool> {
    let checked = check(program::program("doing.puzzle", text), &Levels::default());
    let analysis = checked.analysis();
    assert!(!analysis.has_errors(), "{text}\n{:?}", program::findings(&analysis));
    let reports = test::run(&analysis, TestPurpose::Comparing, budget);
    reports.map(|it| it.verdict == Some(ExpectationVerdict::Holds)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn mazes_are_what_their_sheets_are(places in places()) {
        let text = written(&places);
        let claims = (0..24).map(|it| it.to_string()).chain(["no solution".to_owned()]);
        let questions: String = claims
            .map(|it| format!("shortest cave => {it}\nshortest sheet => {it}\n"))
            .collect();
        let held = holds(&format!("{text}{questions}"));
        for pair in held.chunks(2) {
            prop_assert_eq!(pair[0], pair[1], "{}", text);
        }
        prop_assert_eq!(held.iter().filter(|it| **it).count(), 2, "{}", text);
    }
}

/// The sheets of the shelf in which something is done, with their puzzles.
fn sheets() -> impl Iterator<Item = String> {
    let doing = SHEETS.iter().filter(|it| it.text.contains("\n    action "));
    doing.map(|it| {
        let puzzles = it.puzzles.lines().filter(|it| !it.starts_with("import "));
        format!("{}{}\n", it.text, puzzles.collect::<Vec<_>>().join("\n"))
    })
}

#[test]
fn a_sheet_without_one_of_its_lines_says_what_is_missing() {
    let (mut tried, mut told) = (0, 0);
    for text in sheets() {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().filter(|it| it.1.starts_with("    ")).step_by(3)
        {
            let without: String = lines
                .iter()
                .enumerate()
                .filter(|it| it.0 != at)
                .map(|it| format!("{}\n", it.1))
                .collect();
            let checked = check(program::program("doing.puzzle", &without), &Levels::default());
            let analysis = checked.analysis();
            tried += 1;
            if !program::findings(&analysis).is_empty() {
                told += 1;
                continue;
            }
            let word = line.split_whitespace().next().unwrap_or_default();
            // Without its first line what is said of an action belongs to the one above.
            let declares = ["sort", "given", "function", "predicate", "grid", "goal"];
            assert!(!declares.contains(&word), "nothing is said without `{line}`:\n{without}");
            // What is left has a meaning, so that there are answers, if they are found soon.
            let short = || Budget::unlimited().part(1 << 9);
            test::run(&analysis, TestPurpose::Comparing, short).for_each(drop);
        }
    }
    assert!(tried > 50 && told > 25, "{told} of {tried}");
}

#[test]
fn sheets_are_written_for_planners_and_players() {
    let mut written = 0;
    for text in sheets() {
        // Of some sheets the steps have too many cases, which takes long to find out.
        let mut short = Budget::unlimited().part(1 << 16);
        let checked = check(program::program("doing.puzzle", &text), &Levels::default());
        let Ok(built) = build(&checked.analysis(), &mut short) else { continue };
        for artifact in &built.artifacts {
            let text = String::from_utf8(artifact.bytes.clone()).unwrap();
            let open = |it: char| text.matches(it).count();
            let is_known = [".pddl", ".gdl"].iter().any(|it| artifact.name.ends_with(it));
            assert!(is_known, "{}", artifact.name);
            assert_eq!(open('('), open(')'), "{}", artifact.name);
            written += 1;
        }
    }
    assert!(written > 10, "{written}");
}
