//! The lines of shapes that renderers draw the same way: signs in their squares, and arrows with their heads.

use super::PartRole;
use super::scene::{Rect, ScenePoint, SceneSign};

/// Length of an arrowhead.
const HEAD: f64 = 9.0;

/// A part of a sign.
pub(super) enum SignLine {
    /// A closed line.
    Closed(Vec<ScenePoint>),
    /// A line with two ends.
    Open(Vec<ScenePoint>),
    /// A circle: its middle and its radius.
    Circle(ScenePoint, f64),
}

/// A sign in its square: the name of its style, and its lines.
pub(super) fn sign(rect: Rect, sign: SceneSign) -> (&'static str, Vec<SignLine>) {
    let at = |x: f64, y: f64| {
        let (x, y) = (x * rect.width / 2.0, y * rect.height / 2.0);
        ScenePoint::new(rect.centre.x + x, rect.centre.y + y)
    };
    let circle = |radius: f64| vec![SignLine::Circle(rect.centre, radius * rect.width / 2.0)];
    let corners = || [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| at(x, y));
    let whole = || SignLine::Closed(corners().to_vec());
    match sign {
        SceneSign::Wall => ("wall", vec![whole()]),
        SceneSign::Divided => {
            let [from, _, to, _] = corners();
            ("divided", vec![whole(), SignLine::Open(vec![from, to])])
        }
        SceneSign::Disc => ("disc", circle(0.62)),
        SceneSign::Ring => ("ring", circle(0.62)),
        SceneSign::Dot | SceneSign::Spot => ("disc", circle(0.16)),
        SceneSign::Star => {
            let point = |it: u32| {
                let angle = f64::from(it) * std::f64::consts::PI / 5.0;
                let length = if it.is_multiple_of(2) { 0.68 } else { 0.3 };
                at(angle.sin() * length, -angle.cos() * length)
            };
            ("star", vec![SignLine::Closed((0..10).map(point).collect())])
        }
        SceneSign::Edge(across) => {
            let (x, y) = if across { (2.0, 0.0) } else { (0.0, 2.0) };
            ("way", vec![SignLine::Open(vec![at(-x, -y), at(x, y)])])
        }
        SceneSign::Way(sides) => {
            let ends = [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)];
            let ends = ends.iter().zip(sides).filter(|it| it.1).map(|(&(x, y), _)| at(x, y));
            let mut line: Vec<_> = ends.flat_map(|end| [at(0.0, 0.0), end]).collect();
            line.remove(0);
            ("way", vec![SignLine::Open(line)])
        }
    }
}

/// A curve, which ends inside of its arrowheads so that their tips stay sharp, and these: triangles that begin at
/// the tip.
pub(super) fn arrow(
    points: &[ScenePoint],
    heads: [Option<PartRole>; 2],
) -> (Vec<ScenePoint>, Vec<([ScenePoint; 3], PartRole)>) {
    let mut points = points.to_vec();
    let mut triangles = Vec::new();
    for head in heads {
        // Once for the start and once more for the end, which restores the order.
        points.reverse();
        let (Some(role), &[.., near, tip]) = (head, &points[..]) else { continue };
        let length = (tip.x - near.x).hypot(tip.y - near.y).max(f64::MIN_POSITIVE);
        let (x, y) = ((tip.x - near.x) / length * HEAD, (tip.y - near.y) / length * HEAD);
        let corner = |side: f64| ScenePoint::new(tip.x - x - side * y, tip.y - y + side * x);
        triangles.push(([tip, corner(0.45), corner(-0.45)], role));
        if let Some(end) = points.last_mut() {
            *end = ScenePoint::new(tip.x - 0.8 * x, tip.y - 0.8 * y);
        }
    }
    (points, triangles)
}
