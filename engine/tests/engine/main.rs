//! What the engine promises to programs that use it: searches against brute force, checkers against spoilt evidence.

#[path = "../../../tests/common/mazes.rs"]
mod mazes;
#[path = "../../../tests/common/sample.rs"]
mod sample;
#[path = "../../../tests/common/trees.rs"]
mod trees;

mod arguments;
mod cdcl;
mod clause_form;
mod cubes;
mod dots;
mod formula;
mod herbrand;
mod induction;
mod maze_whys;
mod sheet;
mod strategies;
mod tableau_steps;
mod tableaux;
mod theories;
mod whys;
