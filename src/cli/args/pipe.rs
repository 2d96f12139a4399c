//! Arguments of the three programs of the classic maze exercise.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

use super::ProcedureArg;
use crate::cli::candidates;

/// `puzzle encode`: print the clauses of a maze, for `puzzle dpll`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle encode cave.maze | puzzle dpll | puzzle decode
  puzzle encode --axioms all cave.maze
  puzzle encode cave.puzzle unhurried")]
pub struct Encode {
    /// The maze; standard input if left out
    #[arg(default_value = "-", hide_default_value = true)]
    pub file: PathBuf,
    /// The maze of a `.puzzle` file; may be left out if there is only one
    #[arg(add = ArgValueCandidates::new(candidates::puzzles))]
    pub name: Option<String>,
    /// Which axioms to write
    #[arg(long, value_name = "WHICH", default_value_t, value_enum)]
    pub axioms: AxiomsArg,
}

/// Which clauses an encoding has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum AxiomsArg {
    /// All thirteen axioms over all atoms
    All,
    /// Without the atoms that cannot matter: out of reach from START by then, or too far from GOAL
    #[default]
    Pruned,
    /// The same in fewer clauses, with additional atoms
    Compact,
}

/// `puzzle dpll`: answer clauses in the Davis-Putnam text format.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle encode cave.maze | puzzle dpll | puzzle decode
  puzzle dpll --trace clauses.dp")]
pub struct Dpll {
    /// The clauses; standard input if left out
    #[arg(default_value = "-", hide_default_value = true)]
    pub file: PathBuf,
    /// The procedure.
    #[command(flatten)]
    pub procedure: ProcedureArg,
}

/// `puzzle decode`: print the path that an answer of `puzzle dpll` stands for, or `NO SOLUTION`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle encode cave.maze | puzzle dpll | puzzle decode")]
pub struct Decode {
    /// The answer; standard input if left out
    #[arg(default_value = "-", hide_default_value = true)]
    pub file: PathBuf,
}
