//! Layered graphs: a column for each distance from the start, nodes that cannot be reached in a
//! last one. An edge that passes columns bends there at a place of its own, so that it runs around
//! their nodes; [`order`](super::order) puts the columns in order, [`settle`](super::settle)
//! chooses heights.

use super::super::graph::{Corridor, PictureGraph};
use super::super::scene::{Rect, ScenePoint, SceneShape, SceneSize};
use super::super::{Label, PartRole, TooLarge};
use super::order::{Links, untangle};
use super::settle::{SettledVertex, settle};
use super::{check_parts, text, width};

/// Height of a node without badges.
const NODE: f64 = 32.0;
/// Height of a badge with its distance to the next.
const BADGE: f64 = 20.0;
/// Least free space between nodes of a column: an arrowhead and the number of a step.
const GAP: f64 = 36.0;
/// Reach of a self-loop; its arc goes three quarters as far.
const LOOP: f64 = 30.0;
/// Distance of the second frame inside of a node.
const RING: f64 = 3.5;
/// Height kept free for an edge that passes a column.
const LANE: f64 = 14.0;
/// Greatest distance between edges that leave a node on the same side.
const PORT: f64 = 9.0;

/// Places the nodes and edges of a graph.
pub(super) fn layout(graph: &PictureGraph) -> Result<Vec<SceneShape>, TooLarge> {
    let plan = GraphPlan::new(graph)?;
    let drawing = PlacedGraph::new(&plan);
    let mut routes: Vec<_> = plan.corridors.iter().zip(drawing.routes()).collect();
    // What the walk takes is painted above the rest.
    routes.sort_by_key(|(corridor, _)| !corridor.steps.is_empty());
    let mut steps: Vec<(Rect, Label)> = Vec::new();
    let mut shapes = Vec::new();
    for (corridor, points) in routes {
        let mut role = PartRole::Normal;
        if !corridor.steps.is_empty() {
            role = PartRole::Highlight;
            let label = Label::new(corridor.steps_label(), role);
            steps.push((step_place(&points, &label, &steps), label));
        }
        shapes.push(SceneShape::Curve { points, heads: corridor.heads(), role });
    }
    for index in 0..graph.nodes.len() {
        drawing.node(index, &mut shapes);
    }
    for (rect, label) in steps {
        shapes.push(SceneShape::Box { rect, corner: rect.height / 2.0, role: label.role });
        shapes.push(text(&label, rect, SceneSize::Small));
    }
    Ok(shapes)
}

/// A graph in columns. Vertices are the nodes and, behind them, the bends.
struct GraphPlan<'a> {
    graph: &'a PictureGraph,
    corridors: Vec<Corridor>,
    /// For each corridor its vertices from left to right; just one of a self-loop.
    trails: Vec<Vec<usize>>,
    /// For each vertex its column.
    column_of: Vec<usize>,
    /// For each column its vertices from the top.
    columns: Vec<Vec<usize>>,
    links: Links,
}

impl<'a> GraphPlan<'a> {
    fn new(graph: &'a PictureGraph) -> Result<Self, TooLarge> {
        let badges: usize = graph.nodes.iter().map(|node| node.badges.len()).sum();
        let corridors = graph.corridors();
        let distances = graph.distances();
        let beyond = distances.iter().flatten().max().map_or(0, |most| most + 1);
        let mut column_of: Vec<usize> =
            distances.iter().map(|distance| distance.unwrap_or(beyond)).collect();
        let passed = |corridor: &Corridor| {
            column_of[corridor.from].abs_diff(column_of[corridor.to]).saturating_sub(1)
        };
        let bends: usize = corridors.iter().map(passed).sum();
        check_parts(graph.nodes.len() + badges + corridors.len() + bends)?;

        let mut trails = Vec::with_capacity(corridors.len());
        for corridor in &corridors {
            let mut ends = [corridor.from, corridor.to];
            ends.sort_by_key(|&end| column_of[end]);
            let [left, right] = ends;
            let bends = column_of[left] + 1..column_of[right];
            let mut trail = vec![left];
            trail.extend(column_of.len()..column_of.len() + bends.len());
            column_of.extend(bends);
            trail.extend((left != right).then_some(right));
            trails.push(trail);
        }

        let mut links = Links::new(column_of.len());
        for (a, b) in trails.iter().flat_map(|trail| trail.iter().zip(&trail[1..])) {
            links.join(*a, *b, column_of[*a] == column_of[*b]);
        }
        let mut columns = vec![Vec::new(); column_of.iter().max().map_or(0, |most| most + 1)];
        for (vertex, &column) in column_of.iter().enumerate() {
            columns[column].push(vertex);
        }
        let columns = untangle(columns, &links);
        Ok(Self { graph, corridors, trails, column_of, columns, links })
    }

    fn is_bend(&self, vertex: usize) -> bool {
        vertex >= self.graph.nodes.len()
    }
}

