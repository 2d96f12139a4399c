//! Writes what packages have besides the program: manual pages and the completions of shells, both from the definition
//! that the help is made of.

use std::fs;
use std::io;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use puzzle_lang::cli::args::Cli;
use puzzle_lang::cli::completion::script;

/// Where shells look below `share`.
const COMPLETIONS: [(Shell, &str, &str); 3] = [
    (Shell::Bash, "bash-completion/completions", "puzzle"),
    (Shell::Fish, "fish/vendor_completions.d", "puzzle.fish"),
    (Shell::Zsh, "zsh/vendor-completions", "_puzzle"),
];

fn main() -> io::Result<()> {
    let Some(share) = std::env::args_os().nth(1) else {
        eprintln!("usage: puzzle-pages FOLDER");
        std::process::exit(2);
    };
    let share = Path::new(&share);
    let manual = share.join("man/man1");
    fs::create_dir_all(&manual)?;
    clap_mangen::generate_to(Cli::command(), &manual)?;
    for (shell, folder, name) in COMPLETIONS {
        let folder = share.join(folder);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(name), script(shell)?)?;
    }
    Ok(())
}
