//! Pictures as TikZ, for documents in LaTeX: what is drawn as SVG, with styles by the same names, which a document may
//! define anew.

use std::fmt::Write as _;

use super::outline::{self, SignLine};
use super::scene::{Scene, ScenePoint, SceneShape};
use super::{PartRole, Picture, TooLarge, label, layout};

/// The styles of all pictures, for the preamble of a document or before its first picture.
pub const STYLE: &str = include_str!("tikz/style.tex");

/// Draws a picture: [`STYLE`], and what [`drawing`] gives.
///
/// # Errors
/// When it has too many parts, see [`layout::layout`].
pub fn render(picture: &Picture) -> Result<String, TooLarge> {
    Ok(format!("{STYLE}{}", drawing(picture)?))
}

/// Draws a picture in a document that has the [`STYLE`].
///
/// # Errors
/// As [`render`].
pub fn drawing(picture: &Picture) -> Result<String, TooLarge> {
    let Scene { width, height, shapes } = layout::layout(picture)?;
    let mut out = format!("% {}\n\\begin{{tikzpicture}}[puzzle]\n", label::clean(&picture.title));
    let corner = pair(ScenePoint::new(width.ceil(), height.ceil()));
    let _ = writeln!(out, "\\useasboundingbox (0,0) rectangle {corner};");
    for shape in &shapes {
        draw(shape, &mut out);
    }
    out.push_str("\\end{tikzpicture}\n");
    Ok(out)
}

/// A text in which no sign is a command of TeX.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

fn draw(shape: &SceneShape, out: &mut String) {
    match shape {
        SceneShape::Box { rect, corner, role } => {
            let rounded = format!(", rounded corners={}bp", round(0.75 * corner));
            let from = pair(ScenePoint::new(rect.left(), rect.top()));
            let to = pair(ScenePoint::new(rect.right(), rect.bottom()));
            let style = style("box", *role) + &rounded;
            path(out, &style, &format!("{from} rectangle {to}"));
        }
        SceneShape::Line { ends, role } => path(out, &style("line", *role), &joined(ends)),
        SceneShape::Bar { ends, role } => path(out, &style("bar", *role), &joined(ends)),
        SceneShape::Sign { rect, sign, role } => {
            let (what, lines) = outline::sign(*rect, *sign);
            let lines = lines.iter().map(|line| match line {
                SignLine::Closed(points) => joined(points) + " -- cycle",
                SignLine::Open(points) => joined(points),
                SignLine::Circle(centre, radius) => {
                    format!("{} circle[radius={}bp]", pair(*centre), round(0.75 * radius))
                }
            });
            path(out, &style(what, *role), &lines.collect::<Vec<_>>().join(" "));
        }
        SceneShape::Curve { points, heads, role } => {
            let (points, triangles) = outline::arrow(points, *heads);
            let Some((start, segments)) = points.split_first() else { return };
            let segment = |it: &[ScenePoint]| match *it {
                [one, other, end] => {
                    format!(" .. controls {} and {} .. {}", pair(one), pair(other), pair(end))
                }
                _ => String::new(),
            };
            let segments: String = segments.chunks(3).map(segment).collect();
            path(out, &style("line", *role), &(pair(*start) + &segments));
            for (corners, role) in triangles {
                path(out, &style("head", role), &(joined(&corners) + " -- cycle"));
            }
        }
        SceneShape::Place { .. } => {}
        SceneShape::Text { centre, text, size, role } => {
            let size_style = format!("puzzle {}", size.style());
            let style = match role.style() {
                Some(role) => {
                    format!("{size_style}, puzzle text {role}/.try, {size_style} {role}/.try")
                }
                None => size_style,
            };
            let at = pair(ScenePoint::new(centre.x, size.baseline(centre.y)));
            let _ = writeln!(out, "\\node[{style}] at {at} {{{}}};", escaped(text));
        }
    }
}

fn path(out: &mut String, style: &str, line: &str) {
    let _ = writeln!(out, "\\path[{style}] {line};");
}

/// The style of a shape. What stands out in a way that the styles do not know is as what does not.
fn style(what: &str, role: PartRole) -> String {
    match role.style() {
        Some(role) => format!("puzzle {what}, puzzle {what} {role}/.try"),
        None => format!("puzzle {what}"),
    }
}

fn joined(points: &[ScenePoint]) -> String {
    points.iter().map(|it| pair(*it)).collect::<Vec<_>>().join(" -- ")
}

fn pair(point: ScenePoint) -> String {
    format!("({},{})", round(point.x), round(point.y))
}

/// To a tenth; zero has no sign.
fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}
