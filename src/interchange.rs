//! Foreign formats: text to problems and back. Knows nothing of puzzles' solving.
pub mod maze_text;
