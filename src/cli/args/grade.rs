//! Arguments of the command that grades.

use std::path::PathBuf;

use clap::Args;

use super::{FileArguments, Reporting};

/// `puzzle grade`: grade what others declare by the queries of a key.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle grade key.puzzle handed-in/
  puzzle grade --points key.points key.puzzle handed-in/
  puzzle grade --format junit key.puzzle handed-in/ > points.xml")]
pub struct GradeArgs {
    /// The key: queries, what they expect, and whatever else they mention
    pub key: PathBuf,
    /// A list of how many points queries are worth, a line each, as in `3 count either`; the others are worth one
    #[arg(long, value_name = "LIST")]
    pub points: Option<PathBuf>,
    /// The files.
    #[command(flatten)]
    pub files: FileArguments,
    /// The format.
    #[command(flatten)]
    pub reporting: Reporting,
}
