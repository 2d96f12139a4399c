//! The games whose rules are in this crate. All that finds and checks answers about a game is generic
//! over it, and is compiled where the game becomes an [`AnyGame`]: for these games here, once, and as
//! fast as the rest of the engine.

use std::sync::Arc;

use crate::logic::choosing::Choosing;
use crate::logic::chopsticks::Chopsticks;
use crate::logic::dots::DotsGame;
use crate::logic::subtract_square::SubtractSquare;
use crate::logic::tippy::Tippy;
use crate::problem::game::AnyGame;

macro_rules! compiled {
    ($($game:ty),*) => {
        $(impl $game {
            /// The game as anybody asks about it.
            // Inlined it would be compiled where it is called.
            #[inline(never)]
            pub fn compiled(self: Arc<Self>) -> Arc<dyn AnyGame> {
                self
            }
        })*
    };
}

compiled!(Choosing, Chopsticks, DotsGame, SubtractSquare, Tippy);
