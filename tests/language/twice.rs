//! The games that the language brings, once more by rules of their own. Both walk through the same random plays: in every
//! position the same player moves, the same moves are allowed, and the play ends alike; and both say alike
//! who wins from the start.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::program;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use puzzle_engine::budget::{Budget, Signal};
use puzzle_lang::kinds::{Puzzle, Turn};
use puzzle_lang::picture::Format;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::find::played;
use puzzle_lang::service::import::load;
use puzzle_lang::service::shelf::SHEETS;
use puzzle_lang::service::slice::Slice;
use puzzle_lang::service::test::{self, ExpectationVerdict, TestPurpose};
use puzzle_lang::text::Source;

/// A game of a kind, and by rules. Both are called `it`.
#[derive(Debug)]
struct Twice {
    built_in: String,
    by_rules: String,
    /// What a move of the kind is by the rules.
    translate: fn(&str) -> String,
    /// All ways in which it may end.
    outcomes: &'static [&'static str],
}

/// The text of a sheet of the shelf.
fn sheet(name: &str) -> &'static str {
    SHEETS.iter().find(|it| it.name == name).expect("a sheet of the shelf").text
}

/// The game that a text declares.
fn game(text: &str) -> Slice {
    let source = Arc::new(Source::new("play", text));
    let checked = check(load(source, Path::new("play"), &program::Disk), &Levels::default());
    let analysis = checked.analysis();
    assert!(!analysis.has_errors(), "{text}\n{:?}", program::findings(&analysis));
    played(&analysis, Some("it")).unwrap()
}

/// What lies on the table after one more move, and what may be done then.
fn after(game: &dyn Puzzle, made: &[String], chosen: String) -> String {
    let made = [made, &[chosen]].concat();
    let position = game.position(&made).unwrap();
    let drawn = position.picture.render(Format::Text).unwrap();
    format!("{drawn}{:?} {:?}", position.standing, game.turn(&made).unwrap())
}

impl Twice {
    /// Walks through a play that some numbers choose, in both.
    fn walk(&self, choices: &[prop::sample::Index]) -> TestCaseResult {
        let (one, other) = (game(&self.built_in), game(&self.by_rules));
        let walked = one.with_puzzle(|one, _| {
            other.with_puzzle(|other, _| self.walk_through(one, other, choices))
        });
        walked.unwrap().unwrap()
    }

    fn walk_through(
        &self,
        one: &dyn Puzzle,
        other: &dyn Puzzle,
        choices: &[prop::sample::Index],
    ) -> TestCaseResult {
        let players = |it: &dyn Puzzle| it.position(&[]).unwrap().players;
        prop_assert_eq!(players(one), players(other));
        let mut choices = choices.iter();
        let (mut made, mut made_by_rules) = (Vec::new(), Vec::new());
        loop {
            match (one.turn(&made).unwrap(), other.turn(&made_by_rules).unwrap()) {
                (
                    Turn::Move { player, moves, .. },
                    Turn::Move { player: same, moves: by_rules, .. },
                ) => {
                    prop_assert_eq!(player, same, "{:?} {:?}", self, made);
                    // Of moves with the same effect a kind has only one.
                    let after = |it| after(other, &made_by_rules, it);
                    let translated = moves.iter().map(|it| (self.translate)(it));
                    let expected: BTreeSet<_> = translated.map(after).collect();
                    let by_rules = by_rules.into_iter().map(after).collect();
                    prop_assert_eq!(&expected, &by_rules, "{:?} {:?}", self, made);
                    prop_assert_eq!(expected.len(), moves.len(), "{:?} {:?}", self, made);
                    let Some(choice) = choices.next() else { return Ok(()) };
                    let chosen = choice.get(&moves).clone();
                    made_by_rules.push((self.translate)(&chosen));
                    made.push(chosen);
                }
                (Turn::Over(outcome), Turn::Over(same)) => {
                    prop_assert_eq!(outcome, same, "{:?} {:?}", self, made);
                    return Ok(());
                }
                (turn, other) => {
                    prop_assert!(false, "{turn:?} {other:?} {self:?} {made:?}");
                }
            }
        }
    }

