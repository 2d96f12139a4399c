//! `puzzle make` against brute force: what is made has one solution, and without any one of its givens it has not.

use std::path::Path;
use std::sync::Arc;

use puzzle_engine::budget::Budget;
use puzzle_lang::kinds::Making;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::find::puzzle;
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::service::make::{MadePuzzle, make};
use puzzle_lang::service::solve::NoAnswer;
use puzzle_lang::text::Source;

const SEEDS: u64 = 40;

fn made(text: &str, seed: u64) -> Result<MadePuzzle, NoAnswer> {
    made_so(text, seed, Making::default())
}

pub(crate) fn made_so(text: &str, seed: u64, making: Making) -> Result<MadePuzzle, NoAnswer> {
    let source = Arc::new(Source::new("tried.puzzle", text.to_owned()));
    let checked = check(load(source, Path::new("tried.puzzle"), &NoFiles), &Levels::default());
    let analysis = checked.analysis();
    let found = puzzle(&analysis, Some("it")).expect("a puzzle");
    let asked = (found.definition, found.puzzle.as_ref());
    make(&analysis, asked, seed, making, &mut Budget::unlimited())
}

/// The words of the first drawing that is called so.
fn drawing(text: &str, name: &str) -> Vec<String> {
    let head = format!("{name} \"\"\"");
    let (_, behind) = text.split_once(&head).unwrap_or_else(|| panic!("no {name} in {text}"));
    let (drawn, _) = behind.split_once("\"\"\"").expect("an end");
    drawn.split_whitespace().map(str::to_owned).collect()
}

/// Makes puzzles by many seeds and compares each with brute force, which counts the solutions that given words leave.
fn judge(text: &str, name: &str, blanks: usize, count: impl Fn(&[String]) -> usize) {
    let mut texts = Vec::new();
    for seed in 0..SEEDS {
        let puzzle = made(text, seed).expect("a puzzle");
        assert_eq!(made(text, seed), Ok(puzzle.clone()), "the same seed makes the same");
        let words = drawing(&puzzle.text, name);
        let given = |it: &&String| *it != ".";
        assert_eq!(words.iter().filter(given).count(), puzzle.givens + blanks, "{}", puzzle.text);
        assert_eq!(count(&words), 1, "{}", puzzle.text);
        for at in 0..words.len() {
            let mut fewer = words.clone();
            fewer[at] = ".".to_owned();
            // What its author has told stays, whatever it is worth.
            if blanks == 0 && fewer != words {
                assert_ne!(count(&fewer), 1, "{at} is too many: {}", puzzle.text);
            }
        }
        texts.push(puzzle.text);
    }
    texts.sort();
    texts.dedup();
    assert!(texts.len() > SEEDS as usize / 2, "chance makes the same again and again");
}

/// How many Latin squares of three rows have these digits.
fn latin_squares(words: &[String]) -> usize {
    let mut count = 0;
    for number in 0..3_usize.pow(9) {
        let digit = |at: usize| number / 3_usize.pow(at as u32) % 3 + 1;
        let is_told = (0..9).all(|at| words[at] == "." || words[at] == digit(at).to_string());
        let differ = |all: [usize; 3]| {
            let [one, two, three] = all.map(digit);
            one != two && two != three && one != three
        };
        let are_lines = (0..3)
            .all(|it| differ([3 * it, 3 * it + 1, 3 * it + 2]) && differ([it, it + 3, it + 6]));
        count += usize::from(is_told && are_lines);
    }
    count
}

const LATIN: &str = "puzzle latin {
    grid Cell = 3 by 3
    function digit(Cell): 1..3
    distinct digit in row, column
}
";

#[test]
fn what_is_to_be_found_is_told() {
    judge(&format!("{LATIN}puzzle it: latin {{ }}\n"), "board", 0, latin_squares);
    let begun =
        "puzzle it: latin {\n    board \"\"\"\n    . . .\n    . 2 .\n    . . .\n    \"\"\"\n}\n";
    judge(&format!("{LATIN}{begun}"), "board", 1, latin_squares);
}

