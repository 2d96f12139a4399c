//! What follows in a puzzle as it fills: value by value, each with what it follows from.

use std::borrow::Borrow;

use super::{StepWords, askable};
use crate::kinds::sheet::lower::Lowering;
use crate::kinds::sheet::puzzle::SheetPuzzle;
use crate::kinds::{
    Hint, HintOrigin, HintReason, MOST_FRAMES, Posed, PosedFrames, Refusal, StepFrame, StepFrames,
};
use crate::picture::{PartRole, Picture, PictureBody};
use puzzle_engine::logic::sheet::SheetState;
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{CellValue, SheetDerivation, SheetTask, aim};

/// The values that follow, one after the other.
///
/// # Errors
/// Why nothing can be asked.
pub(in crate::kinds::sheet::puzzle) fn frames<'p, 'a: 'p>(
    puzzle: impl Borrow<SheetPuzzle<'a>> + 'p,
) -> Result<PosedFrames<'p>, Refusal> {
    askable(puzzle.borrow())?;
    let Lowering { sheet, symbols, named, .. } = Lowering::new(&puzzle.borrow().understood, &[])?;
    let task = SheetTask { sheet, aim: aim::DeriveSteps(MOST_FRAMES) };
    Ok(Posed::new(task, move |task, found| {
        let Outcome::Found(found) = found else { return Err("there is no solution".to_owned()) };
        let symbols = symbols.iter().map(|it| (*it.1, *it.0)).collect();
        let puzzle = puzzle.borrow();
        StepWords { puzzle, sheet: &task.sheet, symbols, variables: &named }.frames(&found)
    }))
}

impl StepWords<'_, '_> {
    fn frames(&self, found: &SheetDerivation) -> Result<StepFrames, Refusal> {
        let told = self.puzzle.told()?;
        let mut state = told.clone();
        let hints = self.hints_of(found);
        let start = self.puzzle.pictured(&told, Some(&state), true)?;
        let start = StepFrame { picture: Some(start), ..StepFrame::said("what is told") };
        let follow = (1..).zip(found.steps.iter().zip(&hints)).map(|(number, (step, hint))| {
            step.says.iter().filter(|it| it.is_so).for_each(|it| fill(&mut state, it.value));
            let picture = Some(self.puzzle.pictured(&told, Some(&state), true)?);
            let said = followed(hint);
            let caption = format!("{number}. {}", said.caption);
            Ok(StepFrame { caption, picture, ..said })
        });
        let mut frames = StepFrames::of(std::iter::once(Ok(start)).chain(follow))?;
        for (frame, step) in frames.frames[1..].iter_mut().zip(&found.steps) {
            if let Some(picture) = &mut frame.picture {
                step.says.iter().for_each(|it| self.point_at(picture, it.value));
            }
        }
        frames.are_all &= found.are_all;
        if found.are_all && found.open.is_some() {
            let words = "nothing more follows: there are several solutions";
            frames.frames.push(StepFrame {
                picture: frames.frames.last().and_then(|it| it.picture.clone()),
                ..StepFrame::said(words)
            });
        }
        Ok(frames)
    }

    /// Marks the cell that a value is about, which shows nothing new where something is not so.
    fn point_at(&self, picture: &mut Picture, value: CellValue) {
        let board = match &mut picture.body {
            PictureBody::Board(board) => board,
            PictureBody::Spread(spread) => match &mut spread.board {
                Some(board) => board,
                None => return,
            },
            _ => return,
        };
        let symbols = &self.understood().symbols;
        let symbol = self.symbols.get(&value.symbol).map(|it| &symbols.symbols[*it as usize]);
        let Some((grid, symbol)) = symbols.grid.as_ref().zip(symbol) else { return };
        let Some((_, width)) = grid.size() else { return };
        let arguments = self.sheet.arguments(value.symbol, value.place);
        for (parameter, argument) in symbol.parameters.iter().zip(arguments) {
            if parameter.sort == Some(grid.cells) {
                let (row, column) = (argument as usize / width, argument as usize % width);
                board.marked.insert((row, column));
                if let Some(row) = board.table.rows.get_mut(row) {
                    let cell = row.cells.entry(column).or_insert_with(|| ".".into());
                    cell.role = PartRole::Highlight;
                }
            }
        }
    }
}

/// Writes a value into a state.
fn fill(state: &mut SheetState, value: CellValue) {
    let table = state.tables.get_mut(value.symbol.0 as usize);
    if let Some(cell) = table.and_then(|it| it.get_mut(value.place)) {
        *cell = value.value;
    }
}

/// What is said of a step, and the first rule that it takes.
fn followed(hint: &Hint) -> StepFrame {
    let place = hint.rules.iter().chain(&hint.seen_by).find_map(|it| match &it.origin {
        HintOrigin::Place(place) => Some(place.clone()),
        HintOrigin::Step(_) => None,
    });
    let line = |start: &str, reasons: &[HintReason]| {
        let words: Vec<String> = reasons.iter().map(said).collect();
        (!words.is_empty()).then(|| format!("{start} {}", words.join(", ")))
    };
    let by = [line("by", &hint.rules), line("seen along", &hint.seen_by)];
    let said = by.into_iter().chain([line("with", &hint.facts)]).flatten().collect();
    StepFrame { place, said, ..StepFrame::said(&hint.says) }
}

fn said(reason: &HintReason) -> String {
    let HintReason { words, variables, origin } = reason;
    let of = if variables.is_empty() { String::new() } else { format!(" for {variables}") };
    match origin {
        HintOrigin::Step(number) => format!("{words}{of} (step {number})"),
        HintOrigin::Place(_) => format!("{words}{of}"),
    }
}
