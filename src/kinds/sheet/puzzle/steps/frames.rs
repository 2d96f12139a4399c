//! What follows in a puzzle as it fills: value by value, each with what it follows from.

use super::{StepWords, askable};
use crate::kinds::sheet::lower::Lowering;
use crate::kinds::sheet::puzzle::SheetPuzzle;
use crate::kinds::{
    Hint, HintOrigin, HintReason, MOST_FRAMES, Posed, PosedFrames, Refusal, StepFrame, StepFrames,
};
use crate::picture::{Label, PartRole, Picture, PictureBoard, PictureBody};
use puzzle_engine::logic::sheet::SheetState;
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{CellValue, DerivationStep, SheetDerivation, SheetTask, aim};

/// The values that follow, one after the other.
///
/// # Errors
/// Why nothing can be asked.
pub(in crate::kinds::sheet::puzzle) fn frames<'p, 'a: 'p>(
    puzzle: &'p SheetPuzzle<'a>,
) -> Result<PosedFrames<'p>, Refusal> {
    askable(puzzle)?;
    let Lowering { sheet, symbols, named, .. } = Lowering::new(&puzzle.understood, &[])?;
    let task = SheetTask { sheet, aim: aim::DeriveSteps(MOST_FRAMES) };
    Ok(Posed::new(task, move |task, found| {
        let Outcome::Found(found) = found else { return Err("there is no solution".to_owned()) };
        let symbols = symbols.iter().map(|it| (*it.1, *it.0)).collect();
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
            let left = self.left(step).map(|it| format!("left: {it}"));
            let said = StepFrame { said: said.said.into_iter().chain(left).collect(), ..said };
            Ok(StepFrame { caption, picture, ..said })
        });
        let mut frames = StepFrames::of(std::iter::once(Ok(start)).chain(follow))?;
        for (frame, step) in frames.frames[1..].iter_mut().zip(&found.steps) {
            if let Some(picture) = &mut frame.picture {
                step.says.iter().for_each(|it| self.point_at(picture, it.value));
                self.note(picture, step);
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

    /// What a step leaves, in words.
    fn left(&self, step: &DerivationStep) -> Option<String> {
        let is_same = |one: &CellValue, other: &CellValue| {
            (one.symbol, one.place) == (other.symbol, other.place)
        };
        let words = |of: &[CellValue]| {
            let values: Vec<_> = of.iter().map(|it| it.value).collect();
            self.said(of[0], &values, true)
        };
        let all: Vec<_> = step.left.chunk_by(is_same).map(words).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// Marks the cells that a value is about, which show nothing new where something is not so.
    fn point_at(&self, picture: &mut Picture, value: CellValue) {
        let Some(board) = board_of(picture) else { return };
        for (row, column) in self.cells_of(value) {
            board.marked.insert((row, column));
            if let Some(row) = board.table.rows.get_mut(row) {
                let cell = row.cells.entry(column).or_insert_with(|| ".".into());
                cell.role = PartRole::Highlight;
            }
        }
    }

    /// Writes into the cells of which a step bars something what it leaves and what it bars.
    fn note(&self, picture: &mut Picture, step: &DerivationStep) {
        let Some(board) = board_of(picture) else { return };
        let bars = step.says.iter().filter(|it| !it.is_so).map(|it| (it.value, PartRole::Minus));
        let mut all: Vec<_> =
            bars.chain(step.left.iter().map(|it| (*it, PartRole::Normal))).collect();
        all.sort_unstable_by_key(|it| it.0);
        for (value, role) in all {
            let Some(words) = self.value_alone(value) else { continue };
            for cell in self.cells_of(value) {
                board.notes.entry(cell).or_default().push(Label::new(words.as_str(), role));
            }
        }
    }

    /// The cells of the grid that a value is about.
    fn cells_of(&self, value: CellValue) -> Vec<(usize, usize)> {
        let symbols = &self.understood().symbols;
        let symbol = self.symbols.get(&value.symbol).map(|it| &symbols.symbols[*it as usize]);
        let Some((grid, symbol)) = symbols.grid.as_ref().zip(symbol) else { return Vec::new() };
        let Some((_, width)) = grid.size() else { return Vec::new() };
        let arguments = self.sheet.arguments(value.symbol, value.place);
        let pairs = symbol.parameters.iter().zip(arguments);
        let cells = pairs.filter(|it| it.0.sort == Some(grid.cells));
        cells.map(|(_, it)| (it as usize / width, it as usize % width)).collect()
    }

    /// What a value is without what it is of, as in `7`.
    fn value_alone(&self, value: CellValue) -> Option<String> {
        let symbols = &self.understood().symbols;
        let symbol = &symbols.symbols[*self.symbols.get(&value.symbol)? as usize];
        Some(match (symbol.result?.sort, value.value?) {
            (Some(sort), value) => symbols.written_value(sort, value),
            (None, value) => value.to_string(),
        })
    }
}

fn board_of(picture: &mut Picture) -> Option<&mut PictureBoard> {
    match &mut picture.body {
        PictureBody::Board(board) => Some(board),
        PictureBody::Spread(spread) => spread.board.as_mut(),
        _ => None,
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
