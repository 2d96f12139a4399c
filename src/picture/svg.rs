//! Pictures as SVG documents that stand alone: no scripts, fonts or files from elsewhere, colours
//! for light and dark surroundings, a title and a description for those who cannot see them.
//! Colours are only ever added to what shape, weight or words already say.

use super::scene::{Rect, Scene, ScenePoint, SceneShape, SceneSign, SceneSize};
use super::{
    PartRole, Picture, PictureBody, PictureRelation, PictureTable, TooLarge, label, layout, text,
};
use svg::Document;
use svg::node::element::{Description, Element, Path, Rectangle, Style, Title};
use svg::node::{Node, Text};

/// Every rule starts at the class of the document, for documents are also pasted into web pages.
/// Colours are written out because few programs but browsers know variables.
const STYLE: &str = include_str!("svg/style.css");

/// Length of an arrowhead.
const HEAD: f64 = 9.0;
/// The longest text used as a description, in bytes.
const MAX_DESCRIPTION: usize = 4096;

/// Draws a picture.
///
/// # Errors
/// When it has too many parts, see [`layout::layout`].
pub fn render(picture: &Picture) -> Result<String, TooLarge> {
    document(picture, false)
}

/// Draws a picture in which one can point at parts: above each lies an element without a colour
/// whose `data-at` is its name, such as a node of a graph or `b2` on a board.
///
/// # Errors
/// As [`render`].
pub fn render_with_places(picture: &Picture) -> Result<String, TooLarge> {
    document(picture, true)
}

fn document(picture: &Picture, has_places: bool) -> Result<String, TooLarge> {
    let Scene { width, height, shapes } = layout::layout(picture)?;
    let (width, height) = (width.ceil(), height.ceil());
    let paper = Rectangle::new().set("class", "paper").set("width", width).set("height", height);
    let mut document = Document::new()
        .set("class", "puzzle")
        .set("role", "img")
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0.0, 0.0, width, height))
        .add(Title::new(label::clean(&picture.title)))
        .add(Description::new().add(Text::new(describe(picture))))
        .add(Style::new(STYLE))
        .add(paper);
    for shape in &shapes {
        if has_places || !matches!(shape, SceneShape::Place { .. }) {
            document = draw(document, shape);
        }
    }
    Ok(document.to_string() + "\n")
}

/// What the picture shows in words, with its plain text unless that is long.
fn describe(picture: &Picture) -> String {
    let count = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let size = |what: &str, table: &PictureTable| {
        let (rows, columns) =
            (count(table.rows.len(), "row"), count(table.columns.len(), "column"));
        format!("A {what} of {rows} and {columns}.")
    };
    let summary = match &picture.body {
        PictureBody::Tree(tree) => format!("A tree of {}.", count(tree.nodes.len(), "node")),
        PictureBody::Graph(graph) => {
            let walk = match graph.walk.len() {
                0 => String::new(),
                nodes => format!(" with a walk of {}", count(nodes - 1, "step")),
            };
            let nodes = count(graph.nodes.len(), "node");
            format!("A graph of {nodes}{walk}. Lines without arrowheads lead both ways.")
        }
        PictureBody::Table(table) => size("table", table),
        PictureBody::Board(board) => size("board", &board.table),
        PictureBody::Strip(strip) => format!("A strip of {}.", count(strip.boards.len(), "board")),
        PictureBody::Spread(spread) => {
            let graph = |it: &PictureRelation| {
                format!("A graph of {}, {}.", it.summary(), label::clean(&it.caption().text))
            };
            let parts = spread.board.iter().map(|it| size("board", &it.table));
            let table = Some(&spread.table).filter(|it| !it.rows.is_empty());
            let parts = parts.chain(table.map(|it| size("table", it)));
            parts.chain(spread.relations.iter().map(graph)).collect::<Vec<_>>().join(" ")
        }
        PictureBody::Lattice(lattice) => {
            let lines = lattice.across.len() + lattice.down.len();
            format!("A lattice of {} and {}.", count(lattice.dots(), "dot"), count(lines, "line"))
        }
    };
    match text::render(picture) {
        Ok(text) if text.len() <= MAX_DESCRIPTION => format!("{summary}\n{text}"),
        _ => summary,
    }
}

/// The class of a shape: what it is and how it stands out.
fn class(what: &str, role: PartRole) -> String {
    let role = match role {
        PartRole::Normal => return what.to_string(),
        PartRole::Emphasis => "emphasis",
        PartRole::Highlight => "highlight",
        PartRole::Muted => "muted",
        PartRole::Plus => "plus",
        PartRole::Minus => "minus",
    };
    format!("{what} {role}")
}

