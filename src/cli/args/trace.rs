//! Arguments of the command that shows a procedure step by step.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

use crate::cli::candidates;

/// `puzzle trace`: show the steps of a procedure.
#[derive(Args, Debug)]
#[command(
    after_help = "A page is one file for a browser, which goes through the steps forward and back. The plays that minimax and
alphabeta look at are drawn as a tree, too, with the value of each position.

Examples:
  puzzle trace clauses.puzzle tiny
  puzzle trace clauses.puzzle tiny --by cdcl -o tiny.html
  puzzle trace games.puzzle 'heap after 1 4'
  puzzle trace games.puzzle heap --by minimax -o heap.svg
  puzzle trace people.puzzle 'people: mortal(Socrates)'
  puzzle trace --format json pigeons.cnf > steps.json"
)]
pub struct TraceArgs {
    /// The file, of puzzles or in another format (.cnf, .dp, .maze, .dots, .p), or `-` for standard input
    pub file: PathBuf,
    /// What it is about: a puzzle in it, a theory and a sentence as behind `prove`, or any query; may be left
    /// out if there is only one puzzle
    #[arg(add = ArgValueCandidates::new(candidates::puzzles))]
    pub question: Option<String>,
    /// The procedure [default: dpll for what has clauses, alphabeta for games, resolution for theories]
    #[arg(long, value_name = "PROCEDURE", value_enum)]
    pub by: Option<TracedProcedureArg>,
    /// How the steps are shown [default: html, json, svg, png, dot or tikz for a file that ends so, otherwise text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<TraceFormatArg>,
    /// Write them into this file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Procedures whose steps can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TracedProcedureArg {
    /// The procedure of the textbook for clauses: unit propagation, pure literals, splitting
    Dpll,
    /// Clause learning
    Cdcl,
    /// A game's plays, each to its end
    Minimax,
    /// Minimax of a game's plays without what cannot matter
    #[value(name = "alphabeta")]
    AlphaBeta,
    /// The prover for theories: resolution and superposition
    Resolution,
}

/// How steps are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TraceFormatArg {
    /// Lines
    Text,
    /// For programs
    Json,
    /// A page
    Html,
    /// The positions of a game as a tree, drawn
    Svg,
    /// The tree in pixels
    Png,
    /// The tree for Graphviz
    Dot,
    /// The tree for LaTeX
    Tikz,
}
