//! Relations: the things on an ellipse, in their order, so that they stay where they are whatever holds between
//! them. A line is straight unless something stands between its ends, and then bends to the middle.

use std::f64::consts::{PI, TAU};

use super::super::relation::PictureRelation;
use super::super::scene::{Rect, ScenePoint, SceneShape, SceneSize};
use super::super::{PartRole, TooLarge};
use super::{check_parts, text, width};

/// Height of a thing.
const NODE: f64 = 32.0;
/// Least free space between things: an arrow with its head.
const GAP: f64 = 34.0;
/// How far lines keep away from things that they pass.
const AWAY: f64 = 5.0;
/// How far from its thing a line to itself leads.
const LOOP: f64 = 30.0;
/// How far lines may be bent to the middle, the least first.
const BENDS: [f64; 6] = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
/// At so many points of a line it is looked at what is there.
const POINTS: u32 = 48;

type Segment = [ScenePoint; 4];

/// Places the things and the lines.
pub(super) fn layout(relation: &PictureRelation) -> Result<Vec<SceneShape>, TooLarge> {
    let lines = relation.lines();
    // Each line is compared with each thing.
    check_parts(relation.nodes.len().saturating_mul(lines.len() + relation.nodes.len()))?;
    let places = places(relation);
    let mut shapes = Vec::new();
    for (&(one, other), roles) in &lines {
        let points = match one == other {
            true => to_itself(places[one]),
            false => between(&places, one, other),
        };
        let strongest = |role: PartRole| roles.contains(&Some(role)).then_some(role);
        let role = [PartRole::Highlight, PartRole::Normal].into_iter().find_map(strongest);
        // The first is that of the arrow to the second end.
        let heads = match (relation.is_directed, one == other) {
            (false, _) => [None, None],
            (true, true) => [None, roles[0]],
            (true, false) => [roles[1], roles[0]],
        };
        let role = role.unwrap_or(PartRole::Minus);
        shapes.push(SceneShape::Curve { points: points.to_vec(), heads, role });
    }
    // What stands out is painted above the rest.
    let is_marked =
        |it: &SceneShape| matches!(it, SceneShape::Curve { role: PartRole::Highlight, .. });
    shapes.sort_by_key(is_marked);
    for (node, rect) in relation.nodes.iter().zip(places) {
        shapes.push(SceneShape::Box { rect, corner: NODE / 2.0, role: node.role });
        shapes.push(text(node, rect, SceneSize::Large));
        shapes.push(SceneShape::Place { rect, name: node.text.clone() });
    }
    Ok(shapes)
}

/// The boxes of the things around the origin, on the smallest ellipse on which they keep apart.
fn places(relation: &PictureRelation) -> Vec<Rect> {
    let nodes = &relation.nodes;
    let widths: Vec<f64> =
        nodes.iter().map(|it| (width(it, SceneSize::Large) + 24.0).max(1.5 * NODE)).collect();
    let widest = widths.iter().copied().fold(0.0, f64::max);
    // From the top; two stand side by side.
    let first = if nodes.len() == 2 { PI } else { -PI / 2.0 };
    let at = |size: f64| -> Vec<Rect> {
        let place = |(index, width): (usize, &f64)| {
            let angle = first + TAU * index as f64 / nodes.len() as f64;
            let (x, y) = (angle.cos() * (size + widest / 2.0), angle.sin() * size);
            Rect { centre: ScenePoint::new(x, y), width: *width, height: NODE }
        };
        widths.iter().enumerate().map(place).collect()
    };
    let is_apart = |places: &[Rect]| {
        let wide = |it: &Rect| Rect { width: it.width + GAP, height: it.height + GAP, ..*it };
        let wide: Vec<_> = places.iter().map(wide).collect();
        wide.iter().enumerate().all(|(at, it)| !wide[..at].iter().any(|other| it.overlaps(other)))
    };
    let mut size = NODE;
    while nodes.len() > 1 && !is_apart(&at(size)) {
        size *= 1.06;
    }
    at(size)
}

