//! Tables: every column as wide as its widest label, a line below the headings, a box around each
//! cell that stands out.

use super::super::scene::{Rect, ScenePoint, SceneShape, SceneSize};
use super::super::{Label, PartRole, PictureTable, TooLarge};
use super::{check_parts, text, width};

/// Height of a row.
const ROW: f64 = 30.0;
/// Free space on both sides of a label together.
const PADDING: f64 = 18.0;

/// Places the cells of a table.
pub(super) fn layout(table: &PictureTable) -> Result<Vec<SceneShape>, TooLarge> {
    let cells: usize = table.rows.iter().map(|row| row.cells.len() + 1).sum();
    check_parts(table.columns.len() + cells)?;
    let widest = |label: &Label, most: f64| most.max(width(label, SceneSize::Large) + PADDING);
    let front = table.rows.iter().fold(0.0, |most, row| widest(&row.label, most));
    let mut widths: Vec<f64> =
        table.columns.iter().map(|heading| widest(heading, ROW + 4.0)).collect();
    for (column, cell) in table.rows.iter().flat_map(|row| &row.cells) {
        widths[*column] = widest(cell, widths[*column]);
    }
    let mut right = front;
    let middles: Vec<f64> = widths
        .iter()
        .map(|width| {
            right += width;
            right - width / 2.0
        })
        .collect();

    let mut shapes = Vec::new();
    let place = |column: usize, row: usize| Rect {
        centre: ScenePoint::new(middles[column], (row as f64 + 0.5) * ROW),
        width: widths[column],
        height: ROW,
    };
    for (column, heading) in table.columns.iter().enumerate() {
        let rect = place(column, 0);
        shapes.push(text(heading, rect, SceneSize::Large));
        shapes.push(SceneShape::Place { rect, name: heading.text.clone() });
    }
    for index in 1..=table.rows.len() {
        let (from, to) =
            (ScenePoint::new(0.0, index as f64 * ROW), ScenePoint::new(right, index as f64 * ROW));
        let role = if index == 1 { PartRole::Emphasis } else { PartRole::Muted };
        shapes.push(SceneShape::Line { ends: [from, to], role });
    }
    for (row, index) in table.rows.iter().zip(1..) {
        // In front, labels start at the same x.
        let width = width(&row.label, SceneSize::Large);
        let centre = ScenePoint::new((PADDING + width) / 2.0, (index as f64 + 0.5) * ROW);
        shapes.push(text(&row.label, Rect { centre, width, height: ROW }, SceneSize::Large));
        for (column, cell) in &row.cells {
            let place = place(*column, index);
            if cell.role != PartRole::Normal {
                let rect = Rect { width: place.width - 6.0, height: ROW - 6.0, ..place };
                shapes.push(SceneShape::Box { rect, corner: 5.0, role: cell.role });
            }
            shapes.push(text(cell, place, SceneSize::Large));
            let name = format!("{}{}", table.columns[*column].text, row.label.text);
            shapes.push(SceneShape::Place { rect: place, name });
        }
    }
    Ok(shapes)
}
