//! Lattices: dots at equal distances, thick lines between them over thin ones where a line may
//! still come, and a surface in each square that is closed, with what is written in it.

use std::collections::BTreeMap;

use super::super::scene::{Rect, ScenePoint, SceneShape, SceneSize};
use super::super::{Lattice, PartRole, TooLarge};
use super::{check_parts, text, width};

/// Distance between neighbouring dots.
const STEP: f64 = 48.0;
/// Distance between a heading and the dots.
const GAP: f64 = 14.0;
/// How wide the place of a line is.
const REACH: f64 = 16.0;

fn dot(row: usize, column: usize) -> ScenePoint {
    ScenePoint::new(column as f64 * STEP, row as f64 * STEP)
}

/// The place of the line between two dots, by the names of both: within reach of a pointer.
fn line_place(lattice: &Lattice, dots: [(usize, usize); 2]) -> SceneShape {
    let name = |(row, column): (usize, usize)| {
        format!("{}{}", lattice.columns[column].text, lattice.rows[row].text)
    };
    let [from, to] = dots.map(|(row, column)| dot(row, column));
    let centre = ScenePoint::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
    let side = |length: f64| if length > 0.0 { STEP - REACH } else { REACH };
    let rect = Rect { centre, width: side(to.x - from.x), height: side(to.y - from.y) };
    SceneShape::Place { rect, name: dots.map(name).concat() }
}

/// Places the parts of a lattice.
pub(super) fn layout(lattice: &Lattice) -> Result<Vec<SceneShape>, TooLarge> {
    let (rows, columns) = (lattice.rows.len(), lattice.columns.len());
    // A dot, and the places of two lines.
    check_parts(lattice.dots().saturating_mul(3))?;
    let mut shapes = Vec::new();
    for (column, heading) in lattice.columns.iter().enumerate() {
        let centre = ScenePoint::new(dot(0, column).x, -GAP - SceneSize::Large.pixels() / 2.0);
        shapes.push(text(heading, Rect { centre, width: STEP, height: STEP }, SceneSize::Large));
    }
    for (row, label) in lattice.rows.iter().enumerate() {
        let width = width(label, SceneSize::Large);
        let centre = ScenePoint::new(-GAP - width / 2.0, dot(row, 0).y);
        shapes.push(text(label, Rect { centre, width, height: STEP }, SceneSize::Large));
    }
    // The lines around it say that a square is closed; the colour only adds to that.
    for (row, column) in lattice.closed() {
        let corner = dot(row, column);
        let centre = ScenePoint::new(corner.x + STEP / 2.0, corner.y + STEP / 2.0);
        let rect = Rect { centre, width: STEP, height: STEP };
        let square = lattice.squares.get(&(row, column));
        let role = square.map_or(PartRole::Normal, |it| it.role);
        shapes.push(SceneShape::Box { rect, corner: 0.0, role });
        shapes.extend(square.map(|it| text(it, rect, SceneSize::Large)));
    }
    let mut lines = |drawn: &BTreeMap<(usize, usize), PartRole>, down: usize, across: usize| {
        let (mut thin, mut thick) = (Vec::new(), Vec::new());
        for row in 0..rows.saturating_sub(down) {
            for column in 0..columns.saturating_sub(across) {
                let ends = [dot(row, column), dot(row + down, column + across)];
                match drawn.get(&(row, column)) {
                    // In no form of its own: that would be a dot.
                    Some(PartRole::Emphasis) => {
                        thick.push(SceneShape::Bar { ends, role: PartRole::Highlight });
                    }
                    Some(role) => thick.push(SceneShape::Bar { ends, role: *role }),
                    None => thin.push(SceneShape::Line { ends, role: PartRole::Muted }),
                }
            }
        }
        shapes.append(&mut thin);
        thick
    };
    let mut thick = lines(&lattice.across, 0, 1);
    thick.append(&mut lines(&lattice.down, 1, 0));
    shapes.append(&mut thick);
    let dots = (0..rows).flat_map(|row| (0..columns).map(move |column| [dot(row, column); 2]));
    shapes.extend(dots.map(|ends| SceneShape::Bar { ends, role: PartRole::Emphasis }));
    for (down, across) in [(0, 1), (1, 0)] {
        for row in 0..rows.saturating_sub(down) {
            for column in 0..columns.saturating_sub(across) {
                shapes.push(line_place(lattice, [(row, column), (row + down, column + across)]));
            }
        }
    }
    Ok(shapes)
}
