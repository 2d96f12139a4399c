//! Which expert plays the games of a structure.

use super::boxes::BoxesExpert;
use super::expert::Expert;
use super::formula::FormulaExpert;
use super::heap::HeapExpert;
use super::tree::TreeExpert;
use crate::logic::game::{Game, GameStructure};

/// The expert for a game. Where positions repeat, no structure says how a play ends.
pub(super) fn expert<'g, G: Game>(game: &'g G, state: &G::State) -> Box<dyn Expert<G> + 'g> {
    match game.structure(state) {
        _ if game.repeats() => Box::new(TreeExpert::new(game)),
        GameStructure::Plain | GameStructure::Marks(_) => Box::new(TreeExpert::new(game)),
        GameStructure::Heap(_) => Box::new(HeapExpert::new(game)),
        GameStructure::Formula(..) => Box::new(FormulaExpert::new(game)),
        GameStructure::Boxes(..) => Box::new(BoxesExpert::new(game)),
    }
}
