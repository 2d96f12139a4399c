//! Who wins a game of quantified clauses, whatever its size: search with learning from conflicts and
//! from solutions (QDPLL with clause and cube learning; Zhang and Malik, ICCAD 2002; Giunchiglia,
//! Narizzano and Tacchella, JAIR 2006; Lonsing and Biere, SAT 2010).
//!
//! Both players are treated alike. E has the clauses of the matrix and may not violate one; A has
//! clauses that are learned where E has won, the negations of what E made true, and may not violate
//! those; where the matrix is a circuit, A has its own clauses of it from the beginning. A clause of a player demands a value when nothing else is left of the player's own
//! literals, and nothing that the opponent chooses before; from a violated clause of a player another
//! one is learned by resolution, which would have told earlier, and with it its images under the symmetries of the game.
//!
//! Where that takes long, a player's clauses are written out for some ways in which the opponent chooses (`expansion`).

pub mod blocked;
mod colours;
mod cover;
pub mod definitions;
mod expansion;
mod images;
mod learn;
mod search;
mod store;
mod strategy;
mod symmetry;
mod unfold;

pub use cover::Freedom;
pub use expansion::ExpansionSearch;
pub use search::QbfSearch;
pub use strategy::strategy;
