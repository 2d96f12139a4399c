//! What work costs, counted: on inputs twice as long, and between two looks at the limits.

#[path = "../../tests/common/hard.rs"]
mod hard;

mod limits;
mod linear;
