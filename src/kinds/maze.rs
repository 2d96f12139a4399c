//! Mazes with treasures and tolls: find a way from START to GOAL in at most so many steps.

pub mod check;
mod errors;