#[test]
fn numbers_about_what_is_to_be_found_are_told() {
    const ROWS: usize = 3;
    const COLUMNS: usize = 4;
    let text = "puzzle mines {
    grid Cell
    given clue(Cell): 0..8
    predicate mine(Cell)
    no c. mine(c) and clue(c) != none
    all c, n. clue(c) = n -> exactly n d. touches(c, d) and mine(d)
}
puzzle it: mines {
    clue \"\"\"
        . . . .
        . . . .
        . . . .
        \"\"\"
}
";
    judge(text, "clue", 0, |words| {
        let around = |cell: usize| {
            let (row, column) = (cell / COLUMNS, cell % COLUMNS);
            (0..ROWS * COLUMNS).filter(move |it| {
                let apart = (row.abs_diff(it / COLUMNS), column.abs_diff(it % COLUMNS));
                *it != cell && apart.0 <= 1 && apart.1 <= 1
            })
        };
        let fits = |mines: &usize| {
            let is_mine = |cell: usize| mines >> cell & 1 == 1;
            words.iter().enumerate().all(|(cell, word)| match word.parse::<usize>() {
                Ok(clue) => {
                    !is_mine(cell) && around(cell).filter(|it| is_mine(*it)).count() == clue
                }
                Err(_) => true,
            })
        };
        (0..1 << (ROWS * COLUMNS)).filter(fits).count()
    });
}

#[test]
fn without_a_board_facts_are_told() {
    let text = "puzzle it {
    sort Guest = Ann, Bob, Cid
    function seat(Guest): 1..3
    distinct seat
}
";
    for seed in 0..SEEDS {
        let puzzle = made(text, seed).expect("a puzzle");
        assert_eq!(puzzle.givens, 2, "{}", puzzle.text);
        let facts = puzzle.text.lines().filter(|it| it.trim().starts_with("seat("));
        assert_eq!(facts.count(), 2, "{}", puzzle.text);
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let refused = |text: &str| match made(text, 1) {
        Err(NoAnswer::Refused(reason)) => reason,
        other => panic!("{other:?}"),
    };
    let impossible = "puzzle it {\n    constant x: 1..3\n    x > 3\n}\n";
    assert_eq!(refused(impossible), "there is no solution");
    let unsized_board =
        "puzzle it {\n    grid Cell\n    predicate queen(Cell)\n    sign \"Q\": queen(here)\n}\n";
    assert_eq!(
        refused(unsized_board),
        "`it` does not tell how large its grid is; make one of a puzzle that does: \
         `puzzle mine: it { grid Cell = 6 by 6 }`"
    );
    assert!(refused("formula it = (x*y)\n").starts_with("only mazes and puzzles"));
}

#[test]
fn columns_stay_below_each_other() {
    let text = "puzzle sums {
    grid Cell
    given total(Cell): 1..40
    function digit(Cell): 1..9
    all c, n. total(c) = n -> digit(c)*2 + 8 = n
}
puzzle it: sums {
    total \"\"\"
        . | .
        --+--
        . | .
        \"\"\"
}
";
    let text = made(text, 5).expect("a puzzle").text;
    let (_, drawn) = text.split_once("total \"\"\"\n").expect("a drawing");
    let bars: Vec<_> = drawn.lines().take(3).filter_map(|it| it.find('|')).collect();
    assert_eq!((bars.len(), bars[0]), (2, bars[1]), "{text}");
}

/// How many Latin squares of four rows have these digits, each once in every region.
fn jigsaws(digits: &[String], regions: &[String]) -> usize {
    fn count(
        square: &mut Vec<usize>,
        digits: &[String],
        fits: &dyn Fn(&[usize], usize, usize) -> bool,
    ) -> usize {
        let at = square.len();
        if at == digits.len() {
            return 1;
        }
        let mut solutions = 0;
        for digit in 1..=4 {
            let is_told = digits[at] == "." || digits[at] == digit.to_string();
            if is_told && fits(square, at, digit) {
                square.push(digit);
                solutions += count(square, digits, fits);
                square.pop();
            }
        }
        solutions
    }
    count(&mut Vec::new(), digits, &|square, at, digit| {
        square.iter().enumerate().all(|(before, it)| {
            let is_apart =
                before / 4 != at / 4 && before % 4 != at % 4 && regions[before] != regions[at];
            *it != digit || is_apart
        })
    })
}

