//! The places in a file that name what stands at a place.

use super::EditorPlace;
use super::symbol::{Occurrence, at, occurrences};
use crate::service::check::Analysis;

/// The places in the file of a place that name the symbol there. A declaration writes it, what
/// mentions it reads it.
pub fn highlights(analysis: Analysis<'_>, place: EditorPlace) -> Vec<Occurrence> {
    let Some((symbol, _)) = at(analysis, place) else { return Vec::new() };
    let program = analysis.scope.program;
    let parts = &program.files[program.file_of(place.document)].parts;
    let mut found = occurrences(analysis, symbol);
    found.retain(|it| parts.contains(&it.location.document));
    found
}
