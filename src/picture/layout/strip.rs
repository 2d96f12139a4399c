//! Strips and spreads: parts from left to right and line by line, each below what is said of it.

use super::super::scene::{Rect, Scene, ScenePoint, SceneShape, SceneSize};
use super::super::spread::Spread;
use super::super::strip::Strip;
use super::super::{Label, TooLarge, label};
use super::{board, check_parts, relation, table, text};

/// Distance between parts.
const GAP: f64 = 18.0;
/// Room above a part for what is said of it.
const ABOVE: f64 = 20.0;
/// A line of boards is no wider than this, unless one is.
const WIDEST: f64 = 900.0;
/// A line of tables and graphs: beside a text, where there is half as much room, all of it can still be read.
const NARROW: f64 = 600.0;

/// Places the boards of a strip.
pub(super) fn layout(strip: &Strip) -> Result<Vec<SceneShape>, TooLarge> {
    let cells = |rows: usize, columns: usize| rows.saturating_mul(columns).saturating_mul(4);
    let parts =
        strip.boards.iter().map(|(_, it)| cells(it.table.rows.len(), it.table.columns.len()));
    check_parts(parts.fold(0, usize::saturating_add))?;
    let mut line = StripFlow::new(WIDEST, SceneSize::Small);
    for (caption, board) in &strip.boards {
        line.put(caption, board::layout(board)?);
    }
    Ok(line.shapes)
}

/// Places the board, the table and the graphs of a spread.
pub(super) fn spread(spread: &Spread) -> Result<Vec<SceneShape>, TooLarge> {
    let mut line = StripFlow::new(NARROW, SceneSize::Large);
    if let Some(it) = &spread.board {
        line.put(&Label::default(), board::layout(it)?);
    }
    if !spread.table.rows.is_empty() {
        line.put(&Label::default(), table::layout(&spread.table)?);
    }
    for it in &spread.relations {
        line.put(&it.caption(), relation::layout(it)?);
    }
    check_parts(line.shapes.len())?;
    Ok(line.shapes)
}

/// Parts from left to right and line by line.
struct StripFlow {
    /// How wide a line may be.
    widest: f64,
    /// How large the captions are.
    size: SceneSize,
    shapes: Vec<SceneShape>,
    left: f64,
    top: f64,
    /// Height of the line so far.
    height: f64,
}

impl StripFlow {
    fn new(widest: f64, size: SceneSize) -> Self {
        Self { widest, size, shapes: Vec::new(), left: 0.0, top: 0.0, height: 0.0 }
    }

    /// Adds a part with what is said of it.
    fn put(&mut self, caption: &Label, part: Vec<SceneShape>) {
        let scene = Scene::around(part);
        let words = self.size.width(label::columns(&label::fit(&caption.text)));
        let width = scene.width.max(words);
        if self.left > 0.0 && self.left + width > self.widest {
            (self.left, self.top, self.height) = (0.0, self.top + self.height + GAP, 0.0);
        }
        let (left, top) = (self.left, self.top);
        if !caption.text.is_empty() {
            let centre = ScenePoint::new(left + width / 2.0, top + ABOVE / 2.0);
            let rect = Rect { centre, width, height: ABOVE };
            self.shapes.push(text(caption, rect, self.size));
        }
        let across = left + (width - scene.width) / 2.0;
        self.height = self.height.max(scene.height + ABOVE);
        let place = ScenePoint::new(across, top + ABOVE);
        self.shapes.extend(scene.moved(ScenePoint::new(0.0, 0.0), place));
        self.left += width + GAP;
    }
}