#[test]
fn areas_that_nobody_drew_are_drawn() {
    let text = "puzzle jigsaw {
    grid Cell
    sort Region
    given region(Cell): Region
    function digit(Cell): Row
    distinct digit in row, column, region
}
puzzle it: jigsaw { grid Cell = 4 by 4 }
";
    for seed in 0..10 {
        let puzzle = made(text, seed).expect("a puzzle");
        let [digits, regions] = ["digit", "region"].map(|it| drawing(&puzzle.text, it));
        for name in ["A", "B", "C", "D"] {
            let own: Vec<usize> = (0..16).filter(|it| regions[*it] == name).collect();
            assert_eq!(own.len(), 4, "{}", puzzle.text);
            let is_beside = |one: usize, other: usize| {
                (one / 4).abs_diff(other / 4) + (one % 4).abs_diff(other % 4) == 1
            };
            let with_neighbour =
                own.iter().filter(|it| own.iter().any(|other| is_beside(**it, *other)));
            assert_eq!(with_neighbour.count(), 4, "{}", puzzle.text);
        }
        assert_eq!(jigsaws(&digits, &regions), 1, "{}", puzzle.text);
        for at in (0..16).filter(|it| digits[*it] != ".") {
            let mut fewer = digits.clone();
            fewer[at] = ".".to_owned();
            assert_ne!(jigsaws(&fewer, &regions), 1, "{at} is too many: {}", puzzle.text);
        }
    }
}

#[test]
fn givens_may_be_symmetric_or_all_that_there_are() {
    let text = "puzzle sums {
    grid Cell = 4 by 4
    given around(Cell): 0..8
    predicate mine(Cell)
    no c. mine(c) and around(c) != none
    all c, n. around(c) = n -> exactly n d. touches(c, d) and mine(d)
}
puzzle it: sums { }
";
    let given = |words: &[String]| words.iter().filter(|it| *it != ".").count();
    let mut more = 0;
    for seed in 0..SEEDS {
        let making = Making { is_symmetric: true, ..Making::default() };
        let puzzle = made_so(text, seed, making).expect("a puzzle");
        let words = drawing(&puzzle.text, "around");
        for at in 0..16 {
            assert_eq!(words[at] == ".", words[15 - at] == ".", "{}", puzzle.text);
        }
        let full = Making { is_full: true, ..Making::default() };
        let full = made_so(text, seed, full).expect("a puzzle");
        let [full, few] = [full, made(text, seed).expect("a puzzle")];
        let [full, few] = [full, few].map(|it| given(&drawing(&it.text, "around")));
        assert!(few <= full, "{few} {full}");
        more += full - few;
    }
    assert!(more > 0, "nothing is left out");
    let without_board =
        "puzzle it {\n    sort Guest = Ann, Bob\n    function seat(Guest): 1..2\n}\n";
    let making = Making { is_symmetric: true, ..Making::default() };
    assert!(matches!(made_so(without_board, 1, making), Err(NoAnswer::Refused(_))));
}

#[test]
fn what_is_given_and_told_nowhere_is_open() {
    let text = "puzzle sides {
    grid Cell
    sort Cage
    given cage(Cell): Cage
    given total(Cage): 1..20
    given first(Row): 1..9
    function digit(Cell): Row
    distinct digit in row, column
    all k. sum(digit(c) for c where cage(c) = k) = total(k)
    all c. column(c) = 1 and first(row(c)) != none -> digit(c) = first(row(c))
}
puzzle it: sides { grid Cell = 3 by 3 }
";
    let full = Making { is_full: true, ..Making::default() };
    let puzzle = made_so(text, 2, full).expect("a puzzle").text;
    assert!(drawing(&puzzle, "first").iter().all(|it| it != "."), "{puzzle}");
    let told = puzzle.lines().filter(|it| it.trim().starts_with("total("));
    let mut cages = drawing(&puzzle, "cage");
    cages.sort();
    cages.dedup();
    assert_eq!(told.count(), cages.len(), "each cage has its total: {puzzle}");
}
