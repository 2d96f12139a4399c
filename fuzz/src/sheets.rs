//! Small sheets, as the tests of the engine make them: every answer is that of the plain reader over all
//! states.

use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::Sheet;
use puzzle_engine::problem::sheet::{Aim, Found, Task};
use puzzle_engine::{Problem, Solution};

#[path = "../../engine/tests/engine/sheet/build.rs"]
#[allow(dead_code, reason = "other tests write other sheets")]
mod build;
#[path = "../../engine/tests/engine/sheet/samples.rs"]
#[allow(dead_code, reason = "other tests ask for states alone")]
mod samples;

/// Every answer about a sheet that is made of the input.
pub fn answers(data: &[u8]) {
    samples::compare(&samples::sample(data));
}

fn found(sheet: &Sheet, aim: Aim) -> Found {
    let task = Task { sheet: sheet.clone(), aim };
    let answer = puzzle_engine::solve(&Problem::Sheet(Box::new(task)), &mut Budget::unlimited());
    match answer.expect("answers pass their checks").into_inner() {
        Solution::Sheet(found) => *found,
        other => panic!("the answer is of a sheet: {other:?}"),
    }
}
