//! The REPL without a terminal: a script on standard input, plain output, an exit code.

use std::io::{self, BufRead};

use super::TalkOpening;
use super::display::Display;
use super::event::SessionEvent;
use super::machine::Machine;
use super::pending;
use super::session::{Flow, Session};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::interrupt;

/// Takes the script to its end; mistakes do not end it.
///
/// # Errors
/// Those of the streams.
pub(super) fn run(opening: TalkOpening, console: &mut Console) -> io::Result<Exit> {
    let mut session = Session::new(&Machine, "<stdin>", console.limits);
    let signal = console.signal();
    let mut exit = Exit::Fine;
    let mut failed = Ok(());
    let display = Display {
        is_conversation: false,
        results: console.results,
        diagnostics: console.diagnostics,
    };
    let output = &mut console.output;
    let mut tell = |event: SessionEvent| match display.show(&event, output) {
        Ok(shown) => exit = exit.max(shown),
        Err(error) => {
            // Nobody listens any more.
            signal.cancel();
            failed = Err(error);
        }
    };
    let ends_with_play = matches!(opening, TalkOpening::Play(..));
    match opening {
        TalkOpening::Play(play, file) => session.begin(*play, &file, signal.clone(), &mut tell),
        TalkOpening::Session(Some(file)) => {
            session.load(&file.to_string_lossy(), signal.clone(), &mut tell);
        }
        TalkOpening::Session(None) => {}
    }
    let mut input = io::stdin().lock();
    let mut flow = Flow::Goes;
    while flow == Flow::Goes && !signal.is_cancelled() {
        let mut text = Vec::new();
        let is_playing = session.play().is_some();
        let is_end = interrupt::while_waiting(|| match is_playing {
            true => input.read_until(b'\n', &mut text).map(|count| count == 0),
            false => pending::read(&mut input, &mut text),
        })?;
        let text = String::from_utf8_lossy(&text);
        flow = session.enter(&text, signal.clone(), &mut tell);
        if is_end || ends_with_play && session.play().is_none() {
            flow = Flow::Ends;
        }
    }
    failed.map(|()| exit)
}
