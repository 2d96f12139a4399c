//! Arguments of the commands for those who write puzzles: what is said about them, and pictures.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

use super::HintFormatArg;
use crate::cli::candidates;
use crate::console::quantity::{parse_count, parse_seed};

/// `puzzle diff`: say what two puzzles differ in.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit code 0: they say the same; 1: they differ; 2: neither is known, or they cannot be compared.

Without :NAME a file stands for the puzzle that is called as the other one, or else
for the only one in it.

Examples:
  puzzle diff key.puzzle:cave handed-in.puzzle
  puzzle diff draft.puzzle:before draft.puzzle:after
  puzzle diff --format json old.puzzle new.puzzle"
)]
pub struct DiffArgs {
    /// A puzzle: its file, and behind `:` its name; `-` is standard input
    #[arg(value_name = "FILE[:NAME]")]
    pub one: PuzzlePlace,
    /// The other one, of the same kind
    #[arg(value_name = "FILE[:NAME]")]
    pub other: PuzzlePlace,
    /// How the difference is printed
    #[arg(long, value_name = "FORMAT", default_value_t, value_enum)]
    pub format: HintFormatArg,
}

/// `puzzle report`: say what there is to say about a puzzle to its author.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle report sudoku.puzzle monday
  puzzle report --format json zebra.puzzle > report.json")]
pub struct ReportArgs {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    /// The puzzle in it; may be left out if there is only one
    #[arg(add = ArgValueCandidates::new(candidates::puzzles))]
    pub name: Option<String>,
    /// How the report is printed
    #[arg(long, value_name = "FORMAT", default_value_t, value_enum)]
    pub format: HintFormatArg,
}

/// `puzzle make`: make a puzzle of what a declaration leaves open.
#[derive(Args, Debug)]
#[command(
    after_help = "What is open is drawn by `.`; without a drawing it is all that is given, or the whole board.
In a maze open are the nodes without corridors, and treasures that lie nowhere.

Examples:
  puzzle make sudoku.puzzle monday
  puzzle make sudoku.puzzle monday --symmetric --seed 7 -o tuesday.puzzle"
)]
pub struct MakeArgs {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    /// The puzzle in it; may be left out if there is only one
    #[arg(add = ArgValueCandidates::new(candidates::puzzles))]
    pub name: Option<String>,
    /// Where chance begins: the same number makes the same puzzle [default: any]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Tell something at a place of the board only where the opposite place tells something, too
    #[arg(long)]
    pub symmetric: bool,
    /// Give all that can be given, not as little as is enough
    #[arg(long)]
    pub full: bool,
    /// Write the puzzle into this file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `puzzle handout`: write a file as a worksheet.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle handout exercises.puzzle -o exercises.html
  puzzle handout --answers exercises.puzzle -o key.pdf")]
pub struct HandoutArgs {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    /// The file to write; its ending tells the format: .html, .md with pictures beside it, .tex, or .pdf, which
    /// LuaLaTeX, XeLaTeX or Tectonic has to make
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Add the answers, on pages of their own
    #[arg(long)]
    pub answers: bool,
}

/// `puzzle draw`: print a picture of a puzzle.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle draw cave.puzzle cave
  puzzle draw cave.puzzle cave --format svg > cave.svg
  puzzle draw cave.puzzle cave --format svg --unsolved > sheet.svg
  puzzle draw sudoku.puzzle monday --world 2
  puzzle draw cave.puzzle cave --step 3
  puzzle draw cave.puzzle cave --watch -o cave.svg")]
pub struct Draw {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    /// The puzzle in it; may be left out if there is only one
    #[arg(add = ArgValueCandidates::new(candidates::puzzles))]
    pub name: Option<String>,
    /// The kind of picture [default: as the file to write ends (.svg, .png, .dot, .tex), otherwise text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<PictureFormatArg>,
    /// Leave out the solution
    #[arg(long)]
    pub unsolved: bool,
    /// Draw the solution of this number, and mark what differs from the one before
    #[arg(long, value_name = "N", conflicts_with = "unsolved")]
    #[arg(value_parser = parse_count, allow_negative_numbers = true)]
    pub world: Option<NonZeroUsize>,
    /// Draw this step of what leads to the answer, such as a walk, a plan or a line of play, and mark what is new
    #[arg(long, value_name = "N", conflicts_with_all = ["unsolved", "world"])]
    #[arg(value_parser = parse_count, allow_negative_numbers = true)]
    pub step: Option<NonZeroUsize>,
    /// Do it again whenever a file changes, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    /// Write the picture into this file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Kinds of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PictureFormatArg {
    /// Characters
    Text,
    /// Scalable Vector Graphics
    Svg,
    /// Pixels
    Png,
    /// A graph for Graphviz
    Dot,
    /// A drawing for LaTeX
    Tikz,
}

/// Where a puzzle is: `FILE` or `FILE:NAME`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzlePlace {
    /// The file.
    pub file: PathBuf,
    /// The puzzle in it, if it is named.
    pub name: Option<String>,
}

impl FromStr for PuzzlePlace {
    type Err = fmt::Error;

    fn from_str(text: &str) -> Result<Self, fmt::Error> {
        let is_name = |it: &str| {
            it.starts_with(|it: char| it.is_alphabetic() || it == '_')
                && it.chars().all(|it| it.is_alphanumeric() || it == '_')
        };
        Ok(match text.rsplit_once(':') {
            Some((file, name)) if !file.is_empty() && is_name(name) => {
                Self { file: file.into(), name: Some(name.to_owned()) }
            }
            _ => Self { file: text.into(), name: None },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_behind_the_last_colon() {
        let place = |text: &str| {
            let PuzzlePlace { file, name } = text.parse().unwrap();
            (file.to_str().unwrap().to_owned(), name)
        };
        let named = |file: &str, name: &str| (file.to_owned(), Some(name.to_owned()));
        assert_eq!(place("a.puzzle:cave"), named("a.puzzle", "cave"));
        assert_eq!(place("-:cave"), named("-", "cave"));
        assert_eq!(place(r"C:\a.puzzle:x1"), named(r"C:\a.puzzle", "x1"));
        for whole in ["a.puzzle", r"C:\a.puzzle", "a.puzzle:", "a:b.puzzle", ":cave"] {
            assert_eq!(place(whole), (whole.to_owned(), None));
        }
    }
}
