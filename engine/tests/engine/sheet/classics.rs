//! Known puzzles with known answers.

use puzzle_engine::logic::sheet::{Sheet, TermId};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{BestValue, Direction, aim};

use super::puzzles::{
    HARD, HITORI, coins, guards, hitori, knapsack, lights, magic, mines, money, nonogram, queens,
    single_loop, star_battle, sudoku,
};
use super::{count, found, is_unique, world};

#[test]
fn hard_sudokus_have_one_solution() {
    for givens in HARD {
        let sheet = sudoku(givens, 3);
        assert!(is_unique(&sheet), "{givens}");
        let digits = &world(&sheet).tables[world(&sheet).tables.len() - 1];
        for (digit, sign) in digits.iter().zip(givens.chars()) {
            let given = sign.to_digit(10).filter(|it| *it > 0).map(i64::from);
            assert!(given.is_none() || given == *digit);
        }
    }
    // Without one of its seventeen clues the last one has several.
    assert!(!is_unique(&sudoku(&HARD[4].replacen('1', "0", 1), 3)));
}

#[test]
fn money_is_9567_and_1085() {
    let sheet = money();
    let digits = world(&sheet).tables[0].iter().map(|it| it.unwrap()).collect::<Vec<_>>();
    assert_eq!(digits, [9, 5, 6, 7, 1, 0, 8, 2]);
    assert!(is_unique(&sheet));
}

#[test]
fn magic_squares_and_queens_are_counted() {
    assert_eq!(count(&magic(3)), 8);
    let counts: Vec<_> = (1..=8).map(|size| count(&queens(size))).collect();
    assert_eq!(counts, [1, 0, 0, 2, 10, 4, 40, 92]);
}

fn best(direction: Direction, (sheet, term): (Sheet, TermId)) -> i64 {
    match found(&sheet, aim::BestState(direction, term)) {
        Outcome::Found(BestValue::Value(value, ..)) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_best_is_known() {
    use Direction::{Largest, Smallest};
    let bag = [(12, 4), (2, 2), (1, 1), (4, 10), (1, 2)];
    assert_eq!(best(Largest, knapsack(&bag, 15)), 15);
    assert_eq!(best(Smallest, coins(&[1, 5, 10, 25], 67)), 6);
    assert_eq!(best(Smallest, lights(5)), 15);
    let queens: Vec<_> = (1..=6).map(|size| best(Smallest, guards(size))).collect();
    assert_eq!(queens, [1, 1, 1, 2, 3, 3]);
}

#[test]
fn what_hangs_together_is_found() {
    assert!(is_unique(&hitori(&HITORI)));
    // The cycles of a square of nine dots, and of sixteen.
    assert_eq!(count(&single_loop(3)), 13);
    assert_eq!(count(&single_loop(4)), 213);
}

#[test]
fn clues_are_counted() {
    assert_eq!(count(&mines(&[".2.1", "2.3.", ".3.2", "1.2."])), 2);
    let across: [&[i64]; 5] = [&[1, 1], &[5], &[5], &[3], &[1]];
    let below: [&[i64]; 5] = [&[2], &[4], &[4], &[4], &[2]];
    assert!(is_unique(&nonogram(&across, &below)));
    let areas = ["DDDBBA", "DDDBBB", "CDDBBB", "DDDDEE", "FDDEEE", "FFFEEE"];
    assert!(is_unique(&star_battle(&areas, 1)));
}
