//! A terminal of which the last columns are left free: `^C`, which the terminal itself writes behind a bar,
//! stays on its line and goes away with it.

use std::io;

use console::Term;
use indicatif::TermLike;

/// Standard error as a terminal.
#[derive(Debug)]
pub(super) struct TerminalLine(Term);

/// Room for `^C`, and for the cursor behind it.
const FREE: u16 = 3;

impl TerminalLine {
    /// The one of standard error.
    pub(super) fn stderr() -> Self {
        Self(Term::buffered_stderr())
    }
}

impl TermLike for TerminalLine {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(FREE).max(1)
    }

    fn height(&self) -> u16 {
        self.0.size().0
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}
