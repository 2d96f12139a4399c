//! Rule sheets: what the clauses say against the plain reader over all states, and known puzzles.

mod bounds;
mod build;
mod checks;
mod classics;
mod encodings;
mod loops;
mod puzzles;
mod random;
mod reader;
mod samples;

use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::{Sheet, State};
use puzzle_engine::problem::sheet::{Aim, Found, Task};
use puzzle_engine::{Answer, Problem, Solution};

/// The answer to a question.
fn answer(sheet: &Sheet, aim: Aim) -> Answer<Found> {
    let task = Task { sheet: sheet.clone(), aim };
    let problem = Problem::Sheet(Box::new(task));
    let answer = puzzle_engine::solve(&problem, &mut Budget::unlimited()).unwrap();
    let doubts = answer.doubts();
    let Solution::Sheet(found) = answer.into_inner() else { panic!("the answer is of a sheet") };
    match doubts.split_first() {
        // The seal cannot be put on again, which is no loss for a test.
        Some((first, others)) => Answer::Unchecked(*found, *first, others.to_vec()),
        None => Answer::Unchecked(*found, puzzle_engine::Doubt::Unseen, Vec::new()),
    }
}

fn found(sheet: &Sheet, aim: Aim) -> Found {
    answer(sheet, aim).into_inner()
}

fn count(sheet: &Sheet) -> u64 {
    let Found::Count(count) = found(sheet, Aim::Count) else { panic!("no count") };
    count.try_into().unwrap()
}

fn world(sheet: &Sheet) -> State {
    match found(sheet, Aim::World) {
        Found::World(state) => state,
        other => panic!("no world: {other:?}"),
    }
}

/// Whether there is one world and no other.
fn is_unique(sheet: &Sheet) -> bool {
    let world = world(sheet);
    matches!(found(sheet, Aim::Another(world)), Found::None(_))
}
