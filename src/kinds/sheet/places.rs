//! Where the drawings of a puzzle tell of the cells of its grid, so that a click on a cell leads to its sign.

use std::sync::Arc;

use super::grid::Grid;
use super::lineage::Findings;
use super::told::{Artist, TextWords};
use super::understood::Understood;
use crate::diagnostic::Related;
use crate::kinds::coordinates;

impl Understood<'_> {
    /// The places of drawings, those of its own block first, each by the name of its cell.
    pub(super) fn drawn_places(&self) -> Vec<(String, Related)> {
        let Some((_, width)) = self.symbols.grid.as_ref().and_then(Grid::size) else {
            return Vec::new();
        };
        let artist = Artist::new(&self.symbols, &self.signs);
        let mut drawings: Vec<_> =
            self.drawings.iter().filter(|it| artist.is_of_cells(it)).collect();
        drawings.sort_by_key(|it| std::cmp::Reverse(it.place.block));
        let mut places = Vec::new();
        for drawing in drawings {
            let number = drawing.place.block;
            let block = &self.lineage.blocks[number];
            let words = TextWords { text: block.text(), block: number };
            let mut findings = Findings::new(&self.lineage, number);
            let shape = artist.shape(drawing, words, &mut findings);
            places.extend(shape.into_iter().flatten().filter_map(|(cell, span)| {
                let cell = *cell.first()? as usize;
                let source = Some(Arc::clone(block.source));
                let name = coordinates::name(cell / width, cell % width);
                Some((name, Related { source, span, message: String::new() }))
            }));
        }
        places
    }
}
