//! Rule sheets: what the clauses say against the plain reader over all states, and known puzzles.

mod acting;
mod arguments;
mod astar;
mod both_ends;
mod bounds;
mod build;
mod checks;
mod classics;
mod dead_ends;
mod encodings;
mod loops;
mod plays;
mod puzzles;
mod random;
mod reader;
mod rules;
mod samples;
mod steps;
mod whys;

use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::{Sheet, SheetState};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{SheetTask, aim};
use puzzle_engine::{Problem, ProblemAnswer};

/// The answer to a question.
fn answer<Aim>(sheet: &Sheet, aim: Aim) -> ProblemAnswer<<SheetTask<Aim> as Problem>::Solution>
where
    SheetTask<Aim>: Problem,
{
    SheetTask { sheet: sheet.clone(), aim }.answer(&mut Budget::unlimited()).unwrap()
}

fn found<Aim>(sheet: &Sheet, aim: Aim) -> <SheetTask<Aim> as Problem>::Solution
where
    SheetTask<Aim>: Problem,
{
    answer(sheet, aim).into_inner()
}

fn count(sheet: &Sheet) -> u64 {
    found(sheet, aim::CountStates).try_into().unwrap()
}

fn world(sheet: &Sheet) -> SheetState {
    match found(sheet, aim::FindState) {
        Outcome::Found(state) => state,
        Outcome::Contradictory(reason) => panic!("no world: {reason:?}"),
    }
}

/// Whether there is one world and no other.
fn is_unique(sheet: &Sheet) -> bool {
    let world = world(sheet);
    found(sheet, aim::AnotherState(world)).is_none()
}
