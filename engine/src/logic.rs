//! The problem languages: what is true without puzzles. Knows neither text nor positions, and
//! nothing of how problems are solved.

pub(crate) mod at_most_one;
pub mod choosing;
pub mod chopsticks;
pub mod circuit;
pub mod cnf;
pub mod dots;
pub mod dual;
pub mod first_order;
pub mod formula;
pub mod functions;
pub mod game;
pub mod marks;
pub mod maze;
pub mod maze_encoding;
pub mod maze_walk;
pub mod permutation;
pub mod qbf;
pub mod quantified;
pub mod sheet;
pub mod statements;
pub mod subtract_square;
pub mod tippy;
pub mod truth_table;
pub mod tseitin;
pub mod walk;
