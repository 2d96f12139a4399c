//! The letters of pictures in pixels: part of the font `DejaVu Sans Mono`, whose licence lies beside it. It has the scripts
//! of Europe, mathematics, arrows, frames, shapes, and the pieces of games.

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

static FONT: &[u8] = include_bytes!("sans-mono.ttf");

/// A font.
pub(super) struct Letters {
    face: Face<'static>,
}

impl Letters {
    /// The font of all pictures.
    pub(super) fn of_pictures() -> Self {
        Self { face: Face::parse(FONT, 0).expect("the font comes with the program") }
    }

    /// The shape of a letter; of one that the font lacks the sign for that.
    fn shape(&self, letter: char) -> GlyphId {
        let shape = self.face.glyph_index(letter).or_else(|| self.face.glyph_index('\u{fffd}'));
        shape.unwrap_or_default()
    }

    /// What lengths in the font are multiplied by for letters of a height.
    fn scale(&self, height: f32) -> f32 {
        height / f32::from(self.face.units_per_em())
    }

    /// How wide a text is.
    pub(super) fn width(&self, text: &str, height: f32) -> f32 {
        let advance = |it| self.face.glyph_hor_advance(self.shape(it)).unwrap_or_default();
        text.chars().map(|it| f32::from(advance(it))).sum::<f32>() * self.scale(height)
    }

    /// The outline of a letter that begins at a place on its line; none of a space.
    pub(super) fn outline(&self, letter: char, at: (f32, f32), height: f32) -> Option<Path> {
        let mut outline = ScaledOutline { path: PathBuilder::new(), at, scale: self.scale(height) };
        self.face.outline_glyph(self.shape(letter), &mut outline)?;
        outline.path.finish()
    }
}

/// An outline as it is drawn: fonts count upwards, pictures down.
struct ScaledOutline {
    path: PathBuilder,
    at: (f32, f32),
    scale: f32,
}

impl ScaledOutline {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.at.0 + x * self.scale, self.at.1 - y * self.scale)
    }
}

impl OutlineBuilder for ScaledOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (one, other, end) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(one.0, one.1, other.0, other.1, end.0, end.1);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