/// A line between two things, which passes all others.
fn between(places: &[Rect], one: usize, other: usize) -> Segment {
    let [from, to] = [one, other].map(|it| places[it].centre);
    let line = |bend: f64| {
        // Towards the middle, which is the origin.
        let control = |near: ScenePoint, far: ScenePoint| {
            let straight = mixed(near, far, 1.0 / 3.0);
            ScenePoint::new(straight.x * (1.0 - bend), straight.y * (1.0 - bend))
        };
        [from, control(from, to), control(to, from), to]
    };
    let is_free = |line: &Segment| {
        let others = || places.iter().enumerate().filter(|(at, _)| *at != one && *at != other);
        (0..=POINTS).all(|step| {
            let point = point(line, f64::from(step) / f64::from(POINTS));
            !others().any(|(_, it)| is_within(it, point, AWAY))
        })
    };
    let lines = BENDS.map(line);
    let free = lines.iter().find(|it| is_free(it)).unwrap_or(&lines[BENDS.len() - 1]);
    clipped(free, places[one], places[other])
}

/// A line from a thing to itself, on the side that is away from the middle.
fn to_itself(place: Rect) -> Segment {
    let ScenePoint { x, y } = place.centre;
    let is_beside = x.abs() > place.width / 2.0 && x.abs() > y.abs();
    let at = |away: f64, along: f64| match is_beside {
        true => ScenePoint::new(x + x.signum() * (place.width / 2.0 + away), y + along),
        // Of what stands in the middle, above.
        false => {
            let side = if y > 0.0 { 1.0 } else { -1.0 };
            ScenePoint::new(x + along, y + side * (place.height / 2.0 + away))
        }
    };
    [at(0.0, -9.0), at(LOOP, -18.0), at(LOOP, 18.0), at(0.0, 9.0)]
}

/// The part of a line between two boxes around its ends.
fn clipped(line: &Segment, first: Rect, last: Rect) -> Segment {
    // Where a line that begins inside of a box and ends outside of it leaves the box.
    let leaves = |line: &Segment, rect: Rect| {
        let is_out =
            |step: &u32| !is_within(&rect, point(line, f64::from(*step) / f64::from(POINTS)), 0.0);
        let step = (0..=POINTS).find(is_out).unwrap_or(POINTS);
        let (mut low, mut high) = (f64::from(step.saturating_sub(1)), f64::from(step));
        for _ in 0..30 {
            let middle = (low + high) / 2.0;
            match is_within(&rect, point(line, middle / f64::from(POINTS)), 0.0) {
                true => low = middle,
                false => high = middle,
            }
        }
        high / f64::from(POINTS)
    };
    let reversed = |[a, b, c, d]: Segment| [d, c, b, a];
    let rest = behind(line, leaves(line, first));
    let back = reversed(rest);
    reversed(behind(&back, leaves(&back, last)))
}

/// The part of a line behind a point of it, by de Casteljau.
fn behind(line: &Segment, at: f64) -> Segment {
    let [a, b, c, d] = *line;
    let (ab, bc, cd) = (mixed(a, b, at), mixed(b, c, at), mixed(c, d, at));
    let (abc, bcd) = (mixed(ab, bc, at), mixed(bc, cd, at));
    [mixed(abc, bcd, at), bcd, cd, d]
}

fn point(line: &Segment, at: f64) -> ScenePoint {
    behind(line, at)[0]
}

fn mixed(from: ScenePoint, to: ScenePoint, part: f64) -> ScenePoint {
    ScenePoint::new(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
}

fn is_within(rect: &Rect, point: ScenePoint, margin: f64) -> bool {
    (point.x - rect.centre.x).abs() <= rect.width / 2.0 + margin
        && (point.y - rect.centre.y).abs() <= rect.height / 2.0 + margin
}