    /// Which outcomes each of the two says it comes to, by whether it holds as an expectation.
    fn says_the_same(&self) -> TestCaseResult {
        let mut said = Vec::new();
        for text in [&self.built_in, &self.by_rules] {
            let mut text = text.clone();
            for it in self.outcomes {
                writeln!(text, "solve it => {it}").unwrap();
            }
            let checked = check(program::program("twice.puzzle", &text), &Levels::default());
            let budget = || Budget::new(Signal::default(), Some(Duration::from_secs(60)), None);
            let analysis = checked.analysis();
            let reports = test::run(&analysis, TestPurpose::Comparing, budget);
            let holds = reports.map(|it| it.verdict == Some(ExpectationVerdict::Holds));
            said.push(holds.collect::<Vec<_>>());
        }
        prop_assert_eq!(&said[0], &said[1], "{:?}", self);
        prop_assert_eq!(said[0].iter().filter(|it| **it).count(), 1, "{:?}", self);
        Ok(())
    }
}

fn subtract_square(value: u32) -> Twice {
    let sheet = sheet("subtract_squares");
    Twice {
        built_in: format!("game it: subtract-square {{ value {value} }}\n"),
        by_rules: format!(
            "{sheet}game it: subtract_squares {{\n    sort Heap = One\n    begins(One) = {value}\n}}\n"
        ),
        translate: |it| format!("take({},One)", it.parse::<u32>().unwrap().isqrt()),
        outcomes: &["first wins", "second wins"],
    }
}

fn tippy(size: usize, marks: &[(usize, bool)], first: &str) -> Twice {
    let mut rows = vec![vec!['.'; size]; size];
    for (place, is_x) in marks {
        rows[place / size % size][place % size] = if *is_x { 'X' } else { 'O' };
    }
    let drawing: String = rows
        .iter()
        .map(|row| {
            format!("        {}\n", row.iter().map(char::to_string).collect::<Vec<_>>().join(" "))
        })
        .collect();
    let drawing = format!("    board \"\"\"\n{drawing}        \"\"\"\n");
    let sheet = sheet("corners");
    Twice {
        built_in: format!("game it: tippy {{\n{drawing}    first {first}\n}}\n"),
        by_rules: format!("{sheet}game it: corners {{\n{drawing}}}\n"),
        translate: str::to_owned,
        outcomes: &["X wins", "O wins", "tie"],
    }
}

/// Chopsticks with a number of moves left, if it is limited, and house rules.
fn chopsticks(hands: [u32; 4], moves: Option<u32>, wraps: bool, swaps: bool) -> Twice {
    let [a, b, c, d] = hands;
    let mut built_in = format!("game it: chopsticks {{\n    hands {a}{b} {c}{d}\n");
    if let Some(moves) = moves {
        writeln!(built_in, "    moves {moves}").unwrap();
    }
    let rules: Vec<_> =
        [(wraps, "wrap"), (swaps, "swaps")].into_iter().filter(|it| it.0).map(|it| it.1).collect();
    if !rules.is_empty() {
        writeln!(built_in, "    rules {}", rules.join(" ")).unwrap();
    }
    let (turns, is_left, passes) = match moves {
        Some(moves) => {
            let turns =
                format!("    function turns: 0..{}\n    start turns = {}\n", 2 * moves, 2 * moves);
            (turns, "        when turns > 0\n", "        then turns becomes turns - 1\n")
        }
        None => (String::new(), "", ""),
    };
    let over = if wraps { "total(h, k) - 5" } else { "0" };
    let is_new = if swaps { "" } else { "        when l != fingers(turn, right)\n" };
    let by_rules = format!(
        "game it {{
    players A, B
    sort Hand = left, right
    function fingers(Player, Hand): 0..4
{turns}    start fingers(A, left) = {a} and fingers(A, right) = {b}
    start fingers(B, left) = {c} and fingers(B, right) = {d}
    define total(h, k) = fingers(turn, h) + fingers(other, k)
    action tap(h, k)
        when fingers(turn, h) > 0 and fingers(other, k) > 0
{is_left}        then total(h, k) <= 4 -> fingers(other, k) becomes total(h, k)
        then total(h, k) >= 5 -> fingers(other, k) becomes {over}
{passes}    action split(l, r: 0..4)
        when l + r = fingers(turn, left) + fingers(turn, right)
        when l != fingers(turn, left)
{is_new}{is_left}        then fingers(turn, left) becomes l
        then fingers(turn, right) becomes r
{passes}    loses p: all h. fingers(p, h) = 0
}}
"
    );
    Twice {
        built_in: format!("{built_in}}}\n"),
        by_rules,
        translate: |it| {
            let hand = |at: usize| if it.as_bytes()[at] == b'L' { "left" } else { "right" };
            match it.as_bytes()[0] {
                b'L' | b'R' => format!("tap({},{})", hand(0), hand(1)),
                _ => format!("split({},{})", &it[..1], &it[1..]),
            }
        },
        outcomes: &["A wins", "B wins", "tie", "endless"],
    }
}

