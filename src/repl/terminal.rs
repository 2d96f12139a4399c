//! The REPL in a terminal: the line editor, its history, and Ctrl-C.

use std::cell::RefCell;
use std::env;
use std::io;
use std::rc::Rc;

use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};

use super::TalkOpening;
use super::display::Display;
use super::event::SessionEvent;
use super::helper::Helper;
use super::machine::{Machine, history};
use super::screen::Screen;
use super::session::{Flow, Session};
use crate::console::Console;
use crate::console::echo::NoEcho;
use crate::console::exit::Exit;
use crate::console::interrupt::Searches;
use crate::console::progress::ProgressLine;
use puzzle_engine::budget::Signal;

/// Rows where the terminal does not say.
const ROWS: usize = 24;

/// Talks with the person until they leave.
///
/// # Errors
/// Those of the terminal.
pub(super) fn run(opening: TalkOpening, console: &mut Console) -> io::Result<Exit> {
    let session = Rc::new(RefCell::new(Session::new(&Machine, "<repl>", console.limits)));
    let mut editor = editor(&session, console.results.color).map_err(io::Error::other)?;
    let ends_with_play = matches!(opening, TalkOpening::Play(..));
    let history = history().filter(|_| !ends_with_play);
    if let Some(path) = &history {
        // Without a history there is none to be had.
        let _ = editor.load_history(path);
    }
    let searches = Searches::listen();
    let mut talk = Talk::new(console);
    talk.measure(&mut editor);
    match opening {
        TalkOpening::Play(play, file) => talk.respond(searches.next(), false, |signal, tell| {
            session.borrow_mut().begin(*play, &file, signal, tell);
            Flow::Goes
        })?,
        TalkOpening::Session(file) => talk.respond(searches.next(), false, |signal, tell| {
            let version = env!("CARGO_PKG_VERSION");
            let greeting = format!("puzzle {version}: `:help` says what there is, Ctrl-D leaves");
            tell(SessionEvent::Note(greeting));
            if let Some(file) = file {
                session.borrow_mut().load(&file.to_string_lossy(), signal, tell);
            }
            Flow::Goes
        })?,
    };
    loop {
        talk.measure(&mut editor);
        let edited = talk.edited.take().unwrap_or_default();
        let prompt = session.borrow().prompt();
        let text = match editor.readline_with_initial(&prompt, (&edited, "")) {
            Ok(text) => text,
            // The end of a play is not that of the session around it.
            Err(ReadlineError::Eof) => match session.borrow_mut().leave_play() {
                true if !ends_with_play => continue,
                _ => return Ok(Exit::Fine),
            },
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => continue,
            Err(error) => return Err(io::Error::other(error)),
        };
        let is_playing = session.borrow().play().is_some();
        if text.trim().is_empty() && !is_playing {
            continue;
        }
        if !is_playing {
            let _ = editor.add_history_entry(text.trim_end());
            if let Some(path) = &history {
                let _ = editor.append_history(path);
            }
        }
        let flow = talk.respond(searches.next(), is_playing, |signal, tell| {
            session.borrow_mut().enter(&text, signal, tell)
        })?;
        if flow == Flow::Ends || ends_with_play && session.borrow().play().is_none() {
            return Ok(Exit::Fine);
        }
    }
}

/// Whether the cursor of the terminal can be put somewhere.
fn can_redraw() -> bool {
    env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// How what is told gets to the screen.
struct Talk<'c> {
    console: &'c mut Console,
    screen: Screen,
    rows: usize,
    can_redraw: bool,
    /// The text that the person wants to change next.
    edited: Option<String>,
}

impl<'c> Talk<'c> {
    fn new(console: &'c mut Console) -> Self {
        let screen = Screen::default();
        Self { console, screen, rows: ROWS, can_redraw: can_redraw(), edited: None }
    }

    /// Asks for the size of the terminal.
    fn measure(&mut self, editor: &mut Editor<Helper, DefaultHistory>) {
        if let Some((columns, rows)) = editor.dimensions() {
            let width = usize::from(columns).max(40);
            (self.console.results.width, self.console.diagnostics.width) = (width, width);
            self.rows = usize::from(rows);
        }
    }

    /// Does some work, shows what it tells, and a sign of life when it takes long.
    fn respond(
        &mut self,
        signal: Signal,
        is_playing: bool,
        work: impl FnOnce(Signal, &mut dyn FnMut(SessionEvent)) -> Flow,
    ) -> io::Result<Flow> {
        let Self { console, screen, rows, can_redraw, edited } = self;
        let no_echo = NoEcho::begin();
        let progress = ProgressLine::start(1, signal.clone());
        let display = Display {
            is_conversation: true,
            results: console.results,
            diagnostics: console.diagnostics,
        };
        screen.begin(is_playing);
        let mut failed = Ok(());
        let flow = work(signal, &mut |event| {
            if let SessionEvent::Edit(text) = event {
                *edited = Some(text);
                return;
            }
            let shown = progress.suspend(|| {
                match *can_redraw && screen.takes(&event) {
                    true => screen.show(&event, *rows, &display, &mut console.output)?,
                    false => _ = display.show(&event, &mut console.output)?,
                }
                console.output.flush()
            });
            if shown.is_err() {
                failed = shown;
            }
        });
        drop(progress);
        drop(no_echo);
        failed.map(|()| flow)
    }
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
