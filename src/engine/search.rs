//!
pub mod path;
