//!
pub mod game;
