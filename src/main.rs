//! The program `puzzle`.

use std::process::ExitCode;

fn main() -> ExitCode {
    puzzle_lang::cli::main()
}
