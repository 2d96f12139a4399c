//! The program `puzzle`.

use std::process::ExitCode;

use puzzle_lang::cli::{self, FrontEnds};
use puzzle_lang::repl;

fn main() -> ExitCode {
    cli::main(FrontEnds { repl: repl::run, play: repl::play })
}
