//! Where what a slice is about is drawn in its text, wherever that stands by then.

use super::{Slice, SlicePlace, placed, target};
use crate::diagnostic::Related;
use crate::kinds::Definition;
use crate::service::check::Analysis;

/// The places of a board, each by what a picture calls it.
#[derive(Debug, Default)]
pub struct SlicePlaces(Vec<(String, SlicePlace)>);

impl Slice {
    /// Where its drawings tell of the places of its board.
    pub fn drawn_places(&self) -> SlicePlaces {
        let checked = self.check();
        let analysis = checked.analysis();
        let Some((puzzle, _)) = target(&analysis) else { return SlicePlaces::default() };
        let own = &checked.program().documents[0].source;
        let places = puzzle.drawn_places().into_iter();
        SlicePlaces(places.map(|(name, place)| (name, self.relative(place, own))).collect())
    }
}

impl SlicePlaces {
    /// Where they stand in a program.
    pub fn placed(&self, analysis: &Analysis<'_>, question: Definition) -> Vec<(String, Related)> {
        let place = |(name, place): &(String, SlicePlace)| {
            Some((name.clone(), placed(analysis, question, place)?))
        };
        self.0.iter().filter_map(place).collect()
    }
}
