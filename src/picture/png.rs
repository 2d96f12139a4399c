//! Pictures in pixels: what is drawn as SVG, by the style for light surroundings, two pixels for each unit of its size.
//! Letters are those of a font that the program brings along, so that a picture is the same everywhere.

mod letters;
mod style;

use std::collections::BTreeSet;

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

use self::letters::Letters;
use self::style::{PixelStyle, ShapeStyle};
use super::outline::{self, SignLine};
use super::scene::{Rect, Scene, ScenePoint, SceneShape, SceneSize};
use super::{PartRole, Picture, TooLarge, layout};

/// Pixels for each unit.
const ZOOM: f32 = 2.0;

/// So many pixels are a quarter of a gigabyte.
const MOST_PIXELS: usize = 1 << 26;

/// How much further than a plain letter a bold one reaches on both sides, in its size.
const BOLD: f32 = 0.03;

/// By how much the control points of a quarter of a circle lie apart from its ends, in its radius.
const QUARTER: f32 = 0.552_284_8;

/// A picture in pixels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PixelPicture {
    /// The file in PNG.
    pub file: Vec<u8>,
    /// Letters that the font lacks.
    pub missing: BTreeSet<char>,
}

impl PixelPicture {
    /// Says which letters the font lacks, if any.
    pub fn lacking(&self) -> Option<String> {
        let missing: Vec<_> = self.missing.iter().map(|it| format!("`{it}`")).collect();
        let missing = missing.join(", ");
        (!missing.is_empty()).then(|| format!("no letters in pixels for {missing}; SVG has them"))
    }
}

/// Draws a picture.
///
/// # Errors
/// When it has too many parts, see [`layout::layout`], or too many pixels.
pub fn render(picture: &Picture) -> Result<PixelPicture, TooLarge> {
    let Scene { width, height, shapes } = layout::layout(picture)?;
    let [width, height] = [width, height].map(|it| (it.ceil() as f32 * ZOOM) as u32);
    let size = (width as usize).saturating_mul(height as usize);
    TooLarge::check(size, MOST_PIXELS, "pixels")?;
    let refused = TooLarge { size, most: MOST_PIXELS, unit: "pixels" };
    let mut canvas = Canvas {
        pixels: Pixmap::new(width, height).ok_or(refused)?,
        style: PixelStyle::of_pictures(),
        letters: Letters::of_pictures(),
        missing: BTreeSet::new(),
    };
    if let Some(paper) = canvas.style.of("paper", None, false).fill {
        canvas.pixels.fill(paper);
    }
    shapes.iter().for_each(|it| canvas.draw(it));
    let file = written(&canvas.pixels).ok_or(refused)?;
    Ok(PixelPicture { file, missing: canvas.missing })
}

/// The pixels as a file; none of them is transparent.
fn written(pixels: &Pixmap) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    let inch = 0.0254;
    let per_metre = (96.0 * ZOOM / inch) as u32;
    let unit = png::Unit::Meter;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit }));
    let colours = pixels.pixels().iter().flat_map(|it| [it.red(), it.green(), it.blue()]);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&colours.collect::<Vec<_>>()).ok()?;
    writer.finish().ok()?;
    Some(file)
}

/// What is drawn on.
struct Canvas {
    pixels: Pixmap,
    style: PixelStyle,
    letters: Letters,
    missing: BTreeSet<char>,
}

impl Canvas {
    fn draw(&mut self, shape: &SceneShape) {
        match shape {
            SceneShape::Box { rect, corner, role } => {
                self.paint("box", *role, rounded(*rect, *corner as f32));
            }
            SceneShape::Line { ends, role } => self.paint("line", *role, open(ends)),
            SceneShape::Bar { ends, role } => self.paint("bar", *role, open(ends)),
            SceneShape::Sign { rect, sign, role } => {
                let (what, lines) = outline::sign(*rect, *sign);
                let mut path = PathBuilder::new();
                lines.into_iter().for_each(|it| add(&mut path, it));
                self.paint(what, *role, path);
            }
            SceneShape::Curve { points, heads, role } => {
                let (points, triangles) = outline::arrow(points, *heads);
                self.paint("line", *role, curve(&points));
                for (corners, role) in triangles {
                    let mut path = PathBuilder::new();
                    add(&mut path, SignLine::Closed(corners.to_vec()));
                    self.paint("head", role, path);
                }
            }
            SceneShape::Place { .. } => {}
            SceneShape::Text { centre, text, size, role } => {
                self.write(*centre, text, *size, *role);
            }
        }
    }

