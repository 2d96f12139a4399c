//! The screen of a play in a terminal: each position is drawn at its top, and below stands what was
//! said since the person typed something.

use std::io::{self, Write};

use super::display::Display;
use super::event::SessionEvent;
use crate::console::output::Output;
use crate::console::style::{DIM, PLAIN};
use crate::service::play;

/// Goes to the upper left corner and clears all below.
const CLEAR: &str = "\u{1b}[H\u{1b}[J";

/// A screen that is drawn anew with each position.
#[derive(Debug, Default)]
pub(super) struct Screen {
    /// What was said since the person typed something.
    said: String,
    /// Whether a position stands on it.
    is_drawn: bool,
    /// Whether what is told belongs to a play.
    is_playing: bool,
}

impl Screen {
    /// Begins anew with what is told: what was said before is over. `is_playing` says whether the
    /// person is in a play, so that its last position is still there.
    pub(super) fn begin(&mut self, is_playing: bool) {
        self.said.clear();
        self.is_drawn &= is_playing;
        self.is_playing = is_playing;
    }

    /// Whether an event belongs to a play.
    pub(super) fn takes(&mut self, event: &SessionEvent) -> bool {
        self.is_playing |= matches!(event, SessionEvent::Play(play::Event::Board { .. }));
        self.is_playing
    }

    /// Shows something that is told while a game is played, on a screen of so many rows.
    ///
    /// # Errors
    /// Those of the output.
    pub(super) fn show(
        &mut self,
        event: &SessionEvent,
        rows: usize,
        display: &Display,
        output: &mut Output,
    ) -> io::Result<()> {
        let results = output.results()?;
        let SessionEvent::Play(play::Event::Board { title, drawing, .. }) = event else {
            let said = display.look(event).text;
            self.said.push_str(&said);
            return results.write_all(said.as_bytes());
        };
        if !self.is_drawn {
            // What stands there scrolls up, where it can be found again.
            results.write_all("\n".repeat(rows).as_bytes())?;
            self.is_drawn = true;
        }
        let drawing = drawing.trim_matches('\n');
        let (dim, plain) = if display.results.color { (DIM, PLAIN) } else { ("", "") };
        write!(results, "{CLEAR}{dim}{title}{plain}\n\n{drawing}\n\n{}", self.said)
    }
}
