//! The control sequences for text that stands out.

/// What makes text bold.
pub const BOLD: &str = "\u{1b}[1m";
/// What makes text dim.
pub const DIM: &str = "\u{1b}[2m";
/// What colours code.
pub const CODE: &str = "\u{1b}[36m";
/// What ends all of them.
pub const PLAIN: &str = "\u{1b}[0m";