    /// Fills and strokes a path in the style of what it is.
    fn paint(&mut self, what: &str, role: PartRole, path: PathBuilder) {
        let style = self.style.of(what, role.style(), false);
        if let Some(path) = path.finish() {
            self.paint_path(&path, &style);
        }
    }

    fn paint_path(&mut self, path: &Path, style: &ShapeStyle) {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        let zoom = Transform::from_scale(ZOOM, ZOOM);
        if let Some(colour) = style.fill {
            paint.set_color(colour);
            self.pixels.fill_path(path, &paint, FillRule::Winding, zoom, None);
        }
        if let Some(colour) = style.stroke {
            paint.set_color(colour);
            let (line_cap, line_join) = match style.is_round {
                true => (LineCap::Round, LineJoin::Round),
                false => (LineCap::Butt, LineJoin::Miter),
            };
            let dash = StrokeDash::new(style.dash.clone(), 0.0);
            let stroke =
                Stroke { width: style.width, line_cap, line_join, dash, ..Stroke::default() };
            self.pixels.stroke_path(path, &paint, &stroke, zoom, None);
        }
    }

    /// Writes a text around a middle.
    fn write(&mut self, centre: ScenePoint, text: &str, size: SceneSize, role: PartRole) {
        let mut style = self.style.of(size.style(), role.style(), true);
        let height = size.pixels() as f32;
        if style.is_bold {
            (style.stroke, style.width) = (style.fill, 2.0 * BOLD * height);
        }
        let mut left = centre.x as f32 - self.letters.width(text, height) / 2.0;
        for letter in text.chars() {
            if !self.letters.has(letter) {
                self.missing.insert(letter);
            }
            let at = (left, size.baseline(centre.y) as f32);
            if let Some(path) = self.letters.outline(letter, at, height) {
                self.paint_path(&path, &style);
            }
            left += self.letters.width(letter.encode_utf8(&mut [0; 4]), height);
        }
    }
}

fn place(point: ScenePoint) -> (f32, f32) {
    (point.x as f32, point.y as f32)
}

/// A line along points.
fn open(points: &[ScenePoint]) -> PathBuilder {
    let mut path = PathBuilder::new();
    add(&mut path, SignLine::Open(points.to_vec()));
    path
}

fn add(path: &mut PathBuilder, line: SignLine) {
    match line {
        SignLine::Closed(points) => {
            add(path, SignLine::Open(points));
            path.close();
        }
        SignLine::Open(points) => {
            let mut points = points.into_iter().map(place);
            if let Some((x, y)) = points.next() {
                path.move_to(x, y);
            }
            points.for_each(|(x, y)| path.line_to(x, y));
        }
        SignLine::Circle(centre, radius) => {
            let (x, y) = place(centre);
            path.push_circle(x, y, radius as f32);
        }
    }
}

/// A curve of cubic segments.
fn curve(points: &[ScenePoint]) -> PathBuilder {
    let mut path = PathBuilder::new();
    if let Some((start, segments)) = points.split_first() {
        let (x, y) = place(*start);
        path.move_to(x, y);
        for segment in segments.chunks_exact(3) {
            let [(x1, y1), (x2, y2), (x, y)] = [0, 1, 2].map(|it| place(segment[it]));
            path.cubic_to(x1, y1, x2, y2, x, y);
        }
    }
    path
}

/// A rectangle with round corners.
fn rounded(rect: Rect, corner: f32) -> PathBuilder {
    let [left, right] = [rect.left(), rect.right()].map(|it| it as f32);
    let [top, bottom] = [rect.top(), rect.bottom()].map(|it| it as f32);
    let radius = corner.min((right - left) / 2.0).min((bottom - top) / 2.0);
    let near = radius * (1.0 - QUARTER);
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - near, top, right, top + near, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - near, right - near, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.cubic_to(left + near, bottom, left, bottom - near, left, bottom - radius);
    path.line_to(left, top + radius);
    path.cubic_to(left, top + near, left + near, top, left + radius, top);
    path.close();
    path
}