fn dots(height: usize, width: usize, drawn: &[prop::sample::Index]) -> Twice {
    let name = |row: usize, column: usize| format!("{}{}", (b'a' + column as u8) as char, row + 1);
    let mut rows = vec![vec!['.'; 2 * width + 1]; 2 * height + 1];
    let mut edges = Vec::new();
    for (row, places) in rows.iter().enumerate() {
        edges.extend((0..places.len()).filter(|it| (row + it) % 2 == 1).map(|it| (row, it)));
    }
    let mut listed = Vec::new();
    for it in drawn {
        let (row, column) = *it.get(&edges);
        rows[row][column] = '#';
        let (down, right) = (row % 2, column % 2);
        let ends = [name(row / 2, column / 2), name(row / 2 + down, column / 2 + right)];
        listed.push(ends.concat());
    }
    listed.sort();
    listed.dedup();
    let edges =
        if listed.is_empty() { String::new() } else { format!("    edges {}\n", listed.join(" ")) };
    let drawing: String = rows
        .iter()
        .map(|row| {
            format!("        {}\n", row.iter().map(char::to_string).collect::<Vec<_>>().join(" "))
        })
        .collect();
    let sheet = sheet("dots_and_boxes");
    Twice {
        built_in: format!("game it: dots {{\n    size {height} {width}\n{edges}}}\n"),
        by_rules: format!(
            "{sheet}game it: dots_and_boxes {{\n    board \"\"\"\n{drawing}        \"\"\"\n}}\n"
        ),
        translate: |it| {
            let at = |from: usize| {
                let (column, row) = (it.as_bytes()[from] - b'a', it.as_bytes()[from + 1] - b'1');
                (2 * column, 2 * row)
            };
            let ((left, top), (right, bottom)) = (at(0), at(2));
            let (column, row) = (left.midpoint(right), top.midpoint(bottom));
            format!("{}{}", (b'a' + column) as char, row + 1)
        },
        outcomes: &["first wins", "second wins", "tie"],
    }
}

/// A formula of three variables, in both notations: with its letters, and over the values by their number.
fn formula(depth: u32) -> BoxedStrategy<(String, String)> {
    let leaf = (0..3_usize, any::<bool>()).prop_map(|(it, is_true)| {
        let letter = ["x", "y", "z"][it];
        let sign = if is_true { "" } else { "-" };
        (format!("{sign}{letter}"), format!("value({}) = {}", it + 1, u8::from(is_true)))
    });
    leaf.prop_recursive(depth, 8, 2, |part| {
        (part.clone(), part, any::<bool>()).prop_map(|(one, other, is_and)| {
            let (sign, word) = if is_and { ("*", "and") } else { ("+", "or") };
            (format!("({}{sign}{})", one.0, other.0), format!("({} {word} {})", one.1, other.1))
        })
    })
    .boxed()
}

