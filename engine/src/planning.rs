//! How plans are found: states packed into words, actions as trees of decisions that grow with what
//! states ask, and searches that keep every state they see.

mod breadth;
mod cases;
mod cheapest;
mod compile;
mod evaluate;
pub mod game;
mod ground;
mod moves;
mod progress;
mod states;
mod tree;

pub use breadth::{BreadthSearch, Ending};
pub use cases::cases;
pub use cheapest::{Cheapest, CheapestEnded};
pub use moves::{Clash, Packed};
