//! That steps are an argument: each is refuted by itself, and here it is seen that it rests on what is known by then, and
//! that the last one leaves nothing.

use rustc_hash::FxHashSet;

use crate::logic::sheet::{FunctionValues, Sheet};
use crate::problem::sheet::{ArgumentStep, CellLiteral, CellValue, DerivationStep, SheetArgument};
use crate::verify::checked::Checked;

/// A step that follows from what it names, and the steps from supposing that it is not so.
pub struct FollowingStep {
    /// The step. What is otherwise is not in it yet.
    pub step: Checked<ArgumentStep>,
    /// The steps to where nothing is left; none where the step is not argued for.
    pub otherwise: Vec<FollowingStep>,
}

/// The argument that steps make with rules that tell some values; `None` when they do not.
pub fn argument(
    sheet: &Sheet,
    steps: Vec<FollowingStep>,
    told: &[Checked<CellLiteral>],
) -> Option<Checked<SheetArgument>> {
    let mut known: Vec<CellLiteral> = told.iter().map(|it| **it).collect();
    let steps = chained(sheet, steps, &mut known)?;
    Some(Checked::new(SheetArgument { steps }))
}

/// Steps of which each rests on what is told or was said before; `None` when they do not.
pub fn in_turn(
    given: &[(CellValue, usize)],
    steps: Vec<Checked<DerivationStep>>,
) -> Option<Checked<Vec<DerivationStep>>> {
    let told = given.iter().map(|it| CellLiteral { value: it.0, is_so: true });
    let mut known: FxHashSet<CellLiteral> = told.collect();
    for step in &steps {
        if !step.facts.iter().all(|it| known.contains(it)) {
            return None;
        }
        known.extend(&step.says);
    }
    Some(Checked::new(steps.into_iter().map(Checked::into_inner).collect()))
}

/// What is so where something is not; what has one of two values, as a predicate does, then has the other one.
fn negated(sheet: &Sheet, CellLiteral { value, is_so }: CellLiteral) -> CellLiteral {
    let both = match sheet.symbols.get(value.symbol.0 as usize).map(|it| &it.values) {
        Some(None) => Some([Some(0), Some(1)]),
        Some(Some(FunctionValues { range, or_none })) => {
            let (first, last) = (*range.start(), *range.end());
            match last.checked_sub(first) {
                Some(0) if *or_none => Some([None, Some(first)]),
                Some(1) if !or_none => Some([Some(first), Some(last)]),
                _ => None,
            }
        }
        None => None,
    };
    match both.and_then(|it| it.into_iter().find(|it| *it != value.value)) {
        Some(other) => CellLiteral { value: CellValue { value: other, ..value }, is_so },
        None => CellLiteral { value, is_so: !is_so },
    }
}

fn chained(
    sheet: &Sheet,
    steps: Vec<FollowingStep>,
    known: &mut Vec<CellLiteral>,
) -> Option<Vec<ArgumentStep>> {
    let count = steps.len();
    let mut all = Vec::with_capacity(count);
    for (number, FollowingStep { step, otherwise }) in (1..).zip(steps) {
        let is_last = number == count;
        let is_known = step.facts.iter().all(|it| known.contains(it));
        if step.says.is_none() != is_last || !is_known {
            return None;
        }
        let mut step = step.into_inner();
        if !otherwise.is_empty() {
            let mut own = [&step.facts[..], &[negated(sheet, step.says?)]].concat();
            step.otherwise = chained(sheet, otherwise, &mut own)?;
        }
        known.extend(step.says);
        all.push(step);
    }
    (count > 0).then_some(all)
}
