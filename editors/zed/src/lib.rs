//! Tells Zed how the language server is started: the program `puzzle` of the person's PATH.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Puzzle;

impl zed::Extension for Puzzle {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let command = worktree.which("puzzle").ok_or(
            "the program `puzzle` is not on the PATH; `cargo install --path .` in a copy of its repository puts it there",
        )?;
        Ok(Command { command, args: vec!["lsp".to_owned()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Puzzle);
