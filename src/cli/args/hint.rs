//! Arguments of the commands that say what follows.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

use crate::cli::candidates;

/// `puzzle hint`: say what follows next in a puzzle, from as few reasons as possible.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle hint sudoku.puzzle monday
  puzzle hint --explain-to 3 sudoku.puzzle monday
  puzzle hint --all zebra.puzzle
  puzzle hint --all --format json sudoku.puzzle monday > steps.json")]
pub struct HintArgs {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    /// The puzzle in it; may be left out if there is only one
    #[arg(add = ArgValueCandidates::new(candidates::puzzles))]
    pub name: Option<String>,
    /// Go on to the end, each value being known from then on
    #[arg(long)]
    pub all: bool,
    /// Go on for so many steps
    #[arg(long, value_name = "STEPS", conflicts_with = "all")]
    pub explain_to: Option<NonZeroUsize>,
    /// How the steps are printed
    #[arg(long, value_name = "FORMAT", default_value_t, value_enum)]
    pub format: HintFormatArg,
}

/// `puzzle why`: answer a question with the reasons of the answer.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle why sudoku.puzzle 'monday: digit(c4) = 7'
  puzzle why maze.puzzle
  puzzle why games.puzzle 'play2win board after b2'")]
pub struct WhyArgs {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    /// What is asked, as behind `why`: a puzzle in it, a puzzle and a sentence as behind `prove`, or any
    /// query; may be left out if there is only one puzzle
    #[arg(add = ArgValueCandidates::new(candidates::puzzles))]
    pub question: Option<String>,
    /// How the answer is printed: with `json` as `run` prints one, as though the question were the last line
    #[arg(long, value_name = "FORMAT", default_value_t, value_enum)]
    pub format: HintFormatArg,
}

/// How steps and reasons are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum HintFormatArg {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}
