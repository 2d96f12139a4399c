//! Small sheets, as the tests of the engine make them: every answer is that of the plain reader over all
//! states.

use puzzle_engine::Problem;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::Sheet;
use puzzle_engine::problem::sheet::SheetTask;

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

fn found<Aim>(sheet: &Sheet, aim: Aim) -> <SheetTask<Aim> as Problem>::Solution
where
    SheetTask<Aim>: Problem,
{
    let answer = SheetTask { sheet: sheet.clone(), aim }.answer(&mut Budget::unlimited());
    answer.expect("answers pass their checks").into_inner()
}
