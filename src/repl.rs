//! The REPL: what a file may hold, typed line by line. A [`session`] is pure: a text in, events
//! out. Around it a terminal with a line editor, or a pipe.
#![allow(
    clippy::disallowed_methods,
    reason = "a front end: it reads, writes and looks at the clock"
)]

mod about;
mod colors;
mod command;
mod completion;
pub mod display;
mod editing;
mod entries;
pub mod event;
mod files;
mod helper;
mod it;
mod knowledge;
mod machine;
mod memory;
mod pending;
mod playing;
mod reading;
mod save;
mod screen;
mod script;
pub mod session;
mod settings;
mod shape;
mod show;
mod terminal;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use crate::console::Console;
use crate::console::exit::Exit;
use crate::service::play::Play;

/// Plays in the terminal or through a pipe until the person leaves.
///
/// # Errors
/// Those of the output.
pub fn play(play: Box<Play>, file: PathBuf, console: &mut Console) -> io::Result<Exit> {
    talk(TalkOpening::Play(play, file), console)
}

/// Reads from the terminal or from a pipe until the person leaves.
///
/// # Errors
/// Those of the output.
pub fn run(file: Option<PathBuf>, console: &mut Console) -> io::Result<Exit> {
    talk(TalkOpening::Session(file), console)
}

/// What a talk begins with.
enum TalkOpening {
    /// A session, with a file or without.
    Session(Option<PathBuf>),
    /// A play of a game in a file; the talk ends with it.
    Play(Box<Play>, PathBuf),
}

fn talk(opening: TalkOpening, console: &mut Console) -> io::Result<Exit> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    match is_terminal {
        true => terminal::run(opening, console),
        false => script::run(opening, console),
    }
}
