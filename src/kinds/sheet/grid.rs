//! The board of a puzzle: its size, which drawings may tell, and what it brings along. Cells are
//! numbered row by row, steps in the order of [`STEPS`].

use super::errors;
use super::lineage::{BlockPlace, Findings};
use crate::text::Span;

/// The steps: what each is called, and how many rows and columns it leads on. The first four are sides.
pub(super) const STEPS: [(&str, i64, i64); 8] = [
    ("up", -1, 0),
    ("down", 1, 0),
    ("left", 0, -1),
    ("right", 0, 1),
    ("up-left", -1, -1),
    ("up-right", -1, 1),
    ("down-left", 1, -1),
    ("down-right", 1, 1),
];

/// What a grid brings to speak of its cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GridRelation {
    /// `row(c)`
    Row,
    /// `column(c)`
    Column,
    /// `box(c)`
    Box,
    /// `beside(c, d)`
    Beside,
    /// `touches(c, d)`
    Touches,
    /// `c + d`
    Step,
    /// `c - d`
    Back,
}

/// All relations.
pub(super) const RELATIONS: [GridRelation; 7] = [
    GridRelation::Row,
    GridRelation::Column,
    GridRelation::Box,
    GridRelation::Beside,
    GridRelation::Touches,
    GridRelation::Step,
    GridRelation::Back,
];

impl GridRelation {
    /// Its name; empty where a sign says it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Box => "box",
            Self::Beside => "beside",
            Self::Touches => "touches",
            Self::Step | Self::Back => "",
        }
    }
}

/// What a relation yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Result {
    Sort(u32),
    /// The number of a box.
    Boxes,
}

/// A line that declares a grid.
#[derive(Clone, Copy, Debug)]
pub struct GridLine {
    /// The name of its cells' sort.
    pub name: Span,
    /// How many rows and columns it has.
    pub size: Option<(Span, Span)>,
    /// How many rows and columns a box has.
    pub boxes: Option<(Span, Span)>,
    /// The block of the line.
    pub block: usize,
}

/// A grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Where it is declared first.
    pub place: BlockPlace,
    /// The sort of its cells.
    pub cells: u32,
    /// The sort of its rows.
    pub rows: u32,
    /// The sort of its columns.
    pub columns: u32,
    /// The sort of steps to cells beside.
    pub sides: u32,
    /// The sort of all steps.
    pub directions: u32,
    /// How many rows and columns a box has, and where that stands.
    pub boxes: Option<((usize, usize), BlockPlace)>,
    size: Option<(usize, usize)>,
    /// Where its size is told.
    told: Option<BlockPlace>,
}

/// The most cells of a grid.
const MOST: usize = 1 << 20;

impl Grid {
    /// Reads a line that declares a grid.
    pub fn read(grid: &mut Option<Self>, line: GridLine, findings: &mut Findings<'_, '_>) {
        let place = BlockPlace { block: line.block, span: line.name };
        let lineage = findings.lineage;
        let grid = match grid {
            None => grid.insert(Self {
                place,
                cells: 0,
                rows: 0,
                columns: 0,
                sides: 0,
                directions: 0,
                boxes: None,
                size: None,
                told: None,
            }),
            Some(first) => {
                let is_same = lineage.slice(first.place) == lineage.slice(place);
                if !is_same || first.place.block == line.block {
                    let fault = errors::second_grid(line.name);
                    let first = first.place;
                    findings.push(findings.related(fault, first, "the first one"));
                    return;
                }
                first
            }
        };
        if let Some(size) = line.size {
            let span = size.0.to(size.1);
            grid.tell(read_size(size, findings), BlockPlace { block: line.block, span }, findings);
        }
        if let Some(boxes) = line.boxes {
            let span = boxes.0.to(boxes.1);
            let size = read_size(boxes, findings);
            grid.boxes = size.map(|it| (it, BlockPlace { block: line.block, span }));
        }
    }

