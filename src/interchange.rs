//! Foreign formats: text to problems and back. Knows nothing of puzzles' solving.

pub mod aiger;
pub mod cases;
pub mod davis_putnam;
pub mod dimacs;
pub mod dots;
mod end_rules;
pub mod fitch;
pub mod format;
pub mod gdl;
pub mod icnf;
pub mod maze_text;
pub mod numbered;
pub mod pddl;
pub mod proof;
pub mod qcir;
pub mod qdimacs;
pub mod sheet;
pub mod tableau;
pub mod textbook;
pub mod tptp;
mod typeset;
