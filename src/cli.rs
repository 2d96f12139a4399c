//! The command line: arguments in, exit code out. With the other front ends the only place that
//! reads files, looks at the environment and writes.
#![allow(clippy::disallowed_methods, reason = "the front end: all input and output is here")]

pub mod args;
pub mod batch;
pub mod commands;
pub mod exit;
pub mod external;
pub mod foreign;
pub mod format;
pub mod input;
pub mod interrupt;
pub mod limited;
pub mod output;
pub mod parallel;
pub mod progress;
pub mod project;
pub mod terminal;

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};

use crate::diagnostic::report::Style;
use crate::disk::temporary;
use args::{Cli, Command, Global, Repl};
use exit::Exit;
use output::Output;
use puzzle_engine::budget::{Budget, Signal};

use crate::service::play::Play;

/// What every command works with.
pub struct Session {
    /// Where text goes.
    pub output: Output,
    /// How results are shown.
    pub results: Style,
    /// How diagnostics are shown.
    pub diagnostics: Style,
    /// The options that hold for every command.
    pub global: Global,
    signal: OnceLock<Signal>,
}

impl Session {
    /// The signal that Ctrl-C cancels. Until it is asked for, Ctrl-C ends the process.
    pub fn signal(&self) -> Signal {
        self.signal.get_or_init(interrupt::listen).clone()
    }

    /// The limits of searches, for any thread.
    pub fn limits(&self) -> Limits {
        let (timeout, max_memory) = (self.global.timeout, self.global.max_memory);
        Limits { signal: self.signal(), timeout, max_memory }
    }
}

/// Time that reading a file has at least.
const LEAST_TO_READ: Duration = Duration::from_secs(1);

/// What each search of a command may use.
#[derive(Clone, Debug)]
pub struct Limits {
    signal: Signal,
    timeout: Option<Duration>,
    max_memory: Option<usize>,
}

impl Limits {
    /// The budget of a search that starts now.
    pub fn budget(&self) -> Budget {
        Budget::new(self.signal.clone(), self.timeout, self.max_memory)
    }

    /// The budget of reading what a search is about. However little time a search has, it has to begin.
    pub fn to_read(&self) -> Budget {
        let timeout = self.timeout.map(|timeout| timeout.max(LEAST_TO_READ));
        Budget::new(self.signal.clone(), timeout, self.max_memory)
    }
}

/// The front ends that stand on this one and are handed to it.
#[derive(Clone, Copy)]
pub struct FrontEnds {
    /// `puzzle repl`
    pub repl: fn(&Repl, &mut Session) -> io::Result<Exit>,
    /// `puzzle play`, with the play and the file that holds the game
    pub play: fn(Play, &Path, &mut Session) -> io::Result<Exit>,
}

/// Runs the command that the process was started with.
pub fn main(front_ends: FrontEnds) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(message) => {
            let message = args::meant(about_file(message), std::env::args());
            let exit = if message.use_stderr() { Exit::Usage } else { Exit::Fine };
            return output::exit_of(message.print().map(|()| exit)).into();
        }
    };
    let mut session = Session {
        output: Output::standard(),
        results: terminal::style_for(&io::stdout(), cli.global.color),
        diagnostics: terminal::style_for(&io::stderr(), cli.global.color),
        global: cli.global,
        signal: OnceLock::new(),
    };
    let result = dispatch(&cli.command, front_ends, &mut session);
    let is_interrupted = session.signal.get().is_some_and(Signal::is_cancelled);
    let result = result.map(|exit| if is_interrupted { Exit::Interrupted } else { exit });
    // What was written before an error is still shown, unless that is what failed.
    let flushed = session.output.flush();
    let exit = output::exit_of(result.and_then(|exit| flushed.map(|()| exit)));
    // A thread that nobody waited for may have begun a file.
    let _no_more = temporary::remove_all();
    exit.into()
}

/// Says more of a puzzle file that stands where a command is expected.
fn about_file(message: clap::Error) -> clap::Error {
    let Some(ContextValue::String(word)) = message.get(ContextKind::InvalidSubcommand) else {
        return message;
    };
    if !word.ends_with(".puzzle") {
        return message;
    }
    let text = format!("`{word}` is no command; `puzzle run {word}` answers its queries");
    Cli::command().error(message.kind(), text)
}

fn dispatch(command: &Command, front_ends: FrontEnds, session: &mut Session) -> io::Result<Exit> {
    match command {
        Command::Run(args) => commands::run::run(args, session),
        Command::Check(args) => commands::check::run(args, session),
        Command::Test(args) => commands::test::run(args, session),
        Command::Build(args) => commands::build::run(args, session),
        Command::Fmt(args) => commands::fmt::run(args, session),
        Command::Solve(args) => commands::solve::run(args, session),
        Command::Verify(args) => commands::verify::run(args, session),
        Command::Encode(args) => commands::encode::run(args, session),
        Command::Dpll(args) => commands::dpll::run(args, session),
        Command::Decode(args) => commands::decode::run(args, session),
        Command::Prove(args) => commands::prove::run(args, session),
        Command::Draw(args) => commands::draw::run(args, session),
        Command::Play(args) => commands::play::run(args, front_ends.play, session),
        Command::Repl(args) => (front_ends.repl)(args, session),
        Command::Explain(args) => commands::explain::run(args, session),
        Command::Lsp(_) => commands::lsp::run(),
        Command::Completions(args) => commands::completions::run(args, session),
    }
}