/// Size of a node's box.
fn node_size(graph: &PictureGraph, node: usize) -> (f64, f64) {
    let node = &graph.nodes[node];
    let badges = node.badges.iter().map(|badge| width(badge, SceneSize::Small) + 24.0);
    let name = width(&node.label, SceneSize::Large) + 24.0;
    let height = match node.badges.len() {
        0 => NODE,
        count => NODE + count as f64 * BADGE + 2.0,
    };
    (badges.fold(name.max(1.5 * NODE), f64::max), height)
}

/// Where things stand.
struct PlacedGraph<'a> {
    plan: &'a GraphPlan<'a>,
    /// Where each vertex stands; all of a column are equally wide, bends have no height.
    places: Vec<Rect>,
    is_walked: Vec<bool>,
}

impl<'a> PlacedGraph<'a> {
    fn new(plan: &'a GraphPlan<'a>) -> Self {
        let nodes = plan.graph.nodes.len();
        let mut sizes: Vec<(f64, f64)> =
            (0..nodes).map(|node| node_size(plan.graph, node)).collect();
        sizes.resize(plan.column_of.len(), (0.0, 0.0));
        let bodies: Vec<SettledVertex> = sizes
            .iter()
            .map(|&(_, height)| match height {
                0.0 => SettledVertex { height: LANE, weight: 4.0 },
                _ => SettledVertex { height: height + GAP, weight: 1.0 },
            })
            .collect();
        let ys = settle(&plan.columns, &bodies, &plan.links);

        // The more lines there are between two columns, the more room they get.
        let mut lines = vec![0_usize; plan.columns.len()];
        for (vertex, right) in plan.links.right.iter().enumerate() {
            lines[plan.column_of[vertex]] += right.len();
        }
        let mut left = 0.0;
        let mut places =
            vec![Rect { centre: ScenePoint::new(0.0, 0.0), width: 0.0, height: 0.0 }; ys.len()];
        for (column, lines) in plan.columns.iter().zip(lines) {
            let width = column.iter().map(|&vertex| sizes[vertex].0).fold(0.0, f64::max);
            for &vertex in column {
                let centre = ScenePoint::new(left + width / 2.0, ys[vertex]);
                places[vertex] = Rect { centre, width, height: sizes[vertex].1 };
            }
            left += width + 60.0 + 5.0 * lines.min(20) as f64;
        }
        let mut is_walked = vec![false; nodes];
        plan.graph.walk.iter().for_each(|&node| is_walked[node] = true);
        Self { plan, places, is_walked }
    }

    /// Paints a node and its badges.
    fn node(&self, index: usize, shapes: &mut Vec<SceneShape>) {
        let node = &self.plan.graph.nodes[index];
        let rect = self.places[index];
        let role = if self.is_walked[index] { PartRole::Highlight } else { node.label.role };
        if self.plan.graph.here == Some(index) {
            // Inside, so that the picture stays as large.
            let (width, height) = (rect.width - 2.0 * RING, rect.height - 2.0 * RING);
            shapes.push(SceneShape::Box { rect, corner: 7.0, role });
            let ring = Rect { width, height, ..rect };
            shapes.push(SceneShape::Box { rect: ring, corner: 7.0 - RING, role });
        } else {
            shapes.push(SceneShape::Box { rect, corner: 7.0, role });
        }
        let mut line = Rect { height: NODE, ..rect };
        line.centre.y = rect.top() + NODE / 2.0;
        shapes.push(text(&node.label, line, SceneSize::Large));
        for (badge, count) in node.badges.iter().zip(0..) {
            let centre = ScenePoint::new(
                rect.centre.x,
                rect.top() + NODE + (f64::from(count) + 0.4) * BADGE,
            );
            let rect = Rect { centre, width: rect.width - 12.0, height: BADGE - 3.0 };
            shapes.push(SceneShape::Box { rect, corner: rect.height / 2.0, role: badge.role });
            shapes.push(text(badge, rect, SceneSize::Small));
        }
        shapes.push(SceneShape::Place { rect, name: node.label.text.clone() });
    }

    /// The curve of each corridor, starting at its `from`.
    fn routes(&self) -> Vec<Vec<ScenePoint>> {
        let ports = self.ports();
        let route = |(index, trail): (usize, &Vec<usize>)| {
            let mut points = match trail[..] {
                [node] => self.self_loop(node),
                [a, b] if self.plan.column_of[a] == self.plan.column_of[b] => {
                    self.beside(a, b, ports[index])
                }
                _ => self.across(trail, ports[index]),
            };
            if trail[0] != self.plan.corridors[index].from {
                points.reverse();
            }
            points
        };
        self.plan.trails.iter().enumerate().map(route).collect()
    }

