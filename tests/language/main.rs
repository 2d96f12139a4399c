//! The language and what answers it, in process: files against snapshots, properties against brute force, and the
//! borders of the source.

#[path = "../common/diagnose.rs"]
mod diagnose;
#[path = "../common/mazes.rs"]
mod mazes;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/programs.rs"]
mod programs;
#[path = "../common/quantified_games.rs"]
mod quantified_games;
#[path = "../common/sample.rs"]
mod sample;
#[path = "../common/small_worlds.rs"]
mod small_worlds;
#[path = "../common/syntax_files.rs"]
mod syntax_files;
#[path = "../common/syntax_meaning.rs"]
mod syntax_meaning;
#[path = "../common/trees.rs"]
mod trees;

mod adding_a_kind;
mod answers;
mod appraisals;
mod architecture;
mod bounds;
mod conversions;
mod corrections;
mod cubes;
mod deductions;
mod differences;
mod dimacs;
mod docs;
mod doing;
mod ends_of_lines;
mod engines;
mod errors;
mod examples;
mod expectations;
mod fixes;
mod formula_game;
mod freedom;
mod fuzz_corpus;
mod games;
mod gdl;
mod handouts;
mod making;
mod making_mazes;
mod maze;
mod maze_diagnostics;
mod parameters;
mod picture;
mod play;
mod qbf;
mod random_questions;
mod random_sheets;
mod random_theories;
mod refactorings;
mod report;
mod sat;
mod service;
mod shelf;
mod steps;
mod syntax;
mod tableaux;
mod theorems;
mod traces;
mod twice;
mod ui;
mod words;
mod worlds;
