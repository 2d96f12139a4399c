//! Arguments of the command that shows how clauses are decided.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

use crate::cli::completion;

/// `puzzle trace`: show the steps by which clauses are decided.
#[derive(Args, Debug)]
#[command(
    after_help = "A page is one file for a browser, which goes through the steps forward and back.

Examples:
  puzzle trace clauses.puzzle tiny
  puzzle trace clauses.puzzle tiny --by cdcl -o tiny.html
  puzzle trace --format json pigeons.cnf > steps.json"
)]
pub struct TraceArgs {
    /// The file, of puzzles or in another format (.cnf, .dp, .maze), or `-` for standard input
    pub file: PathBuf,
    /// The puzzle in it; may be left out if there is only one
    #[arg(add = ArgValueCandidates::new(completion::puzzles))]
    pub name: Option<String>,
    /// The procedure
    #[arg(long, value_name = "PROCEDURE", default_value_t, value_enum)]
    pub by: TracedProcedureArg,
    /// How the steps are shown [default: html or json for a file that ends so, otherwise text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<TraceFormatArg>,
    /// Write them into this file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Procedures whose steps can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum TracedProcedureArg {
    /// The procedure of the textbook: unit propagation, pure literals, splitting
    #[default]
    Dpll,
    /// Clause learning
    Cdcl,
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
}
