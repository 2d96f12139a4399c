//! How plans are found: states packed into words, actions as trees of decisions that grow with what
//! states ask, and searches that keep every state they see.

mod breadth;
mod cheapest;
mod evaluate;
mod moves;
mod states;
mod tree;

pub use breadth::{Ending, Search};
pub use cheapest::{Cheapest, Ended};
pub use moves::{Clash, Packed};
