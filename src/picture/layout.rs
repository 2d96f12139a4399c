//! Gives every part of a picture its place. Layout depends on nothing but the picture: the same
//! picture looks the same everywhere.

mod board;
mod graph;
mod hands;
mod lattice;
mod order;
mod relation;
mod settle;
mod strip;
mod table;
mod tree;

use super::label;
use super::scene::{Rect, Scene, ScenePoint, SceneShape, SceneSize};
use super::{Label, PartRole, Picture, PictureBody, TooLarge};

/// The most nodes, edges, bends of edges and cells of a drawing. More cannot be told apart, and
/// slow down what displays them.
pub const MAX_PARTS: usize = 20_000;

/// Places the parts of a picture.
///
/// # Errors
/// When there are more than [`MAX_PARTS`].
pub fn layout(picture: &Picture) -> Result<Scene, TooLarge> {
    let mut shapes = match &picture.body {
        PictureBody::Tree(tree) => tree::layout(tree)?,
        PictureBody::Graph(graph) => graph::layout(graph)?,
        PictureBody::Table(table) => table::layout(table)?,
        PictureBody::Hands(table) => hands::layout(table)?,
        PictureBody::Lattice(lattice) => lattice::layout(lattice)?,
        PictureBody::Board(board) => board::layout(board)?,
        PictureBody::Strip(strip) => strip::layout(strip)?,
        PictureBody::Spread(spread) => strip::spread(spread)?,
    };
    if let Some(caption) = &picture.caption {
        let Scene { width, shapes: drawn, .. } = Scene::around(shapes);
        shapes = drawn;
        let centre = ScenePoint::new(width / 2.0, -SceneSize::Large.pixels() / 2.0);
        let (text, size, role) = (label::fit(caption), SceneSize::Large, PartRole::Muted);
        shapes.push(SceneShape::Text { centre, text, size, role });
    }
    Ok(Scene::around(shapes))
}

/// Refuses what has too many parts.
fn check_parts(parts: usize) -> Result<(), TooLarge> {
    TooLarge::check(parts, MAX_PARTS, "parts")
}

/// Width of a label in a drawing.
fn width(label: &Label, size: SceneSize) -> f64 {
    size.width(label::columns(&label::fit(&label.text)))
}

/// A label in the middle of a place.
fn text(label: &Label, rect: Rect, size: SceneSize) -> SceneShape {
    SceneShape::Text { centre: rect.centre, text: label::fit(&label.text), size, role: label.role }
}
