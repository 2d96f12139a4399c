//! Pictures as SVG documents that stand alone: no scripts, fonts or files from elsewhere, colours
//! for light and dark surroundings, a title and a description for those who cannot see them.
//! Colours are only ever added to what shape, weight or words already say.

use super::outline::{self, SignLine};
use super::scene::{Rect, Scene, ScenePoint, SceneShape, SceneSign};
use super::{
    PartRole, Picture, PictureBody, PictureRelation, PictureTable, TooLarge, label, layout, text,
};
use svg::Document;
use svg::node::element::{Description, Element, Path, Rectangle, Style, Title};
use svg::node::{Node, Text};

/// Every rule starts at the class of the document, for documents are also pasted into web pages.
/// Colours are written out because few programs but browsers know variables.
pub(super) const STYLE: &str = include_str!("svg/style.css");

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
        PictureBody::Hands(table) => size("table of hands", table),
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
    match role.style() {
        Some(role) => format!("{what} {role}"),
        None => what.to_owned(),
    }
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
        SceneShape::Curve { points, heads, role } => curve(document, points, *heads, *role),
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
            let mut element = Element::new("text");
            element.assign("class", class(size.style(), *role));
            element.assign("x", round(centre.x));
            element.assign("y", round(size.baseline(centre.y)));
            element.append(Text::new(text.as_str()));
            document.add(element)
        }
    }
}

/// A sign as what it looks like, in its square.
fn drawn_sign(rect: Rect, sign: SceneSign, role: PartRole) -> Path {
    let (what, lines) = outline::sign(rect, sign);
    let joined = |points: Vec<ScenePoint>| {
        let points: Vec<_> = points.into_iter().map(pair).collect();
        format!("M{}", points.join("L"))
    };
    let data = |line: SignLine| match line {
        SignLine::Closed(points) => joined(points) + "Z",
        SignLine::Open(points) => joined(points),
        SignLine::Circle(ScenePoint { x, y }, radius) => {
            let [left, right] = [x - radius, x + radius].map(|x| pair(ScenePoint::new(x, y)));
            let size = round(radius);
            format!("M{left}A{size},{size} 0 1 0 {right}A{size},{size} 0 1 0 {left}Z")
        }
    };
    path(what, role, lines.into_iter().map(data).collect())
}

/// A curve with its arrowheads.
fn curve(
    document: Document,
    points: &[ScenePoint],
    heads: [Option<PartRole>; 2],
    role: PartRole,
) -> Document {
    let (points, triangles) = outline::arrow(points, heads);
    let mut points = points.into_iter().map(pair);
    let start = points.next().unwrap_or_default();
    let data = format!("M{start}C{}", points.collect::<Vec<_>>().join(" "));
    let document = document.add(path("line", role, data));
    triangles.into_iter().fold(document, |document, ([tip, one, other], role)| {
        let triangle = format!("M{}L{}L{}Z", pair(tip), pair(one), pair(other));
        document.add(path("head", role, triangle))
    })
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
