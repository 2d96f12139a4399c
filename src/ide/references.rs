//! All places that name what stands at a place.

use super::symbol::{at, occurrences};
use super::{EditorPlace, TextLocation};
use crate::service::check::Analysis;

/// The places that name the symbol at a place, in the order of the program.
pub fn references(
    analysis: Analysis<'_>,
    place: EditorPlace,
    includes_declaration: bool,
) -> Vec<TextLocation> {
    let Some((symbol, _)) = at(analysis, place) else { return Vec::new() };
    let found = occurrences(analysis, symbol).into_iter();
    found.filter(|it| includes_declaration || !it.is_declaration).map(|it| it.location).collect()
}
