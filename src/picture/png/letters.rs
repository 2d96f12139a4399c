//! The letters of pictures in pixels: outlines of the font `DejaVu Sans Mono`, whose licence lies beside them. It has the
//! scripts of Europe, mathematics, arrows, frames, shapes, and the pieces of games. `letters.py` wrote them down.

use rustc_hash::FxHashMap;
use tiny_skia::{Path, PathBuilder};

static OUTLINES: &str = include_str!("letters.txt");

/// A font of fixed width.
pub(super) struct Letters {
    /// The units of its outlines in its height, and in the width of each letter.
    units: [f32; 2],
    outlines: FxHashMap<char, &'static str>,
}

impl Letters {
    /// The font of all pictures.
    pub(super) fn of_pictures() -> Self {
        let (units, letters) = OUTLINES.split_once('\n').unwrap_or_default();
        let mut units = units.split(' ').filter_map(|it| it.parse().ok());
        let units = [(); 2].map(|()| units.next().unwrap_or(1.0));
        let outline = |line: &'static str| {
            let mut rest = line.chars();
            Some((rest.next()?, rest.as_str()))
        };
        Self { units, outlines: letters.lines().filter_map(outline).collect() }
    }

    /// Whether a letter is none that is missing.
    pub(super) fn has(&self, letter: char) -> bool {
        letter.is_whitespace() || self.outlines.contains_key(&letter)
    }

    /// How wide a text is in letters of a height.
    pub(super) fn width(&self, text: &str, height: f32) -> f32 {
        text.chars().count() as f32 * self.units[1] * height / self.units[0]
    }

    /// The outline of a letter that begins at a place on its line; of one that the font lacks that of the sign for that. None
    /// of a space.
    pub(super) fn outline(&self, letter: char, at: (f32, f32), height: f32) -> Option<Path> {
        if letter.is_whitespace() {
            return None;
        }
        let outline = self.outlines.get(&letter).or_else(|| self.outlines.get(&'\u{fffd}'))?;
        let scale = height / self.units[0];
        let mut path = PathBuilder::new();
        for part in outline.split_inclusive(['M', 'L', 'Q']) {
            let (numbers, command) = part.split_at(part.len() - 1);
            let mut numbers = numbers.split(' ').filter_map(|it| it.parse::<f32>().ok());
            // Fonts count upwards, pictures down.
            let mut place =
                || Some((at.0 + numbers.next()? * scale, at.1 - numbers.next()? * scale));
            let (x, y) = place()?;
            match command {
                "M" => {
                    path.close();
                    path.move_to(x, y);
                }
                "L" => path.line_to(x, y),
                _ => place().map(|end| path.quad_to(x, y, end.0, end.1))?,
            }
        }
        path.close();
        path.finish()
    }
}
