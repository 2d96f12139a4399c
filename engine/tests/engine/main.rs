//! What the engine promises to programs that use it: searches against brute force, checkers against spoilt evidence.

#[path = "../../../tests/common/mazes.rs"]
mod mazes;
#[path = "../../../tests/common/quantified_games.rs"]
mod quantified_games;
#[path = "../../../tests/common/sample.rs"]
mod sample;
#[path = "../../../tests/common/trees.rs"]
mod trees;

mod arguments;
mod budget;
mod cdcl;
mod clause_form;
mod clauses;
mod cores;
mod cubes;
mod dots;
mod drat;
mod expansion;
mod formula;
mod formula_whys;
mod game_symmetries;
mod games;
mod grounding;
mod herbrand;
mod induction;
mod law_rules;
mod left_out;
mod listed;
mod lrat;
mod maze_whys;
mod paths;
mod prover;
mod sheet;
mod simplification;
mod strategies;
mod tableau_steps;
mod tableaux;
mod term_order;
mod theories;
mod whys;
mod worlds;
