//! The REPL in a terminal: the line editor, its history, and Ctrl-C.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};

use super::display::Display;
use super::event::Event;
use super::helper::Helper;
use super::machine::{Machine, history};
use super::session::{Flow, Limits, Session};
use crate::budget::Signal;
use crate::cli;
use crate::cli::args::Repl;
use crate::cli::exit::Exit;
use crate::cli::interrupt::Searches;
use crate::cli::progress::Progress;

const PROMPT: &str = "> ";

/// Talks with the person until they leave.
///
/// # Errors
/// Those of the terminal.
pub fn run(args: &Repl, cli: &mut cli::Session) -> io::Result<Exit> {
    let limits = Limits { timeout: cli.global.timeout, max_memory: cli.global.max_memory };
    let session = Rc::new(RefCell::new(Session::new(&Machine, "<repl>", limits)));
    let mut editor = editor(&session, cli.results.color).map_err(io::Error::other)?;
    let history = history();
    if let Some(path) = &history {
        // Without a history there is none to be had.
        let _ = editor.load_history(path);
    }
    let searches = Searches::listen();
    let version = env!("CARGO_PKG_VERSION");
    let greeting = format!("puzzle {version}: `:help` says what there is, Ctrl-D leaves");
    respond(cli, Signal::default(), |_, tell| {
        tell(Event::Note(greeting));
        Flow::Goes
    })?;
    if let Some(file) = &args.file {
        let file = file.to_string_lossy();
        respond(cli, searches.next(), |signal, tell| {
            session.borrow_mut().load(&file, signal, tell);
            Flow::Goes
        })?;
    }
    loop {
        if let Some((columns, _)) = editor.dimensions() {
            let width = usize::from(columns).max(40);
            (cli.results.width, cli.diagnostics.width) = (width, width);
        }
        let text = match editor.readline(PROMPT) {
            Ok(text) => text,
            Err(ReadlineError::Eof) => return Ok(Exit::Fine),
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => continue,
            Err(error) => return Err(io::Error::other(error)),
        };
        if text.trim().is_empty() {
            continue;
        }
        let _ = editor.add_history_entry(text.trim_end());
        if let Some(path) = &history {
            let _ = editor.append_history(path);
        }
        let flow = respond(cli, searches.next(), |signal, tell| {
            session.borrow_mut().enter(&text, signal, tell)
        })?;
        if flow == Flow::Ends {
            return Ok(Exit::Fine);
        }
    }
}

/// Does some work, shows what it tells, and a sign of life when it takes long.
fn respond(
    cli: &mut cli::Session,
    signal: Signal,
    work: impl FnOnce(Signal, &mut dyn FnMut(Event)) -> Flow,
) -> io::Result<Flow> {
    let progress = Progress::start(1, signal.clone());
    let display =
        Display { is_conversation: true, results: cli.results, diagnostics: cli.diagnostics };
    let mut failed = Ok(());
    let flow = work(signal, &mut |event| {
        let shown = progress.suspend(|| {
            display.show(&event, &mut cli.output)?;
            cli.output.flush()
        });
        if shown.is_err() {
            failed = shown;
        }
    });
    drop(progress);
    failed.map(|()| flow)
}

fn editor(
    session: &Rc<RefCell<Session<'static>>>,
    color: bool,
) -> rustyline::Result<Editor<Helper, DefaultHistory>> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .max_history_size(10_000)?
        .tab_stop(4)
        .indent_size(4)
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_color_mode(if color { ColorMode::Forced } else { ColorMode::Disabled });
    editor.set_helper(Some(Helper::new(Rc::clone(session))));
    Ok(editor)
}
