//! The command line: arguments in, exit code out.
#![allow(clippy::disallowed_methods, reason = "a front end: it reads and writes")]

pub mod answering;
pub mod args;
pub mod batch;
pub mod candidates;
pub mod clauses;
pub mod commands;
pub mod completion;
pub mod ended;
pub mod external;
pub mod files;
pub mod foreign;
pub mod format;
pub mod limited;
pub mod output;
pub mod parallel;
mod program;
pub mod project;
mod typeset;
mod watch;

use std::io;
use std::path::PathBuf;
use std::slice;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};

use crate::console::exit::Exit;
use crate::console::output::exit_of;
use crate::console::{Console, SearchLimits};
use crate::diagnostic::spelling::did_you_mean;
use crate::service::play::Play;
use args::{Cli, CliCommand};
use ended::CommandEnd;

/// The command that the process was started with, and the console it has.
///
/// # Errors
/// How the process ends that was started with no command: what is wrong, or the help, was said.
pub fn start() -> Result<(CliCommand, Console), Exit> {
    if completion::answer().map_err(|error| said(&error))? {
        return Err(Exit::Fine);
    }
    let Cli { command, global } = Cli::try_parse()
        .map_err(|message| said(&args::meant(no_command(message), std::env::args())))?;
    let limits = SearchLimits { timeout: global.timeout, max_memory: global.max_memory };
    let mut console = Console::standard(global.color, limits);
    console.jobs = global.jobs;
    Ok((command, console))
}

fn said(message: &clap::Error) -> Exit {
    let exit = if message.use_stderr() { Exit::Usage } else { Exit::Fine };
    exit_of(message.print().map(|()| exit))
}

/// Says more of a puzzle file, or a misspelt word, that stands where a command is expected.
fn no_command(message: clap::Error) -> clap::Error {
    let Some(ContextValue::String(word)) = message.get(ContextKind::InvalidSubcommand) else {
        return message;
    };
    let is_meant = message.get(ContextKind::SuggestedSubcommand).is_some();
    let mut command = Cli::command();
    let similar = did_you_mean(word, command.get_subcommands().map(clap::Command::get_name));
    let text = match similar {
        _ if word.ends_with(".puzzle") => {
            format!("`{word}` is no command; `puzzle run {word}` answers its queries")
        }
        Some(similar) if !is_meant => {
            format!("`{word}` is no command; did you mean `{similar}`?")
        }
        _ => return message,
    };
    command.error(message.kind(), text)
}

/// What is left to do after a command.
pub enum Next {
    /// Nothing.
    Exit(Exit),
    /// To talk line by line, with what a file holds or without.
    Talk(Option<PathBuf>),
    /// To play a game of a file.
    Play(Box<Play>, PathBuf),
    /// To serve an editor.
    Serve,
    /// To serve an assistant.
    Assist,
    /// To serve browsers the page over a folder, on a port.
    ServePage(PathBuf, u16),
}

/// Runs a command.
///
/// # Errors
/// Those of the output.
pub fn run(command: CliCommand, console: &mut Console) -> io::Result<Next> {
    next(command, console).or_else(|end| commands::conclude(end, console).map(Next::Exit))
}

fn next(command: CliCommand, console: &mut Console) -> Result<Next, CommandEnd> {
    let exit = match command {
        CliCommand::Run(args) => watch::repeat(args.watch, &args.files.files, console, |console| {
            commands::run::run(&args, console)
        }),
        CliCommand::Check(args) => commands::check::run(&args, console),
        CliCommand::Test(args) => {
            watch::repeat(args.watch, &args.files.files, console, |console| {
                commands::test::run(&args, console)
            })
        }
        CliCommand::Grade(args) => commands::grade::run(&args, console),
        CliCommand::Diff(args) => commands::diff::run(&args, console),
        CliCommand::Report(args) => commands::report::run(&args, console),
        CliCommand::Make(args) => commands::make::run(&args, console),
        CliCommand::Handout(args) => commands::handout::run(&args, console),
        CliCommand::Build(args) => commands::build::run(&args, console),
        CliCommand::Fmt(args) => commands::fmt::run(&args, console),
        CliCommand::Solve(args) => commands::solve::run(&args, console),
        CliCommand::Verify(args) => commands::verify::run(&args, console),
        CliCommand::Encode(args) => commands::encode::run(&args, console),
        CliCommand::Dpll(args) => commands::dpll::run(&args, console),
        CliCommand::Decode(args) => commands::decode::run(&args, console),
        CliCommand::Prove(args) => commands::prove::run(&args, console),
        CliCommand::Hint(args) => commands::hint::run(&args, console),
        CliCommand::Trace(args) => commands::trace::run(&args, console),
        CliCommand::Why(args) => commands::why::run(&args, console),
        CliCommand::New(args) => commands::new::run(&args, console),
        CliCommand::Draw(args) => {
            let file = slice::from_ref(&args.file);
            watch::repeat(args.watch, file, console, |console| commands::draw::run(&args, console))
        }
        CliCommand::Explain(args) => commands::explain::run(&args, console),
        CliCommand::Completions(args) => commands::completions::run(&args, console),
        CliCommand::Play(args) => {
            let play = commands::play::run(&args, console)?;
            return Ok(Next::Play(Box::new(play), args.file));
        }
        CliCommand::Repl(args) => return Ok(Next::Talk(args.file)),
        CliCommand::Lsp(_) => return Ok(Next::Serve),
        CliCommand::Mcp(_) => return Ok(Next::Assist),
        CliCommand::Serve(args) => return Ok(Next::ServePage(args.folder, args.port)),
    };
    exit.map(Next::Exit)
}
