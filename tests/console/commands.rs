//! Console sessions: each `tests/cmd/*.md` is run as it stands. To add one, write a file with the
//! commands and run `TRYCMD=overwrite cargo test --test console commands::`, which fills in the answers.

#![cfg(unix)]

use std::path::Path;

#[test]
fn sessions() {
    let puzzle = Path::new(env!("CARGO_BIN_EXE_puzzle"));
    let directory = puzzle.parent().unwrap().display();
    trycmd::TestCases::new()
        .env("PATH", format!("{directory}:/usr/local/bin:/usr/bin:/bin"))
        .env("NO_COLOR", "1")
        .env("COLUMNS", "80")
        .env("LC_ALL", "C.UTF-8")
        .register_bin("sh", Path::new("/bin/sh"))
        .case("tests/cmd/*.md");
}