    /// Where each corridor meets the sides of its first and its last vertex: the y of both. Edges
    /// share a side in the order of their other ends, so that they do not cross at once.
    fn ports(&self) -> Vec<[f64; 2]> {
        let mut ports = vec![[0.0; 2]; self.plan.trails.len()];
        // For each node and side: where the edge leads, the edge, which of its ends it is.
        let mut sides: Vec<[Vec<(f64, usize, usize)>; 2]> =
            vec![Default::default(); self.is_walked.len()];
        for (edge, trail) in self.plan.trails.iter().enumerate() {
            let [first, .., last] = trail[..] else { continue };
            let y = |vertex: usize| self.places[vertex].centre.y;
            if self.plan.column_of[first] == self.plan.column_of[last] {
                // A bow leaves outside of all that lead away, the nearer its end the farther out.
                let outside = |from: f64, to: f64| (to - from).signum() * 1e9 - to;
                sides[first][1].push((outside(y(first), y(last)), edge, 0));
                sides[last][1].push((outside(y(last), y(first)), edge, 1));
            } else {
                sides[first][1].push((y(trail[1]), edge, 0));
                sides[last][0].push((y(trail[trail.len() - 2]), edge, 1));
            }
        }
        for (node, sides) in sides.iter_mut().enumerate() {
            for side in sides {
                side.sort_by(|a, b| a.0.total_cmp(&b.0));
                let Rect { centre, height, .. } = self.places[node];
                let apart = PORT.min((height - 12.0) / side.len() as f64);
                let first = centre.y - apart * (side.len() as f64 - 1.0) / 2.0;
                for (index, &(_, edge, end)) in side.iter().enumerate() {
                    ports[edge][end] = first + apart * index as f64;
                }
            }
        }
        ports
    }

    /// An arc above a node's right end, clear of lines from above and to the right.
    fn self_loop(&self, node: usize) -> Vec<ScenePoint> {
        let (right, top) = (self.places[node].right(), self.places[node].top());
        let at = |x: f64, y: f64| ScenePoint::new(right + x, top + y);
        vec![at(-16.0, 0.0), at(-22.0, -LOOP), at(14.0, -LOOP), at(-7.0, 0.0)]
    }

    /// Between nodes of one column: straight when nothing stands between them, else in a bow.
    fn beside(&self, a: usize, b: usize, ports: [f64; 2]) -> Vec<ScenePoint> {
        let places = [self.places[a], self.places[b]];
        let column = &self.plan.columns[self.plan.column_of[a]];
        let [upper, lower] = if places[0].centre.y < places[1].centre.y { [0, 1] } else { [1, 0] };
        let is_between = |vertex: &&usize| {
            let y = self.places[**vertex].centre.y;
            places[upper].centre.y < y && y < places[lower].centre.y && !self.plan.is_bend(**vertex)
        };
        let jumped = column.iter().filter(is_between).count();
        if jumped == 0 {
            let x = places[0].centre.x;
            let mut ys = [0.0; 2];
            (ys[upper], ys[lower]) = (places[upper].bottom(), places[lower].top());
            return straight(ScenePoint::new(x, ys[0]), ScenePoint::new(x, ys[1]));
        }
        let from = ScenePoint::new(places[0].right(), ports[0]);
        let to = ScenePoint::new(places[1].right(), ports[1]);
        let bow = 30.0 + 14.0 * jumped.min(5) as f64;
        vec![from, ScenePoint::new(from.x + bow, from.y), ScenePoint::new(to.x + bow, to.y), to]
    }

    /// From column to column, level at every bend.
    fn across(&self, trail: &[usize], ports: [f64; 2]) -> Vec<ScenePoint> {
        let mut at = ScenePoint::new(self.places[trail[0]].right(), ports[0]);
        let mut points = vec![at];
        for &vertex in &trail[1..] {
            let place = self.places[vertex];
            let is_bend = self.plan.is_bend(vertex);
            let to = ScenePoint::new(place.left(), if is_bend { place.centre.y } else { ports[1] });
            let half = (to.x - at.x) / 2.0;
            points.extend([
                ScenePoint::new(at.x + half, at.y),
                ScenePoint::new(to.x - half, to.y),
                to,
            ]);
            if is_bend {
                at = ScenePoint::new(place.right(), to.y);
                points.extend_from_slice(&straight(to, at)[1..]);
            }
        }
        points
    }
}

/// A straight line as a curve.
fn straight(from: ScenePoint, to: ScenePoint) -> Vec<ScenePoint> {
    let part = |part: f64| {
        ScenePoint::new(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    };
    vec![from, part(1.0 / 3.0), part(2.0 / 3.0), to]
}

/// A place on the middle segment of a curve for the numbers of steps, free of those before.
fn step_place(points: &[ScenePoint], label: &Label, others: &[(Rect, Label)]) -> Rect {
    let middle = (points.len() - 1) / 3 / 2 * 3;
    let segment = &points[middle..middle + 4];
    let at = |t: f64| {
        let weights =
            [(1.0 - t).powi(3), 3.0 * t * (1.0 - t).powi(2), 3.0 * t * t * (1.0 - t), t.powi(3)];
        let sum = |of: fn(&ScenePoint) -> f64| {
            segment.iter().zip(weights).map(|(point, weight)| of(point) * weight).sum()
        };
        let centre = ScenePoint::new(sum(|point| point.x), sum(|point| point.y));
        Rect { centre, width: (width(label, SceneSize::Small) + 9.0).max(18.0), height: 18.0 }
    };
    let is_free = |rect: &Rect| !others.iter().any(|(other, _)| rect.overlaps(other));
    [0.5, 0.4, 0.6, 0.3, 0.7].map(at).into_iter().find(is_free).unwrap_or(at(0.5))
}
