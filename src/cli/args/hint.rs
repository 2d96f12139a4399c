//! Arguments of the commands that say what follows.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `puzzle hint`: say what follows next in a puzzle, from as few reasons as possible.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle hint sudoku.puzzle monday
  puzzle hint --all zebra.puzzle
  puzzle hint --all --format json sudoku.puzzle monday > steps.json")]
pub struct HintArgs {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    /// The puzzle in it; may be left out if there is only one
    pub name: Option<String>,
    /// Go on to the end, each value being known from then on
    #[arg(long)]
    pub all: bool,
    /// How the steps are printed
    #[arg(long, value_name = "FORMAT", default_value_t, value_enum)]
    pub format: HintFormatArg,
}

/// `puzzle why`: say from as few lines as possible why something is so, or cannot be.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle why sudoku.puzzle 'monday: digit(c4) = 7'
  puzzle why zebra.puzzle 'zebra: home(Japanese) = pet(Zebra)'")]
pub struct WhyArgs {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    /// A puzzle in it and a sentence, as behind `prove`
    pub question: String,
}

/// How the steps of a puzzle are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum HintFormatArg {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}
