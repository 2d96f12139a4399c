//! How shapes are painted: the rules for light surroundings of the style sheet that pictures in SVG bring along. Of the
//! language of such sheets it reads what that sheet uses.

use tiny_skia::Color;

use crate::picture::svg::STYLE;

/// How a shape is painted.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct ShapeStyle {
    /// The colour of its area.
    pub(super) fill: Option<Color>,
    /// The colour of its line.
    pub(super) stroke: Option<Color>,
    /// The width of its line.
    pub(super) width: f32,
    /// Lengths of dashes and of the gaps between them.
    pub(super) dash: Vec<f32>,
    /// Its lines have round ends and corners.
    pub(super) is_round: bool,
    /// Its letters are bold.
    pub(super) is_bold: bool,
}

/// A rule of the sheet: what it is about, and what it says of it.
struct StyleRule {
    /// Only texts.
    is_of_text: bool,
    classes: Vec<&'static str>,
    declarations: &'static str,
}

/// The rules, the weakest first.
pub(super) struct PixelStyle {
    rules: Vec<StyleRule>,
}

impl PixelStyle {
    /// The style of all pictures.
    pub(super) fn of_pictures() -> Self {
        let light = STYLE.split("@media").next().unwrap_or_default();
        let mut rules = Vec::new();
        for line in light.lines() {
            let Some((selectors, declarations)) = line.split_once('{') else { continue };
            let declarations = declarations.trim_end_matches('}');
            for selector in selectors.split(',') {
                let of = selector.split_whitespace().last().unwrap_or_default();
                let mut parts = of.split('.');
                let is_of_text = parts.next() == Some("text");
                rules.push(StyleRule { is_of_text, classes: parts.collect(), declarations });
            }
        }
        // What names more classes is stronger, then what names an element, then what comes later.
        rules.sort_by_key(|it| (it.classes.len(), it.is_of_text));
        Self { rules }
    }

    /// How something is painted by its class and by how it stands out.
    pub(super) fn of(&self, what: &str, role: Option<&str>, is_text: bool) -> ShapeStyle {
        let has = |class: &&str| *class == what || Some(*class) == role;
        let mut style = ShapeStyle { width: 1.0, ..ShapeStyle::default() };
        for rule in &self.rules {
            if rule.classes.iter().all(has) && (is_text || !rule.is_of_text) {
                rule.declarations.split(';').for_each(|it| style.declare(it));
            }
        }
        style
    }
}

impl ShapeStyle {
    fn declare(&mut self, declaration: &str) {
        let Some((property, value)) = declaration.split_once(':') else { return };
        let value = value.trim();
        match property.trim() {
            "fill" => self.fill = colour(value),
            "stroke" => self.stroke = colour(value),
            "stroke-width" => self.width = value.parse().unwrap_or(1.0),
            "stroke-dasharray" => {
                self.dash = value.split(' ').filter_map(|it| it.parse().ok()).collect();
            }
            "stroke-linecap" | "stroke-linejoin" => self.is_round = value == "round",
            "font-weight" => self.is_bold = value == "bold",
            _ => {}
        }
    }
}

/// A colour as in `#59636e`; none of `none`.
fn colour(value: &str) -> Option<Color> {
    let number = u32::from_str_radix(value.strip_prefix('#')?, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some(Color::from_rgba8(red, green, blue, u8::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_style_of_pictures_is_read() {
        let sizes_and_fonts = ["font-size", "font-family", "text-anchor"];
        for rule in PixelStyle::of_pictures().rules {
            for declaration in rule.declarations.split(';') {
                let mut style = ShapeStyle::default();
                style.declare(declaration);
                let (property, value) = declaration.split_once(':').unwrap();
                let is_read = style != ShapeStyle::default() || value.trim() == "none";
                assert!(is_read || sizes_and_fonts.contains(&property.trim()), "{declaration}");
            }
        }
    }

    #[test]
    fn what_names_more_is_stronger() {
        let style = PixelStyle::of_pictures();
        let plain = style.of("box", None, false);
        let barred = style.of("box", Some("minus"), false);
        assert_eq!((plain.width, barred.width), (1.2, 1.2));
        assert_eq!((plain.stroke, barred.stroke), (colour("#59636e"), colour("#cf222e")));
        assert_eq!((plain.dash.len(), barred.dash), (0, vec![4.0, 3.0]));
        assert!(style.of("large", Some("highlight"), true).is_bold);
        assert_eq!(style.of("sign", Some("emphasis"), true).fill, colour("#1f2328"));
    }
}
