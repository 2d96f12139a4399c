//! Boards: squares with thin lines between them and thick ones between areas. Some signs are drawn as
//! what they look like: walls, stars, pearls, dots, and pieces of a way.

use super::super::board::PictureBoard;
use super::super::scene::{Rect, ScenePoint, SceneShape, SceneSign, SceneSize};
use super::super::{Label, PartRole, TooLarge, label};
use super::{check_parts, text};

/// The side of a cell.
const STEP: f64 = 38.0;
/// Distance between the board and what stands at its edge, and between such things.
const GAP: f64 = 14.0;
/// How far inside of a cell the lines around further areas are.
const INSET: f64 = 3.5;
/// How far below the middle signs are where something stands in corners.
const BELOW: f64 = 4.0;

fn corner(row: usize, column: usize) -> ScenePoint {
    ScenePoint::new(column as f64 * STEP, row as f64 * STEP)
}

fn square(row: usize, column: usize) -> Rect {
    let ScenePoint { x, y } = corner(row, column);
    Rect { centre: ScenePoint::new(x + STEP / 2.0, y + STEP / 2.0), width: STEP, height: STEP }
}

/// Places the parts of a board.
pub(super) fn layout(board: &PictureBoard) -> Result<Vec<SceneShape>, TooLarge> {
    let (rows, columns) = (board.table.rows.len(), board.table.columns.len());
    check_parts(rows.saturating_mul(columns).saturating_mul(4))?;
    let mut drawn = Drawn { board, rows, columns, shapes: Vec::new() };
    let labels = || board.layers.values().flatten();
    drawn.signs(|sign| matches!(sign, SceneSign::Wall | SceneSign::Divided));
    // Where dots are the corners of squares, there are no others.
    if !labels().any(|it| SceneSign::of(&it.text) == Some(SceneSign::Dot)) {
        drawn.lines();
    }
    for (number, areas) in board.areas.iter().enumerate() {
        drawn.borders(areas, if number == 0 { 0.0 } else { INSET });
    }
    drawn.signs(|sign| sign == SceneSign::Spot);
    drawn.signs(|sign| {
        matches!(sign, SceneSign::Disc | SceneSign::Ring | SceneSign::Star | SceneSign::Dot)
    });
    drawn.signs(|sign| matches!(sign, SceneSign::Way(_) | SceneSign::Edge(_)));
    drawn.texts();
    drawn.marks();
    drawn.edges();
    drawn.places();
    Ok(drawn.shapes)
}

struct Drawn<'b> {
    board: &'b PictureBoard,
    rows: usize,
    columns: usize,
    shapes: Vec<SceneShape>,
}

