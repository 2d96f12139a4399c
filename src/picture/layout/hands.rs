//! Hands: a table whose cells say how many fingers are up. Each is a palm with a thumb and four fingers, of which so
//! many are raised, and the number beside it. The first of two columns are left hands, seen from the back.

use super::super::scene::{Rect, ScenePoint, SceneShape, SceneSize};
use super::super::{Label, PartRole, PictureTable, TooLarge};
use super::{check_parts, text, width};

/// A cell: a hand and a number.
const CELL: (f64, f64) = (98.0, 84.0);
/// Height of the headings.
const HEAD: f64 = 30.0;
/// Free space on both sides of a label together.
const PADDING: f64 = 18.0;
/// Fingers besides the thumb.
const FINGERS: usize = 4;
/// From one finger to the next.
const APART: f64 = 9.0;
/// How far a raised finger and a lowered one reach above the palm. The middle ones are longer.
const RAISED: [f64; FINGERS] = [24.0, 30.0, 32.0, 27.0];
const LOWERED: f64 = 5.0;
/// Extent of a palm.
const PALM: (f64, f64) = (40.0, 26.0);

/// Places the hands of a table.
pub(super) fn layout(table: &PictureTable) -> Result<Vec<SceneShape>, TooLarge> {
    check_parts(table.rows.len().saturating_mul(table.columns.len() * (FINGERS + 3) + 1))?;
    let label = |label: &Label| width(label, SceneSize::Large) + PADDING;
    let front = table.rows.iter().map(|it| label(&it.label)).fold(0.0, f64::max);
    let right = front + table.columns.len() as f64 * CELL.0;
    let left_of = |column: usize| front + column as f64 * CELL.0;
    let mut shapes = Vec::new();
    for (column, heading) in table.columns.iter().enumerate() {
        let centre = ScenePoint::new(left_of(column) + CELL.0 / 2.0, HEAD / 2.0);
        let rect = Rect { centre, width: CELL.0, height: HEAD };
        shapes.push(text(heading, rect, SceneSize::Large));
    }
    for (at, row) in table.rows.iter().enumerate() {
        let top = HEAD + at as f64 * CELL.1;
        let ends = [ScenePoint::new(0.0, top), ScenePoint::new(right, top)];
        let role = if at == 0 { PartRole::Emphasis } else { PartRole::Muted };
        shapes.push(SceneShape::Line { ends, role });
        let middle = top + CELL.1 / 2.0;
        let centre = ScenePoint::new(label(&row.label) / 2.0, middle);
        let rect = Rect { centre, width: front, height: CELL.1 };
        shapes.push(text(&row.label, rect, SceneSize::Large));
        for (column, cell) in &row.cells {
            let centre = ScenePoint::new(left_of(*column) + CELL.0 / 2.0, middle);
            let rect = Rect { centre, width: CELL.0, height: CELL.1 };
            if cell.role != PartRole::Normal {
                let rect = Rect { width: rect.width - 6.0, height: rect.height - 6.0, ..rect };
                shapes.push(SceneShape::Box { rect, corner: 5.0, role: cell.role });
            }
            hand(cell, rect, *column == 0, &mut shapes);
            let name = format!("{}{}", table.columns[*column].text, row.label.text);
            shapes.push(SceneShape::Place { rect, name });
        }
    }
    Ok(shapes)
}

/// Paints a hand and its number, which stands outside of the little finger.
fn hand(cell: &Label, place: Rect, is_left: bool, shapes: &mut Vec<SceneShape>) {
    // Towards the thumb.
    let inwards = if is_left { 1.0 } else { -1.0 };
    let middle = place.centre.x + 8.0 * inwards;
    let palm = place.bottom() - 10.0 - PALM.1 / 2.0;
    let raised: usize = cell.text.parse().unwrap_or_default();
    let rect = Rect { centre: ScenePoint::new(middle, palm), width: PALM.0, height: PALM.1 };
    for (finger, reach) in (0..FINGERS).zip(RAISED) {
        // The index finger is the first one up.
        let x = middle + (1.5 - finger as f64) * APART * inwards;
        let is_up = finger < raised;
        let tip = rect.top() - if is_up { reach } else { LOWERED };
        let ends = [ScenePoint::new(x, rect.top() + 3.0), ScenePoint::new(x, tip)];
        let role = if is_up { PartRole::Normal } else { PartRole::Muted };
        shapes.push(SceneShape::Bar { ends, role });
    }
    let thumb = middle + PALM.0 / 2.0 * inwards;
    let ends =
        [ScenePoint::new(thumb, palm + 4.0), ScenePoint::new(thumb + 8.0 * inwards, palm - 6.0)];
    let role = if raised > FINGERS { PartRole::Normal } else { PartRole::Muted };
    shapes.push(SceneShape::Bar { ends, role });
    shapes.push(SceneShape::Box { rect, corner: 9.0, role: PartRole::Normal });
    let centre = ScenePoint::new(middle - (PALM.0 / 2.0 + 14.0) * inwards, palm);
    let number = Rect { centre, width: 20.0, height: 20.0 };
    shapes.push(text(cell, number, SceneSize::Large));
}

#[cfg(test)]
mod tests {
    use super::super::super::TableRow;
    use super::*;

    #[test]
    fn as_many_fingers_are_raised_as_the_number_says() {
        let cells = |left: u8, right: u8| {
            [left, right].map(|it| Label::from(it.to_string())).into_iter().enumerate().collect()
        };
        for (left, right) in [(0, 0), (1, 0), (2, 3), (4, 4)] {
            let rows = vec![TableRow { label: "A".into(), cells: cells(left, right) }];
            let table = PictureTable { columns: vec!["L".into(), "R".into()], rows };
            let shapes = layout(&table).unwrap();
            let is_raised =
                |it: &&SceneShape| matches!(it, SceneShape::Bar { role: PartRole::Normal, .. });
            assert_eq!(shapes.iter().filter(is_raised).count(), usize::from(left + right));
            let bars = shapes.iter().filter(|it| matches!(it, SceneShape::Bar { .. }));
            assert_eq!(bars.count(), 2 * (FINGERS + 1), "raised or lowered, all are there");
        }
    }
}
