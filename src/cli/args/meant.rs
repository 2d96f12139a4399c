//! What an option that there is not was meant to be: other programs call formats `--json` or `--svg`.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

use super::Cli;

/// Says more of an unknown option that is a value of another one; `arguments` are all that were given.
pub fn meant(message: clap::Error, arguments: impl Iterator<Item = String>) -> clap::Error {
    let Some(ContextValue::String(option)) = message.get(ContextKind::InvalidArg) else {
        return message;
    };
    let command = Cli::command();
    let mut words = arguments.skip(1);
    let Some(sub) = words.find_map(|it| command.find_subcommand(it)) else { return message };
    let word = option.trim_start_matches('-').split('=').next().unwrap_or_default();
    match instead(sub, word) {
        Some(meant) if message.kind() == ErrorKind::UnknownArgument => {
            let text = format!("there is no option `--{word}`; {meant}");
            Cli::command().error(message.kind(), text)
        }
        _ => message,
    }
}

fn instead(sub: &Command, word: &str) -> Option<String> {
    let values = |option: &clap::Arg| {
        let is_value = option.get_possible_values().iter().any(|it| it.matches(word, true));
        let long = option.get_long().filter(|_| is_value)?;
        Some(format!("did you mean `--{long} {word}`?"))
    };
    let has = |option: &str| sub.get_arguments().any(|it| it.get_long() == Some(option));
    match word {
        "diff" | "dry-run" if has("check") => {
            Some("`--check` says which files would change, and changes none".to_owned())
        }
        _ => sub.get_arguments().find_map(values),
    }
}
