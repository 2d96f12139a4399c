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
    let is_close = message.get(ContextKind::SuggestedArg).is_some();
    let elsewhere = || elsewhere(&command, word).filter(|_| !is_close);
    match instead(sub, word).or_else(elsewhere) {
        Some(meant) if message.kind() == ErrorKind::UnknownArgument => {
            let text = format!("there is no option `--{word}`; {meant}");
            Cli::command().error(message.kind(), text)
        }
        _ => message,
    }
}

/// The option that has such a value.
fn of_value<'c>(sub: &'c Command, word: &str) -> Option<&'c str> {
    let has_it =
        |option: &&clap::Arg| option.get_possible_values().iter().any(|it| it.matches(word, true));
    sub.get_arguments().filter(has_it).find_map(clap::Arg::get_long)
}

fn instead(sub: &Command, word: &str) -> Option<String> {
    let has = |option: &str| sub.get_arguments().any(|it| it.get_long() == Some(option));
    match word {
        "dry-run" if has("check") => {
            Some("`--check` says which files would change, and changes none".to_owned())
        }
        _ => Some(format!("did you mean `--{} {word}`?", of_value(sub, word)?)),
    }
}

/// Which other commands have such an option, or one with such a value.
fn elsewhere(command: &Command, word: &str) -> Option<String> {
    if word == "dry-run" {
        return Some("`puzzle fmt --check` says which files would change, and changes none".into());
    }
    let written = |sub: &Command| {
        let has_it = sub.get_arguments().any(|it| it.get_long() == Some(word) && !it.is_hide_set());
        let name = sub.get_name();
        match of_value(sub, word) {
            _ if has_it => Some(format!("`puzzle {name} --{word}`")),
            Some(option) => Some(format!("`puzzle {name} --{option} {word}`")),
            None => None,
        }
    };
    let shown = command.get_subcommands().filter(|it| !it.is_hide_set());
    let found: Vec<_> = shown.filter_map(written).collect();
    let (last, others) = found.split_last()?;
    let others = if others.is_empty() { String::new() } else { others.join(", ") + " and " };
    let are = if found.len() == 1 { "is" } else { "are" };
    Some(format!("there {are} {others}{last}"))
}