    /// Takes note of a size that a line tells.
    fn tell(
        &mut self,
        size: Option<(usize, usize)>,
        place: BlockPlace,
        findings: &mut Findings<'_, '_>,
    ) {
        let Some(size) = size else { return };
        match (self.size, self.told) {
            (Some(known), Some(told)) if known != size => {
                let fault = errors::other_size(place.span, size, known);
                findings.push(findings.related(fault, told, "its size is told here"));
            }
            _ => (self.size, self.told) = (Some(size), Some(place)),
        }
    }

    /// Takes the size of a drawing where none was told.
    pub fn draw(&mut self, size: (usize, usize), place: BlockPlace) {
        if self.size.is_none() && size.0 > 0 && size.1 > 0 {
            (self.size, self.told) = (Some(size), Some(place));
        }
    }

    /// How many rows and columns it has, once that is told.
    pub fn size(&self) -> Option<(usize, usize)> {
        self.size
    }

    /// Notes the sort that has one of its names.
    pub fn set(&mut self, name: &str, sort: u32) {
        match name {
            "Row" => self.rows = sort,
            "Column" => self.columns = sort,
            "Side" => self.sides = sort,
            _ => self.directions = sort,
        }
    }

    /// Finds out whether boxes fill it.
    pub fn check(&self, findings: &mut Findings<'_, '_>) {
        let (Some((height, width)), Some(((rows, columns), place))) = (self.size, self.boxes)
        else {
            return;
        };
        if height % rows != 0 || width % columns != 0 {
            let fault = errors::boxes_do_not_fit(place.span, (rows, columns), (height, width));
            findings.push_at(place.block, fault);
        }
    }

    /// How many boxes it has.
    pub fn box_count(&self) -> Option<usize> {
        let ((height, width), ((rows, columns), _)) = (self.size?, self.boxes?);
        Some(height.div_ceil(rows) * width.div_ceil(columns))
    }

    /// What a relation is applied to, and what it yields.
    pub fn signature(&self, relation: GridRelation) -> (Vec<u32>, Option<Result>) {
        let cell = self.cells;
        match relation {
            GridRelation::Row => (vec![cell], Some(Result::Sort(self.rows))),
            GridRelation::Column => (vec![cell], Some(Result::Sort(self.columns))),
            GridRelation::Box => (vec![cell], Some(Result::Boxes)),
            GridRelation::Beside | GridRelation::Touches => (vec![cell, cell], None),
            GridRelation::Step | GridRelation::Back => {
                (vec![cell, self.directions], Some(Result::Sort(cell)))
            }
        }
    }

    /// The cell that a step leads to.
    pub fn step(&self, cell: i64, step: i64, is_back: bool) -> Option<i64> {
        let (height, width) = self.size?;
        let (_, down, right) = STEPS.get(usize::try_from(step).ok()?)?;
        let sign = if is_back { -1 } else { 1 };
        let row = cell / width as i64 + sign * down;
        let column = cell % width as i64 + sign * right;
        let is_on = (0..height as i64).contains(&row) && (0..width as i64).contains(&column);
        is_on.then_some(row * width as i64 + column)
    }

    /// The first cell from which a step leads off the board, and how many there are.
    pub fn beyond(&self, step: i64, is_back: bool) -> Option<(i64, i64)> {
        let (height, width) = self.size?;
        let (height, width) = (height as i64, width as i64);
        let (_, down, right) = STEPS.get(usize::try_from(step).ok()?)?;
        let sign = if is_back { -1 } else { 1 };
        let count = height * width - (height - down.abs()) * (width - right.abs());
        let first = match (sign * down, sign * right) {
            (-1, _) | (_, -1) => 0,
            (1, _) if height == 1 => 0,
            (_, 1) => width - 1,
            _ => (height - 1) * width,
        };
        Some((first, count))
    }