fn formula_game(formula: &(String, String), owners: [bool; 3]) -> Twice {
    let turns: String = owners.iter().map(|it| if *it { 'E' } else { 'A' }).collect();
    let (letters, sentence) = (format!("({}*(x+-x+y+-y+z+-z))", formula.0), &formula.1);
    let first = if owners[0] { "E" } else { "A" };
    let goes_on: Vec<_> = (0..2)
        .filter(|it| owners[*it] == owners[*it + 1])
        .map(|it| format!("done = {it}"))
        .collect();
    let again = match goes_on.is_empty() {
        true => String::new(),
        false => format!("        then {} -> again\n", goes_on.join(" or ")),
    };
    Twice {
        built_in: format!(
            "game it: formula {{\n    formula {letters}\n    turns {turns}\n    variables xyz\n}}\n"
        ),
        by_rules: format!(
            "game it {{
    players E, A
    sort Place = 1..3
    function value(Place): 0..1
    function done: 0..3
    start done = 0 and turn = {first} and (all n. value(n) = 0)
    action choose(b: 0..1)
        when done < 3
        then value(done + 1) becomes b
        then done becomes done + 1
{again}    wins p: done = 3 and (p = E <-> {sentence})
}}
"
        ),
        translate: str::to_owned,
        outcomes: &["A wins", "E wins"],
    }
}

fn choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    proptest::collection::vec(any::<prop::sample::Index>(), 40)
}

/// `PROPTEST_CASES` tries more.
fn config() -> ProptestConfig {
    let more = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse().ok());
    ProptestConfig { cases: more.unwrap_or(16), failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn subtract_square_by_rules(value in 1_u32..60, choices in choices()) {
        let twice = subtract_square(value);
        twice.walk(&choices)?;
        twice.says_the_same()?;
    }

    #[test]
    fn tippy_by_rules(
        size in 3_usize..5,
        marks in proptest::collection::vec((0_usize..16, any::<bool>()), 0..6),
        choices in choices(),
    ) {
        let mut places: Vec<_> = marks.iter().map(|it| it.0 % (size * size)).collect();
        places.sort_unstable();
        places.dedup();
        // The marks of the two in turn, so that the first one is to move or the second.
        let marks: Vec<_> = places.iter().enumerate().map(|(at, it)| (*it, at % 2 == 0)).collect();
        prop_assume!(marks.len() % 2 == 0);
        let twice = tippy(size, &marks, "X");
        prop_assume!(!is_over(&twice));
        twice.walk(&choices)?;
        if size == 3 {
            twice.says_the_same()?;
        }
    }

    #[test]
    fn chopsticks_by_rules(
        hands in (0_u32..5, 1_u32..5, 1_u32..5, 0_u32..5),
        moves in proptest::option::of(1_u32..6),
        wraps in any::<bool>(),
        swaps in any::<bool>(),
        choices in choices(),
    ) {
        let twice = chopsticks(<[u32; 4]>::from(hands), moves, wraps, swaps);
        twice.walk(&choices)?;
        twice.says_the_same()?;
    }

    #[test]
    fn dots_by_rules(
        height in 1_usize..3,
        width in 1_usize..3,
        drawn in proptest::collection::vec(any::<prop::sample::Index>(), 0..7),
        choices in choices(),
    ) {
        let twice = dots(height, width, &drawn);
        prop_assume!(!is_over(&twice));
        twice.walk(&choices)?;
        if height * width < 4 || drawn.len() > 4 {
            twice.says_the_same()?;
        }
    }

    #[test]
    fn formula_games_by_rules(formula in formula(3), owners in any::<[bool; 3]>(), choices in choices()) {
        let twice = formula_game(&formula, owners);
        twice.walk(&choices)?;
        twice.says_the_same()?;
    }
}

/// Whether nothing can be played.
fn is_over(twice: &Twice) -> bool {
    let turn = game(&twice.built_in).with_puzzle(|it, _| it.turn(&[]).unwrap()).unwrap();
    matches!(turn, Turn::Over(_))
}
