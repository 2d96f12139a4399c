//! Strips: boards from left to right and line by line, each below what is said of it.

use super::super::scene::{Rect, Scene, ScenePoint, SceneShape, SceneSize};
use super::super::strip::Strip;
use super::super::{TooLarge, label};
use super::{board, check_parts, text};

/// Distance between boards.
const GAP: f64 = 18.0;
/// Room above a board for what is said of it.
const ABOVE: f64 = 20.0;
/// A line is no wider than this, unless one board is.
const WIDEST: f64 = 900.0;

/// Places the boards of a strip.
pub(super) fn layout(strip: &Strip) -> Result<Vec<SceneShape>, TooLarge> {
    let cells = |rows: usize, columns: usize| rows.saturating_mul(columns).saturating_mul(4);
    let parts =
        strip.boards.iter().map(|(_, it)| cells(it.table.rows.len(), it.table.columns.len()));
    check_parts(parts.fold(0, usize::saturating_add))?;
    let mut shapes = Vec::new();
    let (mut left, mut top, mut height) = (0.0, 0.0, 0.0_f64);
    for (caption, board) in &strip.boards {
        let scene = Scene::around(board::layout(board)?);
        let words = SceneSize::Small.width(label::columns(&label::fit(&caption.text)));
        let width = scene.width.max(words);
        if left > 0.0 && left + width > WIDEST {
            (left, top, height) = (0.0, top + height + GAP, 0.0);
        }
        let centre = ScenePoint::new(left + width / 2.0, top + ABOVE / 2.0);
        shapes.push(text(caption, Rect { centre, width, height: ABOVE }, SceneSize::Small));
        let across = left + (width - scene.width) / 2.0;
        height = height.max(scene.height + ABOVE);
        shapes.extend(scene.moved(ScenePoint::new(0.0, 0.0), ScenePoint::new(across, top + ABOVE)));
        left += width + GAP;
    }
    Ok(shapes)
}
