//! A picture as who shows it to people at a screen wants it: a drawing in which one can point at
//! parts, and the same as text.

use super::{Format, Picture, TooLarge, svg};

/// A picture in both forms.
#[derive(Clone, Debug)]
pub struct PictureSheet {
    /// As a drawing; what is too large for one may still be a text.
    pub svg: Option<String>,
    /// As a text; what is too wide for one may still be drawn.
    pub text: String,
}

impl PictureSheet {
    /// Draws a picture.
    ///
    /// # Errors
    /// When it can be shown in no form.
    pub fn of(picture: &Picture) -> Result<Self, TooLarge> {
        let (svg, text) = (svg::render_with_places(picture), picture.render(Format::Text));
        Ok(match (svg, text) {
            (Ok(svg), text) => {
                Self { svg: Some(svg), text: text.unwrap_or_else(|_| picture.title.clone()) }
            }
            (Err(_), Ok(text)) => Self { svg: None, text },
            (Err(too_large), Err(_)) => return Err(too_large),
        })
    }
}
