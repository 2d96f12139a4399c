//! All places that name what stands at a place.

use super::symbol::{at, occurrences};
use super::{Location, Place};
use crate::service::check::Analysis;

/// The places that name the symbol at a place, in the order of the program.
pub fn references(
    analysis: Analysis<'_>,
    place: Place,
    includes_declaration: bool,
) -> Vec<Location> {
    let Some((symbol, _)) = at(analysis, place) else { return Vec::new() };
    let found = occurrences(analysis, symbol).into_iter();
    found.filter(|it| includes_declaration || !it.is_declaration).map(|it| it.location).collect()
}
