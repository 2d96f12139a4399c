//! Steps written out: each as cases that read some cells and write some, for programs that know
//! nothing but facts. All values of a cell that a step asks for are tried, whether or not a state has
//! them.

use rustc_hash::FxHashSet;

use super::evaluate::EvaluationHalt;
use super::moves::{CellKnowledge, MoveOutcome, Packed};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::actions::{Cases, CellCondition, CellContent, StepCase};
use crate::logic::sheet::{SentenceId, SheetState};

/// Cases of all steps together at most.
const CASES: usize = 1 << 17;

const TOO_MANY: Stop = Stop::Size("its steps have too many cases to be written out");
const TOO_MANY_GOALS: Stop = Stop::Size("its goal has too many cases to be written out");

/// What was read of cells, which hold no other values.
struct Open {
    state: Vec<u64>,
    read: Vec<usize>,
}

/// All steps of a sheet in cases.
///
/// # Errors
/// That they are too many, or the limit that was reached.
pub fn cases(
    packed: &mut Packed<'_>,
    start: &SheetState,
    budget: &mut Budget,
) -> Result<Cases, Stop> {
    let layout = &packed.layout;
    let first = layout.pack(start);
    let cells = layout.cells.iter().map(|it| (it.symbol, it.place)).collect();
    let start = layout.cells.iter().map(|it| it.value(&first)).collect();
    let mut found = Cases { cells, start, ..Cases::default() };
    for step in 0..packed.steps.len() as u32 {
        let mut open = vec![Open { state: vec![0; packed.layout.words], read: Vec::new() }];
        while let Some(at) = open.pop() {
            let read = at.read.iter().copied().collect::<FxHashSet<_>>();
            match packed.outcome(step, &at.state, CellKnowledge::Read(&read), budget) {
                Err(EvaluationHalt::Stop(stop)) => return Err(stop),
                Err(EvaluationHalt::Unknown(cell)) => branch(packed, &at, cell, &mut open)?,
                // No state in which changes disagree can be reached where the puzzle has a meaning.
                Ok(MoveOutcome::Barred | MoveOutcome::Clash(..)) => {}
                Ok(MoveOutcome::Done(mut writes, mut amounts)) => {
                    writes.sort_unstable();
                    amounts.sort_unstable();
                    let reads = known(packed, &at);
                    let step = packed.steps[step as usize].clone();
                    found.cases.push(StepCase { step, reads, writes, amounts });
                }
            }
            if found.cases.len() > CASES {
                return Err(TOO_MANY);
            }
        }
    }
    Ok(found)
}

/// When a sentence is true, in cases: all the cells that are read on the way, with their values.
///
/// # Errors
/// That they are too many, or the limit that was reached.
pub fn goal_cases(
    packed: &mut Packed<'_>,
    goal: SentenceId,
    budget: &mut Budget,
) -> Result<CellCondition, Stop> {
    let (mut found, mut tried) = (Vec::new(), 0);
    let mut open = vec![Open { state: vec![0; packed.layout.words], read: Vec::new() }];
    while let Some(at) = open.pop() {
        let read = at.read.iter().copied().collect::<FxHashSet<_>>();
        match packed.settled(goal, &at.state, &read, budget) {
            Err(EvaluationHalt::Stop(stop)) => return Err(stop),
            Err(EvaluationHalt::Unknown(cell)) => {
                branch(packed, &at, cell, &mut open).map_err(|_| TOO_MANY_GOALS)?;
            }
            Ok(false) => tried += 1,
            Ok(true) => {
                tried += 1;
                let is = known(packed, &at).into_iter().map(|it| CellCondition::Is(it.0, it.1));
                found.push(CellCondition::All(is.collect()));
            }
        }
        // Also those that are no goals.
        if tried > CASES {
            return Err(TOO_MANY_GOALS);
        }
    }
    Ok(CellCondition::Any(found))
}

/// Goes on with each value that a cell may have.
fn branch(packed: &Packed<'_>, at: &Open, cell: usize, open: &mut Vec<Open>) -> Result<(), Stop> {
    let layout = &packed.layout.cells[cell];
    if layout.fixed.is_some() || open.len() as u64 + layout.count > CASES as u64 {
        return Err(TOO_MANY);
    }
    for number in 0..layout.count {
        let mut state = at.state.clone();
        state[layout.word] =
            state[layout.word] & !(layout.mask << layout.shift) | number << layout.shift;
        let mut read = at.read.clone();
        read.push(cell);
        open.push(Open { state, read });
    }
    Ok(())
}

/// What was read, with its values.
fn known(packed: &Packed<'_>, at: &Open) -> Vec<CellContent> {
    at.read.iter().map(|it| (*it, packed.layout.cells[*it].value(&at.state))).collect()
}

/// The values that each cell may come to have, if steps took nothing away; the first one is that of the start.
pub(super) fn reachable(cases: &Cases, budget: &mut Budget) -> Result<Vec<Vec<Option<i64>>>, Stop> {
    let mut values: Vec<Vec<Option<i64>>> = cases.start.iter().map(|it| vec![*it]).collect();
    let mut open: Vec<_> = cases.cases.iter().collect();
    loop {
        let before = open.len();
        let mut waiting = Vec::new();
        for case in open {
            budget.check()?;
            if !case.reads.iter().all(|(cell, value)| values[*cell].contains(value)) {
                waiting.push(case);
                continue;
            }
            for (cell, value) in &case.writes {
                if !values[*cell].contains(value) {
                    values[*cell].push(*value);
                }
            }
        }
        if waiting.len() == before {
            return Ok(values);
        }
        open = waiting;
    }
}
