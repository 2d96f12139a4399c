//! Searching state spaces.

pub mod path;