    /// The row, the column or the box of a cell, from 1.
    pub fn part(&self, relation: GridRelation, cell: i64) -> Option<i64> {
        let (_, width) = self.size?;
        let (row, column) = (cell as usize / width, cell as usize % width);
        Some(
            1 + match relation {
                GridRelation::Row => row as i64,
                GridRelation::Column => column as i64,
                _ => {
                    let ((rows, columns), _) = self.boxes?;
                    (row / rows * width.div_ceil(columns) + column / columns) as i64
                }
            },
        )
    }

    /// The values of a relation for all arguments, the last of which varies fastest. Of a predicate 1
    /// stands for true.
    pub fn table(&self, relation: GridRelation) -> Option<Vec<Option<i64>>> {
        let (height, width) = self.size?;
        let cells = (height * width) as i64;
        let steps = |cell: i64, is_back: bool| {
            (0..STEPS.len() as i64).map(move |it| self.step(cell, it, is_back))
        };
        Some(match relation {
            GridRelation::Row | GridRelation::Column | GridRelation::Box => {
                (0..cells).map(|it| self.part(relation, it)).collect()
            }
            GridRelation::Step | GridRelation::Back => {
                (0..cells).flat_map(|it| steps(it, relation == GridRelation::Back)).collect()
            }
            GridRelation::Beside | GridRelation::Touches => {
                let count = if relation == GridRelation::Beside { 4 } else { STEPS.len() };
                let size = usize::try_from(cells).ok()?;
                let mut table = vec![Some(0); size.checked_mul(size)?];
                for cell in 0..cells {
                    for other in steps(cell, false).take(count).flatten() {
                        table[cell as usize * size + other as usize] = Some(1);
                    }
                }
                table
            }
        })
    }
}

fn read_size(
    (height, width): (Span, Span),
    findings: &mut Findings<'_, '_>,
) -> Option<(usize, usize)> {
    let block = findings.lineage.blocks[findings.block];
    let number = |span: Span| block.slice(span).parse::<usize>().unwrap_or(usize::MAX);
    let size = (number(height), number(width));
    match size.0.checked_mul(size.1) {
        Some(1..=MOST) => Some(size),
        Some(0) => {
            findings.push(errors::no_cells(height.to(width)));
            None
        }
        _ => {
            findings.push(errors::too_many_cells(height.to(width), MOST));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_neighbours_and_back() {
        for (height, width) in (1..5).flat_map(|height| (1..5).map(move |width| (height, width))) {
            let place = BlockPlace { block: 0, span: Span::default() };
            let grid = Grid {
                place,
                cells: 0,
                rows: 0,
                columns: 0,
                sides: 0,
                directions: 0,
                boxes: Some(((2, 3), place)),
                size: Some((height, width)),
                told: None,
            };
            let cells = (height * width) as i64;
            let touches = grid.table(GridRelation::Touches).unwrap();
            for cell in 0..cells {
                let (row, column) = (cell / width as i64, cell % width as i64);
                for other in 0..cells {
                    let far = (other / width as i64 - row)
                        .abs()
                        .max((other % width as i64 - column).abs());
                    let at = (cell * cells + other) as usize;
                    assert_eq!(touches[at] == Some(1), far == 1);
                }
                let of_box = row / 2 * (width as i64 + 2).div_euclid(3) + column / 3 + 1;
                assert_eq!(grid.part(GridRelation::Box, cell), Some(of_box));
            }
            for (step, is_back) in (0..8).flat_map(|step| [(step, false), (step, true)]) {
                let beyond: Vec<i64> =
                    (0..cells).filter(|it| grid.step(*it, step, is_back).is_none()).collect();
                let told = grid.beyond(step, is_back);
                assert_eq!(told, Some((beyond[0], beyond.len() as i64)), "{height} {width} {step}");
                for cell in 0..cells {
                    let there = grid.step(cell, step, is_back);
                    assert!(there.is_none_or(|it| grid.step(it, step, !is_back) == Some(cell)));
                }
            }
        }
    }
}