fn draw(document: Document, shape: &SceneShape) -> Document {
    match shape {
        SceneShape::Box { rect, corner, role } => document.add(
            Rectangle::new()
                .set("class", class("box", *role))
                .set("x", round(rect.left()))
                .set("y", round(rect.top()))
                .set("width", round(rect.width))
                .set("height", round(rect.height))
                .set("rx", round(*corner)),
        ),
        SceneShape::Line { ends: [from, to], role } => {
            document.add(path("line", *role, format!("M{}L{}", pair(*from), pair(*to))))
        }
        SceneShape::Bar { ends: [from, to], role } => {
            document.add(path("bar", *role, format!("M{}L{}", pair(*from), pair(*to))))
        }
        SceneShape::Sign { rect, sign, role } => document.add(drawn_sign(*rect, *sign, *role)),
        SceneShape::Curve { points, heads, role } => curve(document, points.clone(), *heads, *role),
        SceneShape::Place { rect, name } => document.add(
            Rectangle::new()
                .set("class", "place")
                .set("data-at", label::clean(name))
                .set("x", round(rect.left()))
                .set("y", round(rect.top()))
                .set("width", round(rect.width))
                .set("height", round(rect.height))
                .set("fill", "none")
                .set("pointer-events", "all"),
        ),
        SceneShape::Text { centre, text, size, role } => {
            let what = match size {
                SceneSize::Large => "large",
                SceneSize::Small => "small",
                SceneSize::Sign => "sign",
                SceneSize::Tiny => "tiny",
            };
            let mut element = Element::new("text");
            element.assign("class", class(what, *role));
            element.assign("x", round(centre.x));
            // Capitals are about 0.7 of the size high.
            element.assign("y", round(centre.y + 0.35 * size.pixels()));
            element.append(Text::new(text.as_str()));
            document.add(element)
        }
    }
}

/// A sign as what it looks like, in its square.
fn drawn_sign(rect: Rect, sign: SceneSign, role: PartRole) -> Path {
    let at = |x: f64, y: f64| {
        let (x, y) = (x * rect.width / 2.0, y * rect.height / 2.0);
        pair(ScenePoint::new(rect.centre.x + x, rect.centre.y + y))
    };
    let circle = |radius: f64| {
        let (left, right, size) =
            (at(-radius, 0.0), at(radius, 0.0), round(radius * rect.width / 2.0));
        format!("M{left}A{size},{size} 0 1 0 {right}A{size},{size} 0 1 0 {left}Z")
    };
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| at(x, y));
    let whole = format!("M{}Z", corners.join("L"));
    match sign {
        SceneSign::Wall => path("wall", role, whole),
        SceneSign::Divided => {
            path("divided", role, format!("{whole}M{}L{}", corners[0], corners[2]))
        }
        SceneSign::Disc => path("disc", role, circle(0.62)),
        SceneSign::Ring => path("ring", role, circle(0.62)),
        SceneSign::Dot | SceneSign::Spot => path("disc", role, circle(0.16)),
        SceneSign::Star => {
            let point = |it: u32| {
                let angle = f64::from(it) * std::f64::consts::PI / 5.0;
                let length = if it.is_multiple_of(2) { 0.68 } else { 0.3 };
                at(angle.sin() * length, -angle.cos() * length)
            };
            let points: Vec<_> = (0..10).map(point).collect();
            path("star", role, format!("M{}Z", points.join("L")))
        }
        SceneSign::Edge(across) => {
            let (x, y) = if across { (2.0, 0.0) } else { (0.0, 2.0) };
            path("way", role, format!("M{}L{}", at(-x, -y), at(x, y)))
        }
        SceneSign::Way(sides) => {
            let ends = [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)];
            let ends = ends.iter().zip(sides).filter(|it| it.1);
            let ends: Vec<_> = ends.map(|((x, y), _)| at(*x, *y)).collect();
            path("way", role, format!("M{}", ends.join(&format!("L{}L", at(0.0, 0.0)))))
        }
    }
}

/// A curve, which ends inside of its arrowheads so that their tips stay sharp.
fn curve(
    document: Document,
    mut points: Vec<ScenePoint>,
    heads: [Option<PartRole>; 2],
    role: PartRole,
) -> Document {
    let mut triangles = Vec::new();
    for head in heads {
        // Once for the start and once more for the end, which restores the order.
        points.reverse();
        let (Some(role), &[.., near, tip]) = (head, &points[..]) else { continue };
        let length = (tip.x - near.x).hypot(tip.y - near.y).max(f64::MIN_POSITIVE);
        let (x, y) = ((tip.x - near.x) / length * HEAD, (tip.y - near.y) / length * HEAD);
        let corner = |side: f64| pair(ScenePoint::new(tip.x - x - side * y, tip.y - y + side * x));
        let triangle = format!("M{}L{}L{}Z", pair(tip), corner(0.45), corner(-0.45));
        triangles.push(path("head", role, triangle));
        if let Some(end) = points.last_mut() {
            *end = ScenePoint::new(tip.x - 0.8 * x, tip.y - 0.8 * y);
        }
    }
    let mut points = points.into_iter().map(pair);
    let start = points.next().unwrap_or_default();
    let data = format!("M{start}C{}", points.collect::<Vec<_>>().join(" "));
    triangles.into_iter().fold(document.add(path("line", role, data)), Document::add)
}

fn path(what: &str, role: PartRole, data: String) -> Path {
    Path::new().set("class", class(what, role)).set("d", data)
}

fn pair(point: ScenePoint) -> String {
    format!("{},{}", round(point.x), round(point.y))
}

/// To a tenth of a pixel; zero has no sign.
fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}