impl Drawn<'_> {
    /// Such signs of all cells.
    fn signs(&mut self, is_such: impl Fn(SceneSign) -> bool) {
        for (&(row, column), labels) in &self.board.layers {
            let rect = square(row, column);
            for label in labels {
                if let Some(sign) = SceneSign::of(&label.text).filter(|it| is_such(*it)) {
                    self.shapes.push(SceneShape::Sign { rect, sign, role: label.role });
                }
            }
        }
    }

    /// The thin lines between all cells.
    fn lines(&mut self) {
        let (rows, columns) = (self.rows, self.columns);
        let across = (0..=rows).map(|row| [corner(row, 0), corner(row, columns)]);
        let down = (0..=columns).map(|column| [corner(0, column), corner(rows, column)]);
        let lines = across.chain(down);
        self.shapes.extend(lines.map(|ends| SceneShape::Line { ends, role: PartRole::Normal }));
    }

    /// The lines around areas: between them, or so far inside of their cells.
    fn borders(&mut self, areas: &[Option<i64>], inset: f64) {
        let area = |row: usize, column: usize| {
            let is_inside = row < self.rows && column < self.columns;
            is_inside.then(|| areas.get(row * self.columns + column).copied().flatten()).flatten()
        };
        let mut lines = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let Some(own) = area(row, column) else { continue };
                let differs = |down: usize, across: usize| {
                    // One is added to both, so that there is a row before the first.
                    let place = (row + down).checked_sub(1).zip((column + across).checked_sub(1));
                    place.and_then(|it| area(it.0, it.1)) != Some(own)
                };
                let (low, high) = (corner(row, column), corner(row + 1, column + 1));
                let (left, right) = (low.x + inset, high.x - inset);
                let (top, bottom) = (low.y + inset, high.y - inset);
                // Where the area goes on, so does the line.
                let reach = |goes_on: bool| if goes_on { inset } else { 0.0 };
                let (up, down) = (differs(0, 1), differs(2, 1));
                let (before, behind) = (differs(1, 0), differs(1, 2));
                let wide = [left - reach(!before), right + reach(!behind)];
                let high = [top - reach(!up), bottom + reach(!down)];
                for (is_border, y) in [(up, top), (down, bottom)] {
                    lines.extend(is_border.then(|| wide.map(|x| ScenePoint::new(x, y))));
                }
                for (is_border, x) in [(before, left), (behind, right)] {
                    lines.extend(is_border.then(|| high.map(|y| ScenePoint::new(x, y))));
                }
            }
        }
        self.shapes.extend(lines.into_iter().map(|ends| match inset > 0.0 {
            true => SceneShape::Line { ends, role: PartRole::Minus },
            false => SceneShape::Bar { ends, role: PartRole::Muted },
        }));
    }

    /// What is written in cells: on walls in the colour of the paper.
    fn texts(&mut self) {
        for (&(row, column), labels) in &self.board.layers {
            let mut rect = square(row, column);
            if !self.board.corners.is_empty() {
                rect.centre.y += BELOW;
            }
            let is_wall = labels.iter().any(|it| SceneSign::of(&it.text) == Some(SceneSign::Wall));
            for label in labels {
                let role = if is_wall { PartRole::Muted } else { label.role };
                if let Some((below, right)) = label.text.split_once('\\') {
                    for (words, side) in [(below, -1.0), (right, 1.0)] {
                        let shift = side * STEP / 4.5;
                        let centre = ScenePoint::new(rect.centre.x + shift, rect.centre.y - shift);
                        let words = Label::new(words, PartRole::Emphasis);
                        self.shapes.push(text(&words, Rect { centre, ..rect }, SceneSize::Small));
                    }
                } else if SceneSign::of(&label.text).is_none() {
                    let size = match label::columns(&label.text) {
                        0..=2 => SceneSize::Sign,
                        3 => SceneSize::Large,
                        _ => SceneSize::Small,
                    };
                    self.shapes.push(text(&Label::new(label.text.as_str(), role), rect, size));
                }
            }
        }
        for (&(row, column), notes) in &self.board.notes {
            self.notes(row, column, notes);
        }
        for (&(row, column), words) in &self.board.corners {
            let ScenePoint { x, y } = corner(row, column);
            let size = SceneSize::Tiny;
            let half = size.width(label::columns(words)) / 2.0;
            let centre =
                ScenePoint::new(x + INSET - 0.5 + half, y + INSET + 1.0 + size.pixels() / 2.0);
            let rect = Rect { centre, width: STEP, height: STEP };
            self.shapes.push(text(&words.as_str().into(), rect, size));
        }
    }

    /// What may stand in a cell, in rows; what is ruled out is crossed out. Nothing where it does not fit.
    fn notes(&mut self, row: usize, column: usize, notes: &[Label]) {
        let (size, room) = (SceneSize::Tiny, STEP - 4.0 * INSET);
        let widest = notes.iter().map(|it| label::columns(&it.text)).max().unwrap_or(0);
        let wide = size.width(widest) + 1.0;
        let across = ((1..=notes.len()).find(|it| it * it >= notes.len()).unwrap_or(1)).max(2);
        let down = notes.len().div_ceil(across);
        let high = size.pixels() + 1.0;
        if across as f64 * wide > room + 1.0 || down as f64 * high > room + 1.0 {
            return;
        }
        let middle = square(row, column).centre;
        for (at, note) in notes.iter().enumerate() {
            let shift =
                |at: usize, of: usize| (at as f64 - (of - 1) as f64 / 2.0) * room / of as f64;
            let x = middle.x + shift(at % across, across);
            let y = middle.y + shift(at / across, down);
            let rect = Rect { centre: ScenePoint::new(x, y), width: wide, height: high };
            self.shapes.push(text(note, rect, size));
            if note.role == PartRole::Minus {
                let half = (size.width(label::columns(&note.text)) / 2.0, size.pixels() / 3.0);
                let ends = [(x - half.0, y + half.1), (x + half.0, y - half.1)];
                let ends = ends.map(|(x, y)| ScenePoint::new(x, y));
                self.shapes.push(SceneShape::Line { ends, role: PartRole::Minus });
            }
        }
    }

    /// Frames inside of marked cells, which are seen on walls as well.
    fn marks(&mut self) {
        for &(row, column) in &self.board.marked {
            let (low, high) = (corner(row, column), corner(row + 1, column + 1));
            let (left, right) = (low.x + INSET, high.x - INSET);
            let (top, bottom) = (low.y + INSET, high.y - INSET);
            // Lines are so thick that they meet only where they go on by half as much.
            let reach = 1.5;
            let across = [top, bottom].map(|y| [(left - reach, y), (right + reach, y)]);
            let down = [left, right].map(|x| [(x, top - reach), (x, bottom + reach)]);
            for ends in across.into_iter().chain(down) {
                let ends = ends.map(|(x, y)| ScenePoint::new(x, y));
                self.shapes.push(SceneShape::Line { ends, role: PartRole::Highlight });
            }
        }
    }

    /// What stands at the edges, the last thing next to the board.
    fn edges(&mut self) {
        let [before, above, behind, below] = &self.board.edges;
        let is_told = |edge: &[Vec<String>]| edge.iter().any(|it| !it.is_empty());
        let named = |labels: Vec<&Label>| -> Vec<Vec<String>> {
            labels.into_iter().map(|it| vec![it.text.clone()]).collect()
        };
        let table = &self.board.table;
        let coordinates = [
            named(table.rows.iter().map(|it| &it.label).collect()),
            named(table.columns.iter().collect()),
        ];
        let told = [is_told(before), is_told(above)];
        let before = if told[0] { before } else { &coordinates[0] };
        let above = if told[1] { above } else { &coordinates[1] };
        let step = |edge: &[Vec<String>]| {
            let columns = edge.iter().flatten().map(|it| label::columns(it)).max();
            SceneSize::Large.width(columns.unwrap_or_default()).max(8.0) + 6.0
        };
        let mut shapes = Vec::new();
        let mut put = |words: &str, centre: ScenePoint, role: PartRole| {
            let rect = Rect { centre, width: STEP, height: STEP };
            shapes.push(text(&Label::new(words, role), rect, SceneSize::Large));
        };
        let role = |is_told: bool| if is_told { PartRole::Emphasis } else { PartRole::Muted };
        let middle = |at: usize| (at as f64 + 0.5) * STEP;
        let lines =
            [(before, 0, told[0]), (above, 1, told[1]), (behind, 2, true), (below, 3, true)];
        for (edge, side, is_told) in lines {
            let is_row = side % 2 == 0;
            let distance = if is_row { step(edge) } else { 17.0 };
            let end = if is_row { corner(0, self.columns).x } else { corner(self.rows, 0).y };
            for (at, words) in edge.iter().enumerate() {
                for (index, word) in words.iter().enumerate() {
                    let away = match side {
                        0 | 1 => -GAP - (words.len() - 1 - index) as f64 * distance,
                        _ => end + GAP + index as f64 * distance,
                    };
                    let centre = match is_row {
                        true => ScenePoint::new(away, middle(at)),
                        false => ScenePoint::new(middle(at), away),
                    };
                    put(word, centre, role(is_told));
                }
            }
        }
        self.shapes.append(&mut shapes);
    }

    /// The cells, by their coordinates.
    fn places(&mut self) {
        let table = &self.board.table;
        for (at, row) in table.rows.iter().enumerate() {
            for (across, column) in table.columns.iter().enumerate() {
                let name = format!("{}{}", column.text, row.label.text);
                self.shapes.push(SceneShape::Place { rect: square(at, across), name });
            }
        }
    }
}
